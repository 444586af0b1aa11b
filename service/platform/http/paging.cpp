#include "platform/http/paging.hpp"

#include "platform/crypto/base64url.hpp"
#include "platform/crypto/seal.hpp"
#include "platform/text/ascii.hpp"

namespace agon::http {
namespace {

struct CursorText {
    using Value = nlohmann::json;

    std::optional<Value> readText(std::string_view text, const Place& at) const {
        auto position = cursors.open(list, text);
        if (!position) return at.refuse(FieldFault::BadCursor);
        return position;
    }

    const Cursors& cursors;
    std::string_view list;
};

}  // namespace

std::string Cursors::seal(std::string_view list, const nlohmann::json& position) const {
    const auto plain = position.dump();
    return crypto::encodeBase64Url(crypto::seal(key_, crypto::bytesOf(plain), crypto::bytesOf(list)));
}

std::optional<nlohmann::json> Cursors::open(std::string_view list, std::string_view cursor) const {
    const auto sealed = crypto::decodeBase64Url(cursor);
    if (!sealed) return std::nullopt;
    const auto plain = crypto::open(key_, *sealed, crypto::bytesOf(list));
    if (!plain) return std::nullopt;
    return nlohmann::json::parse(reinterpret_cast<const char*>(plain->data()),
                                 reinterpret_cast<const char*>(plain->data()) + plain->size());
}

PageWish readPageWish(QueryReader& in, const Cursors& cursors, std::string_view list, PageLimits limits) {
    const auto limit = in.get("limit", Integer{.min = 1, .max = limits.most}, limits.usual);
    return {.limit = limit, .after = in.find("after", CursorText{cursors, list})};
}

std::string linkAfter(const Request& request, std::string_view cursor) {
    std::string link{request.path()};
    char separator = '?';
    auto query = request.query();
    while (!query.empty()) {
        const auto part = ascii::takeUntil(query, '&');
        if (part.empty() || part.substr(0, part.find('=')) == "after") continue;
        link.append(1, separator).append(part);
        separator = '&';
    }
    return link.append(1, separator).append("after=").append(cursor);
}

}  // namespace agon::http
