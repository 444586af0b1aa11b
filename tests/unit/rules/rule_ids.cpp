#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace agon {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

const fs::path kRoot{AGON_SOURCE_DIR};

std::string textOf(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream{file}.rdbuf();
    return text.str();
}

// R47, A-24, EX-09, and S003-R07 for a rule of another of the documents.
std::set<std::string> idsIn(const std::string& text) {
    static const std::regex pattern{
        R"((^|[^A-Za-z0-9_.\\/-])((S00[0-4]-)?R[0-9]{2,3}|A-[0-9]{2}|EX-[0-9]{2})(?![A-Za-z0-9_-]))"};
    std::set<std::string> ids;
    for (std::sregex_iterator found{text.begin(), text.end(), pattern}, end; found != end; ++found)
        ids.insert((*found)[2]);
    return ids;
}

bool isOurs(const fs::path& file) {
    static const std::set<std::string> kinds{".cpp", ".hpp",    ".sql",  ".yaml", ".ts",  ".mjs",
                                             ".js",  ".svelte", ".html", ".css",  ".txt", ".sh"};
    const auto name = file.filename().string();
    return kinds.contains(file.extension().string()) && name != "rule_ids.cpp";
}

// Which file cites an id; one is enough.
std::map<std::string, std::string> citations() {
    std::map<std::string, std::string> cited;
    for (const auto* folder : {"service", "tests", "migrations", "openapi", "admin-ui"}) {
        for (fs::recursive_directory_iterator entry{kRoot / folder}, end; entry != end; ++entry) {
            const auto name = entry->path().filename();
            if (entry->is_directory()) {
                if (name == "node_modules" || name == "dist" || name == "generated") entry.disable_recursion_pending();
                continue;
            }
            if (!isOurs(entry->path())) continue;
            for (const auto& id : idsIn(textOf(entry->path())))
                cited.emplace(id, fs::relative(entry->path(), kRoot).string());
        }
    }
    return cited;
}

// The ids at the start of the table's rows, with what stands beside them.
std::map<std::string, std::string> listed() {
    static const std::regex row{R"(^\| ((?:S00[0-4]-)?R[0-9]{2,3}|A-[0-9]{2}|EX-[0-9]{2}) \| (.+) \|$)"};
    std::map<std::string, std::string> rules;
    std::istringstream lines{textOf(kRoot / "service/RULES.md")};
    for (std::string line; std::getline(lines, line);) {
        std::smatch parts;
        if (!std::regex_match(line, parts, row)) continue;
        EXPECT_TRUE(rules.emplace(parts[1], parts[2]).second) << parts[1] << " stands twice in service/RULES.md";
    }
    return rules;
}

TEST(RuleIds, AreFoundInCommentsAndNowhereElse) {
    EXPECT_THAT(idsIn("// R47, A-24 (EX-09); S003-R07."), ElementsAre("A-24", "EX-09", "R47", "S003-R07"));
    EXPECT_THAT(idsIn("SHA-256 AR15 R47x A-2 UTF-8 x.R15 R4 kR47 CVE-2024-A-24"), IsEmpty());
}

TEST(RuleIds, ThatAreCitedStandInTheList) {
    const auto rules = listed();
    const auto cited = citations();
    ASSERT_FALSE(cited.empty()) << "no file was looked at";
    for (const auto& [id, file] : cited)
        EXPECT_TRUE(rules.contains(id)) << file << " cites " << id << ", which service/RULES.md does not explain";
}

TEST(RuleIds, ThatStandInTheListAreCited) {
    const auto cited = citations();
    const auto rules = listed();
    ASSERT_FALSE(rules.empty());
    for (const auto& [id, meaning] : rules) {
        EXPECT_TRUE(cited.contains(id)) << "service/RULES.md explains " << id << ", which nobody cites";
        EXPECT_GT(meaning.size(), 20U) << id;
    }
}

}  // namespace
}  // namespace agon
