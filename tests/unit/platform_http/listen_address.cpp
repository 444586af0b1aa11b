#include "platform/http/listen_address.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace agon::http {
namespace {

using testing::HasSubstr;

template <class Act>
std::string refusalOf(Act act) {
    try {
        act();
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

TEST(ListenAddress, FindsAFreePort) {
    const auto port = checkAddress("127.0.0.1", 0);
    EXPECT_GT(port, 1023);
    EXPECT_EQ(checkAddress("127.0.0.1", port), port);
}

TEST(ListenAddress, IsANumberAndNoName) {
    for (const auto* const text : {"localhost", "", "127.0.0", "127.0.0.1:80", "[::1]", "300.1.1.1", "::g"}) {
        EXPECT_THAT(refusalOf([&] { checkAddress(text, 0); }), HasSubstr("is no IP address to listen on")) << text;
    }
}

TEST(ListenAddress, ThatIsNotOurMachinesIsRefused) {
    EXPECT_THAT(refusalOf([] { checkAddress("192.0.2.1", 0); }), HasSubstr("cannot listen on 192.0.2.1 port 0"));
}

class UnixSocket : public testing::Test {
  protected:
    UnixSocket() {
        char name[] = "/tmp/agon-unit-XXXXXX";
        folder = ::mkdtemp(name);
    }
    ~UnixSocket() override { std::filesystem::remove_all(folder); }

    std::filesystem::path folder;
};

TEST_F(UnixSocket, IsMadeForOwnerAndGroupAndGoesWithItsListener) {
    const auto path = folder / "s";
    {
        const UnixListener listener{path};
        struct stat status{};
        ASSERT_EQ(::stat(path.c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 0777U, 0660U);
    }
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(UnixSocket, LeftOverByAKilledProcessIsReplaced) {
    const auto path = folder / "s";
    const auto kept = folder / "kept";
    {
        const UnixListener listener{path};
        std::filesystem::create_hard_link(path, kept);  // the file outlives its listener, as after a kill
    }
    std::filesystem::rename(kept, path);
    EXPECT_NO_THROW(UnixListener{path});
}

TEST_F(UnixSocket, ThatSomebodyAnswersOnIsLeftAlone) {
    const auto path = folder / "s";
    const UnixListener living{path};
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    living.takePlaceOf(socket);
    ASSERT_EQ(::listen(socket, 1), 0);
    EXPECT_THAT(refusalOf([&] { const UnixListener second{path}; }), HasSubstr("another process listens on"));
    EXPECT_TRUE(std::filesystem::exists(path));
    ::close(socket);
}

TEST_F(UnixSocket, WhoseFileIsSomethingElseIsLeftAlone) {
    std::filesystem::create_directory(folder / "s");
    EXPECT_THAT(refusalOf([&] { const UnixListener second{folder / "s"}; }), HasSubstr("cannot listen on"));
    EXPECT_THAT(refusalOf([&] { const UnixListener second{folder / "none" / "s"}; }), HasSubstr("cannot listen on"));
    EXPECT_THAT(refusalOf([&] { const UnixListener second{folder / std::string(100, 'x')}; }),
                HasSubstr("the socket's path is too long"));
}

}  // namespace
}  // namespace agon::http
