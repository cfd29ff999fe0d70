#pragma once

#include "core/probe/trace/trace_question.h"
#include "ui/unrolled/unrolled_layout.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

namespace unrolled {

inline core::TraceVectors vectors(int64_t steps, int64_t units, double scale)
{
    core::TraceVectors made{steps, units, {}, {}, {}};
    for (int64_t step = 0; step < steps; ++step) {
        double squares = 0.0;
        for (int64_t unit = 0; unit < units; ++unit) {
            made.values.push_back(float(scale * std::sin(double(1 + 3 * step + unit))));
            squares += std::pow(double(made.values.back()), 2);
        }
        made.norms.push_back(std::sqrt(squares));
        made.gradientNorms.push_back(std::pow(10.0, -double(step)));
    }
    return made;
}

inline core::TraceQuantity quantity(const char* name, bool gate, int64_t steps)
{
    core::TraceVectors made = vectors(steps, 5, 1.0);
    if (gate)
        std::fill(made.values.begin(), made.values.end(), 0.75F);
    return {{name, std::string(name) + "_t", "", gate, !gate}, std::move(made)};
}

/// Three tokens through an embedding, a bidirectional GRU, an attention pooling and a linear layer.
inline core::Trace answered(const core::AskTrace& question)
{
    using core::TokenFlow;
    core::Trace trace;
    trace.text = question.example.text;
    trace.tokens = {"not", "bad", "film"};
    const auto layer = [](const char* name, const char* type, TokenFlow flow) {
        return core::LayerSummary{.name = name,
                                  .type = type,
                                  .outputShape = "batch x 5",
                                  .parameters = 1234,
                                  .flow = {flow}};
    };
    trace.layers = {layer("encoder.embedding", "Embedding", TokenFlow::EachToken),
                    layer("encoder.rnn", "Bidirectional GRU", TokenFlow::Steps),
                    layer("head.pooling", "Attention", TokenFlow::Pool),
                    layer("head.output", "Linear", TokenFlow::EachToken)};
    trace.rows.push_back({0, 0, 0, 4, vectors(3, 4, 1.0), {}});
    for (const int64_t direction : {0, 1})
        trace.rows.push_back({1,
                              0,
                              direction,
                              5,
                              vectors(3, 5, 0.5),
                              {quantity("z", true, 3), quantity("h", false, 3)}});
    trace.rows.push_back({2, 0, 0, 10, vectors(1, 10, 1.0), {}});
    trace.rows.push_back({3, 0, 0, 2, vectors(1, 2, 1.0), {}});
    // h_t = (1 - z_t) * h_{t-1} + z_t * x', a cell of one gate.
    using Kind = core::TraceOperation::Kind;
    trace.cell = {{Kind::Input, "x_t", {}},
                  {Kind::State, "h_{t\u22121}", {}, 1},
                  {Kind::Sigmoid, "\u03c3", {0, 1}, 0, true},
                  {Kind::OneMinus, "1\u2212", {2}},
                  {Kind::Product, "\u2299", {3, 1}},
                  {Kind::Tanh, "tanh", {0}, -1, true},
                  {Kind::Product, "\u2299", {2, 5}},
                  {Kind::Sum, "+", {4, 6}, 1}};
    if (!question.gradients)
        for (core::TraceRow& row : trace.rows) {
            row.output.gradientNorms.clear();
            for (core::TraceQuantity& each : row.quantities)
                each.vectors.gradientNorms.clear();
        }
    core::AttentionMap& pooling = trace.attention.emplace_back();
    pooling.group = "pooling";
    pooling.rows = 1;
    pooling.columns = 3;
    pooling.weights = {0.1F, 0.7F, 0.2F};
    trace.outputs = {{{"positive", 0.875}, {"negative", 0.125}}};
    trace.verdict.classes = {"negative", "positive"};
    trace.verdict.probabilities = {0.125F, 0.875F};
    trace.verdict.said = {"positive"};
    trace.verdict.loss = 0.25;
    trace.verdict.lossOf = "positive";
    trace.step = 1240;
    trace.epoch = 3;
    return trace;
}

inline core::Trace traced()
{
    return answered({{}, true});
}
inline ui::UnrolledLayout laidOut(const core::Trace& trace)
{
    return {std::make_shared<core::Trace>(trace), {}};
}
inline ui::UnrolledLayout layout()
{
    return laidOut(traced());
}
inline bool has(const ui::UnrolledLayout& layout, ui::UnrolledEdge::Kind kind, size_t from,
                size_t to)
{
    return std::any_of(layout.edges().begin(), layout.edges().end(), [&](const auto& edge) {
        return edge.kind == kind && edge.from == from && edge.to == to;
    });
}
/// A text that is wider than its view.
inline core::Trace longTrace(const core::AskTrace& question)
{
    core::Trace trace = answered(question);
    trace.tokens.clear();
    for (int i = 0; i < 40; ++i)
        trace.tokens.push_back("word" + std::to_string(i));
    for (core::TraceRow& row : trace.rows)
        if (row.output.steps == 3) {
            row.output = vectors(40, row.output.units, 1.0);
            for (core::TraceQuantity& each : row.quantities)
                each.vectors = vectors(40, 5, 1.0);
        }
    trace.attention.clear();
    return trace;
}

} // namespace unrolled
