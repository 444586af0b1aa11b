#include "privacy/vault.hpp"

namespace agon::privacy {
namespace {

constexpr Sql kPersons{"vault.persons", R"sql(
    select id, full_name, name_folded, birth_date, citizenships, email, email_folded, phone, language, nickname_wish,
           relative_note, is_live
    from vault.person
    where id = any($1)
)sql"};
constexpr Sql kChange{"vault.change_person", R"sql(
    update vault.person
    set full_name = $2, name_folded = $3, birth_date = $4, citizenships = $5, email = $6, email_folded = $7, phone = $8,
        language = $9, nickname_wish = $10
    where id = $1
)sql"};
constexpr Sql kSearch{"vault.search_persons", R"sql(
    select id
    from vault.person
    where championship_id = $1
          and (strpos(name_folded, $2) > 0 or starts_with(email_folded, $2) or ($3 <> '' and strpos(phone, $3) > 0))
    order by is_live desc, id desc
    limit $4
)sql"};
constexpr Sql kEmailsInUse{"vault.emails_in_use", R"sql(
    select email_folded from vault.person where championship_id = $1 and is_live and email_folded = any($2)
)sql"};
constexpr Sql kOthers{"vault.others_like", R"sql(
    select exists (select from vault.person p
                   where p.championship_id = $1 and p.phone = $3 and p.is_live and p.id <> $2) as same_phone,
           exists (select from vault.person p
                   where p.championship_id = $1 and p.name_folded = $4 and p.birth_date = $5 and p.is_live
                         and p.id <> $2) as same_person
)sql"};
constexpr Sql kAnswers{"vault.answers", R"sql(
    select q.code, a.answer
    from vault.answer a
    join core.question q on q.id = a.question_id
    where a.entry_id = $1
)sql"};
constexpr Sql kAddNote{"vault.add_note", R"sql(
    insert into vault.entry_note (entry_id, account_id, note) values ($1, $2, $3)
)sql"};
constexpr Sql kLastNote{"vault.last_note", R"sql(
    select note from vault.entry_note where entry_id = $1 order by id desc limit 1
)sql"};

Person personIn(const Row& row) {
    Person person;
    person.id = row.get<PersonId>("id");
    person.fullName = row.get<std::string>("full_name");
    person.foldedName = row.get<std::string>("name_folded");
    person.born = row.get<CivilDate>("birth_date");
    person.citizenships = row.get<std::vector<std::string>>("citizenships");
    person.email = row.get<std::string>("email");
    person.foldedEmail = row.get<std::string>("email_folded");
    person.phone = row.get<std::string>("phone");
    person.language = row.get<std::string>("language") == "el" ? Language::Greek : Language::English;
    person.nickname = row.get<std::optional<std::string>>("nickname_wish");
    person.relativeNote = row.get<std::optional<std::string>>("relative_note");
    person.isLive = row.get<bool>("is_live");
    return person;
}

std::optional<Person> firstIn(const Rows& rows) {
    if (rows.empty()) return std::nullopt;
    return personIn(rows.front());
}

std::map<std::string, std::string> answersIn(const Rows& rows) {
    std::map<std::string, std::string> answers;
    for (const auto row : rows) answers[row.get<std::string>("code")] = row.get<std::string>("answer");
    return answers;
}

}  // namespace

Task<std::optional<Person>> findPerson(Db& db, PersonId id) {
    const std::vector<std::int64_t> ids{id.value};
    const auto rows = co_await db.query(kPersons, params(ids));
    co_return firstIn(rows);
}

Task<std::optional<Person>> findPerson(Tx& tx, PersonId id) {
    const std::vector<std::int64_t> ids{id.value};
    const auto rows = co_await tx.query(kPersons, params(ids));
    co_return firstIn(rows);
}

Task<std::map<std::int64_t, Person>> personsOf(Db& db, std::vector<std::int64_t> ids) {
    const auto rows = co_await db.query(kPersons, params(ids));
    std::map<std::int64_t, Person> persons;
    for (const auto row : rows) {
        auto person = personIn(row);
        const auto id = person.id.value;
        persons.emplace(id, std::move(person));
    }
    co_return persons;
}

Task<void> changePerson(Tx& tx, Person person) {
    const std::string language = person.language == Language::Greek ? "el" : "en";
    const auto changed = co_await tx.execute(
        kChange, params(person.id, person.fullName, person.foldedName, person.born, person.citizenships, person.email,
                        person.foldedEmail, person.phone, language, person.nickname));
    static_cast<void>(changed);
}

Task<std::vector<std::int64_t>> searchPersons(Db& db, std::int64_t championship, std::string folded, std::string digits,
                                              std::int32_t limit) {
    const auto rows = co_await db.query(kSearch, params(championship, folded, digits, limit));
    std::vector<std::int64_t> ids;
    for (const auto row : rows) ids.push_back(row.get<std::int64_t>("id"));
    co_return ids;
}

Task<std::vector<std::string>> emailsInUse(Db& db, std::int64_t championship, std::vector<std::string> folded) {
    const auto rows = co_await db.query(kEmailsInUse, params(championship, folded));
    std::vector<std::string> used;
    for (const auto row : rows) used.push_back(row.get<std::string>("email_folded"));
    co_return used;
}

Task<Others> othersLike(Tx& tx, std::int64_t championship, Person person) {
    const auto rows =
        co_await tx.query(kOthers, params(championship, person.id, person.phone, person.foldedName, person.born));
    co_return Others{rows.front().get<bool>("same_phone"), rows.front().get<bool>("same_person")};
}

Task<std::map<std::string, std::string>> answersOf(Db& db, std::int64_t entry) {
    const auto rows = co_await db.query(kAnswers, params(entry));
    co_return answersIn(rows);
}

Task<std::map<std::string, std::string>> answersOf(Tx& tx, std::int64_t entry) {
    const auto rows = co_await tx.query(kAnswers, params(entry));
    co_return answersIn(rows);
}

Task<void> addNote(Tx& tx, std::int64_t entry, std::int64_t account, std::string note) {
    const auto added = co_await tx.execute(kAddNote, params(entry, account, note));
    static_cast<void>(added);
}

Task<std::optional<std::string>> lastNote(Db& db, std::int64_t entry) {
    const auto rows = co_await db.query(kLastNote, params(entry));
    if (rows.empty()) co_return std::nullopt;
    co_return rows.front().get<std::string>("note");
}

}  // namespace agon::privacy
