#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "platform/json/rules.hpp"

namespace agon::http {

// Reads the query of a request as ObjectReader reads a body: by the same rules, all faults at once, at "?name". A name
// that is given twice or that nobody asked for is a fault. Obtained through readQuery().
class QueryReader {
  public:
    QueryReader(std::string_view query, std::vector<FieldError>& errors);

    // Nothing when it is absent or faulty.
    template <class R>
    std::optional<typename R::Value> find(std::string_view name, const R& rule) {
        const auto* const text = seek(name);
        return text == nullptr ? std::nullopt : rule.readText(*text, at(name));
    }

    template <class R>
    typename R::Value get(std::string_view name, const R& rule, typename R::Value otherwise) {
        auto value = find(name, rule);
        return value ? std::move(*value) : std::move(otherwise);
    }

    void refuseUnknownNames() const;

  private:
    Place at(std::string_view name) const { return {*errors_, "?" + std::string{name}}; }
    const std::string* seek(std::string_view name);

    std::vector<FieldError>* errors_;
    std::map<std::string, std::string, std::less<>> values_;
    std::set<std::string, std::less<>> known_;
};

template <std::invocable<QueryReader&> Read>
auto readQuery(std::string_view query, Read read) -> Result<std::invoke_result_t<Read&, QueryReader&>> {
    std::vector<FieldError> errors;
    QueryReader reader{query, errors};
    auto value = read(reader);
    reader.refuseUnknownNames();
    if (!errors.empty()) return problem(std::move(errors));
    return value;
}

}  // namespace agon::http
