// Ratios, not absolute numbers: each line measures the service and a peer that does the same job, in turn, in one run,
// on loopback and unix sockets only. It takes about two minutes.

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>

#include "bench/measure.hpp"

namespace agon::bench {
namespace {

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

double perSecond(const Work& work) {
    const auto begin = std::chrono::steady_clock::now();
    const auto count = work(begin + kRun);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    return static_cast<double>(count) / took.count();
}

}  // namespace

Comparison compare(std::string what, std::string peer, const Work& ours, const Work& theirs) {
    std::vector<double> oursAll;
    std::vector<double> theirsAll;
    std::vector<double> ratios;
    for (int round = 0; round < kRounds; ++round) {
        oursAll.push_back(perSecond(ours));
        theirsAll.push_back(perSecond(theirs));
        ratios.push_back(oursAll.back() / theirsAll.back());
    }
    return {.what = std::move(what),
            .peer = std::move(peer),
            .ours = median(oursAll),
            .theirs = median(theirsAll),
            .ratio = median(ratios)};
}

}  // namespace agon::bench

int main() try {
    using namespace agon::bench;
    fmt::print("{:<52} {:<34} {:>10} {:>10} {:>7}\n", "what", "peer", "ours/s", "peer/s", "ratio");
    for (const auto& measure : {databaseComparisons, httpComparisons, registrationComparisons}) {
        for (const auto& row : measure()) {
            fmt::print("{:<52} {:<34} {:>10.0f} {:>10.0f} {:>7.2f}\n", row.what, row.peer, row.ours, row.theirs,
                       row.ratio);
            std::fflush(stdout);
        }
    }
    return 0;
} catch (const std::exception& error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
}
