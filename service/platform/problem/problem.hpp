#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace agon {

enum class Language : std::uint8_t { Greek, English };

// Everything the service can answer instead of what was asked. The codes are part of the API: they are never renamed.
// Status, title and sentence of each are in problem.cpp, in one switch per kind, so that a new code cannot be
// forgotten.
enum class ProblemCode : std::uint8_t {
    // The request was not understood.
    MalformedRequest,
    MalformedJson,
    InvalidFields,
    NotAcceptable,
    UnsupportedMediaType,
    BodyTooLarge,
    LengthRequired,
    UriTooLong,
    HeadersTooLarge,
    ExpectationFailed,
    MethodNotImplemented,
    RequestIncomplete,
    // Who is asking.
    Unauthenticated,
    SecondFactorRequired,
    ReauthenticationRequired,
    Forbidden,
    CrossOriginRefused,
    // What is asked for.
    NotFound,
    LinkInvalid,
    MethodNotAllowed,
    // The state of things says no.
    Conflict,
    EmailTaken,
    LastDirector,
    RegistrationClosed,
    AlreadyRegistered,
    ReservesFull,
    NotEligible,
    EntryEnded,
    NothingToDo,
    ImportHasFaults,
    SlugTaken,
    NotPublishable,
    RealClock,
    ClockForwardOnly,
    StaleVersion,
    VersionRequired,
    IdempotencyKeyReused,
    IdempotencyKeyInUse,
    // Too much, or not now.
    TooManyRequests,
    Unavailable,
    ShuttingDown,
    Timeout,
    // We are broken.
    Internal,
};

// Why one member of a request was refused.
enum class FieldFault : std::uint8_t {
    Missing,
    Unknown,
    Duplicate,
    NotAString,
    NotANumber,
    NotAnInteger,
    NotABoolean,
    NotAnObject,
    NotAnArray,
    OutOfRange,
    TooShort,
    TooLong,
    BadFormat,
    BadInstant,
    BadDate,
    NotAChoice,
    HiddenCharacters,
    TooFew,
    TooMany,
    BadCursor,
    EasyToGuess,
    SpeaksAgainst,
    Incorrect,
};

struct FieldError {
    std::string pointer;  // JSON pointer into the body, "?name" for a query parameter, or a header's name
    FieldFault fault;
    std::string detail;  // what the fault is measured against: a limit, the choices; never what the client sent
};

// A further member of the document, for what a program may want to know beyond the code.
struct Extension {
    std::string member;
    std::string json;  // its value, as text
};

struct Problem {
    ProblemCode code;
    std::vector<FieldError> errors;
    std::string subject;  // a word for the sentence where it has a gap: a right, a method; never personal data
    std::optional<std::chrono::seconds> retryAfter;
    std::optional<Extension> extension;
};

template <class T>
using Result = std::expected<T, Problem>;

// For `co_return problem(ProblemCode::NotFound);` in a function that returns a Result.
std::unexpected<Problem> problem(ProblemCode code, std::string subject = {});
std::unexpected<Problem> problem(std::vector<FieldError> errors);

int statusOf(ProblemCode code);
std::string_view codeOf(ProblemCode code);
std::string_view codeOf(FieldFault fault);
std::string titleOf(ProblemCode code, Language language);
std::string detailOf(const Problem& problem, Language language);
std::string messageOf(const FieldError& error, Language language);

// The URI that names a kind of problem, the `type` of RFC 9457.
std::string typeOf(ProblemCode code);

// Every code and fault there is, for the documentation and for tests of completeness.
const std::vector<ProblemCode>& allProblemCodes();
const std::vector<FieldFault>& allFieldFaults();

// The language a client asks for with Accept-Language; English when it asks for neither.
Language chooseLanguage(std::string_view acceptLanguage);

}  // namespace agon
