#include "app/banner.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "app/version.hpp"
#include "platform/log/log.hpp"

namespace agon::app {

void printBanner(const Settings& settings, const std::string& where, const std::optional<StaffConsole::Link>& first) {
    const std::string_view address{where};
    logInfo("listening", {{"address", address.substr(address.starts_with("http://") ? 7 : 0)}, {"version", version()}});
    fmt::print("\n  Agon {}{}\n\n", version(), settings.demo ? " (demonstration)" : "");
    if (settings.listen.isUnixSocket()) {
        fmt::print("  socket  {}\n", settings.listen.socketPath);
    } else {
        fmt::print("  public  {0}/\n  staff   {0}/admin\n  API     {0}/docs\n", where);
    }
    fmt::print("  data    {}\n", settings.embedded() ? settings.dataDir.string() : "the server in AGON_DATABASE_URL");
    if (settings.demo) fmt::print("\n  This is a demonstration with data of its own. agon demo --fresh begins anew.\n");
    if (first) {
        const auto base = settings.publicUrl.empty() ? where : settings.publicUrl;
        fmt::print("\n  first sign-in, once, within 72 hours:\n  {}\n",
                   auth::linkAddress(base, first->purpose, first->token));
    }
    fmt::print("\n  Ctrl-C stops it.\n\n");
    std::fflush(stdout);
}

void warnIfReachable(const Settings& settings) {
    if (settings.listen.isPrivate()) return;
    fmt::print(
        stderr,
        "\n"
        "  ATTENTION: {} can be reached from other machines.\n"
        "  This service must not face the network alone. nginx has to stand in front of it (deploy/nginx.conf), and\n"
        "  nobody but nginx may reach this address. To try things out, leave AGON_LISTEN at 127.0.0.1:8080.\n\n",
        settings.listen.text());
    logWarning("app.reachable_from_outside", {{"address", settings.listen.text()}});
}

}  // namespace agon::app
