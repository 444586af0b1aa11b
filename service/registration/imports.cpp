#include "registration/imports.hpp"

#include <algorithm>

#include "audit/audit.hpp"
#include "auth/folding.hpp"
#include "platform/crypto/random.hpp"
#include "platform/ids/code.hpp"
#include "privacy/vault.hpp"
#include "registration/import_lines.hpp"
#include "registration/register_rows.hpp"

namespace agon::registration {
namespace {

using championships::Published;
using nlohmann::json;

constexpr Sql kStage{"import.stage", R"sql(
    insert into vault.import (code, championship_id, content_hash, account_id, lines)
    values ($1, $2, $3, $4, $5)
    on conflict (championship_id, content_hash) do nothing
)sql"};
constexpr Sql kCodeOf{"import.code_of", R"sql(
    select code from vault.import where championship_id = $1 and content_hash = $2
)sql"};
constexpr Sql kFind{"import.find", R"sql(
    select id, code, state, staged_at, lines, version from vault.import where championship_id = $1 and code = $2
)sql"};
constexpr Sql kLock{"import.lock", R"sql(
    select id, code, state, staged_at, lines, version from vault.import where championship_id = $1 and code = $2 for update
)sql"};
constexpr Sql kEntered{"import.entered", R"sql(
    update vault.import set state = 'entered', lines = $2, version = version + 1 where id = $1
)sql"};
constexpr Sql kDiscard{"import.discard", "delete from vault.import where id = $1"};
constexpr Sql kUntouched{"import.untouched_heats", R"sql(
    select code from core.heat where championship_id = $1 and last_number = 0
)sql"};
constexpr Sql kLockHeats{"import.lock_heats", R"sql(
    select id from core.heat where championship_id = $1 order by id for no key update
)sql"};
constexpr std::size_t kSaltBytes = 32;

struct Kept {
    std::int64_t id = 0;
    std::string code;
    bool isEntered = false;
    Instant stagedAt;
    json lines;
    std::int32_t version = 1;
};

std::optional<Kept> keptIn(const Rows& rows) {
    if (rows.empty()) return std::nullopt;
    const auto row = rows.front();
    return Kept{.id = row.get<std::int64_t>("id"),
                .code = row.get<std::string>("code"),
                .isEntered = row.get<std::string>("state") == "entered",
                .stagedAt = row.get<Instant>("staged_at"),
                .lines = row.get<json>("lines"),
                .version = row.get<std::int32_t>("version")};
}

json linesToKeep(const std::vector<RawLine>& lines) {
    auto kept = json::array();
    for (const auto& line : lines) kept.push_back({{"line", line.line}, {"columns", line.columns}});
    return kept;
}

std::vector<RawLine> rawLinesIn(const json& kept) {
    std::vector<RawLine> lines;
    for (const auto& line : kept) lines.push_back({line.at("line").get<std::int32_t>(), line.at("columns")});
    return lines;
}

std::set<std::string> untouchedIn(const Rows& rows) {
    std::set<std::string> codes;
    for (const auto row : rows) codes.insert(row.get<std::string>("code"));
    return codes;
}

std::vector<std::string> foldedEmails(const std::vector<RawLine>& lines) {
    std::vector<std::string> emails;
    emails.reserve(lines.size());
    for (const auto& line : lines) emails.push_back(auth::folded(line.columns.value("email", std::string{})));
    return emails;
}

Import importOf(const Kept& kept) {
    Import made;
    made.code = kept.code;
    made.isEntered = kept.isEntered;
    made.stagedAt = kept.stagedAt;
    made.version = kept.version;
    return made;
}

void countHeats(Import& made, const std::set<std::string>& untouched) {
    for (const auto& line : made.lines) {
        if (!line.heat || line.outcome == ImportLine::Outcome::Refused) continue;
        auto found = std::ranges::find(made.heats, *line.heat, &Import::HeatPart::heat);
        if (found == made.heats.end()) {
            made.heats.push_back({*line.heat, untouched.contains(*line.heat), 0});
            found = made.heats.end() - 1;
        }
        ++found->lines;
    }
}

Import enteredImport(const Kept& kept) {
    auto made = importOf(kept);
    for (const auto& line : kept.lines) {
        ImportLine shown;
        shown.line = line.at("line").get<std::int32_t>();
        shown.heat = line.at("heat").get<std::string>();
        shown.receivedAt = parseInstant(line.at("received_at").get<std::string>());
        shown.outcome = ImportLine::Outcome::Entered;
        shown.entry = line.at("entry").get<std::string>();
        made.lines.push_back(std::move(shown));
    }
    std::set<std::string> withStamps;
    for (const auto& line : kept.lines) {
        if (line.at("kept_stamp").get<bool>()) withStamps.insert(line.at("heat").get<std::string>());
    }
    countHeats(made, withStamps);
    return made;
}

Task<Import> preview(ContextPtr context, std::shared_ptr<const Published> championship, Kept kept) {
    if (kept.isEntered) co_return enteredImport(kept);
    const auto raw = rawLinesIn(kept.lines);
    auto emails = foldedEmails(raw);
    const auto taken = co_await privacy::emailsInUse(context->db, championship->id.value, std::move(emails));
    const auto rows = co_await context->db.query(kUntouched, params(championship->id));
    const auto untouched = untouchedIn(rows);
    const std::set<std::string> inUse{taken.begin(), taken.end()};
    auto made = importOf(kept);
    for (auto& line : judgeLines(*championship, raw, inUse, untouched, context->catalogue.now(*championship)))
        made.lines.push_back(std::move(line.shown));
    countHeats(made, untouched);
    co_return made;
}

audit::Entry aboutImport(std::string act, const Published& championship, const std::string& code, std::size_t lines) {
    audit::Entry record;
    record.act = std::move(act);
    record.subjectKind = "import";
    record.subject = code;
    record.championship = championship.slug;
    record.detail = {{"lines", lines}};
    return record;
}

struct Ordered {
    std::int32_t line = 0;
    Application application;
    bool keepsStamp = false;
};

// By heat as the file has it; in a heat whose stamps are kept, by stamp.
std::vector<Ordered> inOrder(std::vector<JudgedLine> judged, const std::set<std::string>& untouched,
                             const Actor& actor) {
    std::vector<Ordered> ordered;
    for (auto& line : judged) {
        const bool keeps = untouched.contains(line.shown.heat.value_or(""));
        if (!line.application) continue;
        auto application = std::move(*line.application);
        application.actor = actor;
        if (keeps) application.receivedAt = line.shown.receivedAt;
        ordered.push_back({line.shown.line, std::move(application), keeps});
    }
    std::ranges::sort(ordered, [](const Ordered& left, const Ordered& right) {
        const auto key = [](const Ordered& one) {
            return std::tuple{!one.keepsStamp, one.keepsStamp ? one.application.receivedAt : std::nullopt, one.line};
        };
        return key(left) < key(right);
    });
    return ordered;
}

}  // namespace

Task<Result<Import>> stageImport(ContextPtr context, std::string championship, std::string file, Actor actor) {
    const auto published = context->catalogue.find(championship);
    if (!published) co_return problem(ProblemCode::NotFound);
    const auto lines = readFile(file);
    if (!lines) co_return std::unexpected{lines.error()};
    const auto digest = crypto::sha256(crypto::bytesOf(file));
    const crypto::Bytes hash{digest.begin(), digest.end()};
    const auto code = Code::random().text();
    auto act = [&](Tx& tx) -> Task<Result<std::string>> {
        const auto staged =
            co_await tx.execute(kStage, params(code, published->id, hash, actor.account, linesToKeep(*lines)));
        if (staged > 0) {
            co_await audit::record(tx, actor, aboutImport("import-staged", *published, code, lines->size()));
        }
        const auto rows = co_await tx.query(kCodeOf, params(published->id, hash));
        co_return rows.front().get<std::string>("code");
    };
    const auto known = co_await context->db.transact(act);
    if (!known) co_return std::unexpected{known.error()};
    auto shown = co_await showImport(context, championship, *known);
    co_return shown;
}

Task<Result<Import>> showImport(ContextPtr context, std::string championship, std::string code) {
    const auto published = context->catalogue.find(championship);
    if (!published) co_return problem(ProblemCode::NotFound);
    const auto rows = co_await context->db.query(kFind, params(published->id, code));
    auto kept = keptIn(rows);
    if (!kept) co_return problem(ProblemCode::NotFound);
    auto shown = co_await preview(context, published, std::move(*kept));
    co_return shown;
}

Task<Result<Import>> commitImport(ContextPtr context, std::string championship, std::string code,
                                  http::SeenVersion seen, Actor actor) {
    const auto published = context->catalogue.find(championship);
    if (!published) co_return problem(ProblemCode::NotFound);
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto heatsLocked = co_await tx.query(kLockHeats, params(published->id));
        const auto locked = co_await tx.query(kLock, params(published->id, code));
        const auto kept = keptIn(locked);
        if (!kept) co_return problem(ProblemCode::NotFound);
        if (kept->isEntered) co_return problem(ProblemCode::NothingToDo);
        const auto same = seen.mustBe(kept->version);
        if (!same) co_return std::unexpected{same.error()};
        const auto rows = co_await tx.query(kUntouched, params(published->id));
        const auto untouched = untouchedIn(rows);
        auto judged =
            judgeLines(*published, rawLinesIn(kept->lines), {}, untouched, context->catalogue.now(*published));
        const auto isReady = [](const JudgedLine& line) {
            return line.application.has_value();
        };
        if (!std::ranges::all_of(judged, isReady)) co_return problem(ProblemCode::ImportHasFaults);
        const auto ordered = inOrder(std::move(judged), untouched, actor);
        std::vector<Entering> entering;
        entering.reserve(ordered.size());
        for (const auto& line : ordered) {
            entering.push_back({&line.application, nullptr, crypto::randomBytes(kSaltBytes)});
        }
        const auto outcomes = co_await enterAll(tx, context->secrets, std::move(entering));
        auto lines = json::array();
        for (std::size_t i = 0; i < ordered.size(); ++i) {
            const auto& outcome = outcomes.at(i);
            if (!outcome) co_return problem(ProblemCode::ImportHasFaults);
            lines.push_back({{"line", ordered[i].line},
                             {"heat", outcome->heat},
                             {"received_at", formatInstant(outcome->receivedAt)},
                             {"entry", outcome->code},
                             {"kept_stamp", ordered[i].keepsStamp}});
        }
        const auto done = co_await tx.execute(kEntered, params(kept->id, lines));
        static_cast<void>(done);
        co_await audit::record(tx, actor, aboutImport("import-entered", *published, code, ordered.size()));
        co_return true;
    };
    const auto entered = co_await context->db.transact(act, Repeat::OnConflict);
    if (!entered) co_return std::unexpected{entered.error()};
    auto shown = co_await showImport(context, championship, code);
    co_return shown;
}

Task<Result<void>> discardImport(ContextPtr context, std::string championship, std::string code, http::SeenVersion seen,
                                 Actor actor) {
    const auto published = context->catalogue.find(championship);
    if (!published) co_return problem(ProblemCode::NotFound);
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto locked = co_await tx.query(kLock, params(published->id, code));
        const auto kept = keptIn(locked);
        if (!kept) co_return problem(ProblemCode::NotFound);
        if (kept->isEntered) co_return problem(ProblemCode::NothingToDo);
        const auto same = seen.mustBe(kept->version);
        if (!same) co_return std::unexpected{same.error()};
        const auto gone = co_await tx.execute(kDiscard, params(kept->id));
        static_cast<void>(gone);
        co_await audit::record(tx, actor, aboutImport("import-discarded", *published, code, kept->lines.size()));
        co_return true;
    };
    const auto done = co_await context->db.transact(act);
    if (!done) co_return std::unexpected{done.error()};
    co_return {};
}

}  // namespace agon::registration
