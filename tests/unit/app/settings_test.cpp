#include "app/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/settings_table.hpp"

namespace agon::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

LoadedSettings load(Environment environment) {
    environment.try_emplace("HOME", "/home/somebody");
    return loadSettings(std::nullopt, environment);
}

TEST(Settings, WorkWithoutAnyBeingSaid) {
    const auto loaded = load({});
    EXPECT_THAT(loaded.mistakes(), IsEmpty());
    EXPECT_TRUE(loaded.settings.embedded());
    EXPECT_TRUE(loaded.settings.listen.isPrivate());
    EXPECT_FALSE(loaded.settings.trustedProxy);
    EXPECT_GE(loaded.settings.ioThreads, 1);
    EXPECT_EQ(loaded.settings.publicUrl, "http://127.0.0.1:8080");
}

TEST(Settings, AreEachReadShownAndExplained) {
    const auto loaded = load({});
    const auto printed = printSettings(loaded);
    const auto table = settingsAsMarkdown();
    for (const auto& row : settingTable()) {
        EXPECT_THAT(printed, HasSubstr(std::string{row.spec.key} + " = "));
        EXPECT_THAT(table, HasSubstr("`" + variableOf(row.spec.key) + "`"));
        EXPECT_TRUE(row.spec.help.ends_with('.')) << row.spec.key;
        EXPECT_FALSE(row.spec.fallback.empty() && row.unsetMeans.empty()) << row.spec.key << " has no default in words";
        auto untouched = loaded.settings;
        EXPECT_EQ(row.take(untouched, row.spec.fallback), "") << row.spec.key << " refuses its own default";
    }
}

TEST(Settings, NeverShowASecret) {
    Environment environment;
    for (const auto& row : settingTable()) {
        if (row.spec.secrecy == Secrecy::Open) continue;
        const bool isAddress = row.spec.key.ends_with("_url");
        environment[variableOf(row.spec.key)] =
            isAddress ? "postgresql://u:5ec5ec5ec@h/d?sslpassword=5ec5ec5ec" : "5ec5ec5ec" + std::string(55, '0');
    }
    ASSERT_FALSE(environment.empty());
    EXPECT_THAT(printSettings(load(environment)), Not(HasSubstr("5ec5ec5ec")));
}

TEST(Settings, NeverQuoteASecretThatTheyRefuse) {
    const auto loaded =
        load({{"AGON_SERVER_KEY", "5ec5ec5ec"}, {"AGON_DATABASE_URL", "postgresql://u:5ec5ec5ec@h/d?nonsense=1"}});
    ASSERT_EQ(loaded.mistakes().size(), 2U);
    for (const auto& mistake : loaded.mistakes()) EXPECT_THAT(mistake, Not(HasSubstr("5ec5ec5ec")));
}

TEST(Settings, AreComparedWithEachOther) {
    EXPECT_THAT(load({{"AGON_LOCK_TIMEOUT", "6s"}}).mistakes(),
                ElementsAre(HasSubstr("lock_timeout must not be longer")));
    EXPECT_THAT(load({{"AGON_STATEMENT_TIMEOUT", "11s"}}).mistakes(),
                ElementsAre(HasSubstr("statement_timeout must not be longer")));
    EXPECT_THAT(load({{"AGON_STATEMENT_TIMEOUT", "x"}, {"AGON_LOCK_TIMEOUT", "1h"}}).mistakes(),
                ElementsAre(HasSubstr("AGON_STATEMENT_TIMEOUT"), HasSubstr("AGON_LOCK_TIMEOUT")));
}

}  // namespace
}  // namespace agon::app
