#include "ui/series/run_curves.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace ui {

namespace {

constexpr float kNotKnown = std::numeric_limits<float>::quiet_NaN();

/// Keeps a column sorted for any file: a value below its predecessor is raised to it.
void appendSorted(std::vector<double>& column, double value)
{
    const double before = column.empty() ? 0.0 : column.back();
    column.push_back(std::isfinite(value) ? std::max(value, before) : before);
}

/// Fills values that were not measured with NaN.
void fillUp(Series& series, size_t size)
{
    while (series.size() < size)
        series.append(std::numeric_limits<double>::quiet_NaN());
}

} // namespace

int64_t RunCurves::newRevision()
{
    static int64_t last = 0; // Used on the GUI thread only.
    return ++last;
}

void RunCurves::join(const core::RunHistory& history)
{
    RunCurves own = std::exchange(*this, RunCurves());
    const bool named = !history.layers[core::LayerQuantity::GradientNorm].empty();
    m_layers = named ? history.layers : std::move(own.m_layers);
    setSmoothing(own.m_weight);
    size_t next = 0;
    const auto appendOwn = [&](int64_t before) {
        for (; next < own.size() && own.step(next) < before; ++next)
            append(own.withScores(next));
    };
    for (const core::UpdateReport& update : history.updates) {
        appendOwn(update.step);
        if (next == own.size() || own.step(next) != update.step)
            append(update);
    }
    appendOwn(std::numeric_limits<int64_t>::max());

    std::map<int64_t, core::EpochReport> epochs;
    for (const auto* some : {&history.epochs, &std::as_const(own).m_epochs})
        for (const core::EpochReport& epoch : *some)
            epochs.insert_or_assign(epoch.epoch, epoch);
    for (const auto& [number, epoch] : epochs)
        append(epoch);
    m_resumedAt = history.resumedAt;
    for (const int64_t step : own.m_resumedAt)
        if (std::find(m_resumedAt.begin(), m_resumedAt.end(), step) == m_resumedAt.end())
            m_resumedAt.push_back(step);
    m_changes = history.changes;
    markChanges(own.m_changes);
}

void RunCurves::append(const core::UpdateReport& update)
{
    if (!m_steps.empty() && update.step <= m_steps.back())
        truncateAfter(update.step - 1);
    m_steps.push_back(update.step);
    m_epochOf.push_back(update.epoch);
    appendSorted(m_x[size_t(XAxis::Update)], double(update.step));
    appendSorted(m_x[size_t(XAxis::Epoch)], update.epochPosition);
    appendSorted(m_x[size_t(XAxis::Tokens)], double(update.tokens));
    appendSorted(m_x[size_t(XAxis::Time)], update.seconds);
    appendTo(quantity::kLoss, update.loss);
    appendTo(quantity::kPerplexity, std::exp(update.loss));
    appendTo(quantity::kLearningRate, update.learningRate);
    appendTo(quantity::kGradientNorm, update.gradientNorm);
    appendTo(quantity::kSpeed, update.tokensPerSecond);
    appendTo(quantity::kTeacherForcing, update.teacherForcing);
    appendTo(quantity::kClippedNorm, update.clippedNorm);
    for (const core::Score& score : update.scores) {
        appendTo(score.name, score.value);
        m_scoreNames.insert(score.name);
    }
    for (auto& [name, track] : m_tracks)
        fillUp(track.raw, m_steps.size());
    const uint32_t before = m_clippedSoFar.empty() ? 0 : m_clippedSoFar.back();
    m_clippedSoFar.push_back(before + (update.clipped ? 1 : 0));
    appendLayers(update);
}

void RunCurves::appendLayers(const core::UpdateReport& update)
{
    for (size_t i = 0; i < core::kLayerQuantities; ++i) {
        LayerColumn& column = m_layerColumns.all[i];
        const std::vector<float>& values = update.layers.all[i];
        if (column.places == 0)
            column.places = values.size();
        if (column.places == 0 || values.size() != column.places)
            continue;
        // Earlier updates have none.
        column.values.resize((m_steps.size() - 1) * column.places, kNotKnown);
        column.values.insert(column.values.end(), values.begin(), values.end());
    }
}

std::optional<size_t> RunCurves::indexOf(int64_t step) const
{
    const auto found = std::lower_bound(m_steps.begin(), m_steps.end(), step);
    if (found == m_steps.end() || *found != step)
        return std::nullopt;
    return size_t(found - m_steps.begin());
}

core::UpdateReport RunCurves::update(size_t index) const
{
    core::UpdateReport report;
    report.step = m_steps[index];
    report.epoch = m_epochOf[index];
    report.epochPosition = m_x[size_t(XAxis::Epoch)][index];
    report.tokens = std::llround(m_x[size_t(XAxis::Tokens)][index]);
    report.seconds = m_x[size_t(XAxis::Time)][index];
    report.loss = raw(quantity::kLoss).at(index);
    report.learningRate = raw(quantity::kLearningRate).at(index);
    report.gradientNorm = raw(quantity::kGradientNorm).at(index);
    report.tokensPerSecond = raw(quantity::kSpeed).at(index);
    report.teacherForcing = raw(quantity::kTeacherForcing).at(index);
    report.clippedNorm = raw(quantity::kClippedNorm).at(index);
    report.clipped = clipped(index);
    for (size_t i = 0; i < core::kLayerQuantities; ++i) {
        const LayerColumn& column = m_layerColumns.all[i];
        if (column.places == 0 || column.values.size() < (index + 1) * column.places)
            continue;
        const auto first = column.values.begin() + ptrdiff_t(index * column.places);
        const auto end = first + ptrdiff_t(column.places);
        if (std::any_of(first, end, [](float value) { return !std::isnan(value); }))
            report.layers.all[i].assign(first, end);
    }
    return report;
}

core::UpdateReport RunCurves::withScores(size_t index) const
{
    core::UpdateReport report = update(index);
    for (const std::string& name : m_scoreNames)
        if (const Series& score = raw(name); score.size() > index && !std::isnan(score.at(index)))
            report.scores.push_back({name, score.at(index)});
    return report;
}

core::UpdatePlace RunCurves::place(size_t index, const core::ExperimentSpec& spec) const
{
    core::UpdatePlace place;
    place.step = m_steps[index];
    place.epoch = m_epochOf[index];
    const auto first = std::lower_bound(m_epochOf.begin(), m_epochOf.end(), place.epoch);
    place.firstStep = m_steps[size_t(first - m_epochOf.begin())];
    return core::placedIn(std::move(place), m_changes, spec);
}

void RunCurves::appendTo(const Quantity& quantity, double value)
{
    const auto [place, isNew] = m_tracks.try_emplace(quantity);
    if (isNew)
        place->second.smoother = DebiasedSmoother(m_weight);
    Series& series = place->second.raw;
    fillUp(series, m_steps.size() - 1);
    series.append(value);
    place->second.known = place->second.known || std::isfinite(value);
}

bool RunCurves::has(const Quantity& quantity) const
{
    const auto track = m_tracks.find(quantity);
    return track != m_tracks.end() && track->second.known;
}

void RunCurves::append(const core::EpochReport& epoch)
{
    while (!m_epochs.empty() && m_epochs.back().epoch >= epoch.epoch)
        m_epochs.pop_back();
    m_epochs.push_back(epoch);
    for (const core::Score& score : epoch.validScores)
        m_scoreNames.insert(score.name);
}

void RunCurves::markResumed(int64_t step)
{
    truncateAfter(step);
    if (m_resumedAt.empty() || m_resumedAt.back() != step)
        m_resumedAt.push_back(step);
}

void RunCurves::markChanges(const std::vector<core::SettingChange>& changes)
{
    for (const core::SettingChange& change : changes) // A resumed run may repeat one.
        if (std::find(m_changes.begin(), m_changes.end(), change) == m_changes.end())
            m_changes.push_back(change);
}

void RunCurves::setSmoothing(double weight)
{
    if (weight == m_weight)
        return;
    m_weight = weight;
    restartSmoothing();
}

void RunCurves::restartSmoothing()
{
    for (auto& [name, track] : m_tracks) {
        track.smooth.clear();
        track.smoother = DebiasedSmoother(m_weight);
    }
}

const Series& RunCurves::raw(const Quantity& quantity) const
{
    static const Series none;
    const auto found = m_tracks.find(quantity);
    return found == m_tracks.end() ? none : found->second.raw;
}

const Series& RunCurves::smoothed(const Quantity& quantity)
{
    const auto found = m_tracks.find(quantity);
    if (found == m_tracks.end())
        return raw(quantity);
    Track& track = found->second;
    // Settings, not measurements: nothing to smooth.
    if (quantity == quantity::kLearningRate || quantity == quantity::kTeacherForcing)
        return track.raw;
    if (quantity == quantity::kPerplexity) {
        const Series& loss = smoothed(quantity::kLoss);
        for (size_t i = track.smooth.size(); i < loss.size(); ++i)
            track.smooth.append(std::exp(loss.at(i)));
        return track.smooth;
    }
    for (size_t i = track.smooth.size(); i < track.raw.size(); ++i)
        track.smooth.append(track.smoother.add(track.raw.at(i)));
    return track.smooth;
}

size_t RunCurves::nearest(XAxis axis, double x) const
{
    const std::vector<double>& column = m_x[size_t(axis)];
    const auto after = std::lower_bound(column.begin(), column.end(), x);
    if (after == column.begin())
        return 0;
    if (after == column.end())
        return column.size() - 1;
    const auto before = std::prev(after);
    return size_t((x - *before <= *after - x ? before : after) - column.begin());
}

size_t RunCurves::clippedBetween(size_t first, size_t last) const
{
    if (first >= last)
        return 0;
    return m_clippedSoFar[last - 1] - (first == 0 ? 0 : m_clippedSoFar[first - 1]);
}

double RunCurves::epochX(const core::EpochReport& epoch, XAxis axis)
{
    switch (axis) {
    case XAxis::Update:
        return double(epoch.step);
    case XAxis::Epoch:
        return double(epoch.epoch);
    case XAxis::Tokens:
        return double(epoch.tokens);
    case XAxis::Time:
        return epoch.seconds;
    }
    return 0.0;
}

double RunCurves::epochValue(const core::EpochReport& epoch, const EpochQuantity& quantity)
{
    constexpr std::string_view prefix = "valid_";
    if (quantity == "valid_loss")
        return epoch.validLoss;
    if (quantity == "valid_perplexity")
        return std::exp(epoch.validLoss);
    if (!quantity.starts_with(prefix))
        return std::numeric_limits<double>::quiet_NaN();
    return core::scoreValue(epoch.validScores, quantity.substr(prefix.size()));
}

const core::EpochReport* RunCurves::epochBefore(XAxis axis, double x) const
{
    const core::EpochReport* found = nullptr;
    for (const core::EpochReport& epoch : m_epochs) {
        if (epochX(epoch, axis) <= x)
            found = &epoch;
    }
    return found;
}

const core::EpochReport* RunCurves::best() const
{
    const auto found = std::find_if(m_epochs.rbegin(), m_epochs.rend(),
                                    [](const core::EpochReport& epoch) { return epoch.best; });
    return found == m_epochs.rend() ? nullptr : &*found;
}

double RunCurves::xOfStep(int64_t step, XAxis axis) const
{
    const auto found = std::upper_bound(m_steps.begin(), m_steps.end(), step);
    if (found == m_steps.begin())
        return 0.0;
    return m_x[size_t(axis)][size_t(found - m_steps.begin()) - 1];
}

void RunCurves::truncateAfter(int64_t step)
{
    const auto end = std::upper_bound(m_steps.begin(), m_steps.end(), step);
    const size_t size = size_t(end - m_steps.begin());
    if (size < m_steps.size()) {
        m_steps.resize(size);
        m_epochOf.resize(size);
        m_clippedSoFar.resize(size);
        for (std::vector<double>& column : m_x)
            column.resize(size);
        for (LayerColumn& column : m_layerColumns.all)
            column.values.resize(std::min(column.values.size(), size * column.places));
        m_revision = newRevision();
        for (auto& [name, track] : m_tracks)
            track.raw.truncate(size);
        restartSmoothing(); // a smoother cannot go back
    }
    std::erase_if(m_epochs, [step](const core::EpochReport& epoch) { return epoch.step > step; });
    std::erase_if(m_resumedAt, [step](int64_t resumed) { return resumed > step; });
    std::erase_if(m_changes, [step](const auto& change) { return change.step > step + 1; });
}

} // namespace ui
