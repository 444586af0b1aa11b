#include <algorithm>

#include "audit/audit.hpp"
#include "auth/folding.hpp"
#include "registration/names.hpp"
#include "registration/own_entry.hpp"
#include "registration/phone.hpp"
#include "registration/record.hpp"

namespace agon::registration {
namespace {

struct Corrected {
    privacy::Person person;
    std::vector<std::string> members;  // which were changed, by name
};

Result<Corrected> corrected(privacy::Person person, const Correction& wish, const std::string& country) {
    std::vector<std::string> members;
    if (wish.fullName) {
        person.fullName = *wish.fullName;
        person.foldedName = foldName(*wish.fullName);
        members.emplace_back("full_name");
    }
    if (wish.born) {
        person.born = *wish.born;
        members.emplace_back("birth_date");
    }
    if (wish.email) {
        person.email = *wish.email;
        person.foldedEmail = auth::folded(*wish.email);
        members.emplace_back("email");
    }
    if (wish.phone) {
        auto phone = readPhone(*wish.phone, country);
        if (!phone) return problem({{"/phone", FieldFault::BadFormat, "+30 2101234567"}});
        person.phone = std::move(*phone);
        members.emplace_back("phone");
    }
    if (wish.language) {
        person.language = *wish.language;
        members.emplace_back("language");
    }
    if (wish.nickname) {
        person.nickname = wish.dropsNickname ? std::nullopt : wish.nickname;
        members.emplace_back("nickname");
    }
    return Corrected{std::move(person), std::move(members)};
}

Result<void> judgeAge(const Entry& entry, const championships::Published& championship, const Correction& wish) {
    const auto* const heat = championship.heat(entry.heat);
    if (!wish.born || heat == nullptr) return {};
    const auto conditions = conditionsOf(championship, *heat);
    if (isOfAge(*wish.born, conditions.minimumAge, conditions.heatDate)) return {};
    return std::unexpected{notEligible({{Criterion::Age, Outcome::Fail, {}}})};
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) text.append(text.empty() ? "" : ",").append(word);
    return text;
}

// What the desk has to look at now: new likenesses are added, and none is dropped without the desk's word.
std::vector<std::string> tasksAfter(std::vector<std::string> tasks, const privacy::Others& others) {
    const auto add = [&](bool is, const char* task) {
        if (is && std::ranges::find(tasks, task) == tasks.end()) tasks.emplace_back(task);
    };
    add(others.samePhone, "shared-phone");
    add(others.sameNameAndBirth, "same-person");
    return tasks;
}

}  // namespace

Task<Result<ShownEntry>> correctEntry(ContextPtr context, std::string code, Correction correction,
                                      http::SeenVersion seen, Actor actor) {
    auto act = [&](Tx& tx) -> Task<Result<bool>> {
        const auto entry = co_await lockEntry(tx, code);
        if (!entry) co_return problem(ProblemCode::NotFound);
        if (entry->place == Place::Ended) co_return problem(ProblemCode::EntryEnded);
        const auto same = seen.mustBe(entry->version);
        if (!same) co_return std::unexpected{same.error()};
        const auto championship = context->catalogue.find(entry->championship);
        auto person = co_await privacy::findPerson(tx, entry->person);
        if (!championship || !person) co_return problem(ProblemCode::NotFound);
        const auto ofAge = judgeAge(*entry, *championship, correction);
        if (!ofAge) co_return std::unexpected{ofAge.error()};
        auto made = corrected(std::move(*person), correction, championship->settings.country);
        if (!made) co_return std::unexpected{std::move(made.error())};
        if (made->members.empty()) co_return problem({{"", FieldFault::TooFew, "1"}});
        co_await privacy::changePerson(tx, made->person);
        if (correction.phone || correction.fullName || correction.born) {
            const auto others = co_await privacy::othersLike(tx, entry->championshipId, made->person);
            co_await setTasks(tx, entry->id, tasksAfter(entry->tasks, others));
        }
        co_await noteEvent(tx, entry->id, "correction", joined(made->members), actor.account);
        auto record = aboutEntry("entry-corrected", *entry);
        record.detail = {{"members", made->members}};
        co_await audit::record(tx, actor, std::move(record));
        co_return true;
    };
    const auto done = co_await context->db.transact(act, Repeat::OnConflict);
    if (!done) co_return std::unexpected{done.error()};
    auto shown = co_await showEntry(context, code);
    co_return shown;
}

}  // namespace agon::registration
