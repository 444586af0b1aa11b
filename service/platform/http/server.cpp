#include "platform/http/server.hpp"

#include <drogon/HttpAppFramework.h>
#include <fmt/format.h>

#include <atomic>
#include <optional>
#include <system_error>
#include <thread>

#include "platform/http/listen_address.hpp"
#include "platform/http/signals.hpp"
#include "platform/log/log.hpp"

namespace agon::http {
namespace {

using namespace std::chrono_literals;

constexpr auto kDrainCheck = 20ms;
constexpr auto kLastBytes = 200ms;  // from the last answer to the end, for the kernel to send it

// Drogon makes 256 folders for uploads at start, whether there are uploads or not.
class ScratchFolder {
  public:
    ScratchFolder() {
        auto name = (std::filesystem::temp_directory_path() / "agon-http-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
        path_ = name;
    }
    ~ScratchFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace

// One run of the server. Everything but serve() happens on the main loop.
class HttpServer::Run {
  public:
    Run(const ServerOptions& options, const Hooks& hooks) : options_(options), hooks_(hooks) {
        if (!options.unixSocket.empty()) unix_.emplace(options.unixSocket);
        port_ = unix_ ? 0 : checkAddress(options.address, options.port);
    }

    ~Run() {
        if (closer_.joinable()) closer_.join();
    }

    void go() {
        configure();
        StopSignals signals{app_.getLoop(), [this] {
                                onStopSignal();
                            }};
        app_.run();
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    void configure() {
        app_.addListener(unix_ ? "127.0.0.1" : options_.address, port_);
        app_.setThreadNum(options_.threads != 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency()));
        app_.setMaxConnectionNum(options_.connections);
        app_.setMaxConnectionNumPerIP(options_.connectionsPerAddress);
        app_.setIdleConnectionTimeout(static_cast<std::size_t>(options_.idleTime.count()));
        app_.setClientMaxBodySize(options_.limits.bodyBytes);
        app_.setClientMaxMemoryBodySize(options_.limits.bodyBytes);  // no bodies in temporary files
        app_.setUploadPath(scratch_.path().string());
        app_.enableServerHeader(false);
        app_.enableGzip(false);  // the boundary packs, with Vary and tags
        app_.enableBrotli(false);
        app_.disableSigtermHandling();
        if (unix_) {
            app_.setBeforeListenSockOptCallback([this](int socket) { unix_->takePlaceOf(socket); });
        }
        app_.setConnectionCallback([this](const trantor::TcpConnectionPtr& connection) {
            if (!boundary_) {
                connection->forceClose();
            } else if (connection->connected()) {
                ConnectionGuard::attach(connection, options_.limits, *boundary_);
            } else {
                ConnectionGuard::detach(connection);
            }
        });
        // Before Drogon's own routing, which thereby never happens.
        app_.registerPreRoutingAdvice([this](const drogon::HttpRequestPtr& request, drogon::AdviceCallback&& respond,
                                             drogon::AdviceChainCallback&&) { serve(request, std::move(respond)); });
        app_.registerBeginningAdvice([this] { begin(); });
    }

    void begin() {
        try {
            Loops loops;
            for (std::size_t i = 0; i < app_.getThreadNum(); ++i) loops.push_back(app_.getIOLoop(i));
            boundary_ = std::make_unique<Boundary>(hooks_.build(loops));
        } catch (...) {
            failure_ = std::current_exception();
            end();
            return;
        }
        logInfo("http.listening", {{"address", where()}});
        // Drogon has its loops listen when this function has returned; who is queued behind them comes after.
        app_.getLoop()->queueInLoop([this] { callWhenAllLoopsListen(); });
    }

    std::string where() const {
        if (unix_) return "unix:" + options_.unixSocket.string();
        const auto host = options_.address.contains(':') ? "[" + options_.address + "]" : options_.address;
        return fmt::format("http://{}:{}", host, port_);
    }

    void callWhenAllLoopsListen() {
        const auto left = std::make_shared<std::atomic<std::size_t>>(app_.getThreadNum());
        for (std::size_t i = 0; i < app_.getThreadNum(); ++i) {
            app_.getIOLoop(i)->queueInLoop([this, left] {
                if (left->fetch_sub(1) > 1) return;
                app_.getLoop()->queueInLoop([this] {
                    if (hooks_.started) hooks_.started(where());
                });
            });
        }
    }

    void serve(const drogon::HttpRequestPtr& request, drogon::AdviceCallback respond) {
        boundary_->serve(request, [respond = std::move(respond),
                                   connection = request->getConnectionPtr()](const drogon::HttpResponsePtr& response) {
            respond(response);
            if (const auto alive = connection.lock()) ConnectionGuard::answered(alive);
        });
    }

    void onStopSignal() {
        if (!boundary_ || isStopping_) {
            logWarning("http.stopped_at_once");
            end();
            return;
        }
        isStopping_ = true;
        boundary_->drain().announce();
        logInfo("http.draining", {{"in_flight", boundary_->drain().inFlight()}});
        app_.getLoop()->runAfter(options_.announceTime, [this] {
            boundary_->drain().refuse();
            drainUntil_ = std::chrono::steady_clock::now() + options_.drainTime;
            waitForLast();
        });
    }

    void waitForLast() {
        const auto left = boundary_->drain().inFlight();
        const bool isLate = std::chrono::steady_clock::now() > drainUntil_;
        if (left > 0 && !isLate) {
            app_.getLoop()->runAfter(kDrainCheck, [this] { waitForLast(); });
            return;
        }
        if (left > 0) logWarning("http.drain_gave_up", {{"in_flight", left}});
        app_.getLoop()->runAfter(kLastBytes, [this] { close(); });
    }

    // On a thread of its own: what stops may need all loops to go on running meanwhile.
    void close() {
        closer_ = std::thread{[this] {
            try {
                if (hooks_.stopping) hooks_.stopping();
            } catch (const std::exception& error) {
                logError("http.stopping_failed", {{"message", error.what()}});
            }
            app_.getLoop()->queueInLoop([this] { end(); });
        }};
    }

    void end() {
        if (hasEnded_) return;
        hasEnded_ = true;
        app_.quit();
        logInfo("http.stopped");
    }

    const ServerOptions& options_;
    const Hooks& hooks_;
    drogon::HttpAppFramework& app_ = drogon::app();
    ScratchFolder scratch_;
    std::optional<UnixListener> unix_;
    std::uint16_t port_ = 0;
    std::unique_ptr<Boundary> boundary_;
    std::exception_ptr failure_;
    std::thread closer_;
    std::chrono::steady_clock::time_point drainUntil_;
    bool isStopping_ = false;
    bool hasEnded_ = false;
};

HttpServer::HttpServer(ServerOptions options, Hooks hooks) : options_(std::move(options)), hooks_(std::move(hooks)) {}

HttpServer::~HttpServer() = default;

void HttpServer::run() {
    Run run{options_, hooks_};
    run.go();
}

}  // namespace agon::http
