#include "app/demo_mark.hpp"

#include <fmt/format.h>

#include "platform/cluster/configuration.hpp"
#include "platform/cluster/layout.hpp"
#include "platform/cluster/postmaster.hpp"
#include "platform/config/operator_error.hpp"

namespace agon::app {
namespace {

namespace fs = std::filesystem;

fs::path markIn(const fs::path& dataDir) {
    return dataDir / "DEMONSTRATION";
}

}  // namespace

void refuseDemoData(const Settings& settings) {
    if (!settings.embedded() || !fs::exists(markIn(settings.dataDir))) return;
    throw OperatorError{fmt::format("{} holds the data of a demonstration", settings.dataDir.string()),
                        "Start it with agon demo, or choose another folder with AGON_DATA_DIR."};
}

void markAsDemo(const fs::path& dataDir) {
    if (fs::exists(markIn(dataDir))) return;
    if (clusterExists(dataDir)) {
        throw OperatorError{fmt::format("{} holds real data, and agon demo leaves that alone", dataDir.string()),
                            "Choose another folder with agon demo --data-dir."};
    }
    prepareDataDir(dataDir);
    writeFile(markIn(dataDir), "The data in this folder is a demonstration's. agon demo --fresh removes it.\n",
              currentUser());
}

void removeDemoData(const fs::path& dataDir) {
    if (!fs::exists(dataDir)) return;
    if (!fs::exists(markIn(dataDir))) {
        throw OperatorError{fmt::format("{} does not hold a demonstration's data", dataDir.string()),
                            "Nothing was removed."};
    }
    if (findPostmaster(fs::weakly_canonical(dataDir) / "postgresql")) {
        throw OperatorError{fmt::format("the demonstration in {} is running", dataDir.string()),
                            "Stop it first. Nothing was removed."};
    }
    fs::remove_all(dataDir / "postgresql");  // the mark goes last, so that a removal cut short can be repeated
    fs::remove_all(dataDir);
}

}  // namespace agon::app
