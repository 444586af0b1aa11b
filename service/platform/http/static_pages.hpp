#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "platform/http/answer.hpp"
#include "platform/http/prepared.hpp"

namespace agon::http {

// What to answer where a site has no file: nothing, or its index page, whose script then shows the right screen.
enum class Fallback : std::uint8_t { None, Index };

// A folder of built pages and where it is shown. Its pages name their files by absolute paths.
struct Site {
    std::string prefix;  // "/", "/admin", "/docs"
    std::filesystem::path folder;
    Fallback fallback = Fallback::None;
    std::string_view policy;  // the Content-Security-Policy of its answers; outlives the site
};

// All files of all sites, read and packed once at start: a request is a look-up in memory and cannot leave the folders,
// whatever its path says. Files below assets/ have their content's hash in their name and are cached for ever; all
// others are asked for again each time (304 when unchanged). A packed sibling (x.js.br, x.js.gz) is used as it is.
class StaticPages {
  public:
    StaticPages() = default;
    // A folder that does not exist is an empty site. Skips hidden files, links that lead outside, and files whose
    // ending it does not know, saying so in the log.
    explicit StaticPages(const std::vector<Site>& sites);

    // Nothing when there is no such page. `path` as the client wrote it.
    std::optional<Answer> find(std::string_view path) const;

    std::size_t size() const { return files_.size(); }

  private:
    struct File {
        std::shared_ptr<const PreparedBody> body;
        std::string_view cacheControl;
        std::string_view policy;
    };

    void load(const Site& site);
    void add(const Site& site, const std::filesystem::path& file, const std::string& relative);
    const File* findFile(std::string_view path) const;

    std::map<std::string, File, std::less<>> files_;  // by decoded path
    std::vector<std::string> fallbacks_;              // prefixes, longest first
};

}  // namespace agon::http
