#include "core/probe/states/batch_gradients.h"
#include "core/probe/updates/update_batches.h"
#include "core/train/checkpoint.h"
#include "core/train/open_run.h"
#include "core/train/update_place.h"
#include "tests/core/train/run_comparison.h"
#include "tests/core/train/small_tasks.h"
#include "tests/support/test_case.h"

#include <fstream>
#include <numeric>

using namespace core;

namespace {

namespace fs = std::filesystem;

std::shared_ptr<UpdateBatches> gradientBatches(const fs::path& run)
{
    return std::make_shared<UpdateBatches>(run, readRunSummary(run).spec, Monitor());
}

/// Trains and looks at the network between two updates.
EndReport trainedLooking(const ExperimentSpec& spec, const fs::path& run,
                         const std::function<void(LiveModel&, const UpdateReport&)>& look)
{
    RunControl control;
    TrainingListener listener;
    listener.updated = [&](const UpdateReport& report) {
        control.ask([&, report](LiveModel& model) { look(model, report); });
    };
    return core::train(spec, run, control, listener);
}

/// What a step of the texts should be told by, of the norms of each text read by itself.
StepNorms expected(std::vector<double> norms)
{
    std::sort(norms.begin(), norms.end());
    double sum = 0.0;
    for (const double norm : norms)
        sum += norm;
    const auto at = [&](double share) {
        const double place = share * double(norms.size() - 1);
        const double below = norms[size_t(std::floor(place))],
                     above = norms[size_t(std::ceil(place))];
        return below + (place - std::floor(place)) * (above - below);
    };
    return {std::ssize(norms), sum / double(norms.size()), at(0.25), at(0.75)};
}

bool nearNorms(double a, double b)
{
    return std::abs(a - b) <= 2e-3 * std::max(std::abs(a), std::abs(b)) + 1e-9;
}

/// Empty: they agree.
QString normDifference(const std::vector<StepNorms>& found,
                       const std::vector<std::vector<double>>& texts, bool fromLastToken)
{
    size_t longest = 0;
    for (const auto& text : texts)
        longest = std::max(longest, text.size());
    if (found.size() != longest)
        return u"%1 steps, not %2"_s.arg(found.size()).arg(longest);
    for (size_t step = 0; step < longest; ++step) {
        std::vector<double> norms;
        for (const auto& text : texts)
            if (step < text.size())
                norms.push_back(text[fromLastToken ? text.size() - 1 - step : step]);
        const StepNorms wanted = expected(std::move(norms));
        if (found[step].texts != wanted.texts || !nearNorms(found[step].mean, wanted.mean)
            || !nearNorms(found[step].lower, wanted.lower)
            || !nearNorms(found[step].upper, wanted.upper))
            return u"step %1 of %2 texts: %3 (%4 to %5), not %6 (%7 to %8) of %9"_s.arg(step)
                .arg(found[step].texts)
                .arg(found[step].mean)
                .arg(found[step].lower)
                .arg(found[step].upper)
                .arg(wanted.mean)
                .arg(wanted.lower)
                .arg(wanted.upper)
                .arg(wanted.texts);
    }
    return {};
}

/// The answer for the batch against the answers for each of its texts.
void compareWithSingleTexts(LiveModel& model, const AskBatchGradients& question)
{
    const BatchGradients batch = model.ask(question);
    QVERIFY(!batch.texts.empty());
    std::vector<std::vector<std::vector<double>>> norms(batch.states.size()); // [state][text]
    double loss = 0.0;
    for (const Example& text : batch.texts) {
        const GradientFlow flow = model.ask(
            AskGradientFlow{.example = text, .layer = batch.layer, .direction = batch.direction});
        QCOMPARE(flow.states, batch.states);
        QCOMPARE(flow.layer, batch.layer);
        loss += *flow.verdict.loss / double(batch.texts.size());
        for (size_t s = 0; s < flow.states.size(); ++s)
            norms[s].push_back(flow.norms[s]);
    }
    QVERIFY2(nearNorms(batch.loss, loss), qPrintable(u"%1, not %2"_s.arg(batch.loss).arg(loss)));
    const bool backwards = batch.direction == 1;
    for (size_t s = 0; s < batch.states.size(); ++s) {
        QCOMPARE(normDifference(batch.fromEnd[s], norms[s], !backwards), QString());
        QCOMPARE(normDifference(batch.fromStart[s], norms[s], backwards), QString());
        QVERIFY(std::any_of(batch.fromEnd[s].begin(), batch.fromEnd[s].end(),
                            [](const StepNorms& step) { return step.mean > 0.0; }));
    }
}

/// The results of the training itself for items, with its own ids, classes and answers, but without
/// dropout.
struct TrainedItems {
    std::vector<double> losses; ///< Of each item that of its last row; empty: not known by rows.
    std::vector<int64_t> lengths; ///< Tokens of each.

    TrainedItems(const fs::path& run, const LiveModel& model, std::span<const int32_t> items)
    {
        const auto task = makeTask(readRunSummary(run).spec);
        const PreparedData data = task->prepare(run, Task::Preparation::Reuse, Monitor());
        std::vector<Message> notes;
        torch::nn::Module& network
            = task->makeNetwork(torch::kCPU, Task::Weights::ToBeLoaded, Monitor(), notes);
        loadWeights(network, weightsOf(model.module()), "the network");
        network.eval();
        for (const int32_t item : items)
            lengths.push_back(data.items.lengths[size_t(item)]);
        const torch::NoGradGuard noGradient;
        const RowLosses rows = task->loss(items, {}).rowLosses;
        if (!rows.values.defined())
            return;
        const torch::Tensor values = rows.values.to(torch::kFloat64).contiguous();
        for (size_t i = 0; i < items.size(); ++i)
            losses.push_back(
                values.data_ptr<double>()[rows.offsets.empty() ? int64_t(i)
                                                               : rows.offsets[i] + lengths[i] - 1]);
    }
};

/// The batch holds what the training read: as many steps, and the same losses.
void compareWithTheTraining(const fs::path& run, LiveModel& model, const BatchGradients& batch,
                            bool losses)
{
    const std::vector<int32_t> all = model.recording()->updates().back()->items;
    const std::span<const int32_t> items(all.data(), batch.texts.size());
    const TrainedItems trained(run, model, items);
    for (size_t step = 0; step < batch.fromEnd.front().size(); ++step)
        QCOMPARE(batch.fromEnd.front()[step].texts,
                 std::count_if(trained.lengths.begin(), trained.lengths.end(),
                               [&](int64_t length) { return length > int64_t(step); }));
    QCOMPARE(std::ssize(batch.fromEnd.front()),
             *std::max_element(trained.lengths.begin(), trained.lengths.end()));
    if (!losses)
        return;
    QCOMPARE(trained.losses.size(), items.size());
    const double mean = std::accumulate(trained.losses.begin(), trained.losses.end(), 0.0)
        / double(trained.losses.size());
    QVERIFY2(nearNorms(batch.loss, mean), qPrintable(u"%1, not %2"_s.arg(batch.loss).arg(mean)));
}

/// Tokens that rules for English would divide: "U.S." into four.
ExperimentSpec dividedAsTheDataHaveIt(const fs::path& folder)
{
    std::ofstream file(folder / "train.conll");
    for (int i = 0; i < 60; ++i) {
        file << (i % 2 == 0 ? "U.S.\tB-LOC\n" : "Ann-Lee\tB-PER\n") << "beats\tO\n3:" << i % 5
             << "\tO\n";
        for (int word = 0; word < i % 7; ++word)
            file << "l'" << word << "\tO\n";
        file << ".\tO\n\n";
    }
    file.close();
    ExperimentSpec spec = small::ofTask("tagging", folder);
    spec.data = {};
    spec.data.train = {(folder / "train.conll").string()};
    spec.data.validFraction = spec.data.testFraction = 0.1;
    return spec;
}

} // namespace

/// The gradient through time over the texts of a batch.
class BatchGradientsTest : public QObject, private small::RunFolders {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

    void aBatchIsWhatItsTextsAreEachByItself_data()
    {
        addColumn<QString>("task");
        for (const char* task : {"classification", "regression", "tagging", "crf", "letters",
                                 "divided", "stream", "class_to_text", "translation"})
            newRow(task, QString::fromLatin1(task));
    }

    /// While it is trained the batch is that of the update that was made last.
    void aBatchIsWhatItsTextsAreEachByItself()
    {
        QFETCH(QString, task);
        ExperimentSpec spec = task == u"divided"_s ? dividedAsTheDataHaveIt(root())
                                                   : small::ofTask(task.toStdString(), root());
        if (task == u"classification"_s)
            spec.model.network.options.update(
                {{"layers", 2}, {"bidirectional", true}, {"pooling", {{"kind", "last"}}}});
        spec = completedSpec(spec);
        bool looked = false;
        const auto look = [&](LiveModel& model, const UpdateReport& report) {
            if (report.step != 4)
                return;
            looked = true;
            AskBatchGradients question;
            question.run = run().string();
            question.batches = gradientBatches(run());
            const BatchGradients last = model.ask(question);
            QCOMPARE(last.place.step, 4);
            QCOMPARE(last.step, 4);
            QVERIFY(last.latest && last.recorded && last.batches != nullptr);
            const UpdateBatch known = model.ask(
                AskUpdateBatch{{run().string(), {4, report.epoch, 1, {}}, question.batches}});
            QCOMPARE(last.texts.size(), known.items.size());
            QCOMPARE(last.itemCount, std::ssize(known.items));
            for (size_t i = 0; i < known.items.size(); ++i) {
                QCOMPARE(last.texts[i].text, known.items[i].text);
                QCOMPARE(last.texts[i].label(), known.items[i].reference);
            }
            // A CRF's loss has no part of a token alone, a number's none by rows, and a
            // translator's encoder reads the source.
            const bool byRows = QStringList{u"classification"_s, u"tagging"_s, u"letters"_s,
                                            u"divided"_s, u"class_to_text"_s}
                                    .contains(task);
            if (task != u"translation"_s)
                compareWithTheTraining(run(), model, last, byRows);
            for (int64_t layer = 0; layer < last.cell.layers; ++layer)
                for (int64_t direction = 0; direction < last.cell.directions; ++direction) {
                    question.layer = layer;
                    question.direction = direction;
                    compareWithSingleTexts(model, question);
                }
        };
        QCOMPARE(small::shortfall(trainedLooking(spec, run(), look)), ""s);
        QVERIFY(looked);
    }

    void lookingChangesNoTraining_data()
    {
        addColumn<QString>("task");
        for (const char* task : {"classification", "stream", "translation"})
            newRow(task, QString::fromLatin1(task));
    }
    void lookingChangesNoTraining()
    {
        QFETCH(QString, task);
        const ExperimentSpec spec = completedSpec(small::ofTask(task.toStdString(), root()));
        std::shared_ptr<UpdateBatches> batches;
        int64_t looks = 0;
        const auto look = [&](LiveModel& model, const UpdateReport&) {
            AskBatchGradients question;
            question.run = run().string();
            question.batches = batches == nullptr ? gradientBatches(run()) : batches;
            batches = model.ask(question).batches;
            ++looks;
        };
        QCOMPARE(small::shortfall(trainedLooking(spec, run(), look)), ""s);
        QVERIFY(looks > 3);
        small::train(spec, root() / "alone");
        QCOMPARE(small::difference(run(), root() / "alone", {"last", "best"}), ""s);
    }

    /// For a run that has ended: the batch of the last update that the opened network has learnt
    /// from.
    void anOpenedRunShowsTheBatchThatItsNetworkLearntFromLast()
    {
        ExperimentSpec spec = small::ofTask("classification", root());
        spec.training.keepEpochs = "all";
        spec = completedSpec(spec);
        QCOMPARE(small::train(spec, run()).state, RunState::Completed);
        const RunHistory history = readRunHistory(run());
        AskBatchGradients question;
        question.run = run().string();
        question.batches = gradientBatches(run());
        for (const EpochReport& epoch : history.epochs)
            question.places.push_back(*placeOfUpdate(history, spec, epoch.step));
        for (const int64_t epoch : {1, 2}) {
            const auto opened = openRun(run(), "epoch-" + std::to_string(epoch));
            const BatchGradients batch = opened->ask(question);
            const UpdatePlace& place = question.places[size_t(epoch - 1)];
            QCOMPARE(batch.place, place);
            QCOMPARE(batch.step, place.step);
            QVERIFY(!batch.latest && !batch.recorded);
            const std::vector<int32_t> items = question.batches->items(place);
            QCOMPARE(batch.texts.size(), items.size());
            for (size_t i = 0; i < items.size(); ++i)
                QCOMPARE(batch.texts[i].text, question.batches->described(items[i]).text);
            compareWithSingleTexts(*opened, question);
        }
        question.places.clear(); // Of a run that tells nothing: the first batch.
        const auto opened = openRun(run(), "epoch-1");
        QCOMPARE(opened->ask(question).place.step, 1);
    }

    void givenTextsAreReadByAnyNetwork()
    {
        const ExperimentSpec spec = completedSpec(small::ofTask("classification", root()));
        QCOMPARE(small::train(spec, run()).state, RunState::Completed);
        const auto opened = openRun(run(), "last");
        AskBatchGradients question;
        question.texts = {{"a lovely film", "pos"}, {"dull", "neg"}, {"the story was sad", "neg"}};
        AnyQuestion any(question);
        // Nothing is read for it: the run's folder is not even named.
        QVERIFY(opened->answers().read(any, spec, Monitor()).value == nullptr
                || !opened->answers().read(any, spec, Monitor()).value->has_value());
        QVERIFY(any.as<AskBatchGradients>()->batches == nullptr);
        compareWithSingleTexts(*opened, question);
        const BatchGradients batch = opened->ask(question);
        QCOMPARE(batch.place.step, 0);
        QCOMPARE(batch.fromEnd.front().size(), size_t{4});
        QCOMPARE(batch.fromEnd.front()[0].texts, 3);
        QCOMPARE(batch.fromEnd.front()[3].texts, 1);
    }

    void aTransformerHasNone()
    {
        const ExperimentSpec spec = completedSpec(small::ofTask("transformer", root()));
        small::trainUntil(spec, run(), 2);
        AskBatchGradients question;
        question.texts = {{"1 2", "2 1"}};
        QVERIFY(openRun(run(), "last")->ask(question).cell.title.empty());
    }
};

UNROLL_TEST(BatchGradientsTest, QCoreApplication)
#include "batch_gradients_test.moc"
