#pragma once

#include <sys/types.h>

#include <chrono>

namespace agon::test {

// A hold on one process that stays on that process: unlike a pid, it never comes to mean another one.
class ProcessHandle {
  public:
    // Holds nothing when there is no such process.
    explicit ProcessHandle(pid_t pid);
    ~ProcessHandle();
    ProcessHandle(ProcessHandle&& other) noexcept;
    ProcessHandle& operator=(ProcessHandle&& other) noexcept;

    explicit operator bool() const { return descriptor_ >= 0; }

    // Readable, as poll sees it, from the end of the process on.
    [[nodiscard]] int descriptor() const { return descriptor_; }

    void signal(int number) const;

    // Whether it has ended by then, also when nobody has reaped it yet. True when it holds nothing.
    [[nodiscard]] bool endsWithin(std::chrono::milliseconds time) const;

  private:
    int descriptor_;
};

}  // namespace agon::test
