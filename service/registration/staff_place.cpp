#include "registration/staff_place.hpp"

namespace agon::registration {
namespace {

constexpr Sql kChampionshipId{"registration.championship_id", "select id from core.championship where slug = $1"};

}  // namespace

Task<Result<StaffPlace>> placeOf(ContextPtr context, http::Request request, auth::Right right) {
    const auto& slug = request.pathParameter("championship");
    StaffPlace place{context->catalogue.find(slug), {}};
    if (place.championship) {
        place.scope.championship = place.championship->id;
    } else {
        const auto rows = co_await context->db.query(kChampionshipId, params(slug));
        if (!rows.empty()) place.scope.championship = rows.front().get<Id<Championship>>("id");
    }
    const auto may = request.identity<auth::Caller>().must(right, place.scope);
    if (!may) co_return std::unexpected{may.error()};
    if (!place.championship) co_return problem(ProblemCode::NotFound);
    co_return place;
}

}  // namespace agon::registration
