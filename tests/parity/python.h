#pragma once

#include "tests/support/test_case.h"

/// Runs Python for tests that compare us with it.
namespace parity {

struct PythonResult {
    bool succeeded = false;
    std::string output; ///< Standard output.
    std::string errors; ///< Standard error.
};

/// @param arguments  script and its arguments, or "-c" and a program.
inline PythonResult runPython(const std::string& interpreter, const QStringList& arguments)
{
    QProcess process;
    process.start(QString::fromStdString(interpreter), arguments);
    const bool ended = process.waitForStarted() && process.waitForFinished(240'000);
    return {ended && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
            process.readAllStandardOutput().toStdString(),
            process.readAllStandardError().toStdString()};
}

/// The first interpreter that can import `module`: what UNROLL_PYTHON names, the system's, that of
/// PATH; empty when none can.
inline std::string pythonWith(const QString& module)
{
    const QStringList candidates{qEnvironmentVariable("UNROLL_PYTHON"), u"/usr/bin/python3"_s,
                                 u"python3"_s};
    for (const QString& candidate : candidates) {
        const std::string interpreter = candidate.toStdString();
        if (!candidate.isEmpty()
            && runPython(interpreter, {u"-c"_s, u"import "_s + module}).succeeded)
            return interpreter;
    }
    return {};
}

/// Puts each of `cases` into a folder, and has a script of ours compare them all: it must find
/// nothing wrong and print one line a case. Skips the test where there is no such module.
/// @param write  gets a case and the path that it is to have, which ends in the case's `name`.
template <class Case, class Write>
void compareInPython(const char* script, const std::vector<Case>& cases, const Write& write,
                     const QString& module = u"torch"_s)
{
    const std::string interpreter = pythonWith(module);
    if (interpreter.empty())
        QSKIP(qPrintable(u"No Python with this module: install python3-%1."_s.arg(module)));
    const QTemporaryDir folder;
    for (const Case& each : cases)
        write(each, std::filesystem::path(folder.path().toStdString()) / each.name);
    const PythonResult result
        = runPython(interpreter, {u"-B"_s, QString::fromUtf8(script), folder.path()});
    qInfo("%s%s", result.output.c_str(), result.errors.c_str());
    QVERIFY(result.succeeded);
    QCOMPARE(std::count(result.output.begin(), result.output.end(), '\n'),
             static_cast<std::ptrdiff_t>(cases.size()));
}

} // namespace parity
