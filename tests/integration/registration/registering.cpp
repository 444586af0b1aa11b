#include "integration/registration/registration_test.hpp"

namespace agon::test {
namespace {

class Registering : public RegistrationTest {};

TEST_F(Registering, IsAnsweredWithAReceipt) {
    auto who = somebody(1, volos_);
    who["full_name"] = "Ελένη  Παπαδάκη";
    who["email"] = "eleni+championship@example.org";
    who["phone"] = "+49 30 901820";
    who["citizenships"] = {"CA", "GR"};
    who["nickname"] = "Top Hat";
    const auto reply = enter(who);
    ASSERT_EQ(reply.status, 201) << reply.body;
    const auto receipt = reply.json();
    EXPECT_EQ(reply.header("location"), entryPath(receipt));
    EXPECT_EQ(receipt.at("championship"), kSlug);
    EXPECT_EQ(receipt.at("heat"), volos_);
    EXPECT_EQ(receipt.at("number"), 1);
    EXPECT_EQ(receipt.at("place"), "held");
    EXPECT_EQ(receipt.at("reserve"), nullptr);
    EXPECT_EQ(receipt.at("terms"), 1);
    EXPECT_EQ(receipt.at("receipt").get<std::string>().size(), 64U);
    for (const auto& verdict : receipt.at("verdicts")) {
        EXPECT_EQ(verdict.at("outcome"), "pass") << verdict;
        EXPECT_FALSE(verdict.at("reason").at("el").get<std::string>().empty());
    }
    EXPECT_EQ(sql().value("select full_name || ' ' || phone from vault.person"), "Ελένη Παπαδάκη +4930901820");
    EXPECT_EQ(staff_.acts("registered", receipt.at("code")), 1);
    EXPECT_EQ(sql().number("select count(*) from ops.outbox where template = 'registered' and reader_kind = 'person'"),
              1);
    // The secret is known to its owner only.
    EXPECT_EQ(sql().number("select count(*) from core.entry where secret_hash = sha256($1::bytea)",
                           {receipt.at("secret").get<std::string>()}),
              1);
}

TEST_F(Registering, TheSameRequestAgainIsTheSameAnswer) {
    const Headers key{{"Idempotency-Key", "pressed-twice-1"}};
    const auto first = enter(somebody(1, volos_), key);
    ASSERT_EQ(first.status, 201) << first.body;
    entered(2, volos_);
    const auto again = enter(somebody(1, volos_), key);
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.body, first.body);
    EXPECT_EQ(persons(), 2);

    const auto other = enter(somebody(3, volos_), key);
    EXPECT_EQ(other.status, 422);
    EXPECT_EQ(codeOf(other), "idempotency-key-reused");
    EXPECT_EQ(persons(), 2);
}

// EX-16.
TEST_F(Registering, AnEmailBelongsToOnePersonWhateverItsCapitals) {
    entered(1, volos_);
    auto other = somebody(2, athens_);
    other["email"] = "PERSON1@Example.ORG";
    const auto refused = enter(other);
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(codeOf(refused), "already-registered");
    EXPECT_EQ(persons(), 1);
    EXPECT_EQ(sql().number("select last_number from core.heat where code = $1", {athens_}), 0);
}

TEST_F(Registering, APlusAddressIsAnAddressOfItsOwn) {
    entered(1, volos_);
    auto other = somebody(2, volos_);
    other["email"] = "person1+sister@example.org";
    EXPECT_EQ(enter(other).status, 201);
}

TEST_F(Registering, FamiliesShareTelephonesAndKeepTheirPlaces) {
    entered(1, volos_);
    auto sister = somebody(2, volos_);
    sister["phone"] = "+30 210 0000 001";
    const auto receipt = entered(sister);
    EXPECT_EQ(outcomeOf(receipt, "shared-phone"), "review");
    EXPECT_EQ(outcomeOf(receipt, "same-person"), "pass");
    EXPECT_EQ(receipt.at("place"), "held");
    EXPECT_EQ(receipt.at("number"), 2);
    EXPECT_EQ(sql().value("select tasks[1] from core.entry where number = 2"), "shared-phone");

    auto twin = somebody(3, athens_);
    twin["full_name"] = "PERSON  NUMBER1";
    EXPECT_EQ(outcomeOf(entered(twin), "same-person"), "review");
}

TEST_F(Registering, WhoMayNotTakePartLeavesNothingBehind) {
    auto young = somebody(1, volos_);
    young["birth_date"] = "2017-05-24";
    young["citizenships"] = {"CY"};
    young["declarations"].erase(5);
    const auto refused = enter(young, {{"Idempotency-Key", "too-young-to-play"}});
    EXPECT_EQ(refused.status, 422);
    EXPECT_EQ(codeOf(refused), "not-eligible");
    EXPECT_EQ(outcomeOf(refused.json(), "age"), "fail");
    EXPECT_EQ(outcomeOf(refused.json(), "citizenship"), "fail");
    EXPECT_EQ(outcomeOf(refused.json(), "acceptance"), "fail");
    EXPECT_EQ(outcomeOf(refused.json(), "staff"), "pass");
    EXPECT_EQ(persons(), 0);
    EXPECT_EQ(sql().number("select count(*) from ops.idempotency where scope like 'register %'"), 0);

    // EX-09: of age on the very day, so the next one is the first.
    young = somebody(1, volos_);
    young["birth_date"] = "2017-05-23";
    EXPECT_EQ(entered(young).at("number"), 1);
}

TEST_F(Registering, EveryFaultIsToldAtOnce) {
    auto wrong = somebody(1, "0000-0000");
    wrong["phone"] = "123";
    EXPECT_THAT(fieldErrorsOf(enter(wrong)), ElementsAre("/heat not-a-choice", "/phone bad-format"));
    wrong = somebody(1, volos_);
    wrong.erase("full_name");
    wrong.erase("email");
    wrong["birth_date"] = "31/01/1990";
    wrong["shoe_size"] = 43;
    const auto refused = enter(wrong);
    EXPECT_EQ(refused.status, 422);
    EXPECT_THAT(fieldErrorsOf(refused), testing::UnorderedElementsAre("/full_name missing", "/email missing",
                                                                      "/birth_date bad-date", "/shoe_size unknown"));
    EXPECT_EQ(persons(), 0);
}

TEST_F(Registering, NamesOfTwoHundredLettersAndOfAnyScriptAreTaken) {
    std::string longest;
    for (int i = 0; i < 200; ++i) longest += "ή";
    int number = 0;
    for (const auto& name : {longest, std::string{"محمد علي"}, std::string{"Jose\u0301 Nun\u0303ez"}}) {
        auto who = somebody(++number, volos_);
        who["full_name"] = name;
        EXPECT_EQ(enter(who).status, 201) << name;
    }
    auto who = somebody(4, volos_);
    who["full_name"] = longest + "ή";
    EXPECT_THAT(fieldErrorsOf(enter(who)), ElementsAre("/full_name too-long"));
    EXPECT_EQ(sql().number("select count(*) from vault.person where full_name = $1", {"José Nuñez"}), 1);
}

// EX-06, EX-07, EX-08.
TEST_F(Registering, WhoComesAfterTheLastPlaceWaits) {
    for (int i = 1; i <= 36; ++i) ASSERT_EQ(entered(i, volos_).at("place"), "held") << i;
    const auto reserve = entered(37, volos_);
    EXPECT_EQ(reserve.at("number"), 37);
    EXPECT_EQ(reserve.at("place"), "waiting");
    EXPECT_EQ(reserve.at("reserve"), 1);
    EXPECT_EQ(sql().number("select count(*) from ops.outbox where template = 'registered-waiting'"), 1);

    for (int i = 1; i <= 72; ++i) ASSERT_EQ(entered(100 + i, athens_).at("place"), "held") << i;
    EXPECT_EQ(entered(173, athens_).at("reserve"), 1);
    EXPECT_EQ(entered(174, athens_).at("reserve"), 2);
    expectSound(volos_);
    expectSound(athens_);
}

TEST_F(Registering, AFullReserveListTakesNobodyAndKeepsNothing) {
    setCapacity(volos_, 1);
    sql().run("update core.heat set reserve_limit = 1");
    entered(1, volos_);
    entered(2, volos_);
    const auto refused = enter(somebody(3, volos_));
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(codeOf(refused), "reserves-full");
    EXPECT_EQ(persons(), 2);
    ASSERT_EQ(withdraw(entered(4, athens_)).status, 200);
    sql().run("update core.heat set reserve_limit = null");
    EXPECT_EQ(entered(3, volos_).at("number"), 3);
    expectSound(volos_);
}

TEST_F(Registering, TheDeskRegistersSomebodyAndSaysWhoConsentedAndHow) {
    auto desk = letIn(staff_.add({.email = "desk@example.org", .role = "desk"}));
    auto who = somebody(1, volos_);
    EXPECT_THAT(fieldErrorsOf(desk.post(pathOf(kSlug, "/desk-registrations"), who)), ElementsAre("/consent missing"));
    who["consent"] = {{"given_by", "representative"}, {"how", "phone"}};
    const auto reply = desk.post(pathOf(kSlug, "/desk-registrations"), who, {{"Idempotency-Key", "somebody-called"}});
    ASSERT_EQ(reply.status, 201) << reply.body;
    EXPECT_EQ(desk.post(pathOf(kSlug, "/desk-registrations"), who, {{"Idempotency-Key", "somebody-called"}}).body,
              reply.body);
    EXPECT_EQ(sql().value("select channel || ' ' || given_by || ' ' || given_how from core.consent_event"),
              "desk representative phone");
    EXPECT_EQ(sql().value("select actor_kind || ' ' || role from audit.act where act = 'registered'"), "staff desk");
}

// R34.
TEST_F(Registering, TheCountrysOwnQuestionsAreAnsweredAndDecide) {
    auto settings = draft(kSlug);
    settings["questions"].push_back({{"code", "passport"},
                                     {"text", bothLanguages("Έχετε διαβατήριο;", "Do you have a passport?")},
                                     {"kind", "yes-no"},
                                     {"must_be", true}});
    ASSERT_EQ(change(kSlug, settings).status, 200);
    ASSERT_EQ(publish(kSlug, termsBody("procedure")).status, 201);
    auto who = somebody(1, volos_);
    EXPECT_THAT(fieldErrorsOf(enter(who)), ElementsAre("/answers/passport missing"));
    who["answers"] = {{"passport", "yes"}, {"club", true}};
    EXPECT_THAT(fieldErrorsOf(enter(who)), ElementsAre("/answers/passport not-a-boolean", "/answers/club unknown"));
    who["answers"] = {{"passport", false}};
    EXPECT_EQ(outcomeOf(enter(who).json(), "question"), "fail");
    EXPECT_EQ(persons(), 0);
    who["answers"] = {{"passport", true}};
    EXPECT_EQ(outcomeOf(entered(who), "question"), "pass");
    EXPECT_EQ(sql().value("select answer from vault.answer"), "yes");
}

TEST_F(Registering, OneContactCannotBeTriedForever) {
    auto who = somebody(1, volos_);
    entered(who);
    int tries = 0;
    HttpReply reply;
    do {
        reply = enter(who);
    } while (reply.status == 409 && ++tries < 100);
    EXPECT_EQ(reply.status, 429);
    EXPECT_EQ(codeOf(reply), "too-many-requests");
    EXPECT_GE(std::stoi(reply.header("retry-after")), 1);
    EXPECT_EQ(enter(somebody(2, volos_)).status, 201);
}

}  // namespace
}  // namespace agon::test
