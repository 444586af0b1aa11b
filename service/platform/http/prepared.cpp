#include "platform/http/prepared.hpp"

namespace agon::http {

PreparedBody::PreparedBody(std::string contentType, std::string bytes, std::string gzip, std::string brotli)
    : contentType_(std::move(contentType)),
      identity_(std::move(bytes)),
      gzip_(std::move(gzip)),
      brotli_(std::move(brotli)),
      tag_(tagOfContent(identity_)) {}

std::shared_ptr<const PreparedBody> PreparedBody::make(std::string contentType, std::string bytes, Effort effort) {
    std::string gzip;
    std::string brotli;
    if (isWorthPacking(contentType, bytes.size())) {
        gzip = pack(bytes, Coding::Gzip, effort);
        brotli = pack(bytes, Coding::Brotli, effort);
    }
    return fromForms(std::move(contentType), std::move(bytes), std::move(gzip), std::move(brotli));
}

std::shared_ptr<const PreparedBody> PreparedBody::fromForms(std::string contentType, std::string bytes,
                                                            std::string gzip, std::string brotli) {
    return std::shared_ptr<const PreparedBody>{
        new PreparedBody{std::move(contentType), std::move(bytes), std::move(gzip), std::move(brotli)}};
}

Coding PreparedBody::codingFor(std::string_view acceptEncoding) const {
    if (!varies()) return Coding::Identity;
    const auto wanted = chooseCoding(acceptEncoding);
    return bytes(wanted).empty() ? Coding::Identity : wanted;
}

const std::string& PreparedBody::bytes(Coding coding) const {
    switch (coding) {
        case Coding::Identity:
            return identity_;
        case Coding::Gzip:
            return gzip_;
        case Coding::Brotli:
            return brotli_;
    }
    return identity_;
}

}  // namespace agon::http
