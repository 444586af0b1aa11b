#include <drogon/utils/coroutine.h>

#include "platform/db/error.hpp"
#include "platform/json/object_reader.hpp"
#include "probe/routes.hpp"

namespace agon::probe {
namespace {

using http::Answer;
using http::Method;
using http::Request;
using SharedPtr = std::shared_ptr<Shared>;

constexpr Sql kInsertNote{"probe.insert_note", R"sql(
    insert into probe.note (text, count) values ($1, $2) returning id, created_at
)sql"};
constexpr Sql kCountNotes{"probe.count_notes", "select count(*) as notes from probe.note"};
constexpr Sql kSleep{"probe.sleep", "select pg_sleep($1) is null as never"};

enum class Colour : std::uint8_t { Red, Blue };
constexpr std::pair<std::string_view, Colour> kColours[]{{"red", Colour::Red}, {"blue", Colour::Blue}};

struct Author {
    std::string name;
    std::optional<CivilDate> born;
};

struct NewNote {
    std::string text;
    std::int64_t count;
    std::optional<Colour> colour;
    std::optional<Instant> at;
    std::optional<Author> author;
    std::vector<std::string> tags;
    double pause;
    bool refused;  // by the act itself, after it has written
};

NewNote readNote(ObjectReader& in) {
    const ObjectOf author{[](ObjectReader& inner) {
        return Author{.name = inner.get("name", Text{20}), .born = inner.find("born", DateText{})};
    }};
    return {.text = in.get("text", Text{40}),
            .count = in.get("count", Integer{.min = 1, .max = 10}),
            .colour = in.find("colour", Choice<Colour>{kColours}),
            .at = in.find("at", InstantText{}),
            .author = in.find("author", author),
            .tags = in.find("tags", ListOf{Text{10}, 3}).value_or(std::vector<std::string>{}),
            .pause = in.find("pause", Number{.min = 0, .max = 5}).value_or(0),
            .refused = in.find("refused", Boolean{}).value_or(false)};
}

Task<Result<Answer>> createNote(SharedPtr shared, Request request) {
    auto note = readJson(request.body(), readNote);
    if (!note) co_return std::unexpected{std::move(note.error())};
    auto claim = shared->keys.claimOf(request, "probe.create_note/" + std::string{request.header("authorization")});
    if (!claim) co_return std::unexpected{std::move(claim.error())};

    auto act = [&](Tx& tx) -> Task<Result<http::idempotency::Outcome>> {
        auto begun = co_await http::idempotency::begin(tx, *claim);
        if (!begun) co_return std::unexpected{std::move(begun.error())};
        if (begun->replay) co_return std::move(*begun->replay);
        const auto rows = co_await tx.query(kInsertNote, params(note->text, note->count));
        if (note->pause > 0) const auto slept = co_await tx.query(kSleep, params(note->pause));
        if (note->refused) co_return problem(ProblemCode::Conflict);
        http::idempotency::Outcome outcome{.status = 201,
                                           .value = {{"id", rows.front().get<std::int64_t>("id")},
                                                     {"at", formatInstant(rows.front().get<Instant>("created_at"))},
                                                     {"count", note->count}}};
        co_await http::idempotency::complete(tx, *claim, outcome);
        co_return outcome;
    };
    auto outcome = co_await shared->db->transact(act);
    if (!outcome) co_return std::unexpected{std::move(outcome.error())};
    const auto location = "/probe/notes/" + std::to_string(outcome->value["id"].get<std::int64_t>());
    co_return http::created(location, outcome->value);
}

Task<Result<Answer>> countNotes(SharedPtr shared, Request) {
    const auto rows = co_await shared->db->query(kCountNotes);
    co_return http::json(200, {{"notes", rows.front().get<std::int64_t>("notes")}});
}

Task<Result<Answer>> purge(SharedPtr shared, Request) {
    auto act = [](Tx& tx) -> Task<Result<std::int64_t>> {
        const auto removed = co_await http::idempotency::purge(tx);
        co_return removed;
    };
    const auto removed = co_await shared->db->transact(act);
    co_return http::json(200, {{"removed", *removed}});
}

}  // namespace

http::RouteTable noteRoutes(const SharedPtr& shared) {
    http::RouteTable table(3);
    table[0].method = Method::Post;
    table[0].path = "/probe/notes";
    table[0].handler = [shared](Request request) {
        return createNote(shared, std::move(request));
    };
    table[0].limits.bodyBytes = 4096;
    table[1].path = "/probe/notes";
    table[1].handler = [shared](Request request) {
        return countNotes(shared, std::move(request));
    };
    table[2].method = Method::Post;
    table[2].path = "/probe/purge";
    table[2].handler = [shared](Request request) {
        return purge(shared, std::move(request));
    };
    for (auto& route : table) route.right = http::kPublic;
    return table;
}

}  // namespace agon::probe
