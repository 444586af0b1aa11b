#include "integration/registration/registration_test.hpp"

namespace agon::test {
namespace {

class Window : public RegistrationTest {
  protected:
    void setWindow(const std::string& opens, const std::string& closes) {
        sql().rows("update core.championship set opens_at = $1, closes_at = $2 where slug = 'greece-2035'",
                   {opens, closes});
    }
    // What the register makes of a registration that it received then.
    std::string receivedAt(const std::string& stamp) {
        const auto number = std::to_string(++made_);
        return sql().value(R"sql(
            select outcome
            from core.register(
                array[(select id from core.heat where code = $1)], array[$2::timestamptz], array[null]::bytea[],
                array[null]::text[], array[null]::bytea[], array['Anna Doe'], array['anna doe'],
                array[date '1990-01-31'], array['GR'], array['w' || $3 || '@example.org'],
                array['w' || $3 || '@example.org'], array['+30210' || $3], array['en'], array[null]::text[],
                array[null]::text[], array['CODE-' || $3], array[sha256('secret')], array['own-email'],
                array[null]::text[], array[null]::text[], array['import'], array[null]::bigint[], array[null]::text[],
                array['{}'::jsonb], array['MAIL-' || $3], array['mail-' || $3], array[null]::text[])
        )sql",
                           {volos_, stamp, number});
    }

    int made_ = 0;
};

// EX-01 to EX-03.
TEST_F(Window, IsClosedFromItsLastInstantOnToTheMicrosecond) {
    setWindow("2015-05-04T10:00:00+03:00", "2015-05-21T00:00:00+03:00");
    EXPECT_EQ(receivedAt("2015-05-04T06:59:59.999999Z"), "closed");
    EXPECT_EQ(receivedAt("2015-05-04T07:00:00Z"), "registered");
    EXPECT_EQ(receivedAt("2015-05-20T20:59:59Z"), "registered");
    EXPECT_EQ(receivedAt("2015-05-20T20:59:59.999999Z"), "registered");
    EXPECT_EQ(receivedAt("2015-05-20T21:00:00Z"), "closed");
    EXPECT_EQ(persons(), 3);
    EXPECT_EQ(sql().number("select last_number from core.heat where code = $1", {volos_}), 3);
}

TEST_F(Window, ClosedIsSaidAndKeepsNothing) {
    setWindow("2015-05-04T10:00:00+03:00", "2015-05-21T00:00:00+03:00");
    // What the client's clock says does not count.
    const auto late = enter(somebody(1, volos_), {{"Date", "Wed, 20 May 2015 20:58:00 GMT"}});
    EXPECT_EQ(late.status, 409);
    EXPECT_EQ(codeOf(late), "registration-closed");
    setWindow("2035-05-04T10:00:00+03:00", "2035-05-21T00:00:00+03:00");
    EXPECT_EQ(codeOf(enter(somebody(1, volos_))), "registration-closed");
    EXPECT_EQ(persons(), 0);
}

TEST_F(Window, ADaylightSavingChangeInsideItMovesNothing) {
    // The clocks of Athens go forward on 29 March 2015 at 03:00: the window is an hour shorter than its days.
    setWindow("2015-03-28T00:00:00+02:00", "2015-03-30T00:00:00+03:00");
    EXPECT_EQ(receivedAt("2015-03-29T20:59:59.999999Z"), "registered");
    EXPECT_EQ(receivedAt("2015-03-29T21:00:00Z"), "closed");
}

TEST_F(Window, AnHourThatTheClocksShowTwiceIsTwoHours) {
    setWindow("2015-10-20T00:00:00+03:00", "2015-10-30T00:00:00+02:00");
    const auto staged = stage(kCsvHead + csvLine(somebody(1, volos_), "2015-10-25T03:30:00+02:00") +
                              csvLine(somebody(2, volos_), "2015-10-25T03:40:00+03:00"));
    ASSERT_EQ(staged.status, 201) << staged.body;
    ASSERT_EQ(commit(staged).status, 200);
    const auto rows =
        sql().rows("select p.email from core.entry e join vault.person p on p.id = e.person_id order by e.number");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0][0], "person2@example.org");
}

TEST_F(Window, AFileCannotBringInWhoCameTooLate) {
    setWindow("2015-05-04T10:00:00+03:00", "2015-05-21T00:00:00+03:00");
    const auto staged = stage(kCsvHead + csvLine(somebody(1, volos_), "2015-05-20T23:59:59.999999+03:00") +
                              csvLine(somebody(2, volos_), "2015-05-21T00:00:00+03:00"));
    ASSERT_EQ(staged.status, 201) << staged.body;
    const auto refused = commit(staged);
    EXPECT_EQ(refused.status, 409);
    EXPECT_EQ(codeOf(refused), "import-has-faults");
    EXPECT_EQ(persons(), 0);
}

// EX-21.
TEST_F(Window, AnExtensionLetsInLaterOnesAndRebindsNobody) {
    const auto early = entered(1, volos_);
    setWindow("2020-05-04T10:00:00+03:00", "2020-05-21T00:00:00+03:00");
    EXPECT_EQ(codeOf(enter(somebody(2, volos_))), "registration-closed");
    auto settings = draft(kSlug);
    settings["closes_at"] = "2035-05-22T00:00:00+03:00";
    ASSERT_EQ(change(kSlug, settings).status, 200);
    ASSERT_EQ(publish(kSlug, termsBody("extension")).status, 201);
    EXPECT_EQ(entered(2, volos_).at("terms"), 2);
    auto holder = holderOf(early);
    EXPECT_EQ(holder.get(entryPath(early)).json().at("terms"), 1);
    EXPECT_EQ(sql().number("select count(*) from core.consent_event"), 2);
}

// EX-22.
TEST_F(Window, ACancelledChampionshipTakesNobodyAndItsEntriesStayReadable) {
    const auto early = entered(1, volos_);
    auto settings = draft(kSlug);
    settings["cancelled"] = true;
    ASSERT_EQ(change(kSlug, settings).status, 200);
    ASSERT_EQ(publish(kSlug, termsBody("cancellation")).status, 201);
    EXPECT_EQ(codeOf(enter(somebody(2, volos_))), "registration-closed");
    auto holder = holderOf(early);
    const auto shown = holder.get(entryPath(early));
    EXPECT_EQ(shown.status, 200) << shown.body;
    EXPECT_EQ(shown.json().at("number"), 1);
}

TEST_F(Window, AClockThatGoesBackDoesNotTurnTheOrderRound) {
    openNow("rehearsal-2035", "rehearsal");
    const auto heat = heatsOf("rehearsal-2035").at(0);
    const auto takeIn = [&](int number) {
        const auto reply = http_.post(pathOf("rehearsal-2035", "/registrations"), somebody(number, heat));
        EXPECT_EQ(reply.status, 201) << reply.body;
        return reply.json();
    };
    sql().run("update core.championship set clock_offset = interval '3 hours' where slug = 'rehearsal-2035'");
    const auto first = takeIn(1);
    sql().run("update core.championship set clock_offset = interval '-3 hours' where slug = 'rehearsal-2035'");
    const auto second = takeIn(2);
    EXPECT_EQ(second.at("number"), 2);
    EXPECT_GE(parseInstant(second.at("received_at").get<std::string>()),
              parseInstant(first.at("received_at").get<std::string>()));
}

}  // namespace
}  // namespace agon::test
