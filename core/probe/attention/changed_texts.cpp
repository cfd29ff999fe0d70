#include "core/probe/attention/changed_texts.h"

#include "core/nn/tensors.h"
#include "core/probe/attention/attention_facts.h"
#include "core/probe/states/state_tools.h"

#include <algorithm>
#include <memory>

namespace core {

namespace {

constexpr size_t kTogether = 32; ///< Copies of a text in one pass.

/// All that are left of `row` [length] when one place is taken out, one below the other.
std::vector<int64_t> rowsWithout(const std::vector<int64_t>& row)
{
    std::vector<int64_t> all;
    for (size_t gone = 0; gone < row.size(); ++gone)
        for (size_t i = 0; i < row.size(); ++i)
            if (i != gone)
                all.push_back(row[i]);
    return all;
}

} // namespace

SequenceBatch batchOfTexts(const LiveEncoder& model,
                           std::span<const LiveEncoder::Text* const> texts)
{
    if (texts.size() == 1)
        return batchOf(model, *texts.front());
    PaddedIds all;
    std::vector<int64_t> classes;
    for (const LiveEncoder::Text* text : texts)
        all.longest = std::max(all.longest, text->ids.longest);
    for (const LiveEncoder::Text* text : texts) {
        all.ids.insert(all.ids.end(), text->ids.ids.begin(), text->ids.ids.end());
        all.ids.resize(all.ids.size() + static_cast<size_t>(all.longest - text->ids.longest), 0);
        all.lengths.push_back(text->ids.lengths.front());
        classes.insert(classes.end(), text->classes.begin(), text->classes.end());
    }
    SequenceBatch batch = sequenceBatch(std::move(all), model.torchDevice());
    if (!classes.empty())
        batch.classes = sentTo(model.torchDevice(), tensorOf(std::move(classes)));
    return batch;
}

std::vector<AttentionMap> attentionMaps(const OpenedNetwork& opened)
{
    std::vector<AttentionMap> maps;
    for (size_t layer = 0; layer < opened.attention.size(); ++layer)
        addMaps(maps, "encoder", static_cast<int64_t>(layer), opened.attention[layer]);
    if (opened.tokenWeights.defined())
        addMaps(maps, "pooling", 0, opened.tokenWeights.unsqueeze(1).unsqueeze(1));
    return maps;
}

std::vector<torch::Tensor> byText(const torch::Tensor& outputs, const torch::Tensor& lengths)
{
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

std::vector<torch::Tensor> outputsChanged(const LiveEncoder& model, const LiveEncoder::Text& text,
                                          const std::vector<PlannedChange>& planned,
                                          const Monitor& monitor)
{
    std::vector<torch::Tensor> all;
    for (size_t first = 0; first < planned.size(); first += kTogether) {
        const size_t end = std::min(planned.size(), first + kTogether);
        std::vector<PlannedChange> some(planned.begin() + static_cast<std::ptrdiff_t>(first),
                                        planned.begin() + static_cast<std::ptrdiff_t>(end));
        const SequenceBatch batch = batchOf(model, text, std::ssize(some));
        const OpenedNetwork opened = model.textNetwork().open(batch, changing(std::move(some)));
        for (torch::Tensor& outputs : byText(opened.logits, batch.lengths))
            all.push_back(std::move(outputs));
        monitor.throwIfStopped();
    }
    return all;
}

std::vector<torch::Tensor> outputsWithout(const LiveEncoder& model, const LiveEncoder::Text& text)
{
    const int64_t left = text.ids.longest - 1;
    const auto copies = static_cast<size_t>(text.ids.longest);
    LiveEncoder::Text one = cutTo(text, left);
    SequenceBatch batch = batchOf(model, one, text.ids.longest);
    const auto put = [&](const std::vector<int64_t>& row) {
        return sentTo(model.torchDevice(), tensorOf(rowsWithout(row)))
            .view({static_cast<int64_t>(copies), left});
    };
    batch.ids = put(text.ids.ids);
    if (batch.words != nullptr && text.ids.words) {
        auto words = std::make_shared<WordForms>(
            *sequenceBatch(PaddedIds(text.ids), model.torchDevice()).words);
        words->ofToken = put(text.ids.words->ofToken);
        batch.words = std::move(words);
    }
    return byText(model.textNetwork().forward(batch), batch.lengths);
}

} // namespace core
