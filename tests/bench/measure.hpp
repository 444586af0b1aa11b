#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace agon::bench {

// Does the work some number of times and says how often it did. Bounded by itself: a run lasts about `kRun`.
using Work = std::function<std::size_t(std::chrono::steady_clock::time_point until)>;

constexpr std::chrono::milliseconds kRun{1'500};
constexpr int kRounds = 5;

struct Comparison {
    std::string what;
    std::string peer;
    double ours = 0;    // per second
    double theirs = 0;  // per second
    double ratio = 0;   // the median of the rounds' ratios
};

// Measures both in turn, several times, so that whatever else the machine does hits both.
Comparison compare(std::string what, std::string peer, const Work& ours, const Work& theirs);

std::vector<Comparison> databaseComparisons();
std::vector<Comparison> httpComparisons();
std::vector<Comparison> registrationComparisons();

}  // namespace agon::bench
