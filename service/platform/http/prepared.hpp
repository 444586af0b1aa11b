#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "platform/http/coding.hpp"
#include "platform/http/entity_tag.hpp"

namespace agon::http {

// A body in every form it is sent in, with its tag, made once and then only looked up and sent. Immutable, so any
// number of threads and requests share one.
class PreparedBody {
  public:
    // Packs it where that is worth it.
    static std::shared_ptr<const PreparedBody> make(std::string contentType, std::string bytes,
                                                    Effort effort = Effort::Thorough);
    // From forms that were packed beforehand; an empty one is left out.
    static std::shared_ptr<const PreparedBody> fromForms(std::string contentType, std::string bytes, std::string gzip,
                                                         std::string brotli);

    const std::string& contentType() const { return contentType_; }
    const EntityTag& tag() const { return tag_; }  // of the content, whatever the coding
    bool varies() const { return !gzip_.empty() || !brotli_.empty(); }

    // The coding to send to a client with this Accept-Encoding, among those there are.
    Coding codingFor(std::string_view acceptEncoding) const;
    const std::string& bytes(Coding coding) const;

  private:
    PreparedBody(std::string contentType, std::string bytes, std::string gzip, std::string brotli);

    std::string contentType_;
    std::string identity_;
    std::string gzip_;
    std::string brotli_;
    EntityTag tag_;
};

}  // namespace agon::http
