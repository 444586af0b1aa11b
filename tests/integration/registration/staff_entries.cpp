#include "integration/registration/registration_test.hpp"

namespace agon::test {
namespace {

std::vector<int> numbersIn(const json& list) {
    std::vector<int> numbers;
    for (const auto& item : list.at("items")) numbers.push_back(item.at("number"));
    return numbers;
}

class StaffEntries : public RegistrationTest {
  protected:
    SignedInClient desk_ = letIn(staff_.add({.email = "desk@example.org", .role = "desk"}));

    json list(const std::string& query = {}) {
        const auto reply = desk_.get(pathOf(kSlug, "/entries" + query));
        if (reply.status != 200) throw std::runtime_error(reply.body);
        return reply.json();
    }
    std::vector<int> search(const std::string& text) {
        const auto reply = desk_.post(pathOf(kSlug, "/entries/search"), {{"text", text}});
        if (reply.status != 200) throw std::runtime_error(reply.body);
        return numbersIn(reply.json());
    }
    static std::string pathTo(const json& receipt, const std::string& rest = {}) {
        return pathOf(kSlug, "/entries/" + receipt.at("code").get<std::string>() + rest);
    }
    HttpReply act(SignedInClient& who, const json& receipt, const std::string& rest, const json& body = {}) {
        const auto tag = desk_.get(pathTo(receipt)).header("etag");
        return who.send("POST", pathTo(receipt, rest), body.is_null() ? "" : body.dump(), {{"If-Match", tag}});
    }
    HttpReply cancel(SignedInClient& who, const json& receipt) {
        return act(who, receipt, "/cancellation", {{"reason", "breach"}, {"note", "Nobody saw the papers."}});
    }
};

TEST_F(StaffEntries, AreListedInOrderFilteredAndByPages) {
    setCapacity(volos_, 2);
    for (int i = 1; i <= 5; ++i) entered(i, volos_);
    auto shared = somebody(6, athens_);
    shared["phone"] = "2100000001";
    entered(shared);
    EXPECT_THAT(numbersIn(list()), ElementsAre(1, 2, 3, 4, 5, 1));
    EXPECT_THAT(numbersIn(list("?heat=" + volos_ + "&place=waiting")), ElementsAre(3, 4, 5));
    EXPECT_THAT(numbersIn(list("?place=held")), ElementsAre(1, 2, 1));
    const auto tasks = list("?task=open");
    ASSERT_EQ(tasks.at("items").size(), 1U);
    EXPECT_EQ(tasks.at("items").at(0).at("open_tasks"), json::array({"shared-phone"}));
    EXPECT_EQ(desk_.get(pathOf(kSlug, "/entries?place=standing")).status, 422);

    std::vector<int> seen;
    json next = pathOf(kSlug, "/entries?limit=2");
    int pages = 0;
    for (; !next.is_null() && pages < 10; ++pages) {
        const auto page = desk_.get(next).json();
        for (const auto number : numbersIn(page)) seen.push_back(number);
        next = page.at("next");
    }
    EXPECT_EQ(pages, 3);
    EXPECT_THAT(seen, ElementsAre(1, 2, 3, 4, 5, 1));
}

TEST_F(StaffEntries, AreFoundByNameWithoutAccentsByTelephoneByEmailAndByCode) {
    auto eleni = somebody(1, volos_);
    eleni["full_name"] = "Ελένη Παπαδάκη";
    const auto receipt = entered(eleni);
    entered(2, volos_);
    EXPECT_THAT(search("ΠΑΠΑΔΑΚΗ"), ElementsAre(1));
    EXPECT_THAT(search("ελενη παπ"), ElementsAre(1));
    EXPECT_THAT(search("0000 002"), ElementsAre(2));
    EXPECT_THAT(search("PERSON2@"), ElementsAre(2));
    EXPECT_THAT(search(receipt.at("code")), testing::Contains(1));
    EXPECT_THAT(search("Νίκος"), IsEmpty());
}

TEST_F(StaffEntries, ShowContactsInPartInListsAndWholeInDetail) {
    const auto receipt = entered(1, volos_);
    const auto row = list().at("items").at(0).at("person");
    EXPECT_EQ(row.at("full_name"), "Person Number1");
    EXPECT_EQ(row.at("email"), "p***@example.org");
    EXPECT_EQ(row.at("phone"), "+30 ******0001");
    const auto detail = desk_.get(pathTo(receipt));
    ASSERT_EQ(detail.status, 200) << detail.body;
    EXPECT_EQ(detail.json().at("entry").at("person").at("email"), "person1@example.org");
    EXPECT_EQ(detail.json().at("entry").at("person").at("phone"), "+302100000001");
    EXPECT_EQ(detail.json().at("receipt"), receipt.at("receipt"));
    EXPECT_EQ(detail.json().at("declarations").size(), 6U);
    EXPECT_EQ(detail.json().at("history").at(0).at("cause"), "registered");
    EXPECT_FALSE(detail.body.contains("secret"));
}

TEST_F(StaffEntries, ACancellationHasAReasonAndFreesThePlace) {
    setCapacity(volos_, 1);
    const auto first = entered(1, volos_);
    const auto second = entered(2, volos_);
    EXPECT_EQ(act(organiser_, first, "/cancellation", {{"reason", "mood"}, {"note", ""}}).status, 422);
    const auto done = cancel(organiser_, first);
    ASSERT_EQ(done.status, 200) << done.body;
    EXPECT_EQ(done.json().at("entry").at("place"), "ended");
    EXPECT_EQ(done.json().at("entry").at("end_reason"), "cancelled");
    EXPECT_EQ(done.json().at("note"), "Nobody saw the papers.");
    EXPECT_EQ(placeOf(second), "held");
    EXPECT_EQ(lastCause(second), "freed");
    EXPECT_EQ(sql().value("select reason_code from audit.act where act = 'entry-cancelled'"), "breach");
    EXPECT_EQ(codeOf(cancel(organiser_, first)), "entry-ended");
    expectSound(volos_);
}

TEST_F(StaffEntries, AReviewKeepsOrRefuses) {
    setCapacity(volos_, 2);
    entered(1, volos_);
    auto sister = somebody(2, volos_);
    sister["phone"] = "2100000001";
    const auto kept = entered(sister);
    const auto waiting = entered(3, volos_);
    const auto decision = act(desk_, kept, "/review", {{"decision", "keep"}, {"note", "Sisters."}});
    ASSERT_EQ(decision.status, 200) << decision.body;
    EXPECT_THAT(decision.json().at("entry").at("open_tasks"), IsEmpty());
    EXPECT_EQ(placeOf(kept), "held");
    EXPECT_EQ(codeOf(act(desk_, kept, "/review", {{"decision", "keep"}})), "nothing-to-do");

    auto again = somebody(4, athens_);
    again["full_name"] = "Person Number3";
    const auto doubtful = entered(again);
    EXPECT_EQ(outcomeOf(doubtful, "same-person"), "review");
    const auto refused = act(desk_, doubtful, "/review", {{"decision", "refuse"}});
    EXPECT_EQ(refused.json().at("entry").at("end_reason"), "refused");
    EXPECT_EQ(placeOf(waiting), "waiting") << "of another heat";
    EXPECT_EQ(staff_.acts("entry-kept", kept.at("code")), 1);
    EXPECT_EQ(staff_.acts("entry-refused", doubtful.at("code")), 1);
}

TEST_F(StaffEntries, APlaceBeyondTheCapacityNeverBecomesAFreeOne) {
    setCapacity(volos_, 1);
    const auto first = entered(1, volos_);
    const auto second = entered(2, volos_);
    const auto third = entered(3, volos_);
    const auto given = act(organiser_, third, "/extra-place");
    ASSERT_EQ(given.status, 200) << given.body;
    EXPECT_EQ(given.json().at("entry").at("place"), "held");
    EXPECT_EQ(placeOf(second), "waiting");
    EXPECT_EQ(codeOf(act(organiser_, third, "/extra-place")), "nothing-to-do");
    EXPECT_EQ(entered(4, volos_).at("reserve"), 2);
    expectSound(volos_);

    ASSERT_EQ(withdraw(third).status, 200);
    EXPECT_EQ(placeOf(second), "waiting") << "one chair too many is gone, not free";
    ASSERT_EQ(withdraw(first).status, 200);
    EXPECT_EQ(placeOf(second), "held");
    EXPECT_EQ(sql().number("select held_count from core.heat where code = $1", {volos_}), 1);
    expectSound(volos_);
}

TEST_F(StaffEntries, PausedPromotionKeepsAFreedPlaceAndNobodyOvertakes) {
    setCapacity(volos_, 1);
    const auto first = entered(1, volos_);
    const auto second = entered(2, volos_);
    ASSERT_EQ(organiser_.send("PUT", pathOf(kSlug, "/heats/" + volos_ + "/promotion"), R"({"paused":true})").status,
              200);
    ASSERT_EQ(withdraw(first).status, 200);
    EXPECT_EQ(placeOf(second), "waiting");
    const auto third = entered(3, volos_);
    EXPECT_EQ(third.at("reserve"), 2);
    expectSound(volos_);
    const auto resumed =
        organiser_.send("PUT", pathOf(kSlug, "/heats/" + volos_ + "/promotion"), R"({"paused":false})");
    ASSERT_EQ(resumed.status, 200) << resumed.body;
    EXPECT_EQ(placeOf(second), "held");
    EXPECT_EQ(lastCause(second), "resumed");
    EXPECT_EQ(placeOf(third), "waiting");
    expectSound(volos_);
}

TEST_F(StaffEntries, TheDeskCorrectsForSomebody) {
    const auto receipt = entered(1, volos_);
    const auto tag = desk_.get(pathTo(receipt)).header("etag");
    EXPECT_EQ(desk_.send("PATCH", pathTo(receipt), R"({"full_name":"Άννα Ντο"})").status, 428);
    const auto done = desk_.send("PATCH", pathTo(receipt), R"({"full_name":"Άννα Ντο"})", {{"If-Match", tag}});
    ASSERT_EQ(done.status, 200) << done.body;
    EXPECT_EQ(done.json().at("entry").at("person").at("full_name"), "Άννα Ντο");
    EXPECT_EQ(done.json().at("entry").at("number"), 1);
    EXPECT_THAT(search("ΑΝΝΑ ΝΤΟ"), ElementsAre(1));
    EXPECT_EQ(sql().value("select actor_kind from audit.act where act = 'entry-corrected'"), "staff");
}

TEST_F(StaffEntries, EveryoneDoesWhatTheyMayWhereTheyMay) {
    const auto receipt = entered(1, volos_);
    openNow("cyprus-2035");
    const auto forbidden = cancel(desk_, receipt);
    EXPECT_EQ(forbidden.status, 403);
    EXPECT_EQ(codeOf(forbidden), "forbidden");
    auto stranger = letIn(staff_.add({.email = "cy@example.org", .role = "desk", .at = {"cyprus-2035", {}}}));
    EXPECT_EQ(stranger.get(pathOf(kSlug, "/entries")).status, 403);
    EXPECT_EQ(stranger.get(pathTo(receipt)).status, 403);
    EXPECT_EQ(act(stranger, receipt, "/review", {{"decision", "keep"}}).status, 403);
    EXPECT_EQ(stranger.get(pathOf("cyprus-2035", "/entries")).status, 200);
    EXPECT_EQ(stranger.get(pathOf("cyprus-2035", "/entries/" + receipt.at("code").get<std::string>())).status, 404);
    EXPECT_EQ(http_.get(pathTo(receipt)).status, 401);
    EXPECT_EQ(placeOf(receipt), "held");
}

}  // namespace
}  // namespace agon::test
