#include "championships/catalogue.hpp"

#include "championships/publication_store.hpp"
#include "platform/log/log.hpp"

namespace agon::championships {
namespace {

constexpr std::chrono::milliseconds kBetween{1000};
constexpr std::chrono::milliseconds kPatience{5000};

}  // namespace

Catalogue::Catalogue(Db& db, trantor::EventLoop* loop)
    : db_(db), snapshot_(std::make_shared<const Snapshot>()), passes_(loop, kBetween, [this] { return pass(); }) {}

std::shared_ptr<const Published> Catalogue::find(std::string_view slug) const {
    const auto snapshot = snapshot_.load();
    const auto found = snapshot->bySlug.find(slug);
    return found == snapshot->bySlug.end() ? nullptr : found->second;
}

Task<void> Catalogue::refresh() {
    const auto revision = co_await findRevision(db_);
    if (revision <= snapshot_.load()->revision) co_return;
    auto rows = co_await listPublished(db_);
    const auto made = std::make_shared<Snapshot>();
    made->revision = rows.championships.empty() ? revision : rows.revision;
    for (auto& championship : rows.championships) {
        const auto slug = championship.slug;
        made->bySlug.emplace(slug, std::make_shared<const Published>(std::move(championship)));
    }
    // Two may look at once, and the one that began first may end last.
    std::shared_ptr<const Snapshot> next = made;
    auto current = snapshot_.load();
    while (current->revision < next->revision) {
        if (snapshot_.compare_exchange_weak(current, next)) break;
    }
}

Task<void> Catalogue::catchUp() {
    try {
        co_await refresh();
    } catch (const std::exception& error) {
        logWarning("championships.catalogue_failed", {{"error", error.what()}});
    }
}

void Catalogue::stop() {
    if (!passes_.stop(kPatience)) logWarning("championships.catalogue_not_stopped");
}

Task<void> Catalogue::pass() {
    try {
        co_await clock_.adjust(db_);
        co_await refresh();
    } catch (const std::exception& error) {
        logWarning("championships.catalogue_failed", {{"error", error.what()}});
    }
}

}  // namespace agon::championships
