#include "core/data/corpus.h"
#include "core/nn/tensors.h"
#include "core/probe/data_answers.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/probe/states/state_pattern.h"
#include "core/probe/states/state_tools.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>

namespace core {

namespace {

constexpr size_t kTextsTogether = 64;

class PatternSearch {
public:
    PatternSearch(const LiveCells& model, const AskStatePattern& question)
        : m_model(model)
        , m_question(question)
        , m_place(placeIn(model.stacks(), question.layer, question.direction))
        , m_quantity(quantityNamed(*model.stacks().front().graph, question.quantity))
    {
        if (m_place.stack > 0)
            throw Error(ErrorCode::BadSetting,
                        {"Patterns can only be searched in the layers that read the source.", {}},
                        {"Choose a layer of the encoder.", {}});
        std::vector<int64_t> units;
        for (const PatternUnit& each : question.units)
            units.push_back(each.unit);
        m_units = tensorOf(std::move(units)).to(model.torchDevice());
    }

    /// One of each text with some of the units, the best first.
    std::vector<PatternMatch> matches(std::vector<Example> examples, const Monitor& monitor)
    {
        m_examples = std::move(examples);
        for (const Example& example : m_examples)
            m_texts.push_back(m_model.readText(example));
        std::vector<size_t> order(m_texts.size());
        std::iota(order.begin(), order.end(), size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
            return m_texts[a].ids.longest > m_texts[b].ids.longest;
        });
        for (size_t first = 0; first < order.size();) {
            monitor.throwIfStopped();
            const size_t count = together(order, first);
            search(std::span(order).subspan(first, count));
            first += count;
            monitor.report({{"Searching texts", {}},
                            static_cast<double>(first) / static_cast<double>(order.size())});
        }
        std::stable_sort(m_found.begin(), m_found.end(), [&](const auto& a, const auto& b) {
            return a.units.size() != b.units.size() ? a.units.size() > b.units.size()
                                                    : difference(a) < difference(b);
        });
        return std::move(m_found);
    }

private:
    int64_t difference(const PatternMatch& match) const
    {
        return std::abs(match.last - match.first + 1 - m_question.length);
    }

    /// As many of the texts as fit in one batch.
    size_t together(const std::vector<size_t>& order, size_t first) const
    {
        const LiveCells::Text& longest = m_texts[order[first]];
        if (longest.ids.words || !longest.condition.isNone())
            return 1;
        return std::min(kTextsTogether, order.size() - first);
    }

    void search(std::span<const size_t> chosen)
    {
        const torch::Tensor values = valuesOf(chosen); // [texts, tokens, units]
        const int64_t tokens = values.size(1), units = values.size(2);
        const std::vector<float> plain = plainFloats(values);
        for (size_t i = 0; i < chosen.size(); ++i) {
            const LiveCells::Text& text = m_texts[chosen[i]];
            const float* first = plain.data() + static_cast<int64_t>(i) * tokens * units;
            std::map<std::pair<int64_t, int64_t>, std::vector<PatternUnit>> on;
            for (int64_t u = 0; u < units; ++u) {
                const bool negative = m_question.units[static_cast<size_t>(u)].negative;
                const UnitValue value
                    = [&](int64_t token, int64_t unit) { return first[token * units + unit]; };
                for (const UnitRun& run :
                     unitRuns(value, {u, negative}, text.ids.longest, m_question.threshold))
                    on[{run.first, run.last}].push_back(m_question.units[static_cast<size_t>(u)]);
            }
            take(m_examples[chosen[i]], text, on);
        }
    }

    /// The best place of a text. @param on  units by the places at which they are on exactly.
    void take(const Example& example, const LiveCells::Text& text,
              const std::map<std::pair<int64_t, int64_t>, std::vector<PatternUnit>>& on)
    {
        const auto best = std::max_element(on.begin(), on.end(), [](const auto& a, const auto& b) {
            return a.second.size() < b.second.size();
        });
        if (best != on.end())
            m_found.push_back(
                {example, text.tokens, best->first.first, best->first.second, best->second});
    }

    /// [texts, tokens, units of the pattern]
    torch::Tensor valuesOf(std::span<const size_t> chosen)
    {
        std::vector<torch::Tensor> seen; // [token] [texts, units]
        const CellHook hook = [&](const CellMoment& moment, const torch::Tensor& value) {
            if (moment.layer == m_place.layer && moment.direction == m_place.direction
                && moment.quantity == m_quantity) {
                for (const PatternUnit& each : m_question.units)
                    checkUnit(each.unit, value.size(1));
                const auto token = static_cast<size_t>(moment.token);
                seen.resize(std::max(seen.size(), token + 1));
                seen[token] = value.index_select(1, m_units);
            }
            return value;
        };
        std::vector<const LiveCells::Text*> texts;
        for (const size_t text : chosen)
            texts.push_back(&m_texts[text]);
        m_model.encode(batchOf(m_model, texts), {hook});
        return torch::stack(seen, 1);
    }

    const LiveCells& m_model;
    const AskStatePattern& m_question;
    CellPlace m_place;
    size_t m_quantity;
    torch::Tensor m_units;
    std::vector<Example> m_examples;
    std::vector<LiveCells::Text> m_texts; ///< One of each example.
    std::vector<PatternMatch> m_found;
};

} // namespace

FoundPattern findPattern(const LiveCells& model, const AskStatePattern& question,
                         const Monitor& monitor)
{
    FoundPattern result;
    std::tie(result.step, result.epoch) = model.stepAndEpoch();
    if (model.stacks().front().graph == nullptr)
        refuseWithoutCell();
    const size_t count = std::min(question.rows->size(), size_t{AskStatePattern::kTexts});
    std::vector<Example> examples;
    for (size_t row = 0; row < count; ++row)
        examples.push_back(model.example(*question.rows, row));
    const InspectionScope scope(model.module(), model.torchDevice());
    result.texts = std::ssize(examples);
    result.matches = PatternSearch(model, question).matches(std::move(examples), monitor);
    result.found = std::ssize(result.matches);
    result.matches.resize(static_cast<size_t>(std::min(result.found, FoundPattern::kMostMatches)));
    return result;
}

void readPatternRows(AskStatePattern& question, const ExperimentSpec& spec, const Monitor& monitor,
                     const char* what)
{
    if (question.units.empty())
        throw Error(ErrorCode::BadSetting, {"A pattern needs at least one unit.", {}},
                    {"Set the units as JSON: units=[{\"unit\": 3}].", {}});
    rowsReader<AskStatePattern>(what)(question, spec, monitor);
}

} // namespace core
