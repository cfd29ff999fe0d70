// The help of the command line, and what README.md says about the program.
#include "tests/support/command_line.h"
#include "tests/support/test_case.h"

using cli::Outcome;
using cli::run;
using cli::words;

namespace {

constexpr int kMostLines = 200; ///< Of README.md: it is read in five minutes.

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString readme()
{
    return textOf(QStringLiteral(UNROLL_SOURCE_DIR "/README.md"));
}

/// Everything that `pattern` captures in `text`.
QStringList found(const QString& text, const char* pattern)
{
    QStringList all;
    const QRegularExpression expression(QString::fromLatin1(pattern),
                                        QRegularExpression::MultilineOption);
    for (auto matches = expression.globalMatch(text); matches.hasNext();)
        all << matches.next().captured(1);
    return all;
}

/// The parts of `text` that `whole` does not have.
QStringList missing(const QStringList& parts, const QString& whole)
{
    QStringList lacking;
    for (const QString& part : parts)
        if (!whole.contains(part))
            lacking << part;
    return lacking;
}

/// The manual page as a person reads it, without hyphenation.
QString manualPage()
{
    QString page = QString::fromUtf8(run(words("help --man")).out);
    return page.replace(u"\\-"_s, u"-"_s).replace(u"\\e"_s, u"\\"_s);
}

} // namespace

class CliHelpTest : public QObject {
    Q_OBJECT
private:
    static QStringList commands()
    {
        const QString help = QString::fromUtf8(run(words("--help")).out);
        return found(help.mid(help.indexOf(u"Subcommands:"_s)), "^  (\\w+)");
    }

private Q_SLOTS:
    void everyCommandAndOptionIsInTheHelpAndTheManualPage()
    {
        const QString help = QString::fromUtf8(run(words("help commands")).out);
        const QString page = manualPage();
        QVERIFY(commands().size() >= 15);
        QVERIFY(!help.contains(u"unroll-cli follow"_s)); // Only the program calls it.
        QVERIFY(!page.contains(u"\n.SS follow"_s));
        for (const QString& command : commands()) {
            const QByteArray own = run({command, u"--help"_s}).out;
            QCOMPARE(run({u"help"_s, command}).out.trimmed(), own.trimmed());
            QVERIFY2(help.contains(QString::fromUtf8(own.trimmed())), qPrintable(command));
            const qsizetype begin = page.indexOf(u"\n.SS "_s + command + u'\n');
            QVERIFY2(begin > 0, qPrintable(command));
            const QString section = page.mid(begin, page.indexOf(u"\n.S"_s, begin + 1) - begin);
            const QStringList options = found(QString::fromUtf8(own), "^  (--[\\w-]+|\\w+) ");
            QCOMPARE(missing(options, section), QStringList());
        }
    }

    void theManualPageIsWellFormed()
    {
        const QString groff = QStandardPaths::findExecutable(u"groff"_s);
        if (groff.isEmpty())
            QSKIP("groff is not installed.");
        QProcess process;
        process.start(groff, words("-Kutf8 -man -Tutf8 -ww -Wbreak"));
        process.write(run(words("help --man")).out);
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardError(), QByteArray());
        const QString page = QString::fromUtf8(process.readAllStandardOutput());
        QVERIFY(page.contains(u"--nbest"_s));
    }

    void formatsAreThoseThatCanBeChosen()
    {
        const QString help = QString::fromUtf8(run(words("help formats")).out).simplified();
        for (const char* family : {"format", "export"}) {
            const QJsonObject kinds
                = run({u"kinds"_s, QString::fromLatin1(family), u"--json"_s}).object(0);
            QVERIFY(!kinds["kinds"].toArray().isEmpty());
            for (const QJsonValue& kind : kinds["kinds"].toArray()) {
                QVERIFY2(help.contains(kind["kind"].toString()),
                         qPrintable(kind["kind"].toString()));
                QVERIFY2(help.contains(kind["summary"].toString().simplified()),
                         qPrintable(kind["summary"].toString()));
            }
        }
    }

    void settingsAreThoseOfASpec()
    {
        const QString help = QString::fromUtf8(run(words("help settings")).out);
        const QJsonObject spec = run(words("spec reviews")).whole();
        int settings = 0;
        for (const char* part : {"data", "text", "training"}) {
            const QJsonObject section = spec[QLatin1String(part)].toObject();
            for (const QString& name : section.keys()) {
                ++settings;
                const QString line = u"\n  %1.%2="_s.arg(QString::fromLatin1(part), name);
                QVERIFY2(help.contains(line), qPrintable(line));
            }
        }
        QVERIFY(settings > 30);
    }

    void everyFileOfARunIsExplained()
    {
        const QTemporaryDir folder;
        const QString help = QString::fromUtf8(run(words("help runs")).out);
        for (const char* preset : {"reviews-mean", "ratings-mean", "entities", "stories"}) {
            const QString out = folder.filePath(QString::fromLatin1(preset));
            const Outcome trained
                = run(QStringList{u"train"_s, QString::fromLatin1(preset)}
                      + words("--threads 1 --record --set training.maximum_updates=2 --out")
                      + QStringList{out});
            QVERIFY2(trained.code == 0, trained.err.constData());
            const QStringList files
                = QDir(out).entryList(QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot);
            QVERIFY(files.size() > 6);
            QCOMPARE(missing(files, help), QStringList());
        }
    }

    void everyEnvironmentVariableIsExplained()
    {
        const QString help = QString::fromUtf8(run(words("help environment")).out);
        QStringList variables;
        for (const char* room : {"/app", "/core", "/ui"}) {
            QDirIterator files(QStringLiteral(UNROLL_SOURCE_DIR) + QLatin1String(room),
                               {u"*.cpp"_s, u"*.h"_s}, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext())
                variables += found(textOf(files.next()), "\"((?:UNROLL|XDG)_[A-Z_]+)\"");
        }
        QVERIFY(variables.size() >= 3);
        QCOMPARE(missing(variables, help), QStringList());
    }

    /// troff warns of a word that is longer than a line.
    void longListsOfTheManualPageCanBeBroken()
    {
        for (const QByteArray& line : run(words("help --man")).lines())
            for (const QByteArray& word : line.split(' '))
                for (const QByteArray& part : QByteArray(word).replace("\\:", " ").split(' '))
                    QVERIFY2(part.size() < 70, part.constData());
    }

    void unknownSubjectsNameTheNearest()
    {
        const Outcome outcome = run(words("help fromats"));
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("did you mean formats?"), outcome.err.constData());
        QVERIFY(outcome.err.contains("environment"));
    }

    void theReadmeIsShortAndItsPathsExist()
    {
        const QString text = readme();
        QVERIFY2(text.count(u'\n') <= kMostLines, "README.md is to be read in five minutes.");
        QStringList paths = found(text, "(?:src=\"|\\]\\()([^\")]+)")
            + found(text, "`((?:app|core|ui|tests|resources)/[\\w/.]*)`");
        QVERIFY(paths.size() >= 12);
        for (const QString& path : paths)
            QVERIFY2(QFileInfo::exists(QStringLiteral(UNROLL_SOURCE_DIR "/") + path),
                     qPrintable(path));
        const QString rooms = found(text, "(base nn [a-z \\n]+bench)\n").value(0).simplified();
        for (const QString& room : rooms.split(u' '))
            QVERIFY2(QFileInfo::exists(QStringLiteral(UNROLL_SOURCE_DIR "/core/") + room),
                     qPrintable(room));
        QVERIFY(rooms.count(u' ') > 10);
    }

    /// The commands of README.md as they stand there, one after the other; trainings end early.
    void theCommandsOfTheReadmeWork()
    {
        const QTemporaryDir folder;
        cli::write(folder.filePath(u"texts.txt"_s), "Not bad at all.\nNever again.\n");
        cli::write(folder.filePath(u"dates.txt"_s), "Tuesday May 10, 2011\n");
        cli::write(folder.filePath(u"iso.txt"_s), "2011-05-10\n");
        cli::write(folder.filePath(u"iso_2.txt"_s), "2011-05-11\n");
        QByteArray rows = "text,label\n";
        for (int i = 0; i < 30; ++i)
            rows += "the film was " + QByteArray(i % 2 ? "good" : "bad") + " in part "
                + QByteArray::number(i) + "," + (i % 2 ? "pos" : "neg") + "\n";
        cli::write(folder.filePath(u"my_reviews.csv"_s), rows);
        std::filesystem::copy(UNROLL_SOURCE_DIR "/tests/data/published_gpt2",
                              folder.filePath(u"gpt2"_s).toStdString());
        const QStringList lines = found(readme(), "^(unroll-cli .*)$");
        QVERIFY(lines.size() >= 18);
        QStringList used;
        for (QString line : lines) {
            used << line.section(u' ', 1, 1);
            if (line.contains(u"| man"_s))
                continue; // The manual page has its own test.
            line = line.section(u"  #"_s, 0, 0).trimmed();
            if (line.contains(u" train "_s))
                line += u" --threads 1 --set training.maximum_updates=20"_s;
            QProcess shell;
            shell.setWorkingDirectory(folder.path());
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(u"PATH"_s,
                               QFileInfo(QStringLiteral(UNROLL_CLI)).path() + u':'
                                   + environment.value(u"PATH"_s));
            shell.setProcessEnvironment(environment);
            shell.start(u"bash"_s, {u"-c"_s, line});
            QVERIFY2(shell.waitForFinished(240000), qPrintable(line));
            QVERIFY2(shell.exitCode() == 0,
                     qPrintable(line + u'\n' + QString::fromUtf8(shell.readAllStandardError())));
        }
        QStringList unused;
        for (const QString& command : commands())
            if (!used.contains(command))
                unused << command;
        QVERIFY2(unused.isEmpty(), qPrintable(unused.join(u' ')));
    }
};
UNROLL_TEST(CliHelpTest, QCoreApplication)
#include "cli_help_test.moc"
