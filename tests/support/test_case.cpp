#include "tests/support/test_case.h"

#include <cstdio>

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
    std::vector<std::string> chosen;
    while (count > 1 && tests.count(words[1])) {
        chosen.emplace_back(words[1]);
        words[1] = words[0]; // Qt Test reads the rest.
        --count;
        ++words;
    }
    if (chosen.empty()) {
        std::fprintf(stderr, "usage: %s TEST... [arguments of Qt Test], with TEST one of\n",
                     words[0]);
        for (const auto& [name, run] : tests)
            std::fprintf(stderr, "  %s\n", name.c_str());
        return 2;
    }
    std::string failed;
    for (const std::string& name : chosen)
        if (tests.at(name)(count, words) != 0)
            failed += " " + name;
    if (!failed.empty())
        std::printf("Failed:%s\n", failed.c_str());
    return failed.empty() ? 0 : 1;
}
