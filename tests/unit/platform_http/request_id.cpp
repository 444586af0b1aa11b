#include "platform/http/request_id.hpp"

#include <gtest/gtest.h>

#include <set>

namespace agon::http {
namespace {

TEST(RequestId, IsNeverTheSame) {
    std::set<std::string> ids;
    for (int i = 0; i < 1000; ++i) {
        const auto id = makeRequestId();
        EXPECT_EQ(id.size(), 22U);
        EXPECT_TRUE(ids.insert(id).second);
    }
}

TEST(RequestId, IsTakenFromATrustedFrontOnly) {
    EXPECT_EQ(requestIdFrom("0123456789abcdef", Front::Trusted), "0123456789abcdef");
    EXPECT_NE(requestIdFrom("0123456789abcdef", Front::Untrusted), "0123456789abcdef");
    // What we make ourselves passes through another instance of ours.
    const auto own = makeRequestId();
    EXPECT_EQ(requestIdFrom(own, Front::Trusted), own);
}

TEST(RequestId, IsMadeWhereTheFrontsCannotStandInALogLine) {
    for (const auto& id : {std::string{}, std::string{"1234567"}, std::string(65, 'a'), std::string{"with space"},
                           std::string{"a\"b\"c\"d\""}, std::string{"new\nline-here"}, std::string{"αβγδεζηθ"},
                           std::string{"nul\0nul\0nul", 11}}) {
        const auto made = requestIdFrom(id, Front::Trusted);
        EXPECT_NE(made, id);
        EXPECT_EQ(made.size(), 22U);
    }
    EXPECT_EQ(requestIdFrom(std::string(64, 'a'), Front::Trusted), std::string(64, 'a'));
}

}  // namespace
}  // namespace agon::http
