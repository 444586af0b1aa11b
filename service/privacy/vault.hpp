#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "platform/async/task.hpp"
#include "platform/db/db.hpp"
#include "platform/ids/id.hpp"
#include "platform/problem/problem.hpp"
#include "platform/time/instant.hpp"

// Every question about who somebody is goes through here.
namespace agon::privacy {

struct PersonRow;
using PersonId = Id<PersonRow>;

struct Person {
    PersonId id;
    std::string fullName;
    std::string foldedName;
    CivilDate born;
    std::vector<std::string> citizenships;
    std::string email;
    std::string foldedEmail;
    std::string phone;
    Language language = Language::Greek;
    std::optional<std::string> nickname;
    std::optional<std::string> relativeNote;
    bool isLive = true;
};

Task<std::optional<Person>> findPerson(Db& db, PersonId id);
Task<std::optional<Person>> findPerson(Tx& tx, PersonId id);
// By id; who is not there is left out.
Task<std::map<std::int64_t, Person>> personsOf(Db& db, std::vector<std::int64_t> ids);

// Everything but the id. The constraint person_email_once refuses an address that another live person has.
Task<void> changePerson(Tx& tx, Person person);

// Whose folded name holds the text, or whose address or telephone begins with it; the newest first, live ones before.
Task<std::vector<std::int64_t>> searchPersons(Db& db, std::int64_t championship, std::string folded, std::string digits,
                                              std::int32_t limit);

// Which of these folded addresses live persons of the championship have.
Task<std::vector<std::string>> emailsInUse(Db& db, std::int64_t championship, std::vector<std::string> folded);

// Who else, live, has the same telephone, or the same name and birth date.
struct Others {
    bool samePhone = false;
    bool sameNameAndBirth = false;
};
Task<Others> othersLike(Tx& tx, std::int64_t championship, Person person);

// Answers to the championship's own questions, by the question's code.
Task<std::map<std::string, std::string>> answersOf(Db& db, std::int64_t entry);
Task<std::map<std::string, std::string>> answersOf(Tx& tx, std::int64_t entry);

Task<void> addNote(Tx& tx, std::int64_t entry, std::int64_t account, std::string note);
Task<std::optional<std::string>> lastNote(Db& db, std::int64_t entry);

}  // namespace agon::privacy
