#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/actor.hpp"
#include "championships/catalogue.hpp"
#include "championships/publication_store.hpp"
#include "championships/store.hpp"
#include "championships/wire.hpp"
#include "platform/http/entity_tag.hpp"
#include "platform/http/idempotency.hpp"

namespace agon::championships {

using Claim = std::optional<http::idempotency::Claim>;

// What the acts share. Both outlive it.
struct Context {
    Db& db;
    Catalogue& catalogue;
};

// A draft with what it would change and what speaks against it.
struct Setup {
    std::string slug;
    Kind kind = Kind::Real;
    std::int32_t termsNumber = 0;
    Instant now;
    Settings settings;
    std::vector<Change> changes;
    std::vector<Finding> findings;
    Text text;  // of the terms in force
    std::int32_t version = 0;
};

// SlugTaken. The demonstration's own kind is for the demonstration.
Task<Result<Setup>> createChampionship(Context context, Actor actor, NewChampionship wish, Claim claim);

Task<Result<Setup>> getSetup(Context context, std::string slug);

// Replaces the draft; heats without a code get one. InvalidFields for a code that is none of this championship's.
Task<Result<Setup>> changeSetup(Context context, Actor actor, std::string slug, Settings settings,
                                http::SeenVersion seen);

struct Publication {
    TermsWish wish;
    std::optional<http::SeenVersion> seen;  // the version of the draft
    Language language = Language::English;  // for what speaks against it
};
// Puts the draft in force for everybody, at once (R11 to R13). NotPublishable when a finding forbids it. A raised
// capacity moves reserves up in the same act; a lowered one takes nobody's place.
Task<Result<Terms>> publishTerms(Context context, Actor actor, std::string slug, Publication publication, Claim claim);

// A new version of a text that rounds are played under (R69, R88).
Task<Result<Document>> publishDocument(Context context, Actor actor, std::string slug, DocumentWish wish, Claim claim);

// RealClock on a real championship, ClockForwardOnly when its clock shows a later time already.
Task<Result<Instant>> moveClock(Context context, Actor actor, std::string slug, Instant now);

// What the demonstration's clock shows from now on: that day, at the present time of day, or the latest moment that
// anything of the championship carries. RealClock on a real championship.
Task<Result<Instant>> setDemoClock(Context context, std::string slug, Instant day);

// Whether reserves move up by themselves in a heat. Resuming fills what became free meanwhile.
Task<Result<HeatCount>> setPromotion(Context context, Actor actor, std::string slug, std::string heat, bool paused);

}  // namespace agon::championships
