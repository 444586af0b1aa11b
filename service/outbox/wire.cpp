#include "outbox/wire.hpp"

namespace agon::outbox {
namespace {

nlohmann::json orNull(const std::optional<std::string>& text) {
    return text ? nlohmann::json(*text) : nlohmann::json(nullptr);
}

}  // namespace

nlohmann::json toJson(const Queued& message) {
    return {{"id", message.code},
            {"mail", message.mail},
            {"reader_kind", nameOf(message.reader.kind)},
            {"state", nameOf(message.state)},
            {"attempts", message.attempts},
            {"created_at", formatInstant(message.createdAt)},
            {"next_attempt_at", formatInstant(message.nextAttemptAt)},
            {"settled_at", orNull(message.settledAt.transform(formatInstant))},
            {"last_error", orNull(message.lastError)},
            {"version", message.version}};
}

nlohmann::json toJson(const Preview& preview) {
    return {{"to", orNull(preview.to)},
            {"language", preview.language == Language::Greek ? "el" : "en"},
            {"subject", preview.text.subject},
            {"body", preview.text.body}};
}

nlohmann::json toJson(const std::map<State, std::int64_t>& counts) {
    auto json = nlohmann::json::object();
    for (const auto& [state, count] : counts) json[nameOf(state)] = count;
    return json;
}

}  // namespace agon::outbox
