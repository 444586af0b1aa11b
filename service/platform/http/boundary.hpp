#pragma once

#include <drogon/HttpRequest.h>
#include <drogon/HttpResponse.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "platform/http/constraint_map.hpp"
#include "platform/http/drain.hpp"
#include "platform/http/exchange_record.hpp"
#include "platform/http/request_head.hpp"
#include "platform/http/request_id.hpp"
#include "platform/http/router.hpp"
#include "platform/http/static_pages.hpp"

namespace agon::http {

// What is known of a request that was refused before it was whole.
struct RefusedRequest {
    std::string method;
    std::string path;
    std::string acceptLanguage;
};

// The one place every request passes on its way in and out. On the way in: request id, route, page or 404, 405,
// OPTIONS; requests of other sites' pages; body and media type; the guard. On the way out: problems for refusals and
// exceptions, headers, compression, log line, metrics. Handlers do none of that.
class Boundary {
  public:
    using Respond = std::function<void(const drogon::HttpResponsePtr&)>;

    struct Parts {
        Router router;
        StaticPages pages;
        Guard guard;  // without one, only public routes are served
        ConstraintMap constraints;
        Front front = Front::Untrusted;
    };

    explicit Boundary(Parts parts);

    // Answers once, on the calling thread's event loop: at once, or when the handler is done, or at the route's
    // deadline. The handler is never interrupted; past the deadline its answer is dropped.
    void serve(const drogon::HttpRequestPtr& request, Respond respond);

    // The whole response to a request that is not let in, which ends its connection.
    std::string refuse(const Problem& problem, const RefusedRequest& request) const;

    Drain& drain() { return *drain_; }
    const ConstraintMap& constraints() const { return parts_.constraints; }

  private:
    struct Exchange;
    using Early = std::optional<Result<Answer>>;

    Early admit(Exchange& exchange) const;
    Early answerOptions(Exchange& exchange) const;
    Early answerPage(Exchange& exchange) const;
    Early answerMissing(const Exchange& exchange) const;
    Result<void> checkRequest(Exchange& exchange) const;
    static drogon::AsyncTask run(Boundary* self, std::shared_ptr<Exchange> exchange);
    Task<Result<Answer>> handle(std::shared_ptr<Exchange> exchange) const;
    void watch(const std::shared_ptr<Exchange>& exchange) const;
    void finish(const std::shared_ptr<Exchange>& exchange, Result<Answer> outcome) const;
    void send(Exchange& exchange, Result<Answer> outcome) const;

    Parts parts_;
    ExchangeLog log_;
    std::shared_ptr<Drain> drain_ = std::make_shared<Drain>();
};

}  // namespace agon::http
