#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "audit/actor.hpp"
#include "championships/model.hpp"
#include "platform/db/db.hpp"

namespace agon::championships {

struct ChampionshipRow {
    Id<Championship> id;
    std::string slug;
    Kind kind = Kind::Real;
    std::int32_t termsNumber = 0;  // 0 before the first
    Instant now;                   // as the championship sees it
};

struct DraftRow {
    nlohmann::json settings;
    std::int32_t version = 0;
    bool zoneIsKnown = false;
    std::optional<nlohmann::json> inForce;  // the settings of the terms in force
    Text text;                              // of the terms in force
};

Task<std::optional<ChampionshipRow>> findChampionship(Db& db, std::string slug);
// Until the end of the transaction nobody else publishes anything for it. Before its heats, as everywhere.
Task<std::optional<ChampionshipRow>> lockChampionship(Tx& tx, std::string slug);
// Nothing when the slug is taken.
Task<std::optional<Id<Championship>>> insertChampionship(Tx& tx, std::string slug, Kind kind);
// The rehearsal's clock from now on; answers what it shows.
Task<Instant> updateClock(Tx& tx, Id<Championship> id, Instant now);
// The demonstration's: that day at the present time of day, or the latest moment that anything of the championship
// carries, if that is later. Answers what it shows.
Task<Instant> updateDemoClock(Tx& tx, Id<Championship> id, Instant day);
// Readers that have it in memory look again.
Task<void> touchChampionship(Tx& tx, Id<Championship> id);

Task<std::optional<DraftRow>> findDraft(Tx& tx, Id<Championship> id);
Task<void> insertDraft(Tx& tx, Id<Championship> id, nlohmann::json settings);
Task<void> updateDraft(Tx& tx, Id<Championship> id, nlohmann::json settings);

// In the order of their ids; registrations wait until the end of the transaction.
Task<void> lockHeats(Tx& tx, Id<Championship> id);
Task<std::optional<Id<Heat>>> lockHeat(Tx& tx, Id<Championship> id, std::string code);
// In the championship's order, retired ones included. To be read after the lock.
Task<std::vector<KnownHeat>> listHeats(Tx& tx, Id<Championship> id);
Task<HeatCount> getHeatCount(Tx& tx, Id<Heat> heat);
Task<std::vector<HeatCount>> listHeatCounts(Db& db, Id<Championship> id);
Task<void> updatePromotion(Tx& tx, Id<Heat> heat, bool paused);
// Gives free places to who waits, as core.fill_places decides.
Task<void> fillPlaces(Tx& tx, std::vector<std::int64_t> heats, std::string cause, std::optional<AccountId> account);

// Writes settings into the tables that the rest of the service reads, and raises the number of the terms in force.
Task<void> applySettings(Tx& tx, Id<Championship> id, nlohmann::json settings);

}  // namespace agon::championships
