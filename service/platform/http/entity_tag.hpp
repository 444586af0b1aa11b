#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platform/http/request.hpp"
#include "platform/problem/problem.hpp"

namespace agon::http {

// The name of one state of a resource (RFC 9110, section 8.8.3), always strong. A compressed form of the same state is
// other bytes and so has a tag of its own, which the boundary makes; withoutCoding() leads back to the state.
struct EntityTag {
    std::string opaque;  // what stands between the quotes

    bool operator==(const EntityTag&) const = default;
};

// The tag of a row that carries a version number.
EntityTag tagOfVersion(std::int64_t version);
// The tag of bytes that never change under this name.
EntityTag tagOfContent(std::string_view content);
EntityTag withoutCoding(const EntityTag& tag);

std::string format(const EntityTag& tag);

struct EntityTagList {
    struct Item {
        EntityTag tag;
        bool weak = false;
    };

    bool any = false;  // "*"
    bool wellFormed = true;
    std::vector<Item> items;
};

// Of If-Match and If-None-Match.
EntityTagList parseEntityTags(std::string_view header);

// What a client that changes a versioned resource says it has seen. Refuses with VersionRequired (428) when it does not
// say, with MalformedRequest when If-Match cannot be read.
class SeenVersion {
  public:
    static Result<SeenVersion> of(const Request& request);

    // StaleVersion (412) unless `current` is what the client has seen. To be asked under the row's lock.
    Result<void> mustBe(std::int64_t current) const;

  private:
    explicit SeenVersion(EntityTagList tags) : tags_(std::move(tags)) {}

    EntityTagList tags_;
};

// Whether If-None-Match says that the client has this state already, in whatever coding.
bool hasAlready(std::string_view ifNoneMatch, const EntityTag& tag);

}  // namespace agon::http
