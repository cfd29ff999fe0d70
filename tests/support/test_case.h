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
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::string_literals;
using QTest::addColumn;
using QTest::addRow;
#ifdef QT_WIDGETS_LIB
using QTest::keyClick;
using QTest::keyClicks;
using QTest::mouseClick;
#endif

using Strings = std::vector<std::string>;

/// Splits at blanks.
inline Strings wordsOf(const std::string& text)
{
    std::istringstream stream(text);
    return Strings(std::istream_iterator<std::string>(stream), {});
}

/// Adds the columns of a data-driven test: addColumns<QString, int>("text", "tokens").
template <class... Types, class... Names> void addColumns(const Names*... names)
{
    static_assert(sizeof...(Types) == sizeof...(Names));
    (addColumn<Types>(names), ...);
}

/// Adds a row with its values: newRow("a word", u"word"_s, 1).
template <class... Values> QTestData& newRow(const char* name, const Values&... values)
{
    return (QTest::newRow(name) << ... << values);
}

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
    QLocale::setDefault(QLocale(QLocale::English));
    Tests tests;
    return QTest::qExec(&tests, count, words);
}

} // namespace test_case

/// Stands once in each file of tests.
/// @param Application  QCoreApplication, or QApplication for tests with widgets.
#define UNROLL_TEST(Tests, Application)                                                            \
    static const test_case::Registered registered##Tests(__FILE__,                                 \
                                                         &test_case::run<Tests, Application>);
