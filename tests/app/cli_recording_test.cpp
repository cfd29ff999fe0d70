#include "tests/support/command_line.h"
#include "tests/support/test_case.h"

using cli::Outcome;
using cli::run;
using cli::words;

/// Updates are recorded by the command line as they are in the window.
class CliRecordingTest : public QObject {
    Q_OBJECT
private:
    static QStringList training(const QString& folder, const char* more)
    {
        return words("train reviews-mean --threads 1 --set training.epochs=2 "
                     "--set data.sample.texts=200 --out")
            + QStringList{folder} + words(more);
    }

    /// The updates in updates.jsonl, without the lines that name the parameters.
    static QList<QJsonObject> recorded(const QString& folder)
    {
        QList<QJsonObject> updates;
        QFile file(folder + u"/updates.jsonl"_s);
        if (file.open(QIODevice::ReadOnly))
            for (const QByteArray& line : file.readAll().split('\n'))
                if (const QJsonObject json = QJsonDocument::fromJson(line).object();
                    json.contains("items"_L1))
                    updates.append(json);
        return updates;
    }

private Q_SLOTS:
    void eachUpdateIsWrittenWithItsHistograms()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"run"_s);
        const Outcome outcome = run(training(path, "--record --record-share 1 --json"));
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        const QList<QJsonObject> updates = recorded(path);
        QCOMPARE(updates.size(), outcome.object(-1)["step"].toInt());
        for (qsizetype i = 0; i < updates.size(); ++i) {
            QCOMPARE(updates[i]["step"].toInt(), i + 1);
            QVERIFY(!updates[i]["items"].toArray().isEmpty());
            QCOMPARE(updates[i]["chosen"].toString(), updates[0]["chosen"].toString());
            QVERIFY(updates[i]["histograms"].toObject().contains("gradient"_L1));
        }
    }

    /// Each in a folder of its own; recorded as a single run would be.
    void aPresetOfSeveralRunsTrainsThemAll()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"norms"_s);
        const Outcome outcome
            = run(words("train norms --threads 1 --record --record-share 1 --set "
                        "training.maximum_updates=2 --set data.sample.texts=200 --set "
                        "model.network.layers=1 --out")
                  + QStringList{path});
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QList<QJsonArray> items;
        for (const QString& name : {u"post-norm"_s, u"pre-norm"_s, u"rezero"_s}) {
            const QList<QJsonObject> updates = recorded(path + u'/' + name);
            QCOMPARE(updates.size(), 2);
            items.append(updates[1]["items"].toArray());
            QCOMPARE(items.back(), items.front()); // The same texts in the same order.
        }
        const Outcome asked = run(words("ask --json") + QStringList{path + u"/rezero"_s}
                                  + words("layer_curves --set quantity=residual_weight"));
        QVERIFY2(asked.code == 0, asked.err.constData());
        QCOMPARE(asked.whole()["values"].toArray()[0].toArray()[0].toDouble(-1.0), 0.0);
    }

    void theLayerIsChosen()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"run"_s);
        const Outcome outcome
            = run(training(path, "--record --record-layer head.output --record-share 1"));
        QVERIFY2(outcome.code == 0, outcome.err.constData());
        QCOMPARE(recorded(path).value(0)["chosen"].toString(), u"head.output"_s);
        QVERIFY2(!outcome.err.contains("no layer"), outcome.err.constData());
    }

    void aLayerThatIsNotThereIsNamedWithThoseThatAre()
    {
        const QTemporaryDir folder;
        const Outcome outcome
            = run(training(folder.filePath(u"run"_s), "--record --record-layer heads.output"));
        QVERIFY2(outcome.err.contains("no layer or parameter heads.output")
                     && outcome.err.contains("head.output"),
                 outcome.err.constData());
    }

    void recordedUpdatesAreRankedByTheirInfluence()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"run"_s);
        QCOMPARE(run(training(path, "--record --record-share 1")).code, 0);
        const QStringList text{u"--set"_s, u"text=A wonderful film."_s, u"--set"_s,
                               u"reference=positive"_s, u"--json"_s};
        const Outcome ranked = run(QStringList{u"ask"_s, path, u"influence"_s} + text);
        QVERIFY2(ranked.code == 0, ranked.err.constData());
        const QJsonArray updates = ranked.whole()["updates"].toArray();
        QCOMPARE(updates.size(), recorded(path).size());
        const QString update = QString::number(updates[0].toObject()["update"].toInt());
        const Outcome texts = run(
            QStringList{u"ask"_s, path, u"text_influences"_s, u"--set"_s, u"update="_s + update}
            + text);
        QVERIFY2(texts.code == 0, texts.err.constData());
        const QJsonObject first = texts.whole()["texts"].toArray()[0].toObject();
        const QString other = folder.filePath(u"without"_s);
        const Outcome without = run(training(
            other,
            qPrintable(u"--set training.leave_out="_s + QString::number(first["row"].toInt()))));
        QVERIFY2(without.code == 0, without.err.constData());
        const Outcome answer = run(QStringList{u"ask"_s, other, u"example_loss"_s} + text);
        QVERIFY2(answer.code == 0, answer.err.constData());
        QVERIFY(answer.whole()["loss"].toDouble() > 0.0);
        QVERIFY(answer.whole()["loss_of_truth"].toBool());
    }

    void withoutTheOptionNothingIsWritten()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"run"_s);
        QCOMPARE(run(training(path, "")).code, 0);
        QVERIFY(!QFile::exists(path + u"/updates.jsonl"_s));
    }

    void whatBelongsToRecordingNeedsIt()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(u"run"_s);
        QCOMPARE(run(training(path, "--record-layer head")).code, 2);
        QCOMPARE(run(training(path, "--record --record-share 2")).code, 2);
    }
};
UNROLL_TEST(CliRecordingTest, QCoreApplication)
#include "cli_recording_test.moc"
