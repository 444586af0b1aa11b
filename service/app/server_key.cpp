#include "app/server_key.hpp"

#include <fmt/format.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "platform/cluster/configuration.hpp"
#include "platform/cluster/layout.hpp"
#include "platform/config/operator_error.hpp"

namespace agon::app {
namespace {

namespace fs = std::filesystem;

std::optional<crypto::SecretKey> fromHex(const std::string& text) {
    crypto::Bytes bytes(crypto::SecretKey::kSize);
    std::size_t size = 0;
    const char* end = nullptr;
    const bool whole = sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                                      text.size(), nullptr, &size, &end) == 0 &&
                       size == bytes.size() && end == text.data() + text.size();
    return whole ? std::optional{crypto::SecretKey{bytes}} : std::nullopt;
}

std::string toHex(const crypto::SecretKey& key) {
    std::string text;
    for (const auto byte : key.bytes()) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

crypto::SecretKey readKey(const fs::path& file) {
    struct stat status{};
    if (stat(file.c_str(), &status) == 0 && (status.st_mode & 077) != 0) {
        throw OperatorError{fmt::format("{} can be read by others than its owner", file.string()),
                            "Take their rights away: chmod 0600 " + file.string()};
    }
    std::ifstream in{file};
    std::string text;
    in >> text;
    if (const auto key = fromHex(text)) return *key;
    throw OperatorError{
        fmt::format("{} does not hold a server key (64 hexadecimal digits), or cannot be read", file.string()),
        "Restore it from the backup that belongs to this database. A new key invalidates receipts and sign-ins."};
}

// Whoever is first wins: the key appears under its name whole, and never over one that is there.
void makeKey(const fs::path& file) {
    const auto draft = fs::path{fmt::format("{}.{}", file.string(), getpid())};
    writeFile(draft, toHex(crypto::SecretKey::random()) + "\n", currentUser());
    std::error_code exists;
    fs::create_hard_link(draft, file, exists);
    fs::remove(draft);
}

}  // namespace

fs::path serverKeyFile(const fs::path& dataDir) {
    return dataDir / "server.key";
}

crypto::SecretKey serverKey(const Settings& settings) {
    // The settings refuse a key that is not one, so what is set here can be read.
    if (auto key = fromHex(settings.serverKey)) return *std::move(key);
    if (!settings.embedded()) {
        throw OperatorError{
            "AGON_DATABASE_URL is set, but AGON_SERVER_KEY is not, and every instance on a database needs the same key",
            "Make one with: openssl rand -hex 32. Set AGON_SERVER_KEY to it, or AGON_SERVER_KEY_FILE to a file that "
            "holds it."};
    }
    const auto file = serverKeyFile(settings.dataDir);
    prepareDataDir(settings.dataDir);
    if (!fs::exists(file)) makeKey(file);
    return readKey(file);
}

}  // namespace agon::app
