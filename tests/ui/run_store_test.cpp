#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_sample.h"
#include "ui/curves/curves_view.h"
#include "ui/gradients/gradients_view.h"
#include "ui/series/run_store.h"
#include "ui/updates/updates_view.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/theme.h"

namespace {

/// An epoch has ten updates.
core::UpdateReport update(int64_t step)
{
    core::UpdateReport report;
    report.step = step;
    report.epoch = 1 + (step - 1) / 10;
    report.epochPosition = double(step) / 10.0;
    report.loss = 1.0 / double(step);
    report.scores = {{"accuracy", 0.5 + 0.001 * double(step)}};
    report.learningRate = 0.001;
    report.gradientNorm = 2.0;
    report.tokens = 100 * step;
    report.seconds = 0.25 * double(step);
    report.tokensPerSecond = 400.0;
    report.clipped = step % 3 == 0;
    report.clippedNorm = step % 3 == 0 ? 1.0 : std::nan("");
    report.layers[core::LayerQuantity::GradientNorm] = {float(step), 0.5F};
    return report;
}

std::vector<core::UpdateReport> updates(int64_t first, int64_t last)
{
    std::vector<core::UpdateReport> all;
    for (int64_t step = first; step <= last; ++step)
        all.push_back(update(step));
    return all;
}

/// The run's file as far as it is written.
core::RunHistory file(int64_t last)
{
    core::RunHistory history;
    history.layers[core::LayerQuantity::GradientNorm] = {"encoder", "head"};
    history.updates = updates(1, last);
    return history;
}

std::vector<int64_t> stepsOf(const ui::RunStore& store, const QString& run)
{
    std::vector<int64_t> steps;
    const auto curves = store.find(run);
    for (size_t i = 0; curves != nullptr && i < curves->size(); ++i)
        steps.push_back(curves->step(i));
    return steps;
}

std::vector<int64_t> upTo(int64_t last)
{
    std::vector<int64_t> steps;
    for (int64_t step = 1; step <= last; ++step)
        steps.push_back(step);
    return steps;
}

/// All but scores and layers; 0: there is none.
std::vector<double> numbersOf(const core::UpdateReport& report)
{
    std::vector<double> all{
        double(report.step),    double(report.epoch),   report.epochPosition,  report.loss,
        report.learningRate,    report.gradientNorm,    double(report.tokens), report.seconds,
        report.tokensPerSecond, double(report.clipped), report.teacherForcing, report.clippedNorm};
    for (double& number : all)
        number = std::isnan(number) ? 0.0 : number;
    return all;
}

const QString kRun = u"/runs/one"_s;

} // namespace

/// A run's file is written later than its reports arrive, and is read at an unknown moment.
class RunStoreTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void nothingIsLostWhereTheFileLags()
    {
        ui::RunStore store;
        QSignalSpy requested(&store, &ui::RunStore::requested);
        store.append(kRun, updates(1, 50));
        store.want(kRun, 0);
        store.want(kRun, 0);
        QCOMPARE(requested.count(), 1);
        store.append(kRun, updates(51, 60));
        store.setHistory(kRun, file(40));
        QCOMPARE(stepsOf(store, kRun), upTo(60));
        store.append(kRun, updates(61, 70));
        store.setHistory(kRun, file(65)); // Somebody else has asked for it.
        QCOMPARE(stepsOf(store, kRun), upTo(70));
        store.append(kRun, updates(71, 72));
        QCOMPARE(stepsOf(store, kRun), upTo(72));
        QCOMPARE(requested.count(), 1);
    }

    /// Every number of an update survives, whichever way it came.
    void whatIsJoinedIsWhatWasReported()
    {
        ui::RunStore store;
        store.append(kRun, updates(21, 30));
        store.setHistory(kRun, file(24));
        const auto curves = store.find(kRun);
        QCOMPARE(curves->layers()[core::LayerQuantity::GradientNorm], (Strings{"encoder", "head"}));
        for (int64_t step = 1; step <= 30; ++step) {
            const core::UpdateReport found = curves->update(*curves->indexOf(step));
            QCOMPARE(curves->raw("accuracy").at(size_t(step - 1)), update(step).scores[0].value);
            QVERIFY(numbersOf(found) == numbersOf(update(step)));
            QVERIFY(found.layers == update(step).layers);
        }
        core::ExperimentSpec spec;
        const core::UpdatePlace place = curves->place(*curves->indexOf(27), spec);
        QCOMPARE(place.firstStep, 21);
        QCOMPARE(place.epoch, 3);
    }

    void aResumedRunForgetsWhatCountsNoMore()
    {
        ui::RunStore store;
        store.setHistory(kRun, file(40));
        store.markResumed(kRun, 30);
        store.append(kRun, updates(31, 35));
        QCOMPARE(stepsOf(store, kRun), upTo(35));
        // The file was read before it was cut.
        ui::RunStore late;
        late.markResumed(kRun, 30);
        late.setHistory(kRun, file(40));
        late.append(kRun, updates(31, 33));
        QCOMPARE(stepsOf(late, kRun), upTo(33));
    }

    void aFileThatHasGrownIsReadAgain()
    {
        ui::RunStore store;
        QSignalSpy requested(&store, &ui::RunStore::requested);
        store.want(kRun, 20);
        store.setHistory(kRun, file(20));
        store.want(kRun, 20);
        QCOMPARE(requested.count(), 1);
        store.want(kRun, 30); // Another program trains it.
        store.want(kRun, 30);
        QCOMPARE(requested.count(), 2);
        store.setHistory(kRun, file(30));
        QCOMPARE(stepsOf(store, kRun), upTo(30));
    }

    /// Its first line is written after it was first asked for.
    void aFileThatWasNotBegunIsReadOnceThereAreUpdates()
    {
        ui::RunStore store;
        QSignalSpy requested(&store, &ui::RunStore::requested);
        store.want(kRun, 0);
        store.setHistory(kRun, {});
        QCOMPARE(requested.count(), 1);
        store.append(kRun, updates(1, 2));
        store.append(kRun, updates(3, 4));
        QCOMPARE(requested.count(), 2);
        store.setHistory(kRun, file(1));
        store.append(kRun, updates(5, 6));
        QCOMPARE(requested.count(), 2);
        QCOMPARE(stepsOf(store, kRun), upTo(6));
        QCOMPARE(store.find(kRun)->layers()[core::LayerQuantity::GradientNorm].size(), size_t{2});
    }

    /// Switching between views while a run is trained: none of them takes points from another.
    void viewsOfATrainingShowAllOfIt()
    {
        FakeContext context;
        ui::RunRow row = sample::row("one", 0);
        row.id = kRun;
        row.live = true;
        context.rows = {row};
        context.shown.live = true;
        ui::CurvesView curves(context, nullptr);
        ui::UpdatesView single(context);
        ui::GradientsView gradients(context);
        for (ui::View* view : std::initializer_list<ui::View*>{&curves, &single, &gradients}) {
            showSized(*view, {900, 700});
            view->follow(context.shown);
        }
        Q_EMIT context.updated({kRun, updates(1, 45)});
        Q_EMIT context.historyRead(kRun, file(20));
        Q_EMIT context.updated({kRun, updates(46, 50)});
        single.follow(context.shown);
        Q_EMIT context.historyRead(kRun, file(41)); // As if a view had asked once more.
        Q_EMIT context.updated({kRun, updates(51, 52)});
        const QString table = exportedTable(curves, "curves");
        for (int64_t step = 1; step <= 52; ++step)
            QVERIFY2(table.contains(u"\none,update,%1,"_s.arg(step)),
                     qPrintable(QString::number(step)));
        QCOMPARE(table.count(u'\n'), 1 + 52);
        QCOMPARE(exportedTable(single, "update_losses").count(u'\n'), 1 + 52);
        const auto& map = *gradients.findChild<ui::HeatMap*>(u"layerGradientMap"_s);
        QVERIFY(map.describe(0, map.content().columns - 1).contains(u"52"_s));
        context.shown.update = 47;
        single.follow(context.shown);
        const core::UpdatePlace& place = context.last<core::AskUpdateBatch>().place;
        QCOMPARE(place.step, 47);
        QCOMPARE(place.firstStep, 41);
    }
};
UNROLL_TEST(RunStoreTest, QApplication)
#include "run_store_test.moc"
