#include "registration/registering.hpp"

#include <algorithm>

#include "auth/folding.hpp"
#include "registration/names.hpp"
#include "registration/phone.hpp"

namespace agon::registration {
namespace {

using championships::OptionalDeclaration;
using championships::Published;
using championships::Question;
using championships::QuestionKind;

std::string heatChoices(const Published& championship) {
    std::string codes;
    for (const auto& heat : championship.heats) {
        if (championship.settingsOf(heat).takesRegistrations) codes.append(codes.empty() ? "" : ", ").append(heat.code);
    }
    return codes;
}

// Every question answered in its kind, and nothing else.
void checkAnswers(const Published& championship, const Wanted& wanted, std::vector<FieldError>& errors) {
    for (const auto& question : championship.settings.questions) {
        const auto pointer = "/answers/" + question.code;
        const auto found = wanted.answers.find(question.code);
        if (found == wanted.answers.end()) {
            errors.push_back({pointer, FieldFault::Missing, {}});
        } else if (std::holds_alternative<bool>(found->second) != (question.kind == QuestionKind::YesNo)) {
            errors.push_back(
                {pointer, question.kind == QuestionKind::YesNo ? FieldFault::NotABoolean : FieldFault::NotAString, {}});
        }
    }
    for (const auto& [code, answer] : wanted.answers) {
        if (std::ranges::find(championship.settings.questions, code, &Question::code) ==
            championship.settings.questions.end()) {
            errors.push_back({"/answers/" + code, FieldFault::Unknown, {}});
        }
    }
}

Applicant applicantOf(const Published& championship, const Wanted& wanted) {
    Applicant applicant{.born = wanted.born,
                        .citizenships = {wanted.citizenships.begin(), wanted.citizenships.end()},
                        .declared = wanted.declared,
                        .worksForOrganiser = wanted.worksForOrganiser,
                        .isRelativeOfStaff = wanted.isRelativeOfStaff,
                        .answers = {}};
    for (const auto& question : championship.settings.questions) {
        const auto found = wanted.answers.find(question.code);
        const auto* const answer = found == wanted.answers.end() ? nullptr : std::get_if<bool>(&found->second);
        applicant.answers.push_back(
            {question.code, question.mustBe, answer == nullptr ? std::nullopt : std::optional{*answer}});
    }
    return applicant;
}

Application applicationOf(const Wanted& wanted, Id<Heat> heat, std::string phone) {
    Application application;
    application.heat = heat;
    application.fullName = wanted.fullName;
    application.foldedName = foldName(wanted.fullName);
    application.born = wanted.born;
    application.citizenships = wanted.citizenships;
    application.email = wanted.email;
    application.foldedEmail = auth::folded(wanted.email);
    application.phone = std::move(phone);
    application.language = wanted.language;
    application.nickname = wanted.nickname;
    application.relativeNote = wanted.relativeNote;
    for (const auto declaration : wanted.declared) application.consents.emplace_back(nameOf(declaration));
    for (const auto& [code, answer] : wanted.answers) {
        if (const auto* const yes = std::get_if<bool>(&answer)) {
            application.answers[code] = *yes ? "yes" : "no";
        } else {
            application.answers[code] = std::get<std::string>(answer);
        }
    }
    application.consentSource = wanted.consent;
    return application;
}

Likeness likenessIn(const std::vector<std::string>& tasks) {
    const auto has = [&](std::string_view task) {
        return std::ranges::find(tasks, task) != tasks.end();
    };
    return {.sameEmail = false, .samePhone = has("shared-phone"), .sameNameAndBirth = has("same-person")};
}

Result<void> countTries(Context& context, const Attempt& attempt, const Application& application) {
    if (attempt.channel != Channel::Form) return {};  // the staff is limited by being the staff
    const auto now = context.now();
    auto counted = context.limits.countContact(application.foldedEmail, now);
    if (!counted) return counted;
    return context.limits.countContact(application.phone, now);
}

}  // namespace

Conditions conditionsOf(const Published& championship, const championships::PublishedHeat& heat) {
    Conditions conditions{.country = championship.settings.country,
                          .minimumAge = championship.settings.minimumAge,
                          .heatDate = heat.startsOn,
                          .opensAt = championship.settings.opensAt,
                          .closesAt = championship.settings.closesAt,
                          .optional = {}};
    for (const auto one : championship.settings.optionalDeclarations) {
        conditions.optional.insert(one == OptionalDeclaration::Promotion ? Declaration::Promotion
                                                                         : Declaration::Advertising);
    }
    return conditions;
}

Problem notEligible(const std::vector<Verdict>& verdicts) {
    auto refused = problem(ProblemCode::NotEligible).error();
    refused.extension = Extension{"verdicts", toJson(verdicts).dump()};
    return refused;
}

Result<Judged> judgeWanted(const Published& championship, const Wanted& wanted) {
    std::vector<FieldError> errors;
    const auto* const heat = championship.heat(wanted.heat);
    if (heat == nullptr || !championship.settingsOf(*heat).takesRegistrations) {
        errors.push_back({"/heat", FieldFault::NotAChoice, heatChoices(championship)});
    }
    const auto phone = readPhone(wanted.phone, championship.settings.country);
    if (!phone) errors.push_back({"/phone", FieldFault::BadFormat, "+30 2101234567"});
    checkAnswers(championship, wanted, errors);
    if (!errors.empty() || heat == nullptr || !phone) return problem(std::move(errors));

    auto verdicts = judge(applicantOf(championship, wanted), conditionsOf(championship, *heat));
    if (isRefused(verdicts)) return std::unexpected{notEligible(verdicts)};
    return Judged{applicationOf(wanted, heat->id, *phone), std::move(verdicts)};
}

std::vector<Verdict> allVerdicts(std::vector<Verdict> judged, const std::vector<std::string>& tasks) {
    judged.insert(judged.begin(), {Criterion::Window, Outcome::Pass, {}});
    std::ranges::move(judgeLikeness(likenessIn(tasks)), std::back_inserter(judged));
    return judged;
}

Task<Result<Registered>> registerPerson(ContextPtr context, Attempt attempt) {
    if (!context->isReady()) co_return problem(ProblemCode::Unavailable);
    const auto championship = context->catalogue.find(attempt.championship);
    if (!championship) co_return problem(ProblemCode::NotFound);
    auto judged = judgeWanted(*championship, attempt.wanted);
    if (!judged) co_return std::unexpected{std::move(judged.error())};
    const auto counted = countTries(*context, attempt, judged->application);
    if (!counted) co_return std::unexpected{counted.error()};
    judged->application.channel = attempt.channel;
    judged->application.actor = attempt.actor;
    auto entered = co_await context->writer.enter(std::move(judged->application), std::move(attempt.claim));
    if (!entered) co_return std::unexpected{std::move(entered.error())};

    auto verdicts = allVerdicts(std::move(judged->verdicts), entered->tasks);
    co_return Registered{std::move(*entered), std::move(verdicts)};
}

}  // namespace agon::registration
