#include "ui/unrolled/trace_between.h"

#include <algorithm>

namespace ui {

namespace {

template <class Value>
void move(std::vector<Value>& to, const std::vector<Value>& from, double share)
{
    for (size_t i = 0; i < std::min(to.size(), from.size()); ++i)
        to[i] = Value(double(from[i]) + share * (double(to[i]) - double(from[i])));
}

void move(core::TraceVectors& to, const core::TraceVectors& from, double share)
{
    move(to.values, from.values, share);
    move(to.norms, from.norms, share);
    move(to.gradientNorms, from.gradientNorms, share);
}

bool haveSameShape(const core::TraceRow& a, const core::TraceRow& b)
{
    return a.layer == b.layer && a.output.values.size() == b.output.values.size()
        && a.quantities.size() == b.quantities.size();
}

} // namespace

bool haveSameLayers(const core::Trace& a, const core::Trace& b)
{
    return std::equal(a.layers.begin(), a.layers.end(), b.layers.begin(), b.layers.end(),
                      [](const core::LayerSummary& one, const core::LayerSummary& other) {
                          return one.type == other.type;
                      });
}

bool haveSameShape(const core::Trace& a, const core::Trace& b)
{
    return a.tokens == b.tokens && a.targetTokens == b.targetTokens
        && a.attention.size() == b.attention.size() && a.outputs.size() == b.outputs.size()
        && std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(),
                      [](const core::TraceRow& one, const core::TraceRow& other) {
                          return haveSameShape(one, other);
                      });
}

core::Trace traceBetween(const core::Trace& from, const core::Trace& to, double share)
{
    core::Trace result = to;
    for (size_t row = 0; row < result.rows.size(); ++row) {
        core::TraceRow& moved = result.rows[row];
        move(moved.output, from.rows[row].output, share);
        move(moved.passedShares, from.rows[row].passedShares, share);
        for (size_t i = 0; i < moved.quantities.size(); ++i)
            move(moved.quantities[i].vectors, from.rows[row].quantities[i].vectors, share);
    }
    for (size_t i = 0; i < result.attention.size(); ++i)
        move(result.attention[i].weights, from.attention[i].weights, share);
    if (result.chain && from.chain && result.chain->tags == from.chain->tags)
        move(result.chain->probabilities, from.chain->probabilities, share);
    return result;
}

} // namespace ui
