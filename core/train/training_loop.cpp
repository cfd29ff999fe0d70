#include "core/train/training_loop.h"

#include "core/base/elapsed.h"
#include "core/base/mapped_file.h"
#include "core/base/read_json.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace core {

namespace {

using Clock = std::chrono::steady_clock;

double ratio(double sum, int64_t count)
{
    return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(count);
}

std::vector<Score> means(std::vector<Score> sums, int64_t count)
{
    for (Score& sum : sums)
        sum.value = ratio(sum.value, count);
    return sums;
}

/// To four digits: they are looked at, and events.jsonl has many of them.
std::vector<float> rounded(std::vector<float> values)
{
    for (float& value : values) {
        if (value == 0.0F || !std::isfinite(value))
            continue;
        const auto exact = static_cast<double>(value);
        const double unit = std::pow(10.0, 3.0 - std::floor(std::log10(std::abs(exact))));
        value = static_cast<float>(std::round(exact * unit) / unit);
    }
    return values;
}

void add(std::vector<Score>& sums, const std::vector<Score>& more)
{
    if (sums.empty())
        sums = more;
    else
        for (size_t i = 0; i < sums.size(); ++i)
            sums[i].value += more.at(i).value;
}

} // namespace

TrainingLoop::TrainingLoop(TrainingSession& session, RunControl& control,
                           const TrainingListener& listener, std::shared_ptr<Recording> recording)
    : m_session(session)
    , m_control(control)
    , m_listener(listener)
    , m_place(session.place())
    , m_recorder(std::move(recording), session.files().folder)
    , m_view(makeView())
    , m_clock(m_place.seconds)
    , m_secondsBefore(m_place.seconds)
    , m_saved(Clock::now())
    , m_epochsDone(m_place.epoch - 1)
{
}

std::unique_ptr<LiveModel> TrainingLoop::makeView()
{
    auto view = answersOf(m_session.spec().task.kind).open(m_session.task().parts(), [this] {
        const CheckpointLabel label = m_tested.value_or(m_session.label());
        return std::pair(label.step, label.epoch);
    });
    view->setRecording(m_recorder.recording(), LiveModel::Training::UnderWay);
    m_recorder.follow(m_session.network(), m_session.layers(), m_session.optimiser().parameters());
    return view;
}

EndReport TrainingLoop::run()
{
    m_recorder.goOnAfter(m_place.step);
    writeRecord(RunState::Running);
    std::optional<Ending> ending;
    try {
        while (!ending) {
            ending = decided([this] {
                takeChanges(); // More epochs may be requested while the last is being validated.
                return nothingLeft();
            });
            if (!ending)
                ending = trainEpoch();
            if (!ending)
                ending = endEpoch();
        }
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Helper)
            saveAlone();
        throw;
    }
    return finish(*ending);
}

/// Another process has ended during an update, before the weights were changed. If it carried
/// states, they are lost: the last checkpoint stays.
void TrainingLoop::saveAlone()
{
    if (m_session.together() == nullptr || !m_session.writesFiles()
        || !m_session.task().state().empty())
        return;
    m_session.leave();
    saveLast();
}

std::optional<TrainingLoop::Ending> TrainingLoop::decided(
    const std::function<std::optional<Ending>()>& decide)
{
    Together* const together = m_session.together();
    if (together == nullptr)
        return decide();
    std::optional<Ending> ending;
    Together::Decision decision;
    if (together->isFirst()) {
        m_taken.clear();
        ending = decide();
        if (!ending && together->stops())
            ending = stopped();
        decision = {m_taken, !ending && isSaveDue(), ending.has_value(),
                    ending && ending->state == RunState::Completed};
    } else {
        makePlannedChanges();
    }
    decision = together->agreed(decision);
    if (!together->isFirst()) {
        if (!decision.changes.empty())
            followChanges(m_session.change(decision.changes));
        if (decision.ends)
            ending = Ending{decision.completes ? RunState::Completed : RunState::Stopped,
                            {"The first process has ended the training.", {}}};
    }
    if (decision.saves)
        saveLast();
    return ending;
}

std::optional<TrainingLoop::Ending> TrainingLoop::nothingLeft() const
{
    const TrainingSpec& spec = m_session.spec().training;
    // Before the first batch of an epoch: what is left of a begun one is trained first.
    if (m_place.batch > 0)
        return std::nullopt;
    if (m_place.epoch > spec.epochs)
        return Ending{RunState::Completed,
                      {"%1 of %1 {epoch is|epochs are} done.", {std::to_string(spec.epochs)}}};
    if (spec.patience > 0 && hasValid() && m_place.epochsWithoutBest >= spec.patience)
        return Ending{
            RunState::Completed,
            {"No improvement for %1 {epoch|epochs}.", {std::to_string(m_place.epochsWithoutBest)}}};
    return limitReached();
}

std::optional<TrainingLoop::Ending> TrainingLoop::updatesDone() const
{
    const TrainingSpec& spec = m_session.spec().training;
    if (spec.maximumUpdates > 0 && m_place.step >= spec.maximumUpdates)
        return Ending{RunState::Completed,
                      {"The limit of %1 {update|updates} is reached.",
                       {std::to_string(spec.maximumUpdates)}}};
    return std::nullopt;
}

std::optional<TrainingLoop::Ending> TrainingLoop::limitReached() const
{
    const TrainingSpec& spec = m_session.spec().training;
    if (auto done = updatesDone())
        return done;
    if (spec.maximumMinutes > 0.0 && m_clock.seconds() >= 60.0 * spec.maximumMinutes)
        return Ending{
            RunState::Completed,
            {"The limit of %1 {minute|minutes} is reached.", {numberText(spec.maximumMinutes)}}};
    return std::nullopt;
}

std::optional<TrainingLoop::Ending> TrainingLoop::betweenUpdates()
{
    MappedFile::throwIfCut();
    if (const Together* together = m_session.together();
        together != nullptr && !together->meets()) {
        makePlannedChanges(); // The same in all processes, as is a number of updates.
        return updatesDone();
    }
    return decided([this]() -> std::optional<Ending> {
        takeChanges();
        do {
            if (m_control.mayWait())
                m_session.files().events.flush();
            serve();
        } while (takeChanges());
        if (m_control.stopRequested())
            return stopped();
        return limitReached();
    });
}

/// Answers questions. Only here, where no evaluation is under way, may one of them set weights.
void TrainingLoop::serve()
{
    m_view->setTakesEdits(m_session.together() == nullptr);
    m_clock.leaveOut(m_control.serve(*m_view));
    m_view->setTakesEdits(false);
    for (const LiveModel::WeightEdit& each : m_view->takeEdits())
        m_session.files().events.append({{"event", "weights"},
                                         {"step", m_place.step},
                                         {"parameter", each.parameter},
                                         {"values", each.values}});
}

bool TrainingLoop::hasWish() const
{
    return m_control.wantsAttention()
        || (m_session.writesFiles() && (isSaveDue() || limitReached()));
}

void TrainingLoop::makePlannedChanges()
{
    if (const auto planned = m_session.makePlannedChanges())
        followChanges(*planned);
}

bool TrainingLoop::takeChanges()
{
    makePlannedChanges();
    const std::vector<SettingChange> wishes = m_control.takeWishes();
    if (wishes.empty())
        return false;
    ChangeReport report;
    try {
        report = m_session.change(wishes);
        m_taken.insert(m_taken.end(), wishes.begin(), wishes.end());
    } catch (const Error& error) {
        if (error.failure().code != ErrorCode::BadSetting)
            throw;
        report.failure = error.failure();
    }
    followChanges(report);
    return true;
}

void TrainingLoop::followChanges(const ChangeReport& report)
{
    if (!report.changes.empty()) {
        m_view = makeView(); // The network may be another one.
        makePlan();
    }
    if (m_listener.changed)
        m_listener.changed(report);
}

void TrainingLoop::makePlan()
{
    m_plan = std::make_shared<const BatchPlan>(m_session.epochPlan());
    m_own = m_session.ownPart(m_plan);
    m_session.task().expect(m_own, m_place.batch);
}

TrainingLoop::Ending TrainingLoop::stopped() const
{
    return {RunState::Stopped, {"Stopped at update %1.", {std::to_string(m_place.step)}}};
}

std::optional<TrainingLoop::Ending> TrainingLoop::trainEpoch()
{
    makePlan();
    m_session.freezing().begin(m_place.epoch);
    while (m_place.batch < m_plan->batchCount()) {
        if (auto ending = betweenUpdates())
            return ending;
        update();
        if (m_session.together() == nullptr && isSaveDue())
            saveLast();
    }
    return std::nullopt;
}

void TrainingLoop::update()
{
    const auto begin = Clock::now();
    const int64_t end
        = std::min(m_place.batch + m_session.spec().training.accumulation, m_plan->batchCount());
    const std::span<const int32_t> lengths = m_session.data().items.lengths;
    std::vector<PlannedBatch> batches;
    int64_t tokens = 0;
    for (int64_t i = m_place.batch; i < end; ++i) {
        batches.push_back({m_plan->batch(i), m_own->batch(i), m_own->begin(i) - m_plan->begin(i)});
        for (const int32_t item : batches.back().items)
            tokens += lengths[static_cast<size_t>(item)];
    }
    m_recorder.setSingleStep(m_control.paused());
    UpdateResult result = updateOnce(m_session, batches, m_place.step + 1, m_recorder,
                                     m_session.together() == nullptr
                                         ? Together::Signs()
                                         : Together::Signs{hasWish(), m_control.stopRequested()});
    m_place.batch = end;
    ++m_place.step;
    m_place.tokens += tokens;
    m_place.epochLossSum += result.lossSum;
    m_place.epochUnits += result.units;
    add(m_place.epochScoreSums, result.scoreSums);
    m_place.seconds = m_clock.seconds();
    const UpdateReport said = report(result, tokens, secondsSince(begin));
    std::vector<int32_t> items;
    for (const PlannedBatch& batch : batches)
        items.insert(items.end(), batch.items.begin(), batch.items.end());
    m_recorder.add(said, std::move(items), std::move(result.itemLosses), result.clipFactor);
}

UpdateReport TrainingLoop::report(const UpdateResult& result, int64_t tokens, double seconds)
{
    UpdateReport update;
    update.step = m_place.step;
    update.epoch = m_place.epoch;
    update.epochPosition
        = static_cast<double>(m_place.epoch - 1) + m_plan->shareDone(m_place.batch);
    update.loss = ratio(result.lossSum, result.units);
    update.scores = means(result.scoreSums, result.units);
    update.learningRate = result.learningRate;
    update.gradientNorm = result.gradientNorm;
    update.tokens = m_place.tokens;
    update.seconds = m_place.seconds;
    update.tokensPerSecond = m_speed.add(tokens, seconds);
    update.clipped = result.clipped;
    update.teacherForcing = result.teacherForcing;
    update.clippedNorm = result.clippedNorm;
    for (size_t i = 0; i < kLayerQuantities; ++i)
        update.layers.all[i] = rounded(result.layers.all[i]);
    m_session.files().events.append(toJson(update));
    if (m_listener.updated)
        m_listener.updated(update);
    return update;
}

std::optional<TrainingLoop::Ending> TrainingLoop::endEpoch()
{
    EpochReport report;
    try {
        report = validated();
    } catch (const Error& error) {
        if (error.failure().code == ErrorCode::Cancelled)
            return stopped();
        throw;
    }
    noteBest(report);
    m_session.schedule().epochEnded(monitored(report));

    std::vector<std::string> checkpoints;
    if (report.best)
        checkpoints.emplace_back("best");
    if (m_session.spec().training.keepEpochs == "all")
        checkpoints.push_back("epoch-" + std::to_string(report.epoch));
    m_session.files().events.append(toJson(report));
    // If killed before `last` is written, the run resumes from the previous one and its best.
    if (report.best && m_session.writesFiles())
        m_session.files().checkpoints.keepBest();
    m_session.saveWeights(checkpoints);
    ++m_place.epoch;
    m_place.batch = m_place.epochUnits = 0;
    m_place.epochLossSum = 0.0;
    m_place.epochScoreSums.clear();
    m_place.batchLimits.clear();
    m_epochsDone = report.epoch;
    saveLast();
    m_session.files().checkpoints.dropKeptBest();
    if (m_listener.epochEnded)
        m_listener.epochEnded(report);
    return std::nullopt;
}

SplitScores TrainingLoop::evaluated(Split split)
{
    const auto evaluate = [&] { return m_session.task().evaluate(split, evaluationMonitor()); };
    return m_session.together() == nullptr ? evaluate() : m_session.together()->evaluated(evaluate);
}

EpochReport TrainingLoop::validated()
{
    EpochReport report;
    report.epoch = m_place.epoch;
    report.step = m_place.step;
    report.trainLoss = ratio(m_place.epochLossSum, m_place.epochUnits);
    report.trainScores = means(m_place.epochScoreSums, m_place.epochUnits);
    if (Together* const together = m_session.together()) // Only the first knows the names of all.
        report.trainScores
            = together->evaluated([&] {
                          return SplitScores{report.trainLoss, report.trainScores};
                      })
                  .scores;
    report.validLoss = std::numeric_limits<double>::quiet_NaN();
    if (hasValid()) {
        SplitScores scores = evaluated(Split::Valid);
        report.validLoss = scores.loss;
        report.validScores = std::move(scores.scores);
    }
    report.tokens = m_place.tokens;
    report.seconds = m_place.seconds = m_clock.seconds();
    return report;
}

double TrainingLoop::monitored(const EpochReport& report) const
{
    const std::string score = monitoredScore(m_session.spec().training.monitor);
    if (score == "loss")
        return hasValid() ? report.validLoss : report.trainLoss;
    return scoreValue(hasValid() ? report.validScores : report.trainScores, score);
}

void TrainingLoop::noteBest(EpochReport& report)
{
    const bool higherIsBetter = monitorRises(m_session.spec().training.monitor);
    const double value = hasValid() ? monitored(report) : std::numeric_limits<double>::quiet_NaN();
    const double best = m_place.bestValue;
    // Without a validation set the latest epoch counts as the best.
    report.best = !hasValid()
        || (!std::isnan(value)
            && (std::isnan(best) || (higherIsBetter ? value > best : value < best)));
    if (report.best) {
        m_place.bestValue = value;
        m_place.bestEpoch = report.epoch;
        m_place.epochsWithoutBest = 0;
    } else {
        ++m_place.epochsWithoutBest;
    }
}

void TrainingLoop::saveLast()
{
    const auto begin = Clock::now();
    m_place.seconds = m_clock.seconds();
    m_recorder.sync();
    m_session.saveLast();
    m_saved = Clock::now();
    m_saveSeconds = secondsSince(begin);
    writeRecord(RunState::Running);
}

bool TrainingLoop::isSaveDue() const
{
    // A large network on a slow disk must not spend its time saving.
    constexpr double kSmallestRatio = 20.0;
    const double wanted = m_session.spec().training.checkpointSeconds;
    return wanted > 0.0
        && secondsSince(m_saved) >= std::max(wanted, kSmallestRatio * m_saveSeconds);
}

void TrainingLoop::writeRecord(RunState state)
{
    RunRecord& record = m_session.files().record;
    record.state = state;
    record.steps = m_place.step;
    record.epochs = m_epochsDone;
    record.bestEpoch = m_place.bestEpoch;
    record.bestValue = m_place.bestValue;
    record.seconds = m_place.seconds;
    writeRunRecord(m_session.files().folder, record);
}

bool TrainingLoop::hasValid() const
{
    return m_session.data().count(Split::Valid) > 0;
}

Monitor TrainingLoop::evaluationMonitor()
{
    constexpr double kServeSeconds = 0.1;
    // The first report always passes: an evaluation can be over in less than the time between two.
    return {m_control.stopToken(),
            [this, served = Clock::time_point()](const Progress& progress) mutable {
                if (secondsSince(served) < kServeSeconds)
                    return;
                m_clock.leaveOut(m_control.answer(*m_view));
                if (m_listener.progress)
                    m_listener.progress(progress);
                if (Together* const together = m_session.together())
                    together->throwIfCancelled();
                served = Clock::now();
            }};
}

EndReport TrainingLoop::finish(const Ending& ending)
{
    saveLast();
    if (m_session.writesFiles())
        m_recorder.finish();
    if (ending.state == RunState::Completed && m_place.batch > 0)
        evaluatePartialEpoch();
    EndReport end;
    end.state = ending.state;
    end.reason = ending.reason;
    if (ending.state == RunState::Completed)
        test(end);
    end.step = m_place.step;
    end.epoch = m_epochsDone;
    end.seconds = m_clock.seconds();
    const bool made = m_place.step > m_session.startReport().resumedAtStep;
    if (const Together* const together = m_session.together(); together != nullptr && made)
        end.waitedShare = together->secondsWaited() / (end.seconds - m_secondsBefore);
    end.bestEpoch = m_place.bestEpoch;
    end.bestValue = m_place.bestValue;
    return end;
}

void TrainingLoop::evaluatePartialEpoch()
{
    // `last` was saved before: this does not affect a resumed run.
    try {
        EpochReport report = validated();
        noteBest(report);
        if (report.best && m_session.writesFiles()) {
            m_session.files().checkpoints.keepBest();
            m_session.saveWeights({"best"});
        }
        m_session.files().events.append(toJson(report));
        if (m_listener.epochEnded)
            m_listener.epochEnded(report);
    } catch (const Error& error) {
        if (error.failure().code != ErrorCode::Cancelled)
            throw;
    }
}

void TrainingLoop::test(EndReport& end)
{
    if (m_session.data().count(Split::Test) == 0)
        return;
    if (m_place.bestEpoch > 0 && m_session.writesFiles()) {
        const CheckpointStore& checkpoints = m_session.files().checkpoints;
        const TensorFile file = checkpoints.load("best");
        loadWeights(m_session.network(), file, checkpoints.path("best"));
        m_tested = labelOf(file);
    }
    if (Together* const together = m_session.together())
        together->sendWeights(m_session.network());
    try {
        SplitScores scores = evaluated(Split::Test);
        end.testLoss = scores.loss;
        end.testScores = std::move(scores.scores);
        end.tested = true;
    } catch (const Error& error) {
        if (error.failure().code != ErrorCode::Cancelled)
            throw;
        end.state = RunState::Stopped;
        end.reason = {"Stopped while testing. The training itself is complete; resuming tests "
                      "again.",
                      {}};
    }
}

} // namespace core
