#include "integration/registration/registration_test.hpp"

namespace agon::test {
namespace {

class OwnEntry : public RegistrationTest {
  protected:
    const registration::EntrySecrets secrets_{testServerKey()};

    HttpReply access(const std::string& code, const std::string& secret) {
        return http_.post("/api/v1/entries/" + code + "/access", {{"secret", secret}});
    }
    HttpReply askForLink(const std::string& email) {
        return http_.post("/api/v1/entry-recoveries", {{"championship", kSlug}, {"email", email}});
    }
    static crypto::Bytes fromHex(const std::string& hex) {
        crypto::Bytes bytes;
        for (std::size_t i = 0; i < hex.size(); i += 2) {
            bytes.push_back(static_cast<std::byte>(std::stoi(hex.substr(i, 2), nullptr, 16)));
        }
        return bytes;
    }
};

TEST_F(OwnEntry, AWrongSecretAndAnUnknownCodeAreTheSame) {
    const auto receipt = entered(1, volos_);
    const auto wrong = access(receipt.at("code"), "not the secret");
    const auto unknown = access("AAAA-AAAA", receipt.at("secret"));
    EXPECT_EQ(wrong.status, 401);
    EXPECT_EQ(unknown.status, 401);
    auto left = wrong.json();
    auto right = unknown.json();
    for (auto* const one : {&left, &right}) {
        one->erase("instance");
        one->erase("request_id");
    }
    EXPECT_EQ(left, right);
    EXPECT_EQ(access(receipt.at("code"), receipt.at("secret")).status, 200);
}

TEST_F(OwnEntry, ATokenOpensItsOwnEntryAndNoOther) {
    const auto mine = entered(1, volos_);
    const auto yours = entered(2, volos_);
    auto holder = holderOf(mine);
    const auto shown = holder.get(entryPath(mine));
    ASSERT_EQ(shown.status, 200) << shown.body;
    EXPECT_EQ(shown.json().at("receipt"), mine.at("receipt"));
    EXPECT_EQ(shown.json().at("person").at("email"), "person1@example.org");
    for (const auto* const rest : {"", "/explain"}) {
        EXPECT_EQ(holder.get(entryPath(mine, rest)).status, 200);
        EXPECT_EQ(holder.get(entryPath(yours, rest)).status, 401);
        EXPECT_EQ(http_.get(entryPath(mine, rest)).status, 401);
        EXPECT_EQ(organiser_.get(entryPath(mine, rest)).status, 401) << "the staff has other ways";
    }
    EXPECT_EQ(holder.send("PATCH", entryPath(yours), "{}").status, 401);
    EXPECT_EQ(holder.send("POST", entryPath(yours, "/withdrawal")).status, 401);
    EXPECT_EQ(holder.get("/api/v1/auth/me").status, 401) << "and it is no token of the staff";
}

// EX-18.
TEST_F(OwnEntry, ACorrectionKeepsNumberAndStamp) {
    const auto receipt = entered(1, volos_);
    auto holder = holderOf(receipt);
    const auto before = holder.get(entryPath(receipt));
    const auto body = R"({"phone":"+30 210 7654321","nickname":"Racing Car"})";
    EXPECT_EQ(holder.send("PATCH", entryPath(receipt), body).status, 428);
    EXPECT_EQ(holder.send("PATCH", entryPath(receipt), body, {{"If-Match", "\"77\""}}).status, 412);
    const auto after = holder.send("PATCH", entryPath(receipt), body, {{"If-Match", before.header("etag")}});
    ASSERT_EQ(after.status, 200) << after.body;
    EXPECT_EQ(after.json().at("person").at("phone"), "+302107654321");
    EXPECT_EQ(after.json().at("person").at("nickname"), "Racing Car");
    for (const auto* const member : {"number", "received_at", "receipt", "place", "terms"}) {
        EXPECT_EQ(after.json().at(member), before.json().at(member)) << member;
    }
    EXPECT_EQ(holder.get(entryPath(receipt)).json(), after.json());
    EXPECT_EQ(staff_.acts("entry-corrected", receipt.at("code")), 1);
    EXPECT_EQ(holder.send("PATCH", entryPath(receipt), body, {{"If-Match", before.header("etag")}}).status, 412)
        << "somebody who has not seen the correction";
}

TEST_F(OwnEntry, ACorrectionIsJudgedAsARegistrationIs) {
    const auto receipt = entered(1, volos_);
    entered(2, volos_);
    auto holder = holderOf(receipt);
    const auto patch = [&](const json& body) {
        const auto tag = holder.get(entryPath(receipt)).header("etag");
        return holder.send("PATCH", entryPath(receipt), body.dump(), {{"If-Match", tag}});
    };
    EXPECT_EQ(codeOf(patch({{"birth_date", "2020-01-01"}})), "not-eligible");
    EXPECT_EQ(codeOf(patch({{"email", "Person2@example.org"}})), "already-registered");
    EXPECT_THAT(fieldErrorsOf(patch({{"phone", "123"}})), ElementsAre("/phone bad-format"));
    EXPECT_EQ(patch(json::object()).status, 422);
    EXPECT_EQ(patch({{"phone", "2100000002"}}).json().at("in_review"), true);
}

TEST_F(OwnEntry, AWithdrawalGivesThePlaceToTheNextAndANewRegistrationQueues) {
    setCapacity(volos_, 1);
    const auto first = entered(1, volos_);
    const auto second = entered(2, volos_);
    const auto third = entered(3, volos_);
    EXPECT_EQ(third.at("reserve"), 2);
    auto holder = holderOf(first);
    EXPECT_EQ(holder.send("POST", entryPath(first, "/withdrawal")).status, 428);
    const auto gone = withdraw(first);
    ASSERT_EQ(gone.status, 200) << gone.body;
    EXPECT_EQ(gone.json().at("place"), "ended");
    EXPECT_EQ(gone.json().at("end_reason"), "withdrawn");
    EXPECT_EQ(placeOf(second), "held");
    EXPECT_EQ(lastCause(second), "freed");
    auto waiting = holderOf(third);
    EXPECT_EQ(waiting.get(entryPath(third)).json().at("reserve"), 1);
    EXPECT_EQ(codeOf(withdraw(first)), "entry-ended");

    const auto again = entered(1, volos_);
    EXPECT_EQ(again.at("number"), 4);
    EXPECT_EQ(again.at("reserve"), 2);
    EXPECT_NE(again.at("code"), first.at("code"));
    expectSound(volos_);
}

TEST_F(OwnEntry, AMoveIsANewNumberInTheOtherHeatAndTheEndOfTheOld) {
    setCapacity(volos_, 1);
    const auto mine = entered(1, volos_);
    const auto next = entered(2, volos_);
    entered(3, athens_);
    auto holder = holderOf(mine);
    const auto tag = holder.get(entryPath(mine)).header("etag");
    const auto move = [&](const std::string& heat, const std::string& key, const std::string& seen) {
        return holder.post(entryPath(mine, "/move"), {{"heat", heat}}, {{"If-Match", seen}, {"Idempotency-Key", key}});
    };
    EXPECT_EQ(move("0000-0000", "to-nowhere-at-all", tag).status, 422);
    EXPECT_EQ(codeOf(move(volos_, "to-the-same-heat", tag)), "nothing-to-do");
    EXPECT_EQ(move(athens_, "with-an-old-look", "\"77\"").status, 412);
    const auto moved = move(athens_, "move-to-athens", tag);
    ASSERT_EQ(moved.status, 201) << moved.body;
    EXPECT_EQ(moved.json().at("heat"), athens_);
    EXPECT_EQ(moved.json().at("number"), 2);
    EXPECT_EQ(moved.json().at("place"), "held");
    EXPECT_NE(moved.json().at("code"), mine.at("code"));
    const auto again = move(athens_, "move-to-athens", tag);
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(again.body, moved.body);
    EXPECT_EQ(holder.get(entryPath(mine)).json().at("end_reason"), "moved");
    EXPECT_EQ(placeOf(next), "held");
    EXPECT_EQ(holderOf(moved.json()).get(entryPath(moved.json())).json().at("person").at("full_name"),
              "Person Number1");
    EXPECT_EQ(codeOf(move(athens_, "move-once-more", tag)), "entry-ended");
    EXPECT_EQ(persons(), 4);
    expectSound(volos_);
    expectSound(athens_);
}

TEST_F(OwnEntry, WhoIsRefusedInTheOtherHeatKeepsTheirPlace) {
    const auto mine = entered(1, volos_);
    sql().run("update core.championship set closes_at = now() - interval '1 second', opens_at = '2020-01-01'");
    auto holder = holderOf(mine);
    const auto tag = holder.get(entryPath(mine)).header("etag");
    const auto refused = holder.post(entryPath(mine, "/move"), {{"heat", athens_}}, {{"If-Match", tag}});
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(codeOf(refused), "registration-closed");
    EXPECT_EQ(placeOf(mine), "held");
    expectSound(volos_);
}

TEST_F(OwnEntry, ALostCodeComesBackByMailAndNobodyElseLearnsAnything) {
    const auto receipt = entered(1, volos_);
    const auto unknown = askForLink("nobody@example.org");
    const auto known = askForLink("PERSON1@example.org");
    EXPECT_EQ(known.status, 202);
    EXPECT_EQ(unknown.status, 202);
    EXPECT_EQ(known.body, unknown.body);
    ASSERT_TRUE(eventually(10s, [&] { return sql().number("select count(*) from ops.entry_link") == 1; }));
    ASSERT_TRUE(eventually(10s, [&] { return sql().number("select count(*) from vault.recovery_wish") == 0; }));
    EXPECT_EQ(sql().number("select count(*) from ops.outbox where template = 'entry-link'"), 1);

    const auto token = secrets_.linkToken(fromHex(sql().value("select encode(nonce, 'hex') from ops.entry_link")));
    const auto use = [&](const std::string& with) {
        return http_.post("/api/v1/entry-recoveries/completion", {{"token", with}});
    };
    EXPECT_EQ(codeOf(use("not-a-token")), "link-invalid");
    const auto opened = use(token);
    ASSERT_EQ(opened.status, 200) << opened.body;
    EXPECT_EQ(opened.json().at("code"), receipt.at("code"));
    EXPECT_NE(opened.json().at("secret"), receipt.at("secret"));
    EXPECT_EQ(codeOf(use(token)), "link-invalid") << "once";
    EXPECT_EQ(access(receipt.at("code"), receipt.at("secret")).status, 401) << "the old secret is void";
    EXPECT_EQ(access(receipt.at("code"), opened.json().at("secret")).status, 200);
    EXPECT_EQ(staff_.acts("entry-recovered", receipt.at("code")), 1);
}

TEST_F(OwnEntry, ALinkRunsOut) {
    entered(1, volos_);
    ASSERT_EQ(askForLink("person1@example.org").status, 202);
    ASSERT_TRUE(eventually(10s, [&] { return sql().number("select count(*) from ops.entry_link") == 1; }));
    sql().run("update ops.entry_link set expires_at = now() - interval '1 second'");
    const auto token = secrets_.linkToken(fromHex(sql().value("select encode(nonce, 'hex') from ops.entry_link")));
    EXPECT_EQ(codeOf(http_.post("/api/v1/entry-recoveries/completion", {{"token", token}})), "link-invalid");
}

TEST_F(OwnEntry, ThisWasNotMeIsATaskForTheDesk) {
    const auto receipt = entered(1, volos_);
    const auto token = secrets_.disavowalToken(receipt.at("code").get<std::string>());
    for (int i = 0; i < 2; ++i) EXPECT_EQ(http_.post("/api/v1/entry-disavowals", {{"token", token}}).status, 202);
    EXPECT_EQ(sql().value("select tasks::text from core.entry"), "{not-me}");
    EXPECT_EQ(placeOf(receipt), "held");
    EXPECT_EQ(staff_.acts("entry-disavowed", receipt.at("code")), 1);
    EXPECT_EQ(codeOf(http_.post("/api/v1/entry-disavowals", {{"token", token + "A"}})), "link-invalid");
}

TEST_F(OwnEntry, ExplainSaysWhyOneIsNotInYet) {
    setCapacity(volos_, 1);
    entered(1, volos_);
    const auto waiting = entered(2, volos_);
    const auto said = holderOf(waiting).get(entryPath(waiting, "/explain"));
    ASSERT_EQ(said.status, 200) << said.body;
    ASSERT_FALSE(said.json().at("items").empty());
    for (const auto& sentence : said.json().at("items")) {
        EXPECT_FALSE(sentence.at("text").at("el").get<std::string>().empty());
        EXPECT_FALSE(sentence.at("text").at("en").get<std::string>().empty());
    }
}

}  // namespace
}  // namespace agon::test
