#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>

#include <string>

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
    const QStringList candidates{qEnvironmentVariable("UNROLL_PYTHON"),
                                 QStringLiteral("/usr/bin/python3"), QStringLiteral("python3")};
    for (const QString& candidate : candidates) {
        const std::string interpreter = candidate.toStdString();
        if (!candidate.isEmpty()
            && runPython(interpreter, {QStringLiteral("-c"), QStringLiteral("import ") + module})
                   .succeeded)
            return interpreter;
    }
    return {};
}

} // namespace parity
