#include "registration/model.hpp"

#include <array>
#include <utility>

namespace agon::registration {
namespace {

constexpr std::array<std::string_view, 3> kChannels{"form", "desk", "import"};
constexpr std::array<std::string_view, 3> kPlaces{"held", "waiting", "ended"};
constexpr std::array<std::string_view, 6> kEndReasons{"withdrawn", "moved",   "declined",
                                                      "cancelled", "refused", "erased"};

}  // namespace

std::string_view nameOf(Channel channel) {
    return kChannels.at(std::to_underlying(channel));
}

std::string_view nameOf(Place place) {
    return kPlaces.at(std::to_underlying(place));
}

std::optional<Place> placeNamed(std::string_view name) {
    for (std::size_t i = 0; i < kPlaces.size(); ++i) {
        if (kPlaces.at(i) == name) return static_cast<Place>(i);
    }
    return std::nullopt;
}

std::string_view nameOf(EndReason reason) {
    return kEndReasons.at(std::to_underlying(reason));
}

}  // namespace agon::registration
