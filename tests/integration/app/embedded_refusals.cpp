#include <gmock/gmock.h>

#include "integration/app/data_folder.hpp"

namespace agon::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const ExitStatus kRefused{.code = 1, .signal = 0};

TEST(EmbeddedRefusals, SayHowToGetPostgresWhenThereIsNone) {
    // In a view of the file system of its own, the folder of the servers is empty.
    const DataFolder folder;
    auto environment = folder.environment();
    environment["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin";
    environment["AGON_LISTEN"] = "127.0.0.1:0";
    const auto hidden =
        fmt::format("mount -t tmpfs none /usr/lib/postgresql || exit 99; exec {} serve", agonBinary().string());
    const auto unshare = std::vector<std::string>{"/usr/bin/unshare", "--mount", "/bin/sh", "-c", hidden};
    const auto refused = run({.words = unshare, .environment = environment}, 60s);
    if (refused.status.code == 99 || refused.errors.contains("unshare failed"))
        GTEST_SKIP() << "this machine does not let us hide a folder";
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors,
                AllOf(HasSubstr("no PostgreSQL server is installed"), HasSubstr("apt install postgresql"),
                      HasSubstr("AGON_DATABASE_URL"), Not(HasSubstr("unexpected"))));
    EXPECT_FALSE(std::filesystem::exists(folder.cluster()));
}

TEST(EmbeddedRefusals, NameAFolderThatOthersCanWrite) {
    const DataFolder folder;
    std::filesystem::create_directory(folder.data());
    std::filesystem::permissions(folder.data(), std::filesystem::perms::all);
    const auto refused = runAgon({"serve"}, folder.environment());
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors, AllOf(HasSubstr(folder.data().string()), HasSubstr("AGON_DATA_DIR")));
    EXPECT_FALSE(std::filesystem::exists(folder.cluster()));
}

TEST(EmbeddedRefusals, NameAFileThatStandsInThePlaceOfTheFolder) {
    const DataFolder folder;
    std::ofstream{folder.data()} << "a file";
    const auto refused = runAgon({"serve"}, folder.environment());
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors, AllOf(HasSubstr(folder.data().string()), Not(HasSubstr("unexpected"))));
    EXPECT_EQ(readFile(folder.data()), "a file");
}

TEST(EmbeddedRefusals, LeaveAForeignFolderAlone) {
    const DataFolder folder;
    std::filesystem::create_directories(folder.cluster());
    std::ofstream{folder.cluster() / "precious.txt"} << "mine";
    if (const auto user = ordinaryUser()) {
        ASSERT_EQ(chown(folder.cluster().c_str(), user->uid, user->gid), 0);
    }
    const auto refused = runAgon({"serve"}, folder.environment());
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors, AllOf(HasSubstr("is not a PostgreSQL data directory"), HasSubstr("PG_VERSION")));
    EXPECT_EQ(readFile(folder.cluster() / "precious.txt"), "mine");
}

TEST(EmbeddedRefusals, QuotePostgresWhenTheOwnersSettingsAreWrong) {
    const DataFolder folder;
    endGracefully(*folder.serve());
    std::ofstream{folder.cluster() / "local.conf"} << "shared_buffers = 'many'\n";
    const auto refused = runAgon({"serve"}, folder.environment());
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors, AllOf(HasSubstr("shared_buffers"), HasSubstr("local.conf")));
    std::filesystem::remove(folder.cluster() / "local.conf");
    const auto service = folder.serve();
    EXPECT_EQ(statusOf(*service, "/readyz"), 200);
    endGracefully(*service);
}

TEST(EmbeddedRefusals, KeepDemonstrationsAndRealDataApart) {
    const DataFolder folder;
    auto environment = folder.environment();
    environment["AGON_LISTEN"] = "127.0.0.1:0";
    {
        ServiceProcess demonstration{{"demo", "--data-dir", folder.data().string()}, environment};
        EXPECT_TRUE(says(demonstration, "demonstration"));
        endGracefully(demonstration);
    }
    const auto refused = runAgon({"serve"}, environment);
    EXPECT_EQ(refused.status, kRefused);
    EXPECT_THAT(refused.errors, AllOf(HasSubstr("demonstration"), HasSubstr("agon demo")));

    const DataFolder real;
    endGracefully(*real.serve());
    const auto kept = runAgon({"demo", "--fresh", "--data-dir", real.data().string()}, environment);
    EXPECT_EQ(kept.status, kRefused);
    EXPECT_THAT(kept.errors, HasSubstr("Nothing was removed"));
    EXPECT_TRUE(std::filesystem::exists(real.cluster() / "PG_VERSION"));
}

}  // namespace
}  // namespace agon::test
