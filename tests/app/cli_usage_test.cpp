#include "tests/support/command_line.h"
#include "tests/support/test_case.h"

using cli::Outcome;
using cli::run;
using cli::words;

namespace {

QByteArray read(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Each command's name as --help lists it.
QStringList commands()
{
    QStringList names;
    const QString help = QString::fromUtf8(run(words("--help")).out);
    const QStringList lines = help.mid(help.indexOf(u"Subcommands:"_s)).split(u'\n');
    for (const QString& line : lines)
        if (line.startsWith(u"  "_s) && line.size() > 2 && line[2] != u' ')
            names << line.trimmed().section(u' ', 0, 0);
    return names;
}

/// The options of a help text, each with all its lines.
QStringList optionBlocks(const QByteArray& help)
{
    QStringList blocks;
    for (const QString& line : QString::fromUtf8(help).split(u'\n')) {
        if (line.startsWith(u"  -"_s))
            blocks << line;
        else if (!blocks.isEmpty())
            blocks.back() += line;
    }
    return blocks;
}

/// Bytes that may do something to a terminal: all controls but ends of lines and tabs.
bool isSafe(const QByteArray& printed)
{
    const QString text = QString::fromUtf8(printed);
    return !text.contains(QChar(u'\uFFFD'))
        && !text.contains(
            QRegularExpression(u"[\\x00-\\x08\\x0B-\\x1F\\x7F-\\x9F\\x{202A}-\\x{202E}]"_s));
}

constexpr char kEvil[] = "ev\x1b[31mil\nna\xC2\x9Bme";
constexpr char kEvilShown[] = "ev\\u001B[31mil\\nna\\u009Bme";

} // namespace

/// How the command line speaks: help, wrong usage, and what it prints of files.
class CliUsageTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    /// Forty rows of two classes.
    QString table(const char* name, const QByteArray& otherClass = "neg",
                  const QByteArray& more = {}) const
    {
        QByteArray rows = "text,label\n";
        for (int i = 0; i < 20; ++i) {
            const QByteArray number = QByteArray::number(i);
            rows += "good film number " + number + ",pos\n";
            rows += "bad film number " + number + ",\"" + otherClass + "\"\n";
        }
        cli::write(path(name), rows + more);
        return path(name);
    }
    static QStringList training(const QStringList& data, const QString& out)
    {
        return words("train reviews-mean --threads 1 --set training.epochs=1 --data") + data
            + QStringList{u"--out"_s, out};
    }

    /// Whether a text names every option with its help, those inside of others behind their names.
    static bool tells(const QByteArray& text, const QJsonArray& options, const QByteArray& before)
    {
        return std::all_of(options.begin(), options.end(), [&](const QJsonValue& option) {
            const QByteArray name = before + option["name"].toString().toUtf8();
            const QJsonArray inside = option["options"].toArray();
            return text.contains(name + (inside.isEmpty() ? "=" : "  "))
                && text.contains(option["help"].toString().toUtf8())
                && tells(text, inside, name + ".");
        });
    }

private Q_SLOTS:
    void helpSaysWhatMayBeRepeated()
    {
        const QStringList names = commands();
        QVERIFY2(names.size() >= 12, qPrintable(names.join(u' ')));
        int repeatable = 0;
        for (const QString& name : names) {
            const Outcome help = run({name, u"--help"_s});
            QCOMPARE(help.code, 0);
            for (const QString& block : optionBlocks(help.out)) {
                if (!block.contains(u" ..."_s))
                    continue;
                ++repeatable;
                QVERIFY2(block.contains(u"repeatable"_s), qPrintable(name + block));
            }
        }
        QVERIFY(repeatable >= 12);
    }

    void severalFilesFollowOneOption()
    {
        const QStringList both{table("one.csv"), table("two.csv")};
        const Outcome trained = run(training(both, path("several")));
        QVERIFY2(trained.code == 0, trained.err.constData());
        const QJsonObject spec = QJsonDocument::fromJson(read(path("several/spec.json"))).object();
        QCOMPARE(spec["data"]["train"].toArray().size(), 2);
        const auto count = [&](const QStringList& data) {
            return run(QStringList{u"evaluate"_s, path("several"), u"--json"_s, u"--data"_s} + data)
                .object(0)["count"]
                .toInt();
        };
        QCOMPARE(count(both), 80);
        QCOMPARE(count({both[0], u"--data"_s, both[1]}), 80);
        // Values swallow a word that should have stood in front; that is said.
        const Outcome behind = run(words("train --data a.csv reviews --out /nowhere/x"));
        QCOMPARE(behind.code, 2);
        QVERIFY2(behind.err.contains("before the options"), behind.err.constData());
    }

    void kindsListsAllThatCanBeChosen()
    {
        const Outcome all = run(words("kinds --json"));
        QCOMPARE(all.code, 0);
        QVERIFY(all.lines().size() >= 13);
        int options = 0;
        for (qsizetype i = 0; i < all.lines().size(); ++i) {
            const QJsonObject family = all.object(i);
            const QString name = family["family"].toString();
            QVERIFY2(!family["chosen_by"].toArray().isEmpty(), qPrintable(name));
            for (const QJsonValue& kind : family["kinds"].toArray())
                options += static_cast<int>(kind["options"].toArray().size());
            if (i % 4 != 0) // The text comes from the same descriptions.
                continue;
            const Outcome text = run({u"kinds"_s, name});
            QCOMPARE(text.code, 0);
            for (const QJsonValue& kind : family["kinds"].toArray()) {
                QVERIFY(text.out.contains("\n  " + kind["kind"].toString().toUtf8() + "  "));
                QVERIFY(text.out.contains(kind["summary"].toString().toUtf8()));
                QVERIFY(tells(text.out, kind["options"].toArray(), "\n    "));
            }
        }
        QVERIFY(options > 100);
        const Outcome one = run(words("kinds network --json"));
        QCOMPARE(one.lines().size(), 1);
        QVERIFY(one.object(0)["chosen_by"].toArray().contains(u"model.network"_s));
        const Outcome wrong = run(words("kinds netwrk"));
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("did you mean network?"), wrong.err.constData());
    }

    void wrongUsageNamesTheNearest_data()
    {
        addColumns<QStringList, QByteArray>("arguments", "said");
        const auto row = [](const char* arguments, const char* said) {
            newRow(arguments, words(arguments), QByteArray(said));
        };
        row("trian reviews", "no command \"trian\"; did you mean train?");
        row("xylophone", "no command \"xylophone\".");
        row("spec reviews --set training.epohs=3", "did you mean training.epochs?");
        row("train reviews --set epochs=3 --out /nowhere/x", "did you mean training.epochs?");
        // Samples of another task have this one.
        row("spec reverse --set data.sample.texts=600", "no setting \"data.sample.texts\".");
        row("spec reviews --set text.cleaning[7].kind=lower_case", "text.cleaning[7]");
        row("spec reviews --set model.network.norm_embedding=3", "model.network=transformer");
        row("train reviews --epochs 3 --out /nowhere/x", "--set training.epochs=VALUE?");
        row("train reviews --batch-size=3 --out /nowhere/x", "--set training.batch_size=VALUE?");
        row("train reviews --outt /nowhere/x", "did you mean --out?");
        row("predict /nowhere/run --jsn", "did you mean --json?");
        row("predict /nowhere/run --text a", "has no option \"--text\". See");
        row("ask /nowhere/run map layer=99", "did you mean --set layer=99?");
        row("train word2vec --processes 2 --out /nowhere/x",
            "train in one process only. Leave --processes out;");
        row("spec", "--help");
        row("evaluate /nowhere/run", "--data is required. See");
    }
    void wrongUsageNamesTheNearest()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, said);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(said), outcome.err.constData());
        QCOMPARE(outcome.err.count('\n'), 1);
        QVERIFY(outcome.out.isEmpty());
    }

    void onlyKindsOfTheTaskAreListed()
    {
        const Outcome wrong = run(words("spec reviews --set model.network=nosuch"));
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("\"lstm\"") && !wrong.err.contains("seq2seq"),
                 wrong.err.constData());
        const Outcome pairs = run(words("spec reverse --set model.network=nosuch"));
        QVERIFY2(pairs.err.contains("seq2seq") && !pairs.err.contains("\"lstm\""),
                 pairs.err.constData());
    }

    void settingsAreTakenAsTheErrorsNameThem()
    {
        const Outcome wrong = run(words("spec reviews --set text.cleaning=lower_cse"));
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("text.cleaning[0].kind"), wrong.err.constData());
        const QJsonObject spec = run(words("spec reviews --set text.cleaning=lower_case --set "
                                           "text.cleaning[0].kind=strip_html"))
                                     .whole();
        QCOMPARE(spec["text"]["cleaning"][0]["kind"].toString(), u"strip_html"_s);
    }

    void previewOfAnUnknownFormatHasNoEmptyParts()
    {
        cli::write(path("program"),
                   QByteArray("\x7f"
                              "ELF\0\1\2",
                              7));
        const Outcome outcome = run(QStringList{QStringLiteral("preview"), path("program")}
                                    + words("--task classification"));
        QVERIFY2(outcome.out.startsWith("Not recognised, for the task"), outcome.out.constData());
    }

    void columnsAreChosenWithoutChoosingTheFormat()
    {
        cli::write(path("columns.csv"),
                   "a,b,c\nx one,p,good\ny two,q,bad\nz three,p,good\nw,q,bad\n");
        const Outcome outcome = run(QStringList{u"preview"_s, path("columns.csv")}
                                    + words("--json --set data.format.text_columns=b "
                                            "--set data.format.label_column=c "
                                            "--set data.format.header=yes"));
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(outcome.whole()["text_columns"].toArray(), QJsonArray{1});
        QCOMPARE(outcome.whole()["label_column"].toInt(), 2);
    }

    void hintsNameTheOptionThatHelps()
    {
        const QString file = table("bad.csv", "neg", "one,two,three,four\n");
        const QString hint = u"--set data.skip_bad_rows=true"_s;
        const Outcome preview = run({u"preview"_s, file});
        QCOMPARE(preview.code, 1);
        QVERIFY2(preview.err.contains(hint.toUtf8()), preview.err.constData());
        const Outcome refused = run(training({file}, path("bad")));
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.err.contains(hint.toUtf8()), refused.err.constData());
        QCOMPARE(refused.err.count('\n'), 1);
        const QStringList taken = hint.split(u' ');
        QCOMPARE(run(QStringList{u"preview"_s, file} + taken).code, 0);
        const Outcome trained = run(training({file}, path("bad")) + taken);
        QVERIFY2(trained.code == 0, trained.err.constData());
    }

    void whatComesFromFilesCannotSteerATerminal()
    {
        const QString file = table("evil.csv", kEvil);
        const QString folder = path("evil");
        const Outcome trained = run(training({file}, folder));
        QVERIFY2(trained.code == 0, trained.err.constData());
        const QByteArray input = "bad film number 1\nbad film number 2\n";
        const QByteArray shown = kEvilShown;
        for (const QStringList& arguments :
             {QStringList{u"preview"_s, file},
              QStringList{u"evaluate"_s, folder, u"--data"_s, file},
              QStringList{u"predict"_s, folder},
              QStringList{u"inspect"_s, folder, u"--text"_s, u"bad\x1b]0;film"_s}}) {
            const Outcome plain = run(arguments, input);
            QVERIFY2(plain.code == 0, plain.err.constData());
            QVERIFY2(isSafe(plain.out) && isSafe(plain.err), plain.out.constData());
            QVERIFY2(plain.out.contains(shown), plain.out.constData());
            const Outcome json = run(arguments + words("--json"), input);
            QVERIFY(isSafe(json.out));
            QVERIFY2(!json.object(0).isEmpty(), json.out.constData());
        }
        QCOMPARE(run({u"predict"_s, folder}, input).lines().size(), 2);
        const QJsonObject scores
            = run({u"evaluate"_s, folder, u"--json"_s, u"--data"_s, file}).object(0);
        QStringList names;
        for (const QJsonValue& each : scores["classes"].toArray())
            names << each["name"].toString();
        QVERIFY(names.contains(QString::fromUtf8(kEvil)));
    }

    void namesOfFilesCannotEither()
    {
        const QString name = path("\x1b[2Jgone.csv");
        for (const QStringList& arguments :
             {QStringList{u"preview"_s, name}, QStringList{u"predict"_s, name},
              QStringList{u"spec"_s, name}, QStringList{u"bench"_s, name}, QStringList{name}}) {
            const Outcome outcome = run(arguments);
            QVERIFY(outcome.code == 1 || outcome.code == 2);
            QVERIFY2(isSafe(outcome.err) && !outcome.err.isEmpty(), outcome.err.constData());
            QCOMPARE(outcome.err.count('\n'), 1);
        }
    }

    void exportsReplaceOnlyWhenAsked()
    {
        const QString folder = path("exported");
        const Outcome trained = run(training({table("export.csv")}, folder));
        QVERIFY2(trained.code == 0, trained.err.constData());
        const auto exported = [&](const QString& format, const QString& out,
                                  const char* more = "") {
            return run(QStringList{u"export"_s, folder, u"--format"_s, format, u"--out"_s, out}
                       + words(more));
        };
        for (const char* format : {"safetensors", "pytorch"}) {
            cli::write(path("thesis"), "my thesis");
            const QString name = QString::fromLatin1(format);
            const Outcome refused = exported(name, path("thesis"));
            QCOMPARE(refused.code, 1);
            QVERIFY2(refused.err.contains("--force"), refused.err.constData());
            QCOMPARE(read(path("thesis")), "my thesis"_ba);
            QCOMPARE(exported(name, path("thesis"), "--force").code, 0);
            QVERIFY(read(path("thesis")).size() > 1000);
        }
        const QString python = u"python"_s;
        QVERIFY(QDir().mkpath(path("module"))); // An empty folder may be filled.
        QCOMPARE(exported(python, path("module")).code, 0);
        QCOMPARE(exported(python, path("module")).code, 1);
        QCOMPARE(exported(python, path("module"), "--force").code, 0);
        QVERIFY(QFile::exists(path("module/model.py")));
        QCOMPARE(exported(u"pytorch"_s, u"/dev/null"_s, "--force").code, 1);
        QVERIFY(QDir().mkpath(path("mine")));
        cli::write(path("mine/notes"), "my notes");
        const Outcome refused = exported(python, path("mine"));
        QVERIFY2(refused.err.contains("only an earlier export"), refused.err.constData());
    }
};
UNROLL_TEST(CliUsageTest, QCoreApplication)
#include "cli_usage_test.moc"
