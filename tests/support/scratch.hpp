#pragma once

#include <filesystem>
#include <string_view>

namespace agon::test {

// Where the files of this run go. Below the shared cluster's folder when CTest started one, so that they are swept with
// it whatever becomes of the test; else below the system's temporary folder.
std::filesystem::path scratchRoot();

// A folder of its own, with a short path, that everybody may enter and its owner may write. At its end, database
// servers that still run on data below it are stopped and it is removed.
class ScratchFolder {
  public:
    explicit ScratchFolder(std::string_view name, const std::filesystem::path& below = scratchRoot());
    ~ScratchFolder();
    ScratchFolder(ScratchFolder&&) = delete;
    ScratchFolder& operator=(ScratchFolder&&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

// Stops, at once and without ceremony, every PostgreSQL server whose data directory is below `folder`.
void stopServersBelow(const std::filesystem::path& folder);

}  // namespace agon::test
