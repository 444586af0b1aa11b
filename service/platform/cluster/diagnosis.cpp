#include "platform/cluster/diagnosis.hpp"

#include <fmt/format.h>

#include <array>
#include <deque>
#include <fstream>
#include <optional>

namespace agon {
namespace {

namespace fs = std::filesystem;

struct Symptom {
    std::string_view words;
    std::string_view advice;
};

// The first that fits is taken.
constexpr std::array kSymptoms{
    Symptom{"No space left on device", "The disk is full. Free some space, then start again; nothing is lost."},
    Symptom{"Disk quota exceeded", "The disk quota is used up. Free some space, then start again; nothing is lost."},
    Symptom{"Read-only file system",
            "The disk is mounted read-only. Mount it writable, or choose another folder with AGON_DATA_DIR."},
    Symptom{"has wrong ownership",
            "The data directory must belong to the user PostgreSQL runs as; correct it with chown -R."},
    Symptom{"has group or world access", "Take the others' rights away: chmod -R go= on the data directory."},
    Symptom{"has invalid permissions", "Take the others' rights away: chmod 0700 on the data directory."},
    Symptom{"Permission denied", "The user PostgreSQL runs as may not use that file; correct its owner or its rights."},
    Symptom{"invalid locale name",
            "This system lacks the locale C.UTF-8. Install it (on Debian it is part of libc-bin)."},
    Symptom{
        "could not create shared memory",
        "The machine gives PostgreSQL too little shared memory: see kernel.shmmax, or --shm-size of the container."},
    Symptom{"Cannot allocate memory",
            "The machine is out of memory. Lower shared_buffers in local.conf in the data directory."},
    Symptom{"could not create any Unix-domain sockets", "The socket's folder cannot be used; see the line above."},
    Symptom{"contains errors",
            "local.conf or postgresql.auto.conf in the data directory has a mistake; the lines above name it."},
    Symptom{"invalid checkpoint record",
            "The data directory is damaged. Restore it from a backup; do not use pg_resetwal."},
    Symptom{"could not locate a valid checkpoint record",
            "The data directory is damaged. Restore it from a backup; do not use pg_resetwal."},
};

void appendTail(const fs::path& file, std::string& text) {
    constexpr std::size_t kLines = 12;
    std::ifstream in{file};
    std::deque<std::string> last;
    for (std::string line; std::getline(in, line);) {
        last.push_back(line);
        if (last.size() > kLines) last.pop_front();
    }
    for (const auto& line : last) text += "\n  " + line;
}

}  // namespace

OperatorError diagnose(const std::string& what, const std::string& output) {
    std::string advice = "The lines above are PostgreSQL's own words.";
    for (const auto& symptom : kSymptoms) {
        if (!output.contains(symptom.words)) continue;
        advice = symptom.advice;
        break;
    }
    const auto separator = output.empty() || output.starts_with('\n') ? "" : "\n  ";
    return OperatorError{fmt::format("{}:{}{}", what, separator, output), advice};
}

std::string tailOfLogs(const fs::path& clusterDir) {
    std::string text;
    const auto folder = clusterDir / "log";
    const auto started = folder / "startup.log";
    appendTail(started, text);
    std::error_code error;
    std::optional<fs::directory_entry> newest;
    for (const auto& entry : fs::directory_iterator{folder, error}) {
        if (entry.path() == started) continue;
        if (!newest || entry.last_write_time(error) > newest->last_write_time(error)) newest = entry;
    }
    // An older file tells of an older failure.
    if (newest && newest->last_write_time(error) >= fs::last_write_time(started, error))
        appendTail(newest->path(), text);
    return text;
}

}  // namespace agon
