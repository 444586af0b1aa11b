#include "platform/cluster/file_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <thread>
#include <utility>

#include "platform/config/operator_error.hpp"

namespace agon {
namespace {

using Clock = std::chrono::steady_clock;

// Unique among the members of this process, of other containers and of processes long dead.
std::filesystem::path memberFile(const std::filesystem::path& folder) {
    static std::atomic<unsigned> next{0};
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    return folder / fmt::format("{}-{}-{}", getpid(), now, next++);
}

}  // namespace

FileLock::FileLock(FileLock&& other) noexcept : descriptor_{std::exchange(other.descriptor_, -1)} {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
    if (this != &other) {
        release();
        descriptor_ = std::exchange(other.descriptor_, -1);
    }
    return *this;
}

void FileLock::release() {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = -1;
}

FileLock FileLock::tryLock(const std::filesystem::path& path) {
    const int descriptor = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (descriptor < 0) {
        throw OperatorError{
            fmt::format("{} cannot be opened: {}", path.string(), std::strerror(errno)),
            "Run agon as the user who owns the data directory, or choose another one with AGON_DATA_DIR."};
    }
    FileLock lock{descriptor};
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) lock.release();
    return lock;
}

FileLock FileLock::lock(const std::filesystem::path& path, std::chrono::milliseconds within,
                        const std::function<void()>& onWait) {
    const auto deadline = Clock::now() + within;
    for (bool told = false;; told = true) {
        auto lock = tryLock(path);
        if (lock.held()) return lock;
        if (Clock::now() >= deadline) {
            throw OperatorError{
                fmt::format("another agon has been starting or stopping the database for too long ({} is locked)",
                            path.string()),
                "See what that process is doing, end it if need be, and start again."};
        }
        if (!told) onWait();
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
    }
}

Membership::Membership(std::filesystem::path folder)
    : folder_{std::move(folder)}, file_{memberFile(folder_)}, lock_{FileLock::tryLock(file_)} {}

Membership::~Membership() {
    std::error_code ignored;
    std::filesystem::remove(file_, ignored);
}

bool Membership::isAlone() const {
    bool alone = true;
    for (const auto& entry : std::filesystem::directory_iterator{folder_}) {
        if (entry.path() == file_) continue;
        const auto probe = FileLock::tryLock(entry.path());
        std::error_code ignored;
        if (probe.held()) {
            std::filesystem::remove(entry.path(), ignored);
        } else {
            alone = false;
        }
    }
    return alone;
}

}  // namespace agon
