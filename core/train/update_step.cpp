#include "core/train/update_step.h"

#include "core/base/seeded_numbers.h"
#include "core/nn/kernels/dropout_mask.h"
#include "core/probe/updates/update_batches.h"
#include "core/train/gradients.h"

#include <cmath>
#include <limits>
#include <utility>

namespace core {

namespace {

/// Sums of a batch group that are still on the device.
struct Sums {
    torch::Tensor loss;
    std::vector<std::pair<std::string, torch::Tensor>> scores;
    std::vector<RowLosses> rows; ///< One for each batch.

    void add(const BatchLoss& batch)
    {
        rows.push_back(batch.rowLosses);
        if (!batch.lossSum.defined())
            return; // All its items are those of other processes.
        const torch::Tensor added = batch.lossSum.detach().to(torch::kFloat64);
        loss = loss.defined() ? loss + added : added;
        if (scores.empty())
            scores = batch.scoreSums;
        else
            for (size_t i = 0; i < scores.size(); ++i)
                scores[i].second = scores[i].second + batch.scoreSums.at(i).second;
    }
};

/// Random numbers for a batch depend on nothing that was drawn before: they are the same in all
/// processes and after a resumption.
uint64_t seedOfBatch(int64_t seed, int64_t step, size_t batch)
{
    const uint64_t number = (static_cast<uint64_t>(step) << 32U) + (batch << 16U);
    return mixedBits(static_cast<uint64_t>(seed) * kSeedStep + number);
}

Sums accumulateGradients(TrainingSession& session, const std::vector<PlannedBatch>& batches,
                         int64_t units, const TrainingMoment& moment)
{
    const double factor = session.scaler().scale() / static_cast<double>(units);
    Sums sums;
    for (size_t i = 0; i < batches.size(); ++i) {
        const uint64_t seed = seedOfBatch(session.spec().training.seed, moment.step, i);
        if (Together* const together = session.together())
            together->beginBatch(seed, i + 1 == batches.size());
        seedBatch(seed, batches[i].before);
        BatchLoss loss;
        if (!batches[i].own.empty()) {
            TrainingMoment own = moment;
            own.firstRow = batches[i].before;
            own.batch = batches[i].items;
            LossPass pass = session.task().pass(batches[i].own, own);
            if (session.together() != nullptr)
                pass.shape.clear(); // Gradients are sent while backward runs.
            loss = session.passes().run(pass, factor);
            session.measures().add(session.passes().stream());
            if (pass.finish)
                pass.finish(loss);
        }
        if (Together* const together = session.together())
            together->average(session.network().buffers(),
                              static_cast<double>(batches[i].own.size())
                                  / static_cast<double>(batches[i].items.size()));
        sums.add(loss);
    }
    return sums;
}

/// The losses of all items; empty if those of one batch are unknown. Items of other processes
/// count 0.
std::vector<float> itemLossesOf(const Sums& sums, const TrainingItems& items,
                                const std::vector<PlannedBatch>& batches)
{
    std::vector<float> all;
    for (size_t i = 0; i < batches.size(); ++i) {
        const PlannedBatch& batch = batches[i];
        const std::vector<float> some
            = batch.own.empty() ? std::vector<float>() : itemLosses(sums.rows[i], batch.own, items);
        if (some.empty() && !batch.own.empty())
            return {};
        const size_t first = all.size();
        all.resize(first + batch.items.size());
        std::copy(some.begin(), some.end(), all.begin() + std::ptrdiff_t(first) + batch.before);
    }
    return all;
}

/// In one trip to the device.
void takeSums(const Sums& sums, LayerMeasures& measures, UpdateResult& result)
{
    std::vector<torch::Tensor> all = measures.waiting();
    const auto measured = static_cast<ptrdiff_t>(all.size());
    if (sums.loss.defined()) // Else all items are those of other processes.
        all.push_back(sums.loss);
    for (const auto& [name, sum] : sums.scores)
        all.push_back(sum.to(torch::kFloat64));
    if (all.empty())
        return;
    const torch::Tensor values = torch::stack(all).to(torch::kCPU);
    const double* value = values.data_ptr<double>();
    measures.take(value);
    value += measured;
    if (sums.loss.defined())
        result.lossSum = *value++;
    for (const auto& [name, sum] : sums.scores)
        result.scoreSums.push_back({name, *value++});
}

/// The result of clipping the gradients.
struct Clipping {
    bool clipped = false;
    double factor = 1.0; ///< Left for the optimiser to multiply with.
    double norm = std::numeric_limits<double>::quiet_NaN(); ///< After clipping, if it clipped.
};

Clipping clip(const TrainingSpec& spec, const std::vector<torch::Tensor>& parameters, double norm)
{
    // As torch.nn.utils.clip_grad_norm_; Pascanu et al. (2013), arXiv:1211.5063.
    constexpr double kEpsilon = 1e-6;
    Clipping result;
    if (spec.clipNorm > 0.0 && norm > spec.clipNorm) {
        const double factor = spec.clipNorm / (norm + kEpsilon);
        result = {true, factor, factor * norm};
    }
    if (spec.clipValue > 0.0) { // sees what clipping the norm left
        if (result.clipped)
            scaleGradients(parameters, std::exchange(result.factor, 1.0));
        if (clampGradients(parameters, spec.clipValue)) {
            result.clipped = true;
            result.norm = gradientNorm(parameters);
        }
    }
    return result;
}

/// The update of a network that makes it by itself. @return whether it does.
bool learnOnce(TrainingSession& session, const std::vector<PlannedBatch>& batches,
               const TrainingMoment& moment, UpdateResult& result)
{
    const double rate = session.schedule().learningRate(moment.step);
    OwnUpdate sums;
    for (const PlannedBatch& batch : batches) {
        const std::optional<OwnUpdate> own = session.task().learn(batch.items, moment, rate);
        if (!own)
            return false;
        sums.lossSum += own->lossSum;
        sums.units += own->units;
    }
    result.lossSum = sums.lossSum;
    result.units = sums.units;
    result.learningRate = rate;
    result.gradientNorm = std::numeric_limits<double>::quiet_NaN();
    if (!std::isfinite(result.lossSum))
        session.throwDiverged(moment.step, {"the loss is not finite", {}});
    return true;
}

} // namespace

UpdateResult updateOnce(TrainingSession& session, const std::vector<PlannedBatch>& batches,
                        int64_t step, UpdateRecorder& recorder, const Together::Signs& signs)
{
    UpdateResult result;
    size_t items = 0;
    for (const PlannedBatch& batch : batches) {
        result.units += session.data().items.units(batch.items);
        items += batch.items.size();
    }
    const std::vector<torch::Tensor>& parameters = session.optimiser().parameters();
    const TrainingMoment moment{step, session.totalUpdates(), session.place().epoch};
    if (session.together() == nullptr && learnOnce(session, batches, moment, result))
        return result;
    clearGradients(parameters);
    LayerMeasures& measures = session.measures();
    measures.begin(step);
    const Sums sums = accumulateGradients(session, batches, result.units, moment);
    if (session.data().teacherForcing)
        result.teacherForcing = session.data().teacherForcing(moment);

    takeSums(sums, measures, result);
    result.itemLosses = itemLossesOf(sums, session.data().items, batches);
    if (Together* const together = session.together()) {
        Together::Sums all{result.lossSum, result.scoreSums, result.itemLosses, measures.sums()};
        together->sum(all, items, signs);
        result.lossSum = all.loss;
        result.scoreSums = std::move(all.scores);
        result.itemLosses = std::move(all.itemLosses);
        measures.sums() = std::move(all.measures);
    }
    GradientScaler& scaler = session.scaler();
    if (scaler.isOn())
        scaleGradients(parameters, 1.0 / scaler.scale());
    const std::vector<double> norms = gradientNorms(parameters, session.layers());
    result.gradientNorm = norms.front();
    result.learningRate = session.schedule().learningRate(step);

    if (!std::isfinite(result.lossSum))
        session.throwDiverged(step, {"the loss is not finite", {}});
    if (!std::isfinite(result.gradientNorm)) {
        scaler.updated(GradientScaler::Outcome::Overflow);
        if (!scaler.isOn() || scaler.isExhausted())
            session.throwDiverged(step, {"the gradient is not finite", {}});
        return result;
    }
    const Clipping clipping = clip(session.spec().training, parameters, result.gradientNorm);
    result.clipped = clipping.clipped;
    result.clippedNorm = clipping.norm;
    result.clipFactor = clipping.factor;
    recorder.beforeStep(step);
    session.optimiser().step(result.learningRate, clipping.factor);
    recorder.afterStep(session.optimiser(), clipping.factor);
    result.layers = measures.values({norms.begin() + 1, norms.end()}, result.learningRate);
    scaler.updated(GradientScaler::Outcome::Finite);
    return result;
}

} // namespace core
