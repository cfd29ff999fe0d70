#include "core/probe/updates/layer_series.h"

#include "core/base/error.h"
#include "core/probe/question_kind.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace core {

namespace {

double rootMean(double sum, int64_t count)
{
    return count > 0 ? std::sqrt(sum / static_cast<double>(count)) : 0.0;
}

void add(LayerSeries::Sum& into, const LayerSeries::Sum& from)
{
    into.sum += from.sum;
    into.updates += from.updates;
}

/// "gradient_norm, step_size"
std::string namesOfMeasured(const LayerSeries& series)
{
    std::string names;
    for (size_t i = 0; i < kLayerQuantities; ++i)
        if (series.has(static_cast<LayerQuantity>(i)))
            names += (names.empty() ? "" : ", ") + std::string(kLayerQuantityNames.all[i]);
    return names;
}

void describeLayerCurves(const LayerCurves& curves, Readout& readout)
{
    using Column = LayerSeries::Column;
    const auto& columns = curves.series.columns();
    readout.value({"quantity", "Quantity"}, kLayerQuantityNames[curves.quantity])
        .value({"updates_measured", "Updates"}, curves.series.updates())
        .value({"updates_clipped", "Updates that were clipped"}, curves.series.clipped())
        .table({"columns", "Columns, each of some updates"}, columns,
               column({"first_update", "First update"}, &Column::first),
               column({"last_update", "Last update"}, &Column::last),
               column({"gradient_norm", "Norm of the whole gradient"}, &Column::normBefore),
               column({"clipped_norm", "After clipping"}, &Column::normAfter));
    std::vector<double> values;
    std::vector<std::string> firsts;
    for (const Column& each : columns)
        firsts.push_back(std::to_string(each.first));
    const std::vector<std::string>& places = curves.series.places(curves.quantity);
    for (size_t place = 0; place < places.size(); ++place)
        for (const Column& each : columns)
            values.push_back(each.value(curves.quantity, place));
    readout.matrix({"values", "Values (rows: places, columns: first updates)"}, values, places,
                   firsts);
}

} // namespace

double LayerSeries::Column::normBefore() const
{
    return rootMean(before, updates);
}

double LayerSeries::Column::normAfter() const
{
    return rootMean(after, updates);
}

double LayerSeries::Column::value(LayerQuantity quantity, size_t place) const
{
    const std::vector<Sum>& all = layers[quantity];
    if (place >= all.size() || all[place].updates == 0)
        return std::numeric_limits<double>::quiet_NaN();
    const Sum& sum = all[place];
    return isMagnitude(quantity) ? rootMean(sum.sum, sum.updates)
                                 : sum.sum / static_cast<double>(sum.updates);
}

LayerSeries::LayerSeries(ByQuantity<std::vector<std::string>> places, size_t most)
    : m_places(std::move(places)), m_most(most)
{
}

void LayerSeries::append(const MeasuredUpdate& update)
{
    if (!std::isfinite(update.gradientNorm))
        return;
    if (m_columns.empty() || m_columns.back().updates >= m_each) {
        if (m_columns.size() >= m_most)
            halve();
        if (m_columns.empty() || m_columns.back().updates >= m_each)
            m_columns.emplace_back().first = update.step;
    }
    Column& column = m_columns.back();
    column.last = update.step;
    ++column.updates;
    const double after = std::isnan(update.clippedNorm) ? update.gradientNorm : update.clippedNorm;
    column.before += update.gradientNorm * update.gradientNorm;
    column.after += after * after;
    if (update.clipped) {
        ++column.clipped;
        m_factors += update.gradientNorm > 0.0 ? after / update.gradientNorm : 1.0;
    }
    for (size_t i = 0; i < kLayerQuantities; ++i) {
        const std::vector<float>& values = update.layers.all[i];
        std::vector<Sum>& sums = column.layers.all[i];
        std::vector<int64_t>& known = m_firstKnown.all[i];
        sums.resize(std::max(sums.size(), values.size()));
        known.resize(std::max(known.size(), values.size()));
        for (size_t place = 0; place < values.size(); ++place) {
            const double value = values[place];
            if (!std::isfinite(value))
                continue;
            add(sums[place],
                {isMagnitude(static_cast<LayerQuantity>(i)) ? value * value : value, 1});
            if (known[place] == 0)
                known[place] = update.step;
        }
    }
}

void LayerSeries::halve()
{
    std::vector<Column> half;
    for (size_t i = 0; i < m_columns.size(); ++i) {
        if (i % 2 == 0) {
            half.push_back(std::move(m_columns[i]));
            continue;
        }
        Column& into = half.back();
        const Column& from = m_columns[i];
        into.last = from.last;
        into.updates += from.updates;
        into.clipped += from.clipped;
        into.before += from.before;
        into.after += from.after;
        for (size_t quantity = 0; quantity < kLayerQuantities; ++quantity) {
            std::vector<Sum>& sums = into.layers.all[quantity];
            const std::vector<Sum>& more = from.layers.all[quantity];
            sums.resize(std::max(sums.size(), more.size()));
            for (size_t place = 0; place < more.size(); ++place)
                add(sums[place], more[place]);
        }
    }
    m_columns = std::move(half);
    m_each *= 2;
}

bool LayerSeries::has(LayerQuantity quantity) const
{
    const std::vector<int64_t>& known = m_firstKnown[quantity];
    return !m_places[quantity].empty()
        && std::any_of(known.begin(), known.end(), [](int64_t step) { return step > 0; });
}

int64_t LayerSeries::firstKnown(LayerQuantity quantity, size_t place) const
{
    const std::vector<int64_t>& known = m_firstKnown[quantity];
    return place < known.size() ? known[place] : 0;
}

int64_t LayerSeries::updates() const
{
    int64_t sum = 0;
    for (const Column& column : m_columns)
        sum += column.updates;
    return sum;
}

int64_t LayerSeries::clipped() const
{
    int64_t sum = 0;
    for (const Column& column : m_columns)
        sum += column.clipped;
    return sum;
}

double LayerSeries::meanFactor() const
{
    const int64_t count = clipped();
    return count > 0 ? m_factors / static_cast<double>(count) : 1.0;
}

LayerCurves layerCurves(const AskLayerCurves& question)
{
    if (question.series == nullptr || question.series->columns().empty())
        throw Error(ErrorCode::BadSetting,
                    {"The run has no update with a gradient, so that nothing was measured.", {}},
                    {"Ask a run that was trained here and learns by gradients.", {}});
    if (!question.series->has(question.quantity))
        throw Error(ErrorCode::BadSetting,
                    {"The training of this run has no values of \"%1\".",
                     {kLayerQuantityNames[question.quantity]}},
                    {"It has: %1.", {namesOfMeasured(*question.series)}});
    return {question.quantity, *question.series};
}

QuestionKind<AskLayerCurves> AskLayerCurves::kind()
{
    const auto choice = [](LayerQuantity quantity, const char* label) {
        return std::pair{quantity, Choice{kLayerQuantityNames[quantity], label}};
    };
    return {
        "Layers over the training",
        "Gradient norms, step sizes and the residual stream of each layer over the whole "
        "training, ReZero's weights and RAdam's rectification.",
        Schema<AskLayerCurves>()
            .choice(
                &AskLayerCurves::quantity,
                {choice(LayerQuantity::GradientNorm, "L2 norm of the gradient, before clipping"),
                 choice(LayerQuantity::StepSize,
                        "Root mean square of the step, divided by the learning rate"),
                 choice(LayerQuantity::StreamScale,
                        "Root mean square of the residual stream at the inputs of the norms"),
                 choice(LayerQuantity::ResidualWeight, "ReZero's weight of each layer"),
                 choice(LayerQuantity::Rectification,
                        "RAdam's rho_t and r_t; without r_t the step is not adaptive")},
                {.name = "quantity", .label = "Quantity", .help = "The quantity of each layer."})
            .add(&AskLayerCurves::columns,
                 {.name = "columns",
                  .label = "Columns",
                  .help = "Largest number of columns; each is a mean over as many updates as "
                          "it takes. Set it to the number of updates to see each of them.",
                  .minimum = 2,
                  .maximum = 1'000'000}),
        &describeLayerCurves};
}

} // namespace core
