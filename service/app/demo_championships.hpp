#pragma once

#include <string>
#include <utility>
#include <vector>

#include "championships/model.hpp"

namespace agon::app {

struct DemoDocument {
    championships::DocumentKind kind;
    championships::Text text;
};

struct DemoChampionship {
    std::string slug;
    championships::Kind kind;
    Instant day;  // what its clock shows at the start of a day
    championships::Settings settings;
    championships::Text terms;
    std::vector<DemoDocument> documents;
};

// Six cities, two of them with 72 places in two rounds and four with 36 in one, on 23 May 2015 at noon; the final a
// week later; the champion goes to the world championship (R01 to R05, R41, R43, R44).
DemoChampionship greece2015();

// Another country, another zone, another age, and a question of its own (R34).
DemoChampionship cyprus2016();

}  // namespace agon::app
