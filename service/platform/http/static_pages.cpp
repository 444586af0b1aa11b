#include "platform/http/static_pages.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "platform/http/router.hpp"
#include "platform/log/log.hpp"

namespace agon::http {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kForEver = "public, max-age=31536000, immutable";
constexpr std::string_view kAskAgain = "no-cache";

constexpr std::array<std::pair<std::string_view, std::string_view>, 19> kTypes{{
    {".html", "text/html"},        {".css", "text/css"},
    {".js", "text/javascript"},    {".mjs", "text/javascript"},
    {".json", "application/json"}, {".map", "application/json"},
    {".yaml", "application/yaml"}, {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},     {".png", "image/png"},
    {".jpg", "image/jpeg"},        {".webp", "image/webp"},
    {".avif", "image/avif"},       {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},      {".txt", "text/plain"},
    {".xml", "application/xml"},   {".pdf", "application/pdf"},
    {".wasm", "application/wasm"},
}};

std::string_view typeOfFile(const fs::path& file) {
    const auto found = std::ranges::find(kTypes, file.extension().string(), &decltype(kTypes)::value_type::first);
    return found == kTypes.end() ? std::string_view{} : found->second;
}

std::string readFile(const fs::path& file) {
    std::ifstream in{file, std::ios::binary};
    std::string bytes{std::istreambuf_iterator<char>{in}, {}};
    if (!in) throw std::runtime_error("cannot read " + file.string());
    return bytes;
}

std::string readIfThere(const fs::path& file) {
    return fs::is_regular_file(file) ? readFile(file) : std::string{};
}

bool isPackedSibling(const fs::path& file) {
    auto original = file;
    return (file.extension() == ".br" || file.extension() == ".gz") && fs::exists(original.replace_extension());
}

bool isHidden(const fs::path& relative) {
    return std::ranges::any_of(relative, [](const fs::path& part) { return part.string().starts_with('.'); });
}

std::shared_ptr<const PreparedBody> prepare(const fs::path& file, std::string_view type) {
    auto gzip = readIfThere(file.string() + ".gz");
    auto brotli = readIfThere(file.string() + ".br");
    if (gzip.empty() && brotli.empty()) return PreparedBody::make(std::string{type}, readFile(file), Effort::Quick);
    return PreparedBody::fromForms(std::string{type}, readFile(file), std::move(gzip), std::move(brotli));
}

std::string below(std::string_view prefix, std::string_view relative) {
    std::string path{prefix};
    if (!path.ends_with('/')) path += '/';
    return path.append(relative);
}

}  // namespace

StaticPages::StaticPages(const std::vector<Site>& sites) {
    for (const auto& site : sites) load(site);
    std::ranges::sort(fallbacks_, std::ranges::greater{}, &std::string::size);
}

void StaticPages::load(const Site& site) {
    if (!fs::is_directory(site.folder)) return;
    const auto folder = fs::canonical(site.folder);
    for (const auto& entry : fs::recursive_directory_iterator{folder}) {
        const auto relative = entry.path().lexically_relative(folder);
        if (!entry.is_regular_file() || isHidden(relative) || isPackedSibling(entry.path())) continue;
        const auto real = fs::canonical(entry.path()).lexically_relative(folder);
        if (real.empty() || *real.begin() == "..") {
            logWarning("http.page_outside_folder", {{"file", relative.string()}});
            continue;
        }
        add(site, entry.path(), relative.generic_string());
    }
    if (site.fallback == Fallback::Index && files_.contains(below(site.prefix, ""))) fallbacks_.push_back(site.prefix);
}

void StaticPages::add(const Site& site, const fs::path& file, const std::string& relative) {
    const auto type = typeOfFile(file);
    if (type.empty()) {
        logWarning("http.page_of_unknown_type", {{"file", relative}});
        return;
    }
    const bool isHashed = relative.starts_with("assets/") || relative.contains("/assets/");
    const File page{
        .body = prepare(file, type), .cacheControl = isHashed ? kForEver : kAskAgain, .policy = site.policy};
    files_.insert_or_assign(below(site.prefix, relative), page);
    if (file.filename() != "index.html") return;
    const auto directory = relative.substr(0, relative.size() - file.filename().string().size());
    const auto path = below(site.prefix, directory);
    files_.insert_or_assign(path, page);
    if (path.size() > 1) files_.insert_or_assign(path.substr(0, path.size() - 1), page);
}

const StaticPages::File* StaticPages::findFile(std::string_view path) const {
    const auto decoded = percentDecoded(path);
    if (!decoded) return nullptr;
    if (const auto found = files_.find(*decoded); found != files_.end()) return &found->second;
    // A name with an ending is meant to be a file: a missing script must not come back as a page.
    if (decoded->substr(decoded->rfind('/') + 1).contains('.')) return nullptr;
    for (const auto& prefix : fallbacks_) {
        const auto index = below(prefix, "");
        if (decoded->starts_with(index)) return &files_.find(index)->second;
    }
    return nullptr;
}

std::optional<Answer> StaticPages::find(std::string_view path) const {
    const auto* const file = findFile(path);
    if (file == nullptr) return std::nullopt;
    auto answer = prepared(file->body, std::string{file->cacheControl});
    answer.headers.emplace_back("content-security-policy", file->policy);
    return answer;
}

}  // namespace agon::http
