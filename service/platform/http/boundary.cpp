#include "platform/http/boundary.hpp"

#include <drogon/utils/coroutine.h>
#include <trantor/net/EventLoop.h>

#include "platform/http/problem_answer.hpp"
#include "platform/http/request_checks.hpp"
#include "platform/http/response.hpp"
#include "platform/log/log.hpp"

namespace agon::http {
namespace {

using Clock = std::chrono::steady_clock;

std::optional<Method> methodOf(const drogon::HttpRequest& request) {
    switch (request.method()) {
        case drogon::Get:
            return Method::Get;
        case drogon::Post:
            return Method::Post;
        case drogon::Put:
            return Method::Put;
        case drogon::Patch:
            return Method::Patch;
        case drogon::Delete:
            return Method::Delete;
        default:
            return std::nullopt;
    }
}

std::string peerOf(const drogon::HttpRequest& request, Front front) {
    const auto& told = request.getHeader("x-real-ip");
    return front == Front::Trusted && !told.empty() ? told : request.peerAddr().toIp();
}

std::string allowOf(const std::vector<Method>& methods) {
    std::string allow = "OPTIONS";
    for (const auto method : methods) {
        allow.append(", ").append(nameOf(method));
        if (method == Method::Get) allow += ", HEAD";
    }
    return allow;
}

Problem shuttingDown() {
    auto problem = agon::problem(ProblemCode::ShuttingDown).error();
    problem.retryAfter = std::chrono::seconds{2};
    return problem;
}

}  // namespace

struct Boundary::Exchange {
    Exchange(const drogon::HttpRequestPtr& from, Respond to, Front front, std::shared_ptr<Drain> drain)
        : source(from),
          respond(std::move(to)),
          request(from, chooseLanguage(from->getHeader("accept-language")),
                  requestIdFrom(from->getHeader("x-request-id"), front), peerOf(*from, front)),
          ticket(std::move(drain)) {}

    drogon::HttpRequestPtr source;
    Respond respond;
    Request request;
    const Route* route = nullptr;
    std::string_view routeName = ExchangeLog::kNoRoute;
    std::vector<std::pair<std::string, std::string>> headers;  // whatever the outcome
    trantor::EventLoop* loop = trantor::EventLoop::getEventLoopOfCurrentThread();
    std::optional<trantor::TimerId> deadline;
    Clock::time_point begun = Clock::now();
    bool answered = false;
    Drain::Ticket ticket;
};

Boundary::Boundary(Parts parts) : parts_(std::move(parts)), log_(parts_.router.routes()) {}

void Boundary::serve(const drogon::HttpRequestPtr& request, Respond respond) {
    auto exchange = std::make_shared<Exchange>(request, std::move(respond), parts_.front, drain_);
    if (auto early = admit(*exchange)) {
        finish(exchange, std::move(*early));
        return;
    }
    run(this, exchange);
    if (!exchange->answered) watch(exchange);
}

Boundary::Early Boundary::admit(Exchange& exchange) const {
    if (exchange.source->method() == drogon::Options) return answerOptions(exchange);
    const auto method = methodOf(*exchange.source);
    if (!method) return problem(ProblemCode::MethodNotImplemented);
    auto found = parts_.router.find(exchange.request.path(), *method);
    if (std::holds_alternative<NoRoute>(found)) return answerPage(exchange);
    if (const auto* const others = std::get_if<OtherMethods>(&found)) {
        exchange.routeName = others->anyRoute->path;
        exchange.headers.emplace_back("allow", allowOf(others->methods));
        return problem(ProblemCode::MethodNotAllowed);
    }
    auto& match = std::get<RouteMatch>(found);
    exchange.route = match.route;
    exchange.routeName = match.route->path;
    exchange.request.setPathParameters(std::move(match.parameters));
    auto fit = checkRequest(exchange);
    if (!fit) return std::unexpected{std::move(fit.error())};
    return std::nullopt;
}

Boundary::Early Boundary::answerOptions(Exchange& exchange) const {
    const auto found = parts_.router.find(exchange.request.path());
    const auto* const others = std::get_if<OtherMethods>(&found);
    const bool isPage = others == nullptr && parts_.pages.find(exchange.request.path());
    if (others == nullptr && !isPage) return problem(ProblemCode::NotFound);
    auto answer = noContent();
    if (isPage) {
        exchange.routeName = ExchangeLog::kPages;
        return std::move(answer).with("allow", allowOf({Method::Get}));
    }
    exchange.routeName = others->anyRoute->path;
    answer.headers.emplace_back("allow", allowOf(others->methods));
    // What other sites' pages may do with a shared resource is to read it, which needs no leave but for the headers.
    const bool isShared = others->anyRoute->method == Method::Get && others->anyRoute->sharing == Sharing::AnyOrigin;
    if (isShared && !exchange.request.header("access-control-request-method").empty()) {
        answer.headers.emplace_back("access-control-allow-origin", "*");
        answer.headers.emplace_back("access-control-allow-methods", "GET, HEAD");
        answer.headers.emplace_back("access-control-allow-headers", "accept-language, if-none-match");
        answer.headers.emplace_back("access-control-max-age", "86400");
    }
    return answer;
}

Boundary::Early Boundary::answerPage(Exchange& exchange) const {
    if (drain_->isRefusing()) return std::unexpected{shuttingDown()};
    auto page = parts_.pages.find(exchange.request.path());
    if (!page) return answerMissing(exchange);
    exchange.routeName = ExchangeLog::kPages;
    if (exchange.source->method() == drogon::Get) return std::move(*page);
    exchange.headers.emplace_back("allow", allowOf({Method::Get}));
    return problem(ProblemCode::MethodNotAllowed);
}

// A person who followed a wrong link gets a page, a program a problem.
Boundary::Early Boundary::answerMissing(const Exchange& exchange) const {
    const auto& request = exchange.request;
    const bool isPerson = exchange.source->method() == drogon::Get && !request.path().starts_with("/api/") &&
                          request.header("accept").find("text/html") != std::string_view::npos;
    auto page = isPerson ? parts_.pages.find("/404.html") : std::nullopt;
    if (!page) return problem(ProblemCode::NotFound);
    page->status = 404;
    return std::move(*page);
}

Result<void> Boundary::checkRequest(Exchange& exchange) const {
    const auto& route = *exchange.route;
    const bool isOver = route.service == Service::WhileReady
                            ? !drain_->isReady()
                            : route.service == Service::UntilDrained && drain_->isRefusing();
    if (isOver) return std::unexpected{shuttingDown()};
    auto fit = checkOrigin(exchange.request, route.method);
    if (fit) fit = checkBody(exchange.request, route);
    if (fit) fit = checkAccept(exchange.request, route);
    if (!fit && fit.error().code == ProblemCode::UnsupportedMediaType) {
        exchange.headers.emplace_back(route.method == Method::Patch ? "accept-patch" : "accept-post", kJsonType);
        exchange.headers.emplace_back("accept-encoding", "identity");
    }
    return fit;
}

drogon::AsyncTask Boundary::run(Boundary* self, std::shared_ptr<Exchange> exchange) {
    Result<Answer> outcome = problem(ProblemCode::Internal);
    try {
        auto answer = co_await self->handle(exchange);
        outcome = std::move(answer);
    } catch (...) {
        outcome = std::unexpected{problemOfCurrentException(self->parts_.constraints, exchange->request.requestId())};
    }
    self->finish(exchange, std::move(outcome));
}

Task<Result<Answer>> Boundary::handle(std::shared_ptr<Exchange> exchange) const {
    const auto& route = *exchange->route;
    if (route.right != kPublic) {
        if (!parts_.guard) co_return problem(ProblemCode::Forbidden, std::string{route.right.name});
        auto admitted = co_await parts_.guard(exchange->request, route.right);
        if (!admitted) co_return std::unexpected{std::move(admitted.error())};
    }
    auto request = exchange->request;
    auto answer = co_await route.handler(std::move(request));
    co_return answer;
}

void Boundary::watch(const std::shared_ptr<Exchange>& exchange) const {
    const auto expire = [this, weak = std::weak_ptr{exchange}] {
        if (const auto late = weak.lock()) {
            auto tooLong = problem(ProblemCode::Timeout);
            tooLong.error().retryAfter = std::chrono::seconds{1};
            finish(late, std::move(tooLong));
        }
    };
    exchange->deadline = exchange->loop->runAfter(exchange->route->limits.deadline, expire);
}

void Boundary::finish(const std::shared_ptr<Exchange>& exchange, Result<Answer> outcome) const {
    if (!exchange->loop->isInLoopThread()) {
        auto back = [this, exchange, outcome = std::move(outcome)]() mutable {
            finish(exchange, std::move(outcome));
        };
        exchange->loop->queueInLoop(std::move(back));
        return;
    }
    if (exchange->answered) {
        logWarning("http.answered_too_late",
                   {{"request_id", exchange->request.requestId()}, {"route", exchange->routeName}});
        return;
    }
    exchange->answered = true;
    if (exchange->deadline) exchange->loop->invalidateTimer(*exchange->deadline);
    send(*exchange, std::move(outcome));
}

void Boundary::send(Exchange& exchange, Result<Answer> outcome) const {
    const auto& request = exchange.request;
    const bool isHead = exchange.source->isHead();
    const auto code = outcome ? std::string_view{} : codeOf(outcome.error().code);
    auto answer = outcome ? std::move(*outcome)
                          : render(outcome.error(), request.language(), request.path(), request.requestId());
    std::ranges::move(exchange.headers, std::back_inserter(answer.headers));
    const Delivery delivery{.requestId = request.requestId(),
                            .acceptEncoding = request.header("accept-encoding"),
                            .ifNoneMatch = request.header("if-none-match"),
                            .isRead = exchange.source->method() == drogon::Get,
                            .closes = request.header("connection") == "close",
                            .sharing = exchange.route == nullptr ? Sharing::SameOrigin : exchange.route->sharing};
    complete(answer, delivery);
    log_.record({.requestId = request.requestId(),
                 .method = isHead ? "HEAD" : std::string_view{exchange.source->methodString()},
                 .route = exchange.routeName,
                 .problem = code,
                 .status = answer.status,
                 .duration = Clock::now() - exchange.begun,
                 .bytesIn = request.body().size(),
                 .bytesOut = isHead ? 0 : answer.body.size()});
    exchange.respond(toResponse(std::move(answer), delivery));
}

std::string Boundary::refuse(const Problem& problem, const RefusedRequest& request) const {
    const auto requestId = makeRequestId();
    auto answer = render(problem, chooseLanguage(request.acceptLanguage), request.path, requestId);
    const Delivery delivery{.requestId = requestId};
    complete(answer, delivery);
    log_.record({.requestId = requestId,
                 .method = request.method,
                 .route = ExchangeLog::kRefused,
                 .problem = codeOf(problem.code),
                 .status = answer.status,
                 .bytesOut = answer.body.size()});
    return toBytes(answer, titleOf(problem.code, Language::English));
}

}  // namespace agon::http
