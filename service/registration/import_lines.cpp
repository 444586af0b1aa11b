#include "registration/import_lines.hpp"

#include <algorithm>
#include <array>

#include "auth/folding.hpp"
#include "platform/text/ascii.hpp"
#include "platform/text/utf8.hpp"
#include "registration/csv.hpp"

namespace agon::registration {
namespace {

using nlohmann::json;

constexpr std::size_t kMostLines = 5000;
constexpr std::array<std::string_view, 10> kColumns{"heat",  "received_at", "full_name", "birth_date", "citizenships",
                                                    "email", "phone",       "language",  "nickname",   "declarations"};
constexpr std::array<std::string_view, 8> kNeeded{"heat",  "full_name", "birth_date", "citizenships",
                                                  "email", "phone",     "language",   "declarations"};

std::unexpected<Problem> notAFile(FieldFault fault, std::string detail = {}) {
    return problem({{"", fault, std::move(detail)}});
}

// "GR; CA" and "GR CA" alike.
json wordsOf(const std::string& text) {
    auto words = json::array();
    std::string word;
    for (const char c : text + ';') {
        if (c != ';' && c != ' ' && c != ',') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(word);
            word.clear();
        }
    }
    return words;
}

// The line as somebody would have sent it, so that the same rules read it.
json bodyOf(const json& columns) {
    json body{{"works_for_organiser", false}, {"relative_of_staff", false}};
    for (const auto& [name, value] : columns.items()) {
        const auto& text = value.get_ref<const std::string&>();
        if (name == "received_at" || text.empty()) continue;
        if (name == "citizenships") {
            body[name] = wordsOf(text);
        } else if (name == "declarations") {
            auto& words = body[name] = wordsOf(text);
            if (words == json::array({"all"})) {
                words = json::array();
                for (const auto one : kAllDeclarations) words.push_back(nameOf(one));
            }
        } else {
            body[name] = text;
        }
    }
    return body;
}

std::optional<std::string> textIn(const json& columns, const char* name) {
    const auto found = columns.find(name);
    if (found == columns.end() || found->get_ref<const std::string&>().empty()) return std::nullopt;
    return found->get<std::string>();
}

void readStamp(JudgedLine& judged, const json& columns, bool isNeeded, Instant now) {
    const auto text = textIn(columns, "received_at");
    if (text) judged.shown.receivedAt = parseInstant(*text);
    if (text && !judged.shown.receivedAt) {
        judged.shown.errors.push_back({"/received_at", FieldFault::BadInstant, {}});
    } else if (judged.shown.receivedAt && *judged.shown.receivedAt > now) {
        judged.shown.errors.push_back({"/received_at", FieldFault::OutOfRange, formatInstant(now)});
    } else if (!text && isNeeded) {
        judged.shown.errors.push_back({"/received_at", FieldFault::Missing, {}});
    }
}

void refuse(JudgedLine& judged, const Problem& why) {
    judged.shown.errors.insert(judged.shown.errors.end(), why.errors.begin(), why.errors.end());
}

JudgedLine judgeLine(const championships::Published& championship, const RawLine& raw, bool needsStamp, Instant now) {
    JudgedLine judged;
    judged.shown.line = raw.line;
    judged.shown.heat = textIn(raw.columns, "heat");
    judged.shown.fullName = textIn(raw.columns, "full_name");
    readStamp(judged, raw.columns, needsStamp, now);
    const auto wanted = readJson(bodyOf(raw.columns).dump(), readWanted);
    if (!wanted) {
        refuse(judged, wanted.error());
        return judged;
    }
    const auto* const heat = championship.heat(wanted->heat);
    auto found = judgeWanted(championship, *wanted);
    if (!found) {
        refuse(judged, found.error());
        if (heat != nullptr && found.error().code == ProblemCode::NotEligible) {
            Applicant applicant{.born = wanted->born,
                                .citizenships = {wanted->citizenships.begin(), wanted->citizenships.end()},
                                .declared = wanted->declared,
                                .answers = {}};
            judged.shown.verdicts = judge(applicant, conditionsOf(championship, *heat));
        }
        return judged;
    }
    judged.shown.verdicts = std::move(found->verdicts);
    if (judged.shown.errors.empty()) judged.application = std::move(found->application);
    return judged;
}

}  // namespace

Result<std::vector<RawLine>> readFile(std::string_view file) {
    if (!countCodePoints(file)) return notAFile(FieldFault::BadFormat, "UTF-8");
    auto rows = readCsv(file, kMostLines + 1);
    if (!rows) return notAFile(FieldFault::BadFormat, "RFC 4180, at most 5000 lines");
    if (rows->size() < 2) return notAFile(FieldFault::TooFew, "1");
    const auto& names = rows->front();
    for (const auto& name : names) {
        if (std::ranges::find(kColumns, name) == kColumns.end()) return notAFile(FieldFault::Unknown);
    }
    for (const auto needed : kNeeded) {
        if (std::ranges::find(names, needed) == names.end()) return notAFile(FieldFault::Missing, std::string{needed});
    }
    std::vector<RawLine> lines;
    for (std::size_t i = 1; i < rows->size(); ++i) {
        const auto& row = (*rows)[i];
        RawLine line{.line = static_cast<std::int32_t>(i + 1), .columns = json::object()};
        for (std::size_t column = 0; column < names.size(); ++column) {
            line.columns[names[column]] = column < row.size() ? row[column] : std::string{};
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<JudgedLine> judgeLines(const championships::Published& championship, const std::vector<RawLine>& lines,
                                   const std::set<std::string>& emailsInUse, const std::set<std::string>& needsStamps,
                                   Instant now) {
    std::vector<JudgedLine> judged;
    std::set<std::string> seen = emailsInUse;
    for (const auto& line : lines) {
        const auto heat = textIn(line.columns, "heat");
        judged.push_back(judgeLine(championship, line, heat && needsStamps.contains(*heat), now));
        auto& one = judged.back();
        if (!one.application) continue;
        const bool isNew = seen.insert(one.application->foldedEmail).second;
        std::ranges::move(judgeLikeness({.sameEmail = !isNew}), std::back_inserter(one.shown.verdicts));
        if (isNew) {
            one.shown.outcome = ImportLine::Outcome::Ready;
            one.application->channel = Channel::Import;
        } else {
            one.application.reset();
        }
    }
    return judged;
}

}  // namespace agon::registration
