#include "championships/publication_store.hpp"

#include "championships/wire.hpp"
#include "championships/words.hpp"

namespace agon::championships {
namespace {

using nlohmann::json;

constexpr Sql kInsertTerms{"championships.insert_terms", R"sql(
    insert into core.terms_version (championship_id, number, published_at, account_id, organiser, reason_code, note_el,
                                    note_en, text_el, text_en, settings, changes)
    select c.id, c.terms_number, core.championship_now(c.clock_offset), $2,
           coalesce((select a.organiser from ops.account a where a.id = $2), 'organising'), $3, $4, $5, $6, $7, $8, $9
    from core.championship c
    where c.id = $1
    returning number, published_at, organiser, reason_code, note_el, note_en
)sql"};
constexpr Sql kFindTerms{"championships.find_terms", R"sql(
    select t.number, t.published_at, t.organiser, t.reason_code, t.note_el, t.note_en, t.text_el, t.text_en, t.settings,
           t.changes
    from core.terms_version t
    where t.championship_id = $1 and t.number = $2
)sql"};
constexpr Sql kListTerms{"championships.list_terms", R"sql(
    select t.number, t.published_at, t.organiser, t.reason_code, t.note_el, t.note_en
    from core.terms_version t
    where t.championship_id = $1
    order by t.number desc
)sql"};

constexpr Sql kInsertDocument{"championships.insert_document", R"sql(
    insert into core.document (championship_id, kind, number, published_at, account_id, organiser, text_el, text_en)
    select c.id, $2,
           1 + (select coalesce(max(d.number), 0) from core.document d where d.championship_id = c.id and d.kind = $2),
           core.championship_now(c.clock_offset), $3,
           coalesce((select a.organiser from ops.account a where a.id = $3), 'organising'), $4, $5
    from core.championship c
    where c.id = $1
    returning kind, number, published_at
)sql"};
constexpr Sql kFindDocument{"championships.find_document", R"sql(
    select d.kind, d.number, d.published_at, d.text_el, d.text_en
    from core.document d
    where d.championship_id = $1 and d.kind = $2 and d.number = $3
)sql"};
constexpr Sql kListDocuments{"championships.list_documents", R"sql(
    select d.kind, d.number, d.published_at
    from core.document d
    where d.championship_id = $1
    order by array_position('{rulebook,code-of-conduct,rulings}'::text[], d.kind), d.number desc
)sql"};

constexpr Sql kRevision{"championships.revision",
                        "select coalesce(sum(version), 0)::bigint as revision from core.championship"};
// One statement, so that everything is of one moment.
constexpr Sql kListPublished{"championships.list_published", R"sql(
    select c.id, c.slug, c.kind, c.version, t.number, t.published_at, t.organiser, t.reason_code, t.note_el, t.note_en,
           t.settings, (extract(epoch from c.clock_offset) * 1000000)::bigint as clock_offset,
           (select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'code', h.code, 'starts_on', h.starts_on)), '[]')
            from core.heat h
            where h.championship_id = c.id and h.retired_at is null) as heats,
           (select coalesce(sum(a.version), 0)::bigint from core.championship a) as revision
    from core.championship c
    join core.terms_version t on t.championship_id = c.id and t.number = c.terms_number
    order by c.id
)sql"};

TermsSummary summaryOf(const Row& row) {
    return {.number = row.get<std::int32_t>("number"),
            .publishedAt = row.get<Instant>("published_at"),
            .publishedBy = stored<OrganiserKind>(row.get<std::string>("organiser")),
            .reason = stored<TermsReason>(row.get<std::string>("reason_code")),
            .note = {row.get<std::string>("note_el"), row.get<std::string>("note_en")}};
}

Text textOf(const Row& row) {
    return {row.get<std::string>("text_el"), row.get<std::string>("text_en")};
}

std::optional<Terms> onlyTermsOf(const Rows& rows) {
    if (rows.empty()) return std::nullopt;
    const auto row = rows.front();
    return Terms{.summary = summaryOf(row),
                 .text = textOf(row),
                 .settings = row.get<json>("settings"),
                 .changes = row.get<json>("changes")};
}

DocumentSummary documentOf(const Row& row) {
    return {.kind = stored<DocumentKind>(row.get<std::string>("kind")),
            .number = row.get<std::int32_t>("number"),
            .publishedAt = row.get<Instant>("published_at")};
}

std::optional<Document> onlyDocumentOf(const Rows& rows) {
    if (rows.empty()) return std::nullopt;
    return Document{documentOf(rows.front()), textOf(rows.front())};
}

// In the order of the settings; a heat that they name and nobody wrote would be a bug of applySettings().
std::vector<PublishedHeat> heatsOf(const Settings& settings, const json& rows) {
    std::vector<PublishedHeat> heats;
    for (std::size_t i = 0; i < settings.heats.size(); ++i) {
        for (const auto& row : rows) {
            if (row.at("code") != settings.heats[i].code) continue;
            const auto startsOn = parseDate(row.at("starts_on").get_ref<const std::string&>());
            heats.push_back({.id = {row.at("id").get<std::int64_t>()},
                             .code = settings.heats[i].code,
                             .startsOn = startsOn.value_or(CivilDate{}),
                             .setting = i});
        }
    }
    return heats;
}

Published publishedOf(const Row& row) {
    Published made;
    made.id = row.get<Id<Championship>>("id");
    made.slug = row.get<std::string>("slug");
    made.kind = stored<Kind>(row.get<std::string>("kind"));
    made.revision = row.get<std::int32_t>("version");
    made.terms = summaryOf(row);
    made.termsNumber = made.terms.number;
    made.clockOffset = std::chrono::microseconds{row.get<std::int64_t>("clock_offset")};
    made.settings = settingsFrom(row.get<json>("settings"));
    made.heats = heatsOf(made.settings, row.get<json>("heats"));
    return made;
}

}  // namespace

Task<TermsSummary> insertTerms(Tx& tx, Id<Championship> id, NewTerms terms) {
    const auto rows =
        co_await tx.query(kInsertTerms, params(id, terms.account, nameOf(terms.reason), terms.note.el, terms.note.en,
                                               terms.text.el, terms.text.en, terms.settings, terms.changes));
    co_return summaryOf(rows.front());
}

Task<std::optional<Terms>> findTerms(Tx& tx, Id<Championship> id, std::int32_t number) {
    const auto rows = co_await tx.query(kFindTerms, params(id, number));
    co_return onlyTermsOf(rows);
}

Task<std::optional<Terms>> findTerms(Db& db, Id<Championship> id, std::int32_t number) {
    const auto rows = co_await db.query(kFindTerms, params(id, number));
    co_return onlyTermsOf(rows);
}

Task<std::vector<TermsSummary>> listTerms(Db& db, Id<Championship> id) {
    const auto rows = co_await db.query(kListTerms, params(id));
    std::vector<TermsSummary> terms;
    terms.reserve(rows.size());
    for (const auto row : rows) terms.push_back(summaryOf(row));
    co_return terms;
}

Task<DocumentSummary> insertDocument(Tx& tx, Id<Championship> id, DocumentKind kind, Text text,
                                     std::optional<AccountId> account) {
    const auto rows = co_await tx.query(kInsertDocument, params(id, nameOf(kind), account, text.el, text.en));
    co_return documentOf(rows.front());
}

Task<std::optional<Document>> findDocument(Tx& tx, Id<Championship> id, DocumentKind kind, std::int32_t number) {
    const auto rows = co_await tx.query(kFindDocument, params(id, nameOf(kind), number));
    co_return onlyDocumentOf(rows);
}

Task<std::optional<Document>> findDocument(Db& db, Id<Championship> id, DocumentKind kind, std::int32_t number) {
    const auto rows = co_await db.query(kFindDocument, params(id, nameOf(kind), number));
    co_return onlyDocumentOf(rows);
}

Task<std::vector<DocumentSummary>> listDocuments(Db& db, Id<Championship> id) {
    const auto rows = co_await db.query(kListDocuments, params(id));
    std::vector<DocumentSummary> documents;
    documents.reserve(rows.size());
    for (const auto row : rows) documents.push_back(documentOf(row));
    co_return documents;
}

Task<std::int64_t> findRevision(Db& db) {
    const auto rows = co_await db.query(kRevision);
    co_return rows.front().get<std::int64_t>("revision");
}

Task<PublishedRows> listPublished(Db& db) {
    const auto rows = co_await db.query(kListPublished);
    PublishedRows published;
    for (const auto row : rows) {
        published.revision = row.get<std::int64_t>("revision");
        published.championships.push_back(publishedOf(row));
    }
    co_return published;
}

}  // namespace agon::championships
