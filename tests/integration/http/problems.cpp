#include "probe.hpp"

namespace agon::test {
namespace {

class Problems : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        database_ = std::make_unique<ProbeDatabase>();
        probe_ = std::make_unique<Probe>(database_->settings());
    }
    static void TearDownTestSuite() {
        probe_.reset();
        database_.reset();
    }

    HttpClient http = probe_->client();

    static inline std::unique_ptr<ProbeDatabase> database_;
    static inline std::unique_ptr<Probe> probe_;
};

TEST_F(Problems, AnUnknownPathIsNotFound) {
    expectProblem(http.get("/probe/nowhere?secret=1"), 404, "not-found");
}

}  // namespace
}  // namespace agon::test
