#pragma once

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "championships/model.hpp"

namespace agon::championships {

// The words that the API and the database use for what the model has types for.
template <class Enum>
using Word = std::pair<std::string_view, Enum>;

inline constexpr std::array kKinds{Word<Kind>{"real", Kind::Real}, Word<Kind>{"rehearsal", Kind::Rehearsal},
                                   Word<Kind>{"demo", Kind::Demo}};
inline constexpr std::array kStates{Word<State>{"draft", State::Draft}, Word<State>{"upcoming", State::Upcoming},
                                    Word<State>{"open", State::Open}, Word<State>{"closed", State::Closed},
                                    Word<State>{"cancelled", State::Cancelled}};
inline constexpr std::array kLanguages{Word<Language>{"el", Language::Greek}, Word<Language>{"en", Language::English}};
inline constexpr std::array kOrganiserKinds{Word<OrganiserKind>{"organising", OrganiserKind::Organising},
                                            Word<OrganiserKind>{"hosting", OrganiserKind::Hosting}};
inline constexpr std::array kStageKinds{Word<StageKind>{"city-heat", StageKind::CityHeat},
                                        Word<StageKind>{"city-final", StageKind::CityFinal},
                                        Word<StageKind>{"national-final", StageKind::NationalFinal}};
inline constexpr std::array kChannelKinds{Word<ChannelKind>{"phone", ChannelKind::Phone},
                                          Word<ChannelKind>{"e-mail", ChannelKind::Email}};
inline constexpr std::array kQuestionKinds{Word<QuestionKind>{"yes-no", QuestionKind::YesNo},
                                           Word<QuestionKind>{"text", QuestionKind::FreeText}};
inline constexpr std::array kOptionalDeclarations{
    Word<OptionalDeclaration>{"promotion", OptionalDeclaration::Promotion},
    Word<OptionalDeclaration>{"advertising", OptionalDeclaration::Advertising}};
inline constexpr std::array kTermsReasons{Word<TermsReason>{"first", TermsReason::First},
                                          Word<TermsReason>{"correction", TermsReason::Correction},
                                          Word<TermsReason>{"extension", TermsReason::Extension},
                                          Word<TermsReason>{"shortening", TermsReason::Shortening},
                                          Word<TermsReason>{"capacity", TermsReason::Capacity},
                                          Word<TermsReason>{"prizes", TermsReason::Prizes},
                                          Word<TermsReason>{"procedure", TermsReason::Procedure},
                                          Word<TermsReason>{"cancellation", TermsReason::Cancellation},
                                          Word<TermsReason>{"other", TermsReason::Other}};
inline constexpr std::array kDocumentKinds{Word<DocumentKind>{"rulebook", DocumentKind::Rulebook},
                                           Word<DocumentKind>{"code-of-conduct", DocumentKind::CodeOfConduct},
                                           Word<DocumentKind>{"rulings", DocumentKind::Rulings}};

template <class Enum>
constexpr const auto& wordsOf() {
    if constexpr (std::is_same_v<Enum, Kind>) return kKinds;
    if constexpr (std::is_same_v<Enum, State>) return kStates;
    if constexpr (std::is_same_v<Enum, Language>) return kLanguages;
    if constexpr (std::is_same_v<Enum, OrganiserKind>) return kOrganiserKinds;
    if constexpr (std::is_same_v<Enum, StageKind>) return kStageKinds;
    if constexpr (std::is_same_v<Enum, ChannelKind>) return kChannelKinds;
    if constexpr (std::is_same_v<Enum, QuestionKind>) return kQuestionKinds;
    if constexpr (std::is_same_v<Enum, OptionalDeclaration>) return kOptionalDeclarations;
    if constexpr (std::is_same_v<Enum, TermsReason>) return kTermsReasons;
    if constexpr (std::is_same_v<Enum, DocumentKind>) return kDocumentKinds;
}

template <class Enum>
constexpr std::string_view nameOf(Enum value) {
    for (const auto& [word, meaning] : wordsOf<Enum>()) {
        if (meaning == value) return word;
    }
    std::unreachable();
}

template <class Enum>
constexpr std::optional<Enum> named(std::string_view name) {
    for (const auto& [word, meaning] : wordsOf<Enum>()) {
        if (word == name) return meaning;
    }
    return std::nullopt;
}

// For a word out of the database, which a constraint keeps to the list.
template <class Enum>
Enum stored(std::string_view name) {
    const auto value = named<Enum>(name);
    if (!value) throw std::logic_error("a word in the database that the service does not know");
    return *value;
}

}  // namespace agon::championships
