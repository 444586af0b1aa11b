#include "platform/http/entity_tag.hpp"

#include <algorithm>

#include "platform/crypto/base64url.hpp"
#include "platform/crypto/digest.hpp"
#include "platform/text/ascii.hpp"

namespace agon::http {
namespace {

constexpr std::size_t kMaxTags = 64;

// etagc of RFC 9110: anything visible but the quote, and bytes above ASCII.
bool isTagCharacter(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte == 0x21 || (byte >= 0x23 && byte != 0x7f);
}

// Takes one tag off the front; false when there is none.
bool takeTag(std::string_view& text, EntityTagList::Item& item) {
    item.weak = text.starts_with("W/");
    if (item.weak) text.remove_prefix(2);
    if (!text.starts_with('"')) return false;
    text.remove_prefix(1);
    const auto end = text.find('"');
    if (end == std::string_view::npos || !std::ranges::all_of(text.substr(0, end), isTagCharacter)) return false;
    item.tag.opaque = text.substr(0, end);
    text.remove_prefix(end + 1);
    return true;
}

}  // namespace

EntityTag tagOfVersion(std::int64_t version) {
    return {"v" + std::to_string(version)};
}

EntityTag tagOfContent(std::string_view content) {
    const auto digest = crypto::sha256(crypto::bytesOf(content));
    return {crypto::encodeBase64Url(std::span{digest}.first(16))};
}

EntityTag withoutCoding(const EntityTag& tag) {
    for (const std::string_view suffix : {".gzip", ".br"}) {
        if (tag.opaque.ends_with(suffix)) return {tag.opaque.substr(0, tag.opaque.size() - suffix.size())};
    }
    return tag;
}

std::string format(const EntityTag& tag) {
    return '"' + tag.opaque + '"';
}

EntityTagList parseEntityTags(std::string_view header) {
    EntityTagList list;
    header = ascii::trimmed(header);
    if (header == "*") {
        list.any = true;
        return list;
    }
    while (!header.empty() && list.wellFormed) {
        EntityTagList::Item item;
        list.wellFormed = takeTag(header, item) && list.items.size() < kMaxTags;
        list.items.push_back(std::move(item));
        header = ascii::trimmed(header);
        if (header.empty()) return list;
        list.wellFormed = list.wellFormed && header.starts_with(',');
        header = ascii::trimmed(header.substr(1));
    }
    list.wellFormed = false;
    return list;
}

Result<SeenVersion> SeenVersion::of(const Request& request) {
    const auto header = request.header("if-match");
    if (header.empty()) return problem(ProblemCode::VersionRequired);
    auto tags = parseEntityTags(header);
    if (!tags.wellFormed) return problem(ProblemCode::MalformedRequest, "If-Match");
    return SeenVersion{std::move(tags)};
}

Result<void> SeenVersion::mustBe(std::int64_t current) const {
    // The comparison is the strong one (RFC 9110, section 13.1.1): a weak tag matches nothing.
    const auto wanted = tagOfVersion(current);
    const auto matches = [&](const EntityTagList::Item& item) {
        return !item.weak && withoutCoding(item.tag) == wanted;
    };
    if (tags_.any || std::ranges::any_of(tags_.items, matches)) return {};
    return problem(ProblemCode::StaleVersion);
}

bool hasAlready(std::string_view ifNoneMatch, const EntityTag& tag) {
    if (ifNoneMatch.empty()) return false;
    const auto list = parseEntityTags(ifNoneMatch);
    if (!list.wellFormed) return false;
    return list.any ||
           std::ranges::any_of(list.items, [&](const auto& item) { return withoutCoding(item.tag) == tag; });
}

}  // namespace agon::http
