#include "support/exchange_record.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <system_error>

namespace agon::test {
namespace {

bool isDocumented(std::string_view path) {
    path = path.substr(0, path.find('?'));
    constexpr std::array kRoots{"/api/v1", "/healthz", "/readyz", "/metrics"};
    return std::ranges::any_of(kRoots, [&](std::string_view root) {
        return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
    });
}

std::string base64(std::string_view bytes) {
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 3; ++i)
            group = group << 8 | (at + i < bytes.size() ? static_cast<std::uint8_t>(bytes[at + i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i) text += at + i <= bytes.size() ? kDigits[group >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

nlohmann::json asJson(const Headers& headers) {
    auto list = nlohmann::json::array();
    for (const auto& [name, value] : headers) list.push_back({name, value});
    return list;
}

std::string currentTest() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    return test == nullptr ? std::string{} : std::string{test->test_suite_name()} + "." + test->name();
}

}  // namespace

void recordExchange(const Exchange& exchange) {
    static const char* const file = std::getenv("AGON_CONTRACT_LOG");
    if (file == nullptr || !isDocumented(exchange.path)) return;
    const nlohmann::json entry{
        {"test", currentTest()},
        {"method", exchange.method},
        {"path", exchange.path},
        {"request", {{"headers", asJson(exchange.requestHeaders)}}},
        {"status", exchange.reply.status},
        {"response", {{"headers", asJson(exchange.reply.headers)}, {"body_base64", base64(exchange.reply.body)}}}};
    const auto line = entry.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace) + "\n";
    // One write to a file opened for appending lands whole, whoever else writes.
    const int record = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    const bool written = record >= 0 && write(record, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    if (record >= 0) close(record);
    if (!written) throw std::system_error(errno, std::generic_category(), std::string{"cannot write to "} + file);
}

}  // namespace agon::test
