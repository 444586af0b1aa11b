#include "app/demo_seed.hpp"

#include <trantor/net/EventLoopThread.h>

#include <future>

#include "app/demo_championships.hpp"
#include "championships/service.hpp"
#include "platform/config/operator_error.hpp"

namespace agon::app {
namespace {

using championships::Context;

void mustHold(bool holds, const Problem* why) {
    if (holds) return;
    throw OperatorError{"the demonstration's data cannot be written: " + std::string{codeOf(why->code)},
                        "agon demo --fresh begins anew."};
}

template <class T>
void mustHold(const Result<T>& result) {
    mustHold(result.has_value(), result ? nullptr : &result.error());
}

// Step by step, each done only if it is missing: a start that was cut short is completed by the next.
Task<void> seed(Context context, DemoChampionship demo) {
    const Actor service;
    auto found = co_await championships::findChampionship(context.db, demo.slug);
    const bool isNew = !found;
    if (isNew) {
        championships::NewChampionship wish{demo.slug, demo.kind, demo.settings};
        const auto created =
            co_await championships::createChampionship(context, service, std::move(wish), std::nullopt);
        mustHold(created);
        found = co_await championships::findChampionship(context.db, demo.slug);
    }
    // The demonstration is always at a moment when people can register; a rehearsal's clock is left to those who
    // rehearse.
    if (isNew || demo.kind == championships::Kind::Demo) {
        const auto set = co_await championships::setDemoClock(context, demo.slug, demo.day);
        mustHold(set);
    }
    if (found && found->termsNumber > 0) co_return;
    for (auto& document : demo.documents) {
        championships::DocumentWish wish{document.kind, document.text};
        const auto published =
            co_await championships::publishDocument(context, service, demo.slug, std::move(wish), std::nullopt);
        mustHold(published);
    }
    championships::Publication publication;
    publication.wish.reason = championships::TermsReason::First;
    publication.wish.text = demo.terms;
    const auto published =
        co_await championships::publishTerms(context, service, demo.slug, std::move(publication), std::nullopt);
    mustHold(published);
}

drogon::AsyncTask run(Context context, std::promise<void>& done) {
    try {
        auto greece = greece2015();
        co_await seed(context, std::move(greece));
        auto cyprus = cyprus2016();
        co_await seed(context, std::move(cyprus));
        done.set_value();
    } catch (...) {
        done.set_exception(std::current_exception());
    }
}

}  // namespace

void seedDemo(const DbOptions& database) {
    trantor::EventLoopThread thread{"agon-demo"};
    thread.run();
    auto options = database;
    options.connectionsPerLoop = 1;
    Db db{options, {thread.getLoop()}};
    championships::Catalogue catalogue{db, thread.getLoop()};
    const Context context{db, catalogue};
    std::promise<void> done;
    auto ended = done.get_future();
    thread.getLoop()->queueInLoop([&] { run(context, done); });
    ended.wait();
    db.close();
    ended.get();
}

}  // namespace agon::app
