#pragma once

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <filesystem>
#include <memory>

#include "integration/http/wire.hpp"

namespace agon::test {

// A Wire with TLS on it. It trusts the one certificate it is given and nothing else.
class TlsWire : public Wire {
  public:
    TlsWire(int port, const std::filesystem::path& certificate, const std::string& from = "127.0.0.1")
        : Wire{port, from}, context_{SSL_CTX_new(TLS_client_method())} {
        SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
        SSL_CTX_load_verify_file(context_.get(), certificate.c_str());
        ssl_.reset(SSL_new(context_.get()));
        SSL_set_fd(ssl_.get(), socket());
        if (SSL_connect(ssl_.get()) != 1) throw std::runtime_error("no TLS connection");
    }

    [[nodiscard]] std::string protocol() const { return SSL_get_version(ssl_.get()); }

    bool send(std::string_view bytes) override {
        ERR_clear_error();
        return bytes.empty() || SSL_write(ssl_.get(), bytes.data(), static_cast<int>(bytes.size())) > 0;
    }

  protected:
    std::optional<std::string> receive(Clock::time_point until) override {
        std::array<char, 16384> buffer{};
        // A record that is no data, such as a session's ticket, makes the socket readable without giving anything.
        while (SSL_pending(ssl_.get()) > 0 || isReadable(until)) {
            ERR_clear_error();
            SSL_clear_mode(ssl_.get(), SSL_MODE_AUTO_RETRY);
            const int size = SSL_read(ssl_.get(), buffer.data(), static_cast<int>(buffer.size()));
            if (size > 0) return std::string{buffer.data(), static_cast<std::size_t>(size)};
            if (SSL_get_error(ssl_.get(), size) != SSL_ERROR_WANT_READ) return std::string{};
        }
        return std::nullopt;
    }

  private:
    struct Freer {
        void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
        void operator()(SSL* ssl) const { SSL_free(ssl); }
    };

    std::unique_ptr<SSL_CTX, Freer> context_;
    std::unique_ptr<SSL, Freer> ssl_;
};

}  // namespace agon::test
