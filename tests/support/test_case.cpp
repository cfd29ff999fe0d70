#include "tests/support/test_case.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace test_case {

namespace {

std::map<std::string, Run>& allTests()
{
    static std::map<std::string, Run> tests;
    return tests;
}

} // namespace

Registered::Registered(const char* file, Run run)
{
    allTests().emplace(std::filesystem::path(file).stem().string(), run);
}

} // namespace test_case

int main(int count, char** words)
{
    const auto& tests = test_case::allTests();
    const auto found = count > 1 ? tests.find(words[1]) : tests.end();
    if (found != tests.end()) {
        words[1] = words[0]; // Qt Test reads the rest.
        return found->second(count - 1, words + 1);
    }
    std::fprintf(stderr, "usage: %s TEST [arguments of Qt Test], with TEST one of\n", words[0]);
    for (const auto& [name, run] : tests)
        std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}
