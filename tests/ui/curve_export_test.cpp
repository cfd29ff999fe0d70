#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/opened_curves_view.h"
#include "ui/curves/curve_table.h"
#include "ui/widgets/theme.h"

class CurveExportTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    /// All curves of the view as its export writes them.
    static QByteArray csvOf(const ui::CurvesView& view)
    {
        return exported(view, "curves", ui::FigureFormat::Csv);
    }

    static QStringList linesOf(const std::vector<ui::CurveSource>& sources)
    {
        ui::TableText table;
        ui::writeCurves(table, sources);
        return QString::fromStdString(table.text()).split('\n');
    }

private Q_SLOTS:
    void appendingLiveEqualsReadingTheHistory()
    {
        const core::RunHistory history = sample::history({.epochs = 3, .updatesPerEpoch = 70});
        ui::CurvesView live, read;
        read.setRuns({sample::row("lstm", 0)});
        read.store().setHistory(sample::openedRun(), history);
        live.setRuns({sample::row("lstm", 0)});
        size_t epoch = 0;
        for (size_t i = 0; i < history.updates.size(); i += 7) { // in batches of 7
            live.store().append(sample::openedRun(),
                                {history.updates.begin() + ptrdiff_t(i),
                                 history.updates.begin() + ptrdiff_t(i + 7)});
            while (epoch < history.epochs.size()
                   && history.epochs[epoch].step <= history.updates[i + 6].step)
                live.store().append(sample::openedRun(), history.epochs[epoch++]);
            if (i == 70) { // draw in between, so that smoothing grows in steps
                live.show();
                QTest::qWait(150);
            }
        }
        read.resize(800, 600);
        live.resize(800, 600);
        read.show();
        const QByteArray csv = csvOf(live);
        QCOMPARE(csv.count('\n'), 1 + 210 + 3);
        QCOMPARE(csv, csvOf(read));
    }

    void anUntickedRunThatIsResumedKeepsItsHistory()
    {
        core::RunHistory whole = sample::history({.epochs = 3, .updatesPerEpoch = 70});
        core::RunHistory before = whole; // with updates behind the last checkpoint
        before.updates.resize(90);
        before.updates.back().loss = 99.0;
        before.epochs.resize(1);
        ui::RunRow row = sample::row("lstm", 0);
        row.shown = false;
        ui::CurvesView view;
        QSignalSpy requested(&view.store(), &ui::RunStore::requested);
        view.setRuns({row});
        QCOMPARE(requested.count(), 0);
        row.live = true;
        view.setRuns({row});
        QCOMPARE(requested.count(), 1);
        // It goes on while the history is still being read.
        view.store().markResumed(row.id, 80);
        const auto at = [&](int step) { return whole.updates.begin() + step; };
        view.store().append(row.id, {at(80), at(150)});
        view.store().append(row.id, whole.epochs[1]);
        view.store().setHistory(row.id, before);
        view.store().append(row.id, {at(150), at(210)});
        view.store().append(row.id, whole.epochs[2]);
        row.shown = true;
        view.setRuns({row});
        QCOMPARE(requested.count(), 1);
        ui::CurvesView read;
        read.setRuns({sample::row("lstm", 0)});
        whole.resumedAt = {80};
        read.store().setHistory(row.id, whole);
        QCOMPARE(csvOf(view), csvOf(read));
    }

    void tablesHaveTheColumnsThatTheRunsHave()
    {
        ui::RunCurves first, second;
        first.join(sample::smallHistory());
        core::RunHistory other = sample::smallHistory();
        other.updates.resize(1);
        other.updates[0].teacherForcing = 0.75;
        other.epochs[0].validScores = {{"accuracy", 0.625}, {"zeal", 3.0}, {"bleu", 31.5}};
        second.join(other);
        const QStringList lines = linesOf({{"a", &first, u"a"_s, 0}, {"b", &second, u"b"_s, 1}});
        QVERIFY(lines[0].endsWith(u"tokens_per_second,teacher_forcing,valid_loss,"
                                  "valid_accuracy,valid_macro_f1,valid_bleu,"
                                  "valid_zeal,best"_s));
        const qsizetype commas = lines[0].count(u',');
        for (const QString& line : lines.mid(0, lines.size() - 1))
            QCOMPARE(line.count(u','), commas);
        QVERIFY(lines[1].endsWith(u",200,,,,,,,"_s));
        QVERIFY(lines[5].endsWith(u",1.75,0.625,0.6,,,1"_s));
        QVERIFY(lines[6].endsWith(u",200,0.75,,,,,,"_s));
        QVERIFY(lines[7].endsWith(u",1.75,0.625,,31.5,3,1"_s));
    }

    void numbersAreExportedAsTheyAre()
    {
        ui::RunCurves curves;
        curves.join(sample::smallHistory());
        curves.setSmoothing(0.5);
        const QStringList lines = linesOf({{"a", &curves, u"a, \"b\""_s, 0}});
        QCOMPARE(lines.size(), 1 + 4 + 1 + 1);
        QCOMPARE(lines[1],
                 u"\"a, \"\"b\"\"\",update,1,0.25,100,0.5,1,1,0.5,0.5,0.001,"
                 "1,0,200,,,,"_s);
        QCOMPARE(lines[3],
                 u"\"a, \"\"b\"\"\",update,3,0.75,300,1.5,,,0.5,0.5,0.001,"
                 "3,0,200,,,,"_s);
        QCOMPARE(lines[4],
                 u"\"a, \"\"b\"\"\",update,4,1,400,2,4,3,0.5,0.5,0.001,"
                 "4,1,200,,,,"_s);
        QCOMPARE(lines[5],
                 u"\"a, \"\"b\"\"\",epoch,4,1,400,2.25,2.5,,0.5,,,,,,"
                 "1.75,0.625,0.6,1"_s);
    }

    void picturesAndWordsAreExported()
    {
        ui::CurvesView view;
        QVERIFY(view.figures().empty());
        sample::open(view, sample::history({}));
        QVERIFY(arePicturesExported(view, "curves", 5000));
        const auto* sentence = view.findChild<QLabel*>("sentenceLabel");
        QTRY_VERIFY(!sentence->text().isEmpty());
        QCOMPARE(exported(view, "curves", ui::FigureFormat::Text),
                 sentence->text().toUtf8() + '\n');
    }
};

UNROLL_TEST(CurveExportTest, QApplication)
#include "curve_export_test.moc"
