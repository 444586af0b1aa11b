#pragma once

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace agon::test {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct HttpReply {
    int status = 0;
    Headers headers;   // in the order they came, names in lower case
    std::string body;  // as it travelled: still compressed, if it was

    // The value of a header, whatever the case of its name; empty when it is absent.
    [[nodiscard]] std::string header(std::string_view name) const;
    [[nodiscard]] bool hasHeader(std::string_view name) const;

    // Throws with the body's beginning when it is not JSON.
    [[nodiscard]] nlohmann::json json() const;
};

// No answer came: refused, cut off, or too late. `code` is libcurl's.
struct NoReply : std::runtime_error {
    NoReply(int curlCode, const std::string& what) : std::runtime_error{what}, code{curlCode} {}
    int code;
};

// A blocking HTTP/1.1 client that keeps its connection, follows no redirect and sends no header it was not told to,
// but for Host, Accept and, with a body, Content-Length and Content-Type. One per thread. Each exchange on a documented
// path is written to the record that the contract check reads.
class HttpClient {
  public:
    explicit HttpClient(std::string baseUrl, std::chrono::milliseconds timeout = std::chrono::seconds{20});
    // The same over a unix socket.
    static HttpClient overSocket(const std::string& socketPath,
                                 std::chrono::milliseconds timeout = std::chrono::seconds{20});

    HttpReply get(const std::string& path, const Headers& headers = {});
    HttpReply post(const std::string& path, const nlohmann::json& body, const Headers& headers = {});
    // A body is sent as it is, as application/json unless the headers say otherwise. A header with an empty value is
    // one that libcurl would send and must not.
    HttpReply send(const std::string& method, const std::string& path, const std::string& body = {},
                   const Headers& headers = {});

  private:
    struct Closer {
        void operator()(void* handle) const;
    };

    std::unique_ptr<void, Closer> handle_;
    std::string baseUrl_;
};

}  // namespace agon::test
