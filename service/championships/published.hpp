#pragma once

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "championships/model.hpp"

namespace agon::championships {

struct PublishedHeat {
    Id<Heat> id;
    std::string code;
    CivilDate startsOn;       // in the championship's zone; ages count on it
    std::size_t setting = 0;  // which of the settings' heats
};

// A championship as its terms in force say. Never changes: a new version of the terms, a new document and a moved clock
// make a new one.
struct Published {
    Id<Championship> id;
    std::string slug;
    Kind kind = Kind::Real;
    std::int32_t revision = 0;
    std::int32_t termsNumber = 0;
    TermsSummary terms;
    std::chrono::microseconds clockOffset{};  // to be added to the real time; zero unless a rehearsal
    Settings settings;
    std::vector<PublishedHeat> heats;  // in the settings' order

    // By its code in the one written form; nothing when it is none of this championship's, or retired.
    const PublishedHeat* heat(std::string_view code) const {
        const auto found = std::ranges::find(heats, code, &PublishedHeat::code);
        return found == heats.end() ? nullptr : &*found;
    }
    const HeatSettings& settingsOf(const PublishedHeat& heat) const { return settings.heats.at(heat.setting); }

    // The present as this championship sees it.
    Instant at(Instant realNow) const { return {realNow.at + clockOffset}; }
};

}  // namespace agon::championships
