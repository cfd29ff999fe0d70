#pragma once

#include "core/probe/states/batch_gradients.h"
#include "tests/support/test_case.h"

/// Answers as a small network would give them.
namespace states_sample {

inline constexpr int kUnits = 24;

inline double sigmoid(double x)
{
    return 1.0 / (1.0 + std::exp(-x));
}

/// An LSTM with weights that follow a rule: unit 3 is on at "not bad" exactly.
inline core::States lstm(const core::AskStates& question)
{
    core::States states;
    states.text = question.example.text;
    states.tokens = {"the", "film", "was", "not", "bad", "at", "all"};
    states.cell = {"LSTM",
                   {{"i", "i_t", "i_t = σ(W_i x_t + U_i h_{t−1} + b_i)", true, false},
                    {"f", "f_t", "f_t = σ(W_f x_t + U_f h_{t−1} + b_f)", true, false},
                    {"c", "c_t", "c_t = f_t ⊙ c_{t−1} + i_t ⊙ g_t", false, true},
                    {"h", "h_t", "h_t = o_t ⊙ tanh(c_t)", false, true}},
                   1,
                   1};
    states.step = 120;
    states.epoch = 3;
    states.plain.units = kUnits;
    states.plain.values.resize(4);
    for (int t = 0; t < 7; ++t)
        for (int u = 0; u < kUnits; ++u) {
            const double wave = std::sin(0.7 * u + 0.9 * t);
            states.plain.values[0].push_back(float(sigmoid(2 * wave)));
            states.plain.values[1].push_back(float(sigmoid(1 - wave)));
            states.plain.values[2].push_back(float(1.8 * wave));
            const bool there = t == 3 || t == 4;
            states.plain.values[3].push_back(float(u == 3       ? (there ? 0.8 : 0.1)
                                                       : u == 5 ? (there ? -0.9 : 0.2)
                                                                : 0.2 * wave));
        }
    states.plain.verdict
        = {{"negative", "positive"}, {0.1F, 0.9F}, {"positive"}, {0.9F}, 0.105, "positive", true};
    if (!question.edits.empty()) {
        states.edited = states.plain;
        for (const core::StateEdit& edit : question.edits)
            for (int t = int(edit.first); t < 7; ++t)
                for (int u = 0; u < kUnits; ++u)
                    if (edit.unit < 0 || edit.unit == u) {
                        if (edit.last < 0 || t <= edit.last)
                            states.edited->values[1][size_t(t * kUnits + u)] = float(edit.value);
                        states.edited->values[3][size_t(t * kUnits + u)] *= 0.5F;
                    }
        states.edited->verdict = {
            {"negative", "positive"}, {0.7F, 0.3F}, {"negative"}, {0.7F}, 1.204, "positive", true};
    }
    if (question.unit >= 0)
        for (const core::StateQuantity& each : states.cell.quantities)
            states.equations.push_back({{{each.text, 0.463},
                                         {" = σ(", {}},
                                         {"W x_t", 0.213},
                                         {" + ", {}},
                                         {"U h_{t−1}", -0.402},
                                         {")", {}}}});
    return states;
}

inline core::States gru(const core::AskStates& question)
{
    core::States states = lstm(question);
    states.cell.title = "GRU";
    states.cell.quantities.erase(states.cell.quantities.begin() + 2);
    states.plain.values.erase(states.plain.values.begin() + 2);
    return states;
}

inline core::GradientFlow flow(const core::AskGradientFlow& question, double factor = 0.5)
{
    core::GradientFlow flow;
    flow.text = question.example.text;
    const Strings all{"red", "a", "f", "k", "b", "b", "e", "m"};
    const size_t length = question.length > 0 ? size_t(question.length) : all.size();
    flow.tokens.assign(all.begin(), all.begin() + std::ptrdiff_t(length));
    flow.cell = {"LSTM", {{"h", "h_t", "", false, true}}, 2, 1};
    flow.layer = question.layer < 0 ? 1 : question.layer;
    flow.states = {"h", "c"};
    for (const double scale : {1.0, 2.0}) {
        std::vector<double> norms, jacobians;
        for (size_t t = 0; t < length; ++t) {
            norms.push_back(scale * 0.2 * std::pow(factor, double(length - 1 - t)));
            jacobians.push_back(scale * std::pow(factor, double(length - 1 - t)));
        }
        flow.norms.push_back(norms);
        flow.jacobians.push_back(jacobians);
    }
    flow.matrices = {{"U_i", 0.91}, {"U_f", 1.34}, {"U_g", 1.02}, {"U_o", 0.77}};
    flow.verdict = {{"blue", "red"}, {0.2F, 0.8F}, {"red"}, {0.8F}, 0.223, "red", true};
    flow.step = 40;
    flow.epoch = 2;
    return flow;
}

/// A tagger with the same states: "bad" is another tag with edits.
inline core::States tagger(const core::AskStates& question)
{
    core::States states = lstm(question);
    const bool known = !question.example.reference.empty();
    states.plain.verdict = {{},
                            {},
                            {"O", "O", "O", "B", "I", "O", "O"},
                            {0.9F, 0.8F, 0.9F, 0.7F, 0.61F, 0.9F, 0.9F},
                            0.25,
                            question.example.reference,
                            known};
    if (states.edited) {
        states.edited->verdict = states.plain.verdict;
        states.edited->verdict.said[4] = "O";
        states.edited->verdict.certainties[4] = 0.55F;
        states.edited->verdict.loss = 0.75;
    }
    return states;
}

/// Texts of 8, 6 and 3 steps, each norm half of the one behind it.
inline core::BatchGradients batch(const core::AskBatchGradients& question, int64_t last = 40)
{
    core::BatchGradients batch;
    const core::GradientFlow one = flow({});
    batch.texts = question.texts;
    batch.step = last;
    batch.epoch = 2;
    if (question.texts.empty()) {
        batch.texts = {{"red a f k b b e m", "red"}, {"a f k b e m", "blue"}, {"b e m", "red"}};
        batch.place = {last, 2, 21, {}};
        batch.latest = question.places.empty();
        if (question.place.step > 0)
            batch.place = question.place;
        else if (!question.places.empty())
            batch.place = question.places.back();
    }
    batch.itemCount = std::ssize(batch.texts);
    batch.loss = 0.35;
    batch.cell = one.cell;
    batch.layer = question.layer < 0 ? 1 : question.layer;
    batch.states = one.states;
    for (const double scale : {1.0, 2.0}) {
        std::vector<core::StepNorms> end, start;
        for (int step = 0; step < 8; ++step) {
            const int64_t texts = step < 3 ? 3 : step < 6 ? 2 : 1;
            const double norm = scale * 0.2 * std::pow(0.5, step);
            end.push_back({texts, norm, 0.5 * norm, 1.5 * norm});
            const double early = scale * 0.2 * std::pow(0.5, 7 - step);
            start.push_back({texts, early, 0.5 * early, 1.5 * early});
        }
        batch.fromEnd.push_back(std::move(end));
        batch.fromStart.push_back(std::move(start));
    }
    return batch;
}

/// The same network as if it had only the units from `first` on.
inline core::States unitsFrom(core::States states, int first)
{
    for (std::vector<float>& values : states.plain.values) {
        std::vector<float> kept;
        for (size_t i = 0; i < values.size(); ++i)
            if (int(i) % kUnits >= first)
                kept.push_back(values[i]);
        values = std::move(kept);
    }
    states.plain.units = kUnits - first;
    return states;
}

} // namespace states_sample
