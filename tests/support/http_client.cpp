#include "support/http_client.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <cctype>
#include <ranges>

#include "support/exchange_record.hpp"

namespace agon::test {
namespace {

std::string lowered(std::string_view text) {
    std::string result{text};
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

std::size_t takeBody(const char* bytes, std::size_t, std::size_t count, void* reply) {
    static_cast<HttpReply*>(reply)->body.append(bytes, count);
    return count;
}

std::size_t takeHeader(const char* bytes, std::size_t, std::size_t count, void* reply) {
    const std::string_view line{bytes, count};
    auto& headers = static_cast<HttpReply*>(reply)->headers;
    if (line.starts_with("HTTP/")) headers.clear();  // an earlier 100 Continue had headers of its own
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return count;
    auto value = line.substr(colon + 1);
    while (!value.empty() && (value.back() == '\r' || value.back() == '\n' || value.back() == ' '))
        value.remove_suffix(1);
    while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
    headers.emplace_back(lowered(line.substr(0, colon)), value);
    return count;
}

struct HeaderList {
    curl_slist* items = nullptr;

    HeaderList() = default;
    HeaderList(HeaderList&&) = delete;
    HeaderList& operator=(HeaderList&&) = delete;
    ~HeaderList() { curl_slist_free_all(items); }

    void add(const std::string& line) { items = curl_slist_append(items, line.c_str()); }
};

bool names(const Headers& headers, std::string_view name) {
    return std::ranges::any_of(headers, [&](const auto& header) { return lowered(header.first) == name; });
}

void setBody(CURL* curl, const std::string& method, const std::string& body) {
    if (method == "HEAD") {
        curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
        return;
    }
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, method.c_str());
    if (body.empty() && (method == "GET" || method == "DELETE" || method == "OPTIONS")) return;
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(body.size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body.c_str());
}

}  // namespace

std::string HttpReply::header(std::string_view name) const {
    const auto found = std::ranges::find(headers, lowered(name), &Headers::value_type::first);
    return found == headers.end() ? std::string{} : found->second;
}

bool HttpReply::hasHeader(std::string_view name) const {
    return names(headers, lowered(name));
}

nlohmann::json HttpReply::json() const {
    auto parsed = nlohmann::json::parse(body, nullptr, false);
    if (parsed.is_discarded()) throw std::runtime_error("not JSON: " + body.substr(0, 200));
    return parsed;
}

void HttpClient::Closer::operator()(void* handle) const {
    curl_easy_cleanup(handle);
}

HttpClient::HttpClient(std::string baseUrl, std::chrono::milliseconds timeout)
    : handle_{curl_easy_init()}, baseUrl_{std::move(baseUrl)} {
    curl_easy_setopt(handle_.get(), CURLOPT_TIMEOUT_MS, static_cast<long>(timeout.count()));
    curl_easy_setopt(handle_.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle_.get(), CURLOPT_NOPROXY, "*");
    curl_easy_setopt(handle_.get(), CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(handle_.get(), CURLOPT_WRITEFUNCTION, takeBody);
    curl_easy_setopt(handle_.get(), CURLOPT_HEADERFUNCTION, takeHeader);
}

HttpClient HttpClient::overSocket(const std::string& socketPath, std::chrono::milliseconds timeout) {
    HttpClient client{"http://localhost", timeout};
    curl_easy_setopt(client.handle_.get(), CURLOPT_UNIX_SOCKET_PATH, socketPath.c_str());
    return client;
}

HttpReply HttpClient::get(const std::string& path, const Headers& headers) {
    return send("GET", path, {}, headers);
}

HttpReply HttpClient::post(const std::string& path, const nlohmann::json& body, const Headers& headers) {
    return send("POST", path, body.dump(), headers);
}

HttpReply HttpClient::send(const std::string& method, const std::string& path, const std::string& body,
                           const Headers& headers) {
    CURL* curl = handle_.get();
    HttpReply reply;
    HeaderList list;
    list.add("Expect:");
    if (!names(headers, "content-type")) list.add(body.empty() ? "Content-Type:" : "Content-Type: application/json");
    for (const auto& [name, value] : headers) list.add(name + (value.empty() ? ":" : ": " + value));
    // Whatever the last request set and this one does not must go.
    curl_easy_setopt(curl, CURLOPT_HTTPGET, 1L);
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, nullptr);
    setBody(curl, method, body);
    curl_easy_setopt(curl, CURLOPT_URL, (baseUrl_ + path).c_str());
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list.items);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &reply);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &reply);
    const CURLcode done = curl_easy_perform(curl);
    if (done != CURLE_OK) throw NoReply{done, method + " " + path + ": " + curl_easy_strerror(done)};
    long status = 0;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
    reply.status = static_cast<int>(status);
    recordExchange({.method = method, .path = path, .requestHeaders = headers, .reply = reply});
    return reply;
}

}  // namespace agon::test
