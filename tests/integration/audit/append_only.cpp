#include "integration/audit/record.hpp"

namespace agon::test {
namespace {

class AppendOnly : public RecordTest {
  protected:
    AppendOnly() {
        record("K7QM-2F9X");
        seal();
    }

    static std::string refusalOf(SqlSession& session, const std::string& sql) {
        try {
            session.run(sql);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    }
};

TEST_F(AppendOnly, TheServicesRoleCanChangeNothing) {
    auto session = database_.session();
    session.run("set role agon_app");
    for (const std::string table : {"audit.act", "audit.block", "audit.sealed_act"}) {
        for (const auto& sql : {"delete from " + table, "truncate " + table + " cascade",
                                "drop table " + table + " cascade", "alter table " + table + " disable trigger all"}) {
            const auto refusal = refusalOf(session, sql);
            EXPECT_THAT(refusal, testing::AnyOf(testing::HasSubstr("permission denied"), testing::HasSubstr("owner")))
                << sql;
        }
    }
    for (const std::string sql :
         {"update audit.act set subject = 'x'", "update audit.block set hash = hash",
          "update audit.sealed_act set position = 2", "insert into audit.sealed_act select * from audit.sealed_act",
          "insert into audit.block select * from audit.block",
          "insert into audit.act (at, actor_kind, act, subject_kind, subject) values (now(), 'system', 'a', 'b', 'c')",
          "insert into audit.act (id, actor_kind, act, subject_kind, subject) overriding system value"
          " values (0, 'system', 'a', 'b', 'c')",
          "set session_replication_role = replica"}) {
        EXPECT_THAT(refusalOf(session, sql), testing::HasSubstr("permission denied")) << sql;
    }
    expectWhole(1);
}

TEST_F(AppendOnly, ThePublicsRoleSeesTheHeadAndNothingElse) {
    auto session = database_.session();
    session.run("set role agon_public");
    EXPECT_EQ(session.number("select number from audit.head"), 1);
    for (const std::string sql : {"select * from audit.act", "select * from audit.block", "select audit.seal()"})
        EXPECT_THAT(refusalOf(session, sql), testing::HasSubstr("permission denied")) << sql;
}

TEST_F(AppendOnly, TheOwnerChangesNothingByASlip) {
    SqlSession owner{database_.url()};
    for (const std::string sql :
         {"update audit.act set subject = 'x'", "delete from audit.act", "truncate audit.act cascade",
          "update audit.block set hash = hash", "delete from audit.block", "truncate audit.block cascade",
          "update audit.sealed_act set position = 2", "delete from audit.sealed_act", "truncate audit.sealed_act"}) {
        EXPECT_THAT(refusalOf(owner, sql), testing::HasSubstr("append-only")) << sql;
    }
    expectWhole(1);
}

}  // namespace
}  // namespace agon::test
