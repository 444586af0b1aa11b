#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/actor.hpp"
#include "championships/model.hpp"
#include "championships/published.hpp"
#include "platform/db/db.hpp"

namespace agon::championships {

struct NewTerms {
    TermsReason reason = TermsReason::First;
    Text text;
    Text note;
    nlohmann::json settings;
    nlohmann::json changes;
    std::optional<AccountId> account;  // whose company is the one that publishes
};

// Under the number that applySettings() has raised.
Task<TermsSummary> insertTerms(Tx& tx, Id<Championship> id, NewTerms terms);
Task<std::optional<Terms>> findTerms(Tx& tx, Id<Championship> id, std::int32_t number);
Task<std::optional<Terms>> findTerms(Db& db, Id<Championship> id, std::int32_t number);
// The newest first.
Task<std::vector<TermsSummary>> listTerms(Db& db, Id<Championship> id);

// The next of its kind. Under the championship's lock.
Task<DocumentSummary> insertDocument(Tx& tx, Id<Championship> id, DocumentKind kind, Text text,
                                     std::optional<AccountId> account);
Task<std::optional<Document>> findDocument(Tx& tx, Id<Championship> id, DocumentKind kind, std::int32_t number);
Task<std::optional<Document>> findDocument(Db& db, Id<Championship> id, DocumentKind kind, std::int32_t number);
// By kind, the newest first.
Task<std::vector<DocumentSummary>> listDocuments(Db& db, Id<Championship> id);

// A number that goes up whenever a reader in memory has to look again.
Task<std::int64_t> findRevision(Db& db);
struct PublishedRows {
    std::int64_t revision = 0;
    std::vector<Published> championships;
};
// Everything in force, as of one moment.
Task<PublishedRows> listPublished(Db& db);

}  // namespace agon::championships
