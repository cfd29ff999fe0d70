#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/probe/states/state_tools.h"
#include "core/text/tokenisers/word_tokeniser.h"

#include <algorithm>
#include <limits>
#include <map>

namespace core {

namespace {

/// The values of one layer and direction while a text is read.
class LayerRecord {
public:
    LayerRecord(CellPlace place, const CellGraph& graph) : m_place(place), m_graph(graph) { }

    /// Also keeps the terms of all equations at this token.
    void keepTerms(int64_t token) { m_termToken = token; }
    bool keepsTerms() const { return m_termToken >= 0; }

    void see(const CellMoment& moment, const torch::Tensor& value)
    {
        if (moment.layer != m_place.layer || moment.direction != m_place.direction)
            return;
        const bool term = m_graph.quantities()[moment.quantity].term;
        if (moment.token == m_termToken)
            m_terms[moment.quantity] = value;
        if (term)
            return;
        std::vector<torch::Tensor>& tokens = m_values[moment.quantity];
        const auto token = static_cast<size_t>(moment.token);
        tokens.resize(std::max(tokens.size(), token + 1));
        tokens[token] = value;
    }

    /// [tokens, units]
    torch::Tensor values(size_t quantity) const { return torch::cat(m_values.at(quantity)); }
    /// The value at the token whose terms are kept. None for a smaller quantity.
    std::optional<double> number(int quantity, int64_t unit) const
    {
        const auto found = m_terms.find(static_cast<size_t>(quantity));
        if (found == m_terms.end() || unit >= found->second.size(1))
            return std::nullopt;
        return found->second[0][unit].item<double>();
    }

private:
    CellPlace m_place;
    const CellGraph& m_graph;
    int64_t m_termToken = -1;
    std::map<size_t, std::vector<torch::Tensor>> m_values; ///< [quantity][token] [1, units]
    std::map<size_t, torch::Tensor> m_terms; ///< [quantity] [1, units]
};

/// An edit with its values.
struct PlannedEdit {
    CellPlace place;
    size_t quantity = 0;
    int64_t unit = -1;
    int64_t first = 0, last = 0;
    torch::Tensor values; ///< [] or [tokens of another text, units]

    torch::Tensor applied(const CellMoment& moment, const torch::Tensor& value) const
    {
        if (moment.layer != place.layer || moment.direction != place.direction
            || moment.quantity != quantity || moment.token < first || moment.token > last)
            return value;
        const torch::Tensor row = values.dim() == 0
            ? values
            : values[std::min(moment.token, values.size(0) - 1)]; // [units]
        torch::Tensor changed = value.clone(); // [1, units]
        if (unit < 0)
            changed.copy_(row.expand_as(changed));
        else if (unit < value.size(1))
            changed.select(1, unit).copy_(row.dim() == 0 ? row : row[unit]);
        return changed;
    }
};

class StatesReader {
public:
    StatesReader(const LiveCells& model, const AskStates& question)
        : m_model(model)
        , m_question(question)
        , m_stacks(model.stacks())
        , m_graph(m_stacks.front().graph)
    {
    }

    States states()
    {
        States result;
        result.text = m_question.example.text;
        std::tie(result.step, result.epoch) = m_model.stepAndEpoch();
        if (m_graph == nullptr)
            return result;
        const CellPlace place = placeIn(m_stacks, m_question.layer, m_question.direction);
        m_text = m_model.readCells(m_question.example);
        result.tokens = m_text->tokens(place.stack);
        result.unknown = unknownWordsIn(m_model.readText(m_question.example));
        result.cutTokens = m_text->cutTokens();
        result.cell = describedCell(m_stacks);
        result.layer = place.layer;
        result.direction = place.direction;
        if (place.stack == 0) // A target that the network generates changes with its weights.
            checkToken(m_question.token, std::ssize(result.tokens));
        const std::vector<PlannedEdit> edits = plannedEdits();
        result.plain = reading(place, {}, edits.empty() ? &result.equations : nullptr);
        checkUnits(place, edits, result.plain.units);
        if (edits.empty())
            return result;
        takeLossOfOwnAnswer(result.plain.verdict);
        result.edited = reading(place, edits, &result.equations);
        result.edited->verdict.lossOf = result.plain.verdict.lossOf;
        result.edited->verdict.lossOfTruth = result.plain.verdict.lossOfTruth;
        return result;
    }

private:
    /// Without a reference both readings have a loss of the same target: the prediction without
    /// edits. For a translator this is the case already.
    void takeLossOfOwnAnswer(const TextVerdict& plain)
    {
        if (plain.lossOfTruth || plain.number || m_stacks.size() != 1)
            return;
        Example answered = m_question.example;
        answered.reference = joinedByBlanks(plain.said);
        m_text = m_model.readCells(answered);
    }

    void checkUnits(CellPlace place, const std::vector<PlannedEdit>& edits, int64_t units) const
    {
        checkUnit(m_question.unit, units);
        for (const PlannedEdit& edit : edits)
            if (edit.place.stack == place.stack)
                checkUnit(edit.unit, units);
    }

    std::vector<PlannedEdit> plannedEdits() const
    {
        std::vector<PlannedEdit> planned;
        for (const StateEdit& edit : m_question.edits) {
            const CellPlace place = placeIn(m_stacks, edit.layer, edit.direction);
            const size_t quantity = quantityNamed(*m_graph, edit.quantity);
            // A translation with edits may become longer.
            const int64_t last = edit.last < 0 ? std::numeric_limits<int64_t>::max() : edit.last;
            planned.push_back({place, quantity, edit.unit, edit.first, last,
                               edit.fromText.empty() ? torch::tensor(edit.value, torch::kFloat)
                                                     : valuesOn(edit.fromText, place, quantity)});
        }
        return planned;
    }

    /// [tokens, units]
    torch::Tensor valuesOn(const std::string& text, CellPlace place, size_t quantity) const
    {
        LayerRecord record(place, *m_graph);
        m_model.readCells({.text = text, .className = m_question.example.className})
            ->run(hookOf({}, record));
        return record.values(quantity);
    }

    static CellLook hookOf(const std::vector<PlannedEdit>& edits, LayerRecord& record)
    {
        const CellHook hook
            = [&edits, &record](const CellMoment& moment, const torch::Tensor& computed) {
                  torch::Tensor value = computed;
                  for (const PlannedEdit& edit : edits)
                      value = edit.applied(moment, value);
                  record.see(moment, value);
                  return value;
              };
        return {hook, record.keepsTerms()};
    }

    StateReading reading(CellPlace place, const std::vector<PlannedEdit>& edits,
                         std::vector<UnitEquation>* equations) const
    {
        LayerRecord record(place, *m_graph);
        const bool numbers = equations != nullptr && m_question.unit >= 0 && m_question.token >= 0
            && m_question.token < std::ssize(m_text->tokens(place.stack));
        if (numbers)
            record.keepTerms(m_question.token);
        const torch::Tensor outputs = m_text->run(hookOf(edits, record));
        StateReading result;
        for (size_t i = 0; i < m_graph->quantities().size(); ++i) {
            if (m_graph->quantities()[i].term)
                continue;
            const torch::Tensor values = record.values(i); // [tokens, units]
            result.units = std::max(result.units, values.size(1));
            result.values.push_back(plainFloats(values));
        }
        LayerRecord unseen(place, *m_graph);
        result.verdict = m_text->verdict(outputs, hookOf(edits, unseen));
        const CellReading::Loss loss = m_text->loss(outputs, CellReading::LossOf::AllTokens);
        if (loss.ofTruth || !result.verdict.number) // A number has no loss by itself.
            result.verdict.loss = loss.value.item<double>();
        result.verdict.lossOf = loss.of;
        result.verdict.lossOfTruth = loss.ofTruth;
        if (numbers)
            *equations = unitEquations(record);
        return result;
    }

    std::vector<UnitEquation> unitEquations(const LayerRecord& record) const
    {
        std::vector<UnitEquation> all;
        for (const CellEquation& each : m_graph->equations()) {
            UnitEquation equation;
            for (const EquationPart& part : each.parts)
                equation.parts.push_back({part.text,
                                          part.quantity < 0
                                              ? std::nullopt
                                              : record.number(part.quantity, m_question.unit)});
            all.push_back(std::move(equation));
        }
        return all;
    }

    const LiveCells& m_model;
    const AskStates& m_question;
    std::vector<CellLayers> m_stacks;
    const CellGraph* m_graph; ///< The graph of all cells; null without recurrent layers.
    std::unique_ptr<CellReading> m_text;
};

} // namespace

States readStates(const LiveCells& model, const AskStates& question)
{
    const InspectionScope scope(model.module(), model.torchDevice());
    return StatesReader(model, question).states();
}

} // namespace core
