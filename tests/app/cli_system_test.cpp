#include "tests/support/command_line.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_case.h"

#include <csignal>

/// The headless command on systems that are not as usual: little memory, another BLAS.
class CliSystemTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    /// Like cli::run, with `limit` KiB for the resource that bash's ulimit calls `resource`.
    static cli::Outcome limited(const QString& resource, int limit, const QStringList& arguments)
    {
        QProcess process;
        process.start(u"bash"_s,
                      QStringList{u"-c"_s,
                                  u"ulimit %1 %2; exec \"$0\" \"$@\""_s.arg(resource).arg(limit),
                                  QStringLiteral(UNROLL_CLI)}
                          + arguments);
        if (!process.waitForFinished(60000)) {
            process.kill();
            process.waitForFinished();
            return {};
        }
        return {process.exitCode(), process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

    /// The least limit in steps of 25 MB under which the program starts at all.
    static int leastToStart(const QString& resource)
    {
        constexpr int kStep = 25000;
        int limit = kStep;
        while (limited(resource, limit, {u"--version"_s}).code != 0 && limit < 8000000)
            limit += kStep;
        return limit;
    }

private Q_SLOTS:
    void aSmallLimitEndsInASentence_data()
    {
        addColumn<QString>("resource");
        newRow("addresses", u"-v"_s);
        newRow("data", u"-d"_s);
    }
    void aSmallLimitEndsInASentence()
    {
        if (kWatchesMemory)
            QSKIP("Memory cannot be limited in a build with address sanitizer.");
        QFETCH(QString, resource);
        const int least = leastToStart(resource);
        int failures = 0;
        bool completed = false;
        for (int more = 25000, run = 0; !completed && more < 4000000; more += more / 2) {
            const QString folder = m_folder.filePath(resource + QString::number(run++));
            const cli::Outcome outcome
                = limited(resource, least + more,
                          cli::words("train reviews --set training.epochs=1 --set "
                                     "data.sample.texts=40 --set model.network.hidden_size=1200 "
                                     "--threads 2 --out")
                              << folder);
            completed = outcome.code == 0;
            if (completed)
                continue;
            ++failures;
            QVERIFY2(outcome.code == 1, outcome.err.constData());
            QVERIFY2(outcome.err.contains("not enough memory") || outcome.err.contains("threads"),
                     outcome.err.constData());
        }
        QVERIFY(failures > 0);
        QVERIFY(completed);
    }

    /// The work of the libraries before main ended the program by SIGABRT, or never ended.
    void aLowLimitIsSaidBeforeTheLibrariesBegin()
    {
        if (kWatchesMemory)
            QSKIP("Memory cannot be limited in a build with address sanitizer.");
        const int least = leastToStart(u"-v"_s);
        // Below that the loader fails, which says so itself.
        for (int limit = least - 25000, said = 0; said < 6; limit -= 25000, ++said) {
            const cli::Outcome outcome = limited(u"-v"_s, limit, {u"--version"_s});
            QVERIFY2(outcome.code == 1 && outcome.err.contains("not enough memory to start"),
                     outcome.err.constData());
        }
        for (int limit = 50000; limit <= 250000; limit += 50000) {
            const cli::Outcome outcome = limited(u"-d"_s, limit, {u"--version"_s});
            QVERIFY2(outcome.code == 1 && outcome.err.contains("ulimit -d"),
                     outcome.err.constData());
        }
    }

    /// The signal that comes with a write past the limit ended the program without a word.
    void aLimitOnTheSizeOfFilesEndsInASentence()
    {
        const cli::Outcome outcome
            = limited(u"-f"_s, 32,
                      cli::words("train reviews --set training.epochs=1 --set "
                                 "data.sample.texts=200 --out")
                          << m_folder.filePath(u"short files"_s));
        QCOMPARE(outcome.code, 1);
        QVERIFY2(outcome.err.contains("could not be written"), outcome.err.constData());
        QVERIFY2(outcome.err.contains("ulimit -f"), outcome.err.constData());
    }

    /// Whoever reads that a process has ended reads how the run goes on.
    void theCommandThatResumesIsSaidWhenAnotherProcessWasKilled()
    {
        QProcess process;
        const QString run = m_folder.filePath(u"two"_s);
        process.start(QStringLiteral(UNROLL_CLI),
                      cli::words("train reviews-mean --json --processes 2 --threads 1 --set "
                                 "data.sample.texts=400 --set training.epochs=100000 --set "
                                 "training.patience=0 --out")
                          << run);
        QByteArray out;
        while (!out.contains("\"epoch\"")
               || !QFile::exists(run + u"/checkpoints/last.safetensors"_s)) {
            QVERIFY2(process.waitForReadyRead(60000), process.readAllStandardError().constData());
            out += process.readAllStandardOutput();
        }
        QByteArray children;
        const QString tasks = u"/proc/%1/task"_s.arg(process.processId());
        for (const QString& task : QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            QFile file(tasks + u'/' + task + u"/children"_s);
            QVERIFY(file.open(QIODevice::ReadOnly));
            children += file.readAll() + ' ';
        }
        const QList<QByteArray> each = children.simplified().split(' ');
        QVERIFY2(each.size() == 1, children.constData());
        QCOMPARE(::kill(pid_t(each.front().toInt()), SIGKILL), 0);
        QVERIFY(process.waitForFinished(60000));
        QCOMPARE(process.exitCode(), 1);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains("Resume with: unroll-cli resume " + run.toUtf8()), said.constData());
    }

    void aSlowBlasIsNamed()
    {
        const QString reference = u"/usr/lib/x86_64-linux-gnu/blas"_s;
        if (!QFile::exists(reference + u"/libblas.so.3"_s))
            QSKIP("The reference BLAS (package libblas3) is not installed.");
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"LD_LIBRARY_PATH"_s, reference);
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(UNROLL_CLI),
                      cli::words("train reviews --json --set training.epochs=1 --set "
                                 "data.sample.texts=200 --out")
                          << m_folder.filePath(u"slow"_s));
        QVERIFY(process.waitForFinished(120000));
        const QByteArray out = process.readAllStandardOutput();
        QCOMPARE(process.exitCode(), 0);
        QVERIFY2(out.contains("computed by " + reference.toUtf8() + "/libblas.so.3"),
                 out.constData());
        QVERIFY2(out.contains("Install libopenblas0-pthread"), out.constData());
    }
};

UNROLL_TEST(CliSystemTest, QCoreApplication)
#include "cli_system_test.moc"
