#include "registration/limits.hpp"

#include <cstring>

namespace agon::registration {
namespace {

// Long enough for every bucket to be full again.
constexpr std::chrono::minutes kFullAfter{5};

std::uint64_t shortened(const auth::Bytes& name) {
    std::uint64_t value = 0;
    std::memcpy(&value, name.data(), sizeof value);
    return value;
}

}  // namespace

Result<void> Limits::countAddress(std::string_view peer, Instant now) {
    return count("address", auth::networkOf(peer), options_.address, now);
}

Result<void> Limits::countContact(std::string_view contact, Instant now) {
    return count("contact", contact, options_.contact, now);
}

Result<void> Limits::count(std::string_view kind, std::string_view value, const auth::BucketLimit& limit, Instant now) {
    const auto name = shortened(auth::bucketName(key_, kind, value));
    const std::scoped_lock lock{mutex_};
    if (buckets_.size() >= forgetAt_) forgetFullOnes(now);
    const auto known = buckets_.find(name);
    const auto before = known == buckets_.end() ? std::nullopt : std::optional{known->second};
    const auto tried = auth::attempt(before, limit, now);
    buckets_[name] = tried.state;
    if (!tried.waitFor) return {};
    auto tooMany = problem(ProblemCode::TooManyRequests).error();
    tooMany.retryAfter = tried.waitFor;
    return std::unexpected{std::move(tooMany)};
}

void Limits::forgetFullOnes(Instant now) {
    std::erase_if(buckets_, [&](const auto& bucket) { return bucket.second.at.at + kFullAfter < now.at; });
    forgetAt_ = std::max<std::size_t>(65'536, buckets_.size() * 2);
}

}  // namespace agon::registration
