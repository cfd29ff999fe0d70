#pragma once

// What nearly every test reads, precompiled.
#include <QtTest/QtTest>
#ifdef QT_WIDGETS_LIB
#include <QtWidgets/QtWidgets>
#endif

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// What a test waits at most for something that takes a moment on an idle machine.
inline constexpr int kLongMs = 120000;

} // namespace support

/// The tests of a folder share a program: linking one takes as long as compiling a file of tests.
namespace test_case {

using Run = int (*)(int count, char** words);

/// A class of tests by the name of its file, without `.cpp`: the program's first argument.
class Registered {
public:
    Registered(const char* file, Run run);
};

template <class Tests, class Application> int run(int count, char** words)
{
    const Application application(count, words);
    Tests tests;
    return QTest::qExec(&tests, count, words);
}

} // namespace test_case

/// Stands once in each file of tests.
/// @param Application  QCoreApplication, or QApplication for tests with widgets.
#define UNROLL_TEST(Tests, Application)                                                            \
    static const test_case::Registered registered##Tests(__FILE__,                                 \
                                                         &test_case::run<Tests, Application>);
