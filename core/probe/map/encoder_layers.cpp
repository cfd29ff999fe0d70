#include "core/probe/map/encoder_layers.h"

#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"
#include "core/probe/states/state_tools.h"

#include <algorithm>
#include <map>

namespace core {

EncoderLayers::EncoderLayers(const LiveCells& model, const SequenceBatch& batch)
    : m_tokens(batch.lengths.sum().item<int64_t>()), m_texts(batch.lengths.numel())
{
    std::map<const torch::nn::Module*, std::string> paths;
    for (const auto& module : model.module().named_modules())
        paths[module.value().get()] = module.key();
    paths[&model.module()] = "";
    const LayerHook hook
        = [&](const torch::nn::Module& owner, std::string_view name, const torch::Tensor& output) {
              const auto path = paths.find(&owner);
              if (path != paths.end())
                  add(path->second + (path->second.empty() ? "" : ".") + std::string(name), output);
              return output;
          };
    {
        const LayerHookScope scope(hook);
        scores = model.scoresOf(batch);
    }
    addRecurrentLayers(model, batch);
}

std::vector<std::string> EncoderLayers::tokenLayers() const
{
    std::vector<std::string> names;
    for (const auto& [name, states] : m_ofTokens)
        names.push_back(name);
    return names;
}

torch::Tensor EncoderLayers::states(const std::string& layer) const
{
    for (auto each = m_ofTokens.rbegin(); each != m_ofTokens.rend(); ++each)
        if (layer.empty() || each->first == layer)
            return each->second;
    std::string names;
    for (const std::string& each : tokenLayers())
        names += (names.empty() ? "\"" : ", \"") + each + '"';
    throw Error(ErrorCode::BadSetting,
                {"The layer \"%1\" has no states of tokens.", {shown(layer)}},
                {"Choose one of %1.", {names}});
}

torch::Tensor EncoderLayers::texts() const
{
    if (m_ofTexts.defined())
        return m_ofTexts;
    const torch::Tensor states = this->states({});
    return states.reshape({m_texts, m_tokens / m_texts, states.size(1)}).mean(1);
}

void EncoderLayers::add(const std::string& name, const torch::Tensor& output)
{
    const bool pooled = name == "head.pooling";
    if (!name.starts_with("encoder.") && !pooled)
        return;
    const torch::Tensor rows = output.reshape({-1, output.size(-1)});
    if (pooled || (rows.size(0) == m_texts && name != "encoder.embedding"))
        m_ofTexts = rows;
    if (!pooled && rows.size(0) == m_tokens)
        m_ofTokens.emplace_back(name, rows);
}

void EncoderLayers::addRecurrentLayers(const LiveCells& model, const SequenceBatch& batch)
{
    const CellLayers cells = model.stacks().front();
    // Either the whole stack, whose last layer has its states, or each layer by itself.
    const int64_t seen = std::count_if(m_ofTokens.begin(), m_ofTokens.end(), [](const auto& each) {
        return each.first == "encoder.rnn" || each.first.starts_with("encoder.layers.");
    });
    if (cells.graph == nullptr || seen == cells.layers)
        return;
    const size_t quantity = quantityNamed(*cells.graph, cells.graph->stateName(0));
    const int64_t length = m_tokens / m_texts, directions = cells.bidirectional ? 2 : 1;
    std::vector<torch::Tensor> states(static_cast<size_t>(cells.layers * directions * length));
    model.encode(
        batch, {[&](const CellMoment& moment, const torch::Tensor& value) {
            if (moment.quantity == quantity)
                states[static_cast<size_t>((moment.layer * length + moment.token) * directions
                                           + moment.direction)]
                    = value;
            return value;
        }});
    auto at = m_ofTokens.end() - (seen > 0 ? 1 : 0);
    for (int64_t layer = 0; layer < cells.layers - seen; ++layer) {
        const auto first = states.begin() + layer * length * directions;
        const torch::Tensor all = torch::stack(std::vector(first, first + length * directions), 1);
        at = std::next(m_ofTokens.insert(
            at, {"encoder.rnn.l" + std::to_string(layer), all.reshape({m_tokens, -1})}));
    }
}

LiveCells::Text firstWindow(const LiveCells& model, LiveCells::Text text)
{
    const auto* encoder = dynamic_cast<const LiveEncoder*>(&model);
    const int64_t window
        = encoder != nullptr ? encoder->textNetwork().encoder().traits().window : 0;
    if (text.last)
        readLast(text, model.outputName(*text.last), 0);
    return window > 0 && text.ids.longest > window ? cutTo(std::move(text), window)
                                                   : std::move(text);
}

std::string comparedWord(std::string word)
{
    constexpr std::string_view kShownBlank = "\u2423"; // As language models show them.
    if (word.starts_with(kShownBlank))
        word.erase(0, kShownBlank.size());
    std::transform(word.begin(), word.end(), word.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return word;
}

std::string comparedWord(const std::vector<std::string>& tokens, const TokenRange& range,
                         WordMarks marks)
{
    return comparedWord(joinedWord(marks, tokens, range));
}

} // namespace core
