#include "core/probe/by_hand/state_plane.h"

#include "core/base/error.h"
#include "core/probe/by_hand/drawn_matrices.h"
#include "core/probe/by_hand/gradient_laboratory.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

namespace core {

namespace {

constexpr int64_t kUnits = 2;

std::vector<std::string> wordsOf(const AskStatePlane& question)
{
    std::istringstream text(question.text);
    std::vector<std::string> words;
    for (std::string word; text >> word;)
        words.push_back(word);
    if (words.empty())
        throw Error(ErrorCode::BadSetting, {"There is no word to read.", {}},
                    {"Type a sentence.", {}});
    if (words.size() > AskStatePlane::kMostWords)
        throw Error(ErrorCode::BadSetting,
                    {"The text has %1 words; at most %2 are shown.",
                     {std::to_string(words.size()), std::to_string(AskStatePlane::kMostWords)}},
                    {"Shorten the text.", {}});
    return words;
}

/// W x of a word: FNV-1a (Fowler, Noll and Vo) tells words apart.
PlaneInput inputOf(const std::string& word, const AskStatePlane& question)
{
    uint64_t hash = 0xCBF29CE484222325ULL;
    for (const char letter : word)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3ULL;
    SeededNumbers numbers(static_cast<uint64_t>(question.seed), hash);
    const double first = drawnNormal(numbers), second = drawnNormal(numbers);
    return {word, question.inputScale * first, question.inputScale * second};
}

CellNumbers parametersOf(const CellGraph& graph, const AskStatePlane& question)
{
    CellNumbers numbers;
    for (const CellParameter& each : graph.parameters())
        if (each.use == CellOperation::Product)
            numbers.push_back({question.u11, question.u12, question.u21, question.u22});
        else if (each.use == CellOperation::InputProduct)
            numbers.push_back({1.0, 0.0, 0.0, 1.0}); // Inputs are W x already.
        else
            numbers.emplace_back(kUnits, 0.0);
    return numbers;
}

/// dh_T/dh_t for each t, row by row.
void addJacobians(const CellWalk& walk, std::vector<PlaneStep>& steps)
{
    std::vector<CellSlopes> rows;
    for (size_t unit = 0; unit < kUnits; ++unit) {
        std::vector<CellWalk::Vector> injected(steps.size());
        injected.back().assign(kUnits, 0.0);
        injected.back()[unit] = 1.0;
        rows.push_back(walk.backward(injected));
    }
    for (size_t t = 0; t < steps.size(); ++t) {
        const auto &first = rows[0].states[t][0], &second = rows[1].states[t][0];
        NumberTable jacobian(kUnits, kUnits);
        jacobian.values = {first[0], first[1], second[0], second[1]};
        const std::vector<double> axes = singularValues(jacobian);
        PlaneStep& step = steps[t];
        step.j11 = first[0];
        step.j12 = first[1];
        step.j21 = second[0];
        step.j22 = second[1];
        step.largest = axes.front();
        step.smallest = axes.back();
    }
}

void walkOver(CellWalk& walk, const std::vector<double>& initial,
              const std::vector<PlaneInput>& inputs)
{
    walk.start({initial});
    for (const PlaneInput& input : inputs)
        walk.step(std::vector<double>{input.first, input.second});
}

/// The grid before the first word and after each one.
std::vector<NumberTable> gridsOf(CellWalk& walk, const AskStatePlane& question,
                                 const std::vector<PlaneInput>& inputs)
{
    const int64_t lines = question.lines;
    std::vector<NumberTable> grids(inputs.size() + 1, NumberTable(lines * lines, kUnits));
    const auto place = [&](int64_t line) {
        return question.extent * (2.0 * static_cast<double>(line) / (double(lines) - 1.0) - 1.0);
    };
    for (int64_t point = 0; point < lines * lines; ++point) {
        walkOver(walk, {place(point % lines), place(point / lines)}, inputs);
        for (size_t t = 0; t < grids.size(); ++t)
            for (int64_t unit = 0; unit < kUnits; ++unit)
                grids[t].at(point, unit) = walk.state(0, t)[static_cast<size_t>(unit)];
    }
    return grids;
}

void addFactsOfMatrix(StatePlane& plane, const AskStatePlane& question)
{
    NumberTable u(kUnits, kUnits);
    u.values = {question.u11, question.u12, question.u21, question.u22};
    const std::vector<double> values = singularValues(u);
    plane.largest = values.front();
    plane.smallest = values.back();
    const double half = (question.u11 + question.u22) / 2.0;
    const double determinant = question.u11 * question.u22 - question.u12 * question.u21;
    const double inside = half * half - determinant;
    if (inside < 0.0) {
        plane.modulus1 = plane.modulus2 = std::sqrt(determinant);
        plane.angle = std::atan2(std::sqrt(-inside), half);
        return;
    }
    const double root = std::sqrt(inside);
    const double first = half + root, second = half - root;
    plane.modulus1 = std::max(std::abs(first), std::abs(second));
    plane.modulus2 = std::min(std::abs(first), std::abs(second));
    plane.angle
        = (std::abs(first) >= std::abs(second) ? first : second) < 0.0 ? std::numbers::pi : 0.0;
}

} // namespace

std::vector<PlaneInput> planeInputs(const AskStatePlane& question)
{
    std::vector<PlaneInput> inputs;
    for (const std::string& word : wordsOf(question))
        inputs.push_back(inputOf(word, question));
    return inputs;
}

StatePlane statePlane(const AskStatePlane& question, const std::vector<PlaneInput>& inputs)
{
    const CellGraph& graph = laboratoryGraph(question.cell, {});
    CellWalk walk(graph, {kUnits, kUnits, kUnits}, parametersOf(graph, question));
    StatePlane plane;
    plane.lines = question.lines;
    plane.grids = gridsOf(walk, question, inputs);
    walkOver(walk, {question.h1, question.h2}, inputs);
    for (size_t t = 0; t <= inputs.size(); ++t) {
        PlaneStep step;
        step.step = static_cast<int64_t>(t);
        if (t > 0) {
            step.word = inputs[t - 1].word;
            step.input1 = inputs[t - 1].first;
            step.input2 = inputs[t - 1].second;
        }
        step.h1 = walk.state(0, t)[0];
        step.h2 = walk.state(0, t)[1];
        plane.steps.push_back(step);
    }
    addJacobians(walk, plane.steps);
    addFactsOfMatrix(plane, question);
    return plane;
}

StatePlane answerByHand(const AskStatePlane& question)
{
    return statePlane(question, planeInputs(question));
}

} // namespace core
