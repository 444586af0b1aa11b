// The main function of every integration test. CTest runs one suite at a time and says which; a suite that CTest does
// not know, or that holds no test, would pass unseen, so both are failures here.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>
#include <string>

namespace {

constexpr int kNothingRan = 77;  // CTest calls that skipped; one test that runs makes a suite pass or fail

// GoogleTest calls a suite Foo also Instance/Foo, Foo/0 and Instance/Foo/0.
bool isSuite(const std::string& registered, const std::string& plain) {
    return registered == plain || registered.starts_with(plain + "/") || registered.ends_with("/" + plain) ||
           registered.contains("/" + plain + "/");
}

std::set<std::string> split(const std::string& list) {
    std::set<std::string> names;
    std::istringstream text{list};
    for (std::string name; std::getline(text, name, ',');) names.insert(name);
    return names;
}

bool everySuiteHasItsFile(const std::set<std::string>& files) {
    bool all = true;
    const auto& tests = *testing::UnitTest::GetInstance();
    for (int i = 0; i < tests.total_test_suite_count(); ++i) {
        const std::string suite = tests.GetTestSuite(i)->name();
        bool known = false;
        for (const auto& file : files) known = known || isSuite(suite, file);
        if (!known) std::cerr << "suite " << suite << " is in no file of its name, so CTest never runs it\n";
        all = all && known;
    }
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleMock(&argc, argv);
    const char* suite = std::getenv("AGON_SUITE");
    const char* suites = std::getenv("AGON_SUITES");
    if (suite == nullptr || suites == nullptr) return RUN_ALL_TESTS();  // by hand

    if (!everySuiteHasItsFile(split(suites))) return 1;
    const std::string name{suite};
    testing::GTEST_FLAG(filter) = name + ".*:" + name + "/*.*:*/" + name + ".*:*/" + name + "/*.*";
    const int failed = RUN_ALL_TESTS();
    const auto& tests = *testing::UnitTest::GetInstance();
    if (tests.test_to_run_count() == 0) {
        std::cerr << "there is no test in suite " << name << '\n';
        return 1;
    }
    if (failed == 0 && tests.skipped_test_count() == tests.test_to_run_count()) return kNothingRan;
    return failed;
}
