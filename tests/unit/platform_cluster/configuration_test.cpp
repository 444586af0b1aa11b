#include "platform/cluster/configuration.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/cluster/binaries.hpp"
#include "platform/cluster/diagnosis.hpp"
#include "platform/cluster/postmaster.hpp"

namespace agon {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ServerConfiguration, ListensOnAPrivateSocketOnly) {
    const auto text = serverConfiguration("/run/agon/x");
    EXPECT_THAT(text, HasSubstr("listen_addresses = ''\n"));
    EXPECT_THAT(text, HasSubstr("unix_socket_directories = '\"/run/agon/x\"'\n"));
    EXPECT_THAT(text, HasSubstr("unix_socket_permissions = 0700\n"));
}

TEST(ServerConfiguration, KeepsWhatWasAcknowledged) {
    const auto text = serverConfiguration("/s");
    for (const auto* line : {"fsync = on\n", "synchronous_commit = on\n", "full_page_writes = on\n"})
        EXPECT_THAT(text, HasSubstr(line));
}

TEST(ServerConfiguration, KeepsPeoplesDataOutOfTheLog) {
    const auto text = serverConfiguration("/s");
    for (const auto* line :
         {"log_error_verbosity = terse\n", "log_min_error_statement = panic\n", "log_parameter_max_length = 0\n",
          "log_parameter_max_length_on_error = 0\n", "log_statement = 'none'\n"}) {
        EXPECT_THAT(text, HasSubstr(line));
    }
}

TEST(ServerConfiguration, SurvivesOddFolderNames) {
    EXPECT_THAT(serverConfiguration("/tmp/it's, \"odd\""),
                HasSubstr(R"(unix_socket_directories = '"/tmp/it''s, ""odd"""')"));
}

TEST(AccessConfiguration, TrustsNobodyByNameAlone) {
    EXPECT_THAT(accessConfiguration(), HasSubstr("local   all       all   peer map=agon\n"));
    EXPECT_THAT(accessConfiguration(), Not(HasSubstr("trust")));
    EXPECT_THAT(accessConfiguration(), Not(HasSubstr("host ")));
}

TEST(IdentityConfiguration, LetsEachSystemUserBeEachRoleOnce) {
    const auto text = identityConfiguration({"root", "postgres", "root"});
    EXPECT_THAT(text, HasSubstr("agon \"root\" agon_public\n"));
    EXPECT_THAT(text, HasSubstr("agon \"postgres\" agon_admin\n"));
    EXPECT_EQ(text.find("agon \"root\" agon_app\n"), text.rfind("agon \"root\" agon_app\n"));
}

TEST(PostgresVersion, IsReadFromTheServersOwnWords) {
    EXPECT_EQ(majorOf("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"), 15);
    EXPECT_EQ(majorOf("postgres (PostgreSQL) 18beta1"), 18);
    EXPECT_EQ(majorOf("bash: postgres: not found"), std::nullopt);
}

TEST(PostmasterFile, TellsNumberSocketAndState) {
    const auto server = parsePostmasterFile("4711\n/data\n1431000000\n5432\n/run/agon/x\n\n  1234 5\nready   \n");
    ASSERT_TRUE(server);
    EXPECT_EQ(server->pid, 4711);
    EXPECT_EQ(server->socketDir, "/run/agon/x");
    EXPECT_EQ(server->state, Postmaster::State::Ready);
    EXPECT_EQ(parsePostmasterFile("4711\n/d\n1\n5432\n/s\n\n1 2\nstopping\n")->state, Postmaster::State::Stopping);
    EXPECT_EQ(parsePostmasterFile("4711\n/d\n1\n5432\n/s\n")->state, Postmaster::State::Starting);
}

TEST(PostmasterFile, ThatIsCutShortOrNonsenseCountsAsNone) {
    for (const auto* text : {"", "4711\n", "4711\n/d\n1\n5432\n", "x\n/d\n1\n5432\n/s\n", "0\n/d\n1\n5432\n/s\n",
                             "1\n/d\n1\n5432\n/s\n", "-5\n/d\n1\n5432\n/s\n"}) {
        EXPECT_FALSE(parsePostmasterFile(text)) << text;
    }
}

TEST(Diagnosis, TurnsPostgresWordsIntoAdvice) {
    EXPECT_THAT(diagnose("x", "FATAL: could not write: No space left on device").advice(), HasSubstr("disk is full"));
    EXPECT_THAT(diagnose("x", "FATAL: data directory \"/d\" has wrong ownership").advice(), HasSubstr("chown"));
    EXPECT_THAT(diagnose("x", "something new").what(), HasSubstr("something new"));
    EXPECT_FALSE(diagnose("x", "something new").advice().empty());
}

}  // namespace
}  // namespace agon
