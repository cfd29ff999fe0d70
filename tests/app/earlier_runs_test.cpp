// Run folders of an earlier version of the program (tests/data) and what that version answered.
#include "tests/support/command_line.h"
#include "tests/support/test_case.h"

using cli::Outcome;
using cli::run;
using cli::words;

namespace {

/// Other instruction sets round sums otherwise; a few updates after them stay within this.
constexpr double kNear = 2e-4;

bool isNear(double value, double expected)
{
    return std::abs(value - expected) <= kNear * std::max(1.0, std::abs(expected));
}

QJsonObject lastEpoch(const Outcome& outcome)
{
    QJsonObject found;
    for (const QByteArray& line : outcome.lines()) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event["event"].toString() == u"epoch"_s)
            found = event;
    }
    return found;
}

} // namespace

class EarlierRunsTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    /// A copy of a folder of tests/data, which the program may write into.
    QString copied(const QString& name) const
    {
        const QString from = QStringLiteral(UNROLL_SOURCE_DIR "/tests/data/") + name;
        const QString to = m_folder.filePath(name);
        QDirIterator files(from, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString file = files.next();
            const QString copy = to + file.mid(from.size());
            QDir().mkpath(QFileInfo(copy).path());
            QFile::copy(file, copy);
        }
        return to;
    }

    QString written(const char* name, const QByteArray& content) const
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("%s cannot be written", name);
        return file.fileName();
    }

    static void compareResumed(const QString& run, int epochs, double trainLoss, double validLoss)
    {
        const Outcome resumed = cli::run(
            {u"resume"_s, run, u"--json"_s, u"--set"_s, u"training.epochs=%1"_s.arg(epochs)});
        QVERIFY2(resumed.code == 0, resumed.err.constData());
        const QJsonObject epoch = lastEpoch(resumed);
        QCOMPARE(epoch["epoch"].toInt(), epochs);
        QVERIFY2(isNear(epoch["train_loss"].toDouble(), trainLoss), resumed.out.constData());
        QVERIFY2(isNear(epoch["valid_loss"].toDouble(), validLoss), resumed.out.constData());
    }

    void compareExported(const QString& run) const
    {
        for (const char* format : {"safetensors", "pytorch", "python"}) {
            const QString out = run + u"-"_s + QString::fromLatin1(format);
            const Outcome exported = cli::run(
                {u"export"_s, run, u"--format"_s, QString::fromLatin1(format), u"--out"_s, out});
            QVERIFY2(exported.code == 0, exported.err.constData());
            QVERIFY(QFileInfo(out).size() > 0);
        }
    }

private Q_SLOTS:
    void aClassifierAnswersAsItDid()
    {
        const QString folder = copied(u"version1_classifier"_s);
        const Outcome predicted
            = run({u"predict"_s, folder, u"--json"_s},
                  "The film was not bad at all.\nA dull and boring plot\nI loved it\n");
        QVERIFY2(predicted.code == 0, predicted.err.constData());
        QCOMPARE(predicted.lines().size(), 3);
        const double negative[] = {0.5112106800079346, 0.49374350905418396, 0.5589110851287842};
        for (int i = 0; i < 3; ++i) {
            const QJsonObject answer = predicted.object(i)["probabilities"].toObject();
            QVERIFY2(isNear(answer["negative"].toDouble(), negative[i]), predicted.out.constData());
        }
        const QString data = written("texts.csv",
                                     "label,text\nnegative,The film was not bad at all.\n"
                                     "positive,I loved it\nnegative,A dull plot\n");
        const Outcome scored = run({u"evaluate"_s, folder, u"--data"_s, data, u"--json"_s});
        QVERIFY2(scored.code == 0, scored.err.constData());
        QVERIFY(isNear(scored.whole()["loss"].toDouble(), 0.7230545843630907));
        QVERIFY(isNear(scored.whole()["macro_f1"].toDouble(), 0.4));
        compareExported(folder);
        // Version 1 dropped others: 0.68977 and 0.69398.
        compareResumed(folder, 14, 0.689509417215983, 0.6937281545003255);
    }

    void aTranslatorAnswersAsItDid()
    {
        const QString folder = copied(u"version1_translator"_s);
        const QByteArray sources = "1 2 3\n4 4 5 6\n7\n";
        const Outcome translated = run({u"translate"_s, folder, u"--json"_s}, sources);
        QVERIFY2(translated.code == 0, translated.err.constData());
        QCOMPARE(translated.lines().size(), 3);
        const char* texts[] = {"3 2 1", "6 5 4 4", "7"};
        const double logProbabilities[]
            = {-0.07297622680198401, -0.05483078816905618, -0.011889073299244046};
        for (int i = 0; i < 3; ++i) {
            const QJsonObject answer = translated.object(i)["translations"].toArray()[0].toObject();
            QCOMPARE(answer["text"].toString(), QString::fromLatin1(texts[i]));
            QVERIFY(isNear(answer["log_probability"].toDouble(), logProbabilities[i]));
        }
        const Outcome scored
            = run({u"evaluate"_s, folder, u"--data"_s, written("sources.txt", sources),
                   u"--target"_s, written("targets.txt", "3 2 1\n6 5 4 4\n7\n"), u"--json"_s});
        QVERIFY2(scored.code == 0, scored.err.constData());
        QVERIFY(isNear(scored.whole()["loss"].toDouble(), 0.012699622999538075));
        QVERIFY(isNear(scored.whole()["bleu"].toDouble(), 100.0));
        compareExported(folder);
        compareResumed(folder, 39, 0.0895559829384854, 0.4394600651345892);
    }
};

UNROLL_TEST(EarlierRunsTest, QCoreApplication)
#include "earlier_runs_test.moc"
