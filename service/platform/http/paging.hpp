#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "platform/crypto/secret.hpp"
#include "platform/http/query.hpp"
#include "platform/http/request.hpp"

namespace agon::http {

// Where a reader of a list has got to, as text for it to hand back: sealed, so that it can neither be read nor made up
// nor used with another list. What is in it is up to the list: the sort key of the last row seen, with the id at the
// end.
class Cursors {
  public:
    explicit Cursors(const crypto::SecretKey& serviceKey) : key_(serviceKey.derive("cursors")) {}

    // `list` names the list with everything that decides its order and content, filters included.
    std::string seal(std::string_view list, const nlohmann::json& position) const;
    std::optional<nlohmann::json> open(std::string_view list, std::string_view cursor) const;

  private:
    crypto::SecretKey key_;
};

struct PageLimits {
    std::int64_t usual = 50;
    std::int64_t most = 200;
};

struct PageWish {
    std::int64_t limit;
    std::optional<nlohmann::json> after;
};

// The parameters `limit` and `after` of every list.
PageWish readPageWish(QueryReader& in, const Cursors& cursors, std::string_view list, PageLimits limits = {});

// The address of the next page: the request's own path and query with another `after`.
std::string linkAfter(const Request& request, std::string_view cursor);

}  // namespace agon::http
