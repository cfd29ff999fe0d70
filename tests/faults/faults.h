#pragma once

#include "tests/support/test_case.h"

#include <cerrno>
#include <csignal>
#include <fstream>
#include <sstream>

/// Programs in which one call into the system fails (preload.cpp), as SQLite's tests have them: for
/// every such call in turn, what is on disk afterwards is the old state or the new one.
/// UNROLL_EVERY_FAULT=1 tries every call; without it calls are spread evenly where there are many.
namespace faults {

namespace fs = std::filesystem;

/// A row of faults takes longer than Qt Test lets a function take, where every call is tried.
inline const bool kIsPatient = qputenv("QTEST_FUNCTION_TIMEOUT", "36000000");

/// The fault that preload.cpp is to cause.
struct Fault {
    QString call; ///< "write", "fsync" ..., or "change": any call that changes files.
    QString kind; ///< An errno, "short", "kill", "torn" or "power".
    bool lasting = false;

    bool ends() const ///< The process, at once.
    {
        return kind == "kill"_L1 || kind == "torn"_L1 || kind == "power"_L1;
    }
};

struct Outcome {
    bool exited = false; ///< By itself, not by a signal.
    int code = -1; ///< Or the signal.
    QByteArray out, err;
    bool struck = false;
    std::map<QString, long> calls; ///< How many there were; only of a process that exited.
};

/// A program, what it is started with, and the folder below which its calls count.
struct Program {
    QString path = QStringLiteral(UNROLL_CLI);
    QStringList arguments;
    QString under;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();

    /// @param number  of the call that fails; 0: none.
    Outcome run(const Fault& fault = {}, long number = 0) const;
};

inline Outcome Program::run(const Fault& fault, long number) const
{
    const QTemporaryDir own;
    const QString report = own.filePath(u"report"_s);
    QProcessEnvironment all = environment;
    all.insert(u"LD_PRELOAD"_s, QStringLiteral(UNROLL_FAULTS));
    all.insert(u"FAULT_UNDER"_s, under);
    all.insert(u"FAULT_CALL"_s, fault.call);
    all.insert(u"FAULT_NUMBER"_s, QString::number(number));
    all.insert(u"FAULT_KIND"_s, fault.kind);
    all.insert(u"FAULT_LASTING"_s, fault.lasting ? u"1"_s : u"0"_s);
    all.insert(u"FAULT_REPORT"_s, report);
    QProcess process;
    process.setProcessEnvironment(all);
    process.start(path, arguments);
    Outcome outcome;
    if (!process.waitForFinished(60000)) {
        process.kill();
        process.waitForFinished();
        return outcome;
    }
    outcome.exited = process.exitStatus() == QProcess::NormalExit;
    outcome.code = process.exitCode();
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    std::ifstream lines(report.toStdString());
    for (std::string what, call; lines >> what >> call;) {
        long count = 0;
        lines >> count;
        outcome.struck = outcome.struck || what == "struck";
        if (what == "calls")
            outcome.calls[QString::fromStdString(call)] = count;
    }
    return outcome;
}

inline bool everyFault()
{
    return qEnvironmentVariableIsSet("UNROLL_EVERY_FAULT");
}

/// The numbers of `count` calls of which each is to fail once: all of them, or `atMost` that are
/// spread evenly, the first and the last among them.
inline std::vector<long> tried(long count, long atMost)
{
    std::vector<long> numbers;
    const long wanted = everyFault() ? count : std::min(count, atMost);
    for (long i = 0; i < wanted; ++i)
        numbers.push_back(wanted == 1 ? 1 : 1 + i * (count - 1) / (wanted - 1));
    return numbers;
}

/// Why a process did not end as it should; empty: it did. It is done, or says in sentences why not,
/// or was killed where that is what the fault does.
inline std::string fault(const Outcome& outcome, const Fault& fault)
{
    if (fault.ends() && outcome.struck)
        return !outcome.exited && outcome.code == SIGKILL ? "" : "was not killed";
    // JSON values allocate while they are destroyed, and static ones are destroyed at the very end,
    // when everything has been written.
    if (!outcome.exited && fault.call == "malloc"_L1 && outcome.out.contains("Written to"))
        return {};
    if (!outcome.exited)
        return "ended by signal " + std::to_string(outcome.code) + ": " + outcome.err.toStdString();
    if (outcome.code != 0 && outcome.code != 1)
        return "exit code " + std::to_string(outcome.code) + ": " + outcome.err.toStdString();
    if (outcome.code == 1 && outcome.err.trimmed().isEmpty())
        return "no sentence";
    return {};
}

inline QByteArray content(const fs::path& path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The files in `folder` with what they hold, by their names from there.
inline std::map<std::string, QByteArray> contents(const fs::path& folder)
{
    std::map<std::string, QByteArray> all;
    std::error_code error;
    for (const auto& entry : fs::recursive_directory_iterator(folder, error))
        if (!entry.is_directory())
            all[entry.path().lexically_relative(folder).string()] = content(entry.path());
    return all;
}

/// A copy of `from` in the place of `to`.
inline void copyOver(const fs::path& from, const fs::path& to)
{
    fs::remove_all(to);
    fs::copy(from, to, fs::copy_options::recursive);
}

/// A row of a table of faults, by its name: "write ENOSPC, lasting".
inline void addRow(const char* call, const char* kind, bool lasting = false, int atMost = 6)
{
    static const std::map<std::string, int> errors{
        {"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EINTR", EINTR},
        {"EMFILE", EMFILE}, {"EACCES", EACCES}, {"ENOMEM", ENOMEM},
        {"EPERM", EPERM},   {"ENOLCK", ENOLCK}, {"EAGAIN", EAGAIN}};
    const auto number = errors.find(kind);
    const QString told
        = number == errors.end() ? QString::fromLatin1(kind) : QString::number(number->second);
    const QByteArray name = QByteArray(call) + ' ' + kind + (lasting ? ", lasting" : "");
    newRow(name.constData()) << QString::fromLatin1(call) << told << lasting << atMost;
}

inline void addFaultColumns()
{
    addColumns<QString, QString, bool, int>("call", "kind", "lasting", "atMost");
}

/// Lets each call of the current row of a table fail in turn, or as many as the row tries at most.
/// @param calls  how many there are of each name, without a fault.
/// @param attempt  (fault, number of the call, outcome to be set): what is wrong; empty: nothing.
template <class Attempt> void tryRow(const std::map<QString, long>& calls, Attempt attempt)
{
    QFETCH(QString, call);
    QFETCH(QString, kind);
    QFETCH(bool, lasting);
    QFETCH(int, atMost);
    const Fault fault{call, kind, lasting};
    const std::vector<long> numbers = tried(calls.at(call), atMost);
    int struck = 0, harmless = 0;
    QByteArrayList wrong;
    for (const long number : numbers) {
        Outcome outcome;
        const std::string found = attempt(fault, number, outcome);
        struck += outcome.struck ? 1 : 0;
        harmless += outcome.struck && outcome.exited && outcome.code == 0 ? 1 : 0;
        if (!found.empty())
            wrong.append(QByteArray::number(qlonglong(number)) + ": "
                         + QByteArray::fromStdString(found) + " | " + outcome.err.trimmed());
    }
    qInfo("%zu of %ld calls tried, %d failed, %d of these without harm", numbers.size(),
          calls.at(call), struck, harmless);
    QVERIFY2(wrong.isEmpty(), wrong.join('\n').constData());
}

/// Every call, and what may become of it.
/// @param atMost  tries of a row without UNROLL_EVERY_FAULT.
inline void addAllRows(int atMost)
{
    addFaultColumns();
    addRow("write", "EIO", false, atMost);
    addRow("write", "ENOSPC", true, atMost);
    addRow("write", "EINTR", false, atMost);
    addRow("write", "short", false, atMost);
    addRow("fsync", "EIO", false, atMost);
    addRow("fsync", "EINTR", false, atMost);
    addRow("rename", "EIO", false, atMost);
    addRow("rename", "ENOSPC", true, atMost);
    addRow("link", "EPERM", true, atMost);
    addRow("unlink", "EIO", false, atMost);
    addRow("open", "EIO", false, atMost);
    addRow("open", "EMFILE", true, atMost);
    addRow("open", "EINTR", false, atMost);
    addRow("mkdir", "ENOSPC", false, atMost);
    addRow("truncate", "EIO", false, atMost);
    addRow("close", "EIO", false, atMost);
    addRow("stat", "EIO", false, atMost);
    addRow("stat", "EACCES", true, atMost);
    addRow("read", "EIO", false, atMost);
    addRow("read", "EINTR", false, atMost);
    addRow("read", "short", false, atMost);
    addRow("mmap", "ENOMEM", false, atMost);
    addRow("lock", "ENOLCK", false, atMost);
    addRow("malloc", "ENOMEM", false, atMost);
    // From the first on. LibTorch waits for ever for a thread of its own pool that is refused after
    // the check before it has passed.
    addRow("thread", "EAGAIN", true, 1);
    addRow("change", "kill", false, 2 * atMost);
    addRow("change", "torn", false, atMost);
    addRow("change", "power", false, 2 * atMost);
}

} // namespace faults
