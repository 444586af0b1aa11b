#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>

namespace agon {

// A lock on a file that ends with the process that holds it, however it ends. Two holders exclude each other also
// within one process and across containers that share the file.
class FileLock {
  public:
    // Empty-handed when somebody else holds it.
    static FileLock tryLock(const std::filesystem::path& path);

    // Waits. `onWait` is called once when somebody else holds it. Throws OperatorError when the time is up.
    static FileLock lock(const std::filesystem::path& path, std::chrono::milliseconds within,
                         const std::function<void()>& onWait);

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&& other) noexcept;
    ~FileLock() { release(); }

    [[nodiscard]] bool held() const { return descriptor_ >= 0; }
    // For a child that is to hold the lock too: it ends when the last of them has closed it.
    [[nodiscard]] int descriptor() const { return descriptor_; }
    void release();

  private:
    explicit FileLock(int descriptor) : descriptor_{descriptor} {}
    int descriptor_ = -1;
};

// This process among those that use one cluster: a locked file in `folder`. Join, leave and ask only under the lock
// that guards decisions about that cluster.
class Membership {
  public:
    explicit Membership(std::filesystem::path folder);
    ~Membership();
    Membership(Membership&&) = delete;
    Membership& operator=(Membership&&) = delete;

    // Files of members that died are removed on the way.
    [[nodiscard]] bool isAlone() const;

  private:
    std::filesystem::path folder_;
    std::filesystem::path file_;
    FileLock lock_;
};

}  // namespace agon
