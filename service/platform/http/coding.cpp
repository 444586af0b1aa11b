#include "platform/http/coding.hpp"

#include <brotli/encode.h>
#include <zlib.h>

#include <algorithm>
#include <array>

#include "platform/http/accept.hpp"
#include "platform/text/ascii.hpp"

namespace agon::http {
namespace {

constexpr std::size_t kMinPacked = 1024;
constexpr int kGzipWindow = 15 + 16;  // 16 asks for gzip's own header
constexpr int kGzipMemory = 8;

std::string gzip(std::string_view bytes, Effort effort) {
    z_stream stream{};
    const int level = effort == Effort::Quick ? 5 : Z_BEST_COMPRESSION;
    if (deflateInit2(&stream, level, Z_DEFLATED, kGzipWindow, kGzipMemory, Z_DEFAULT_STRATEGY) != Z_OK) return {};
    std::string packed(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return whole ? packed : std::string{};
}

std::string brotli(std::string_view bytes, Effort effort) {
    const int quality = effort == Effort::Quick ? 4 : BROTLI_MAX_QUALITY;
    std::string packed(BrotliEncoderMaxCompressedSize(bytes.size()), '\0');
    std::size_t size = packed.size();
    const auto done = BrotliEncoderCompress(quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.size(),
                                            reinterpret_cast<const std::uint8_t*>(bytes.data()), &size,
                                            reinterpret_cast<std::uint8_t*>(packed.data()));
    packed.resize(done == BROTLI_TRUE ? size : 0);
    return packed;
}

}  // namespace

Coding chooseCoding(std::string_view acceptEncoding) {
    // Where identity is forbidden and we know no other, RFC 9110 lets us send identity all the same.
    Coding best = Coding::Identity;
    int bestWeight = 0;
    for (const auto coding : {Coding::Brotli, Coding::Gzip}) {
        const int weight = weightOfToken(acceptEncoding, nameOf(coding));
        if (weight > bestWeight) {
            best = coding;
            bestWeight = weight;
        }
    }
    return best;
}

bool isWorthPacking(std::string_view contentType, std::size_t size) {
    if (size < kMinPacked) return false;
    const auto type = ascii::trimmed(contentType.substr(0, contentType.find(';')));
    static constexpr std::array<std::string_view, 6> kTexts{"application/json", "application/javascript",
                                                            "application/xml",  "application/manifest+json",
                                                            "image/svg+xml",    "application/wasm"};
    if (type == "text/event-stream") return false;
    return type.starts_with("text/") || type.ends_with("+json") || std::ranges::find(kTexts, type) != kTexts.end();
}

std::string pack(std::string_view bytes, Coding coding, Effort effort) {
    if (coding == Coding::Identity) return {};
    auto packed = coding == Coding::Gzip ? gzip(bytes, effort) : brotli(bytes, effort);
    return packed.size() < bytes.size() ? packed : std::string{};
}

}  // namespace agon::http
