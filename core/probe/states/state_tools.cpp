#include "core/probe/states/state_tools.h"

#include "core/nn/tensors.h"
#include "core/text/tokens/word_marks.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace core {

namespace {

/// Whether the values of a node lie between 0 and 1.
bool isGate(const CellGraph& graph, int node)
{
    const CellNode& here = graph.nodes()[static_cast<size_t>(node)];
    switch (here.operation) {
    case CellOperation::Sigmoid:
        return true;
    case CellOperation::OneMinus:
    case CellOperation::Part:
        return isGate(graph, here.first);
    default:
        return false;
    }
}

bool isState(const CellGraph& graph, int node)
{
    for (size_t state = 0; state < graph.states(); ++state)
        if (graph.nextState(state) == node)
            return true;
    return false;
}

std::string equationOf(const CellGraph& graph, size_t quantity)
{
    for (const CellEquation& each : graph.equations())
        if (each.quantity == static_cast<int>(quantity))
            return each.text();
    return {};
}

/// The words of several texts, one text after the other; none if the network does not read words.
std::optional<PaddedWords> sideBySide(std::span<const LiveCells::Text* const> texts,
                                      int64_t longest)
{
    PaddedWords all;
    for (const LiveCells::Text* text : texts) {
        if (!text->ids.words)
            return std::nullopt;
        all.longest = std::max(all.longest, text->ids.words->longest);
    }
    for (const LiveCells::Text* text : texts) {
        const PaddedWords& words = *text->ids.words;
        const bool isFirst = all.lengths.empty();
        const size_t begin = isFirst ? 0 : 1; // Word 0 is padding, once for all texts.
        const int64_t before = isFirst ? 0 : std::ssize(all.lengths) - 1;
        for (const int64_t word : words.ofToken)
            all.ofToken.push_back(word == 0 ? 0 : word + before);
        all.ofToken.resize(all.ofToken.size() + static_cast<size_t>(longest - text->ids.longest));
        for (size_t word = begin; word < words.lengths.size(); ++word) {
            const auto first
                = words.characters.begin() + static_cast<std::ptrdiff_t>(word) * words.longest;
            all.characters.insert(all.characters.end(), first, first + words.longest);
            all.characters.resize(all.characters.size()
                                  + static_cast<size_t>(all.longest - words.longest));
            all.lengths.push_back(words.lengths[word]);
            all.cases.push_back(words.cases[word]);
            const size_t columns = words.features.size() / words.cases.size();
            const auto values
                = words.features.begin() + static_cast<std::ptrdiff_t>(word * columns);
            all.features.insert(all.features.end(), values,
                                values + static_cast<std::ptrdiff_t>(columns));
        }
    }
    return all;
}

} // namespace

StateCell describedCell(const std::vector<CellLayers>& stacks)
{
    const CellLayers& cells = stacks.front();
    StateCell cell;
    if (cells.graph == nullptr)
        return cell;
    cell.title = cells.graph->title();
    cell.directions = cells.bidirectional ? 2 : 1;
    cell.decoderLayers = stacks.size() > 1 ? stacks.back().layers : 0;
    cell.layers = cells.layers + cell.decoderLayers;
    for (size_t i = 0; i < cells.graph->quantities().size(); ++i) {
        const CellQuantity& each = cells.graph->quantities()[i];
        if (!each.term)
            cell.quantities.push_back({each.name, each.text, equationOf(*cells.graph, i),
                                       isGate(*cells.graph, each.node),
                                       isState(*cells.graph, each.node)});
    }
    return cell;
}

CellPlace placeIn(const std::vector<CellLayers>& stacks, int64_t layer, int64_t direction)
{
    int64_t all = 0;
    for (const CellLayers& each : stacks)
        all += each.layers;
    CellPlace place;
    place.layer = layer < 0 ? all - 1 : std::min(layer, all - 1);
    place.stack = place.layer < stacks.front().layers ? 0 : 1;
    place.ofStack = place.layer - (place.stack == 0 ? 0 : stacks.front().layers);
    place.direction = std::clamp<int64_t>(direction, 0, stacks[place.stack].bidirectional ? 1 : 0);
    return place;
}

LiveCells::LossOf derivedLoss(const std::vector<CellLayers>& stacks, CellPlace place)
{
    const bool feedsDecoder = stacks.size() > 1 && place.stack == 0;
    if (feedsDecoder)
        return LiveCells::LossOf::AllTokens;
    return place.direction == 0 ? LiveCells::LossOf::LastToken : LiveCells::LossOf::FirstToken;
}

size_t quantityNamed(const CellGraph& graph, const std::string& name)
{
    const int place = graph.quantity(name);
    if (place < 0)
        throw Error(ErrorCode::BadSetting,
                    {"The cell %1 has no quantity \"%2\".", {graph.title(), name}},
                    {"Choose one of its gates or states.", {}});
    return static_cast<size_t>(place);
}

SequenceBatch batchOf(const LiveCells& model, const LiveCells::Text& text, int64_t copies)
{
    SequenceBatch batch = sequenceBatch(text.ids, model.torchDevice());
    batch.classes = conditionsOf({&text.condition, 1}, model.torchDevice());
    if (copies == 1)
        return batch;
    const auto repeated = [copies](const torch::Tensor& one) {
        return one.defined() ? one.repeat_interleave(copies, 0) : one;
    };
    batch.ids = repeated(batch.ids);
    batch.lengths = repeated(batch.lengths);
    batch.classes = repeated(batch.classes);
    if (batch.words != nullptr) {
        auto words = std::make_shared<WordForms>(*batch.words);
        words->ofToken = repeated(words->ofToken);
        batch.words = std::move(words);
    }
    return batch;
}

SequenceBatch batchOf(const LiveCells& model, std::span<const LiveCells::Text* const> texts)
{
    PaddedIds all;
    std::vector<TextCondition> conditions;
    for (const LiveCells::Text* text : texts) {
        all.longest = std::max(all.longest, text->ids.longest);
        all.lengths.push_back(text->ids.longest);
        conditions.push_back(text->condition);
    }
    for (const LiveCells::Text* text : texts) {
        all.ids.insert(all.ids.end(), text->ids.ids.begin(), text->ids.ids.end());
        all.ids.resize(all.ids.size() + static_cast<size_t>(all.longest - text->ids.longest));
    }
    all.words = sideBySide(texts, all.longest);
    SequenceBatch batch = sequenceBatch(std::move(all), model.torchDevice());
    batch.classes = conditionsOf(conditions, model.torchDevice());
    return batch;
}

std::vector<torch::Tensor> byText(const TextNetwork& network, const torch::Tensor& outputs,
                                  const torch::Tensor& batchLengths)
{
    const torch::Tensor lengths
        = network.marks() == TextMarks::Around ? batchLengths - 2 : batchLengths;
    std::vector<torch::Tensor> all;
    const int64_t texts = lengths.numel();
    for (int64_t text = 0; outputs.dim() == 3 && text < texts; ++text)
        all.push_back(outputs.narrow(0, text, 1).narrow(1, 0, lengths[text].item<int64_t>()));
    if (outputs.dim() == 3)
        return all;
    const bool ofTokens = outputs.size(0) != texts || lengths.sum().item<int64_t>() == texts;
    int64_t start = 0;
    for (int64_t text = 0; text < texts; ++text) {
        const int64_t rows = ofTokens ? lengths[text].item<int64_t>() : 1;
        all.push_back(outputs.narrow(0, start, rows));
        start += rows;
    }
    return all;
}

LiveCells::Text cutTo(LiveCells::Text text, int64_t length)
{
    if (length < 1 || length >= text.ids.longest)
        return text;
    const auto kept = static_cast<size_t>(length);
    text.tokens.resize(kept);
    text.ids.longest = length;
    text.ids.ids.resize(kept);
    text.ids.lengths.front() = length;
    if (text.ids.words)
        text.ids.words->ofToken.resize(kept);
    if (!text.next.empty())
        text.next.resize(kept);
    text.last.reset();
    return text;
}

std::vector<std::vector<size_t>> batchesOfOneLength(std::span<const LiveCells::Text> texts)
{
    constexpr size_t kTexts = 64; // More at once are not faster on a CPU.
    std::vector<size_t> order(texts.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
        return texts[a].ids.longest > texts[b].ids.longest;
    });
    std::vector<std::vector<size_t>> batches;
    for (const size_t text : order) {
        const bool joins = !batches.empty() && batches.back().size() < kTexts
            && !texts[batches.back().front()].ids.words
            && texts[batches.back().front()].ids.longest == texts[text].ids.longest;
        if (!joins)
            batches.emplace_back();
        batches.back().push_back(text);
    }
    return batches;
}

std::vector<std::string> unknownWordsIn(LiveCells::Text text)
{
    if (text.ids.words)
        return {};
    if (text.last && text.unknown.contains(text.tokens.size())) {
        text.tokens.emplace_back();
        text.ids.ids.push_back(*text.last);
    }
    for (auto& [place, word] : text.unknown)
        if (place < text.tokens.size()) // Those that were cut are told apart.
            text.tokens[place] = std::move(word);
    return unknownWords(wordMarksIn(text.tokens), text.tokens, text.ids.ids);
}

int64_t readLast(LiveCells::Text& text, std::string token, int64_t window)
{
    text.tokens.push_back(std::move(token));
    text.ids.ids.push_back(*std::exchange(text.last, std::nullopt));
    const int64_t length = std::ssize(text.tokens);
    const int64_t dropped = window > 0 ? std::max<int64_t>(length - window, 0) : 0;
    const auto drop = [dropped](auto& values) {
        values.erase(values.begin(), values.begin() + std::min(dropped, std::ssize(values)));
    };
    drop(text.tokens);
    drop(text.ids.ids);
    drop(text.next);
    std::map<size_t, std::string> unknown;
    for (auto& [place, word] : text.unknown)
        if (static_cast<int64_t>(place) >= dropped)
            unknown.emplace(place - static_cast<size_t>(dropped), std::move(word));
    text.unknown = std::move(unknown);
    text.ids.longest = text.ids.lengths.front() = length - dropped;
    return dropped;
}

} // namespace core
