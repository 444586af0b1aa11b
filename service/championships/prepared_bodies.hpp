#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "platform/http/prepared.hpp"

namespace agon::championships {

// Answers that were made once, by name. Only what exists is kept, so it grows with what was published and not with what
// is asked for. From any thread.
class PreparedBodies {
  public:
    using Body = std::shared_ptr<const http::PreparedBody>;

    // Nothing when it was not made yet, or for another mark: what it depends on beside its name, such as the time.
    Body find(std::string_view name, std::string_view mark) const {
        const std::scoped_lock lock{mutex_};
        const auto found = bodies_.find(name);
        return found == bodies_.end() || found->second.mark != mark ? nullptr : found->second.body;
    }

    void keep(std::string name, std::string mark, Body body) {
        const std::scoped_lock lock{mutex_};
        bodies_.insert_or_assign(std::move(name), Marked{std::move(mark), std::move(body)});
    }

  private:
    struct Marked {
        std::string mark;
        Body body;
    };

    mutable std::mutex mutex_;
    std::map<std::string, Marked, std::less<>> bodies_;
};

}  // namespace agon::championships
