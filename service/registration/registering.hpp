#pragma once

#include "registration/context.hpp"
#include "registration/wire.hpp"

namespace agon::registration {

struct Registered {
    Entered entered;
    std::vector<Verdict> verdicts;
};

// The same guarded path for every channel.
struct Attempt {
    std::string championship;
    Wanted wanted;
    Channel channel = Channel::Form;
    Actor actor;
    std::optional<Claim> claim;
    std::string peer;
};

// What a registration is judged by and becomes, before the register is asked: InvalidFields for what this championship
// cannot read, NotEligible with every verdict. Nothing is kept of either.
struct Judged {
    Application application;
    std::vector<Verdict> verdicts;
};
Result<Judged> judgeWanted(const championships::Published& championship, const Wanted& wanted);

// The conditions of a heat of a championship.
Conditions conditionsOf(const championships::Published& championship, const championships::PublishedHeat& heat);

// What a program reads beside the code NotEligible.
Problem notEligible(const std::vector<Verdict>& verdicts);

// Everything that was judged about somebody who is in, with what the register found.
std::vector<Verdict> allVerdicts(std::vector<Verdict> judged, const std::vector<std::string>& tasks);

// Answers when the entry is durable. NotFound, TooManyRequests, and what judgeWanted() and Writer::enter() say.
Task<Result<Registered>> registerPerson(ContextPtr context, Attempt attempt);

}  // namespace agon::registration
