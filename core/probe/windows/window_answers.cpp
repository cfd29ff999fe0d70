#include "core/probe/windows/window_answers.h"

#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"
#include "core/probe/job_progress.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/probe/states/state_tools.h"

#include <torch/autograd.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace core {

namespace {

/// The widths of the filters of each convolution; empty: the network has none.
std::vector<int64_t> filterWidths(TextNetwork& network, int64_t& filters)
{
    std::vector<int64_t> widths;
    const auto parameters = network.encoder().named_parameters();
    for (size_t i = 0;; ++i) {
        const torch::Tensor* weight
            = parameters.find("convolutions." + std::to_string(i) + ".weight"); // [filters, _, w]
        if (weight == nullptr)
            return widths;
        filters = weight->size(0);
        widths.push_back(weight->size(2));
    }
}

/// The responses of the filters of a convolutional encoder to texts of one length.
class FilterResponses {
public:
    /// @throws Error{BadSetting} when there are no filters.
    explicit FilterResponses(LiveTextModel& model) : m_network(model.textNetwork())
    {
        m_widths = filterWidths(m_network, m_each);
        if (m_widths.empty())
            throw Error(ErrorCode::BadSetting, {"This network has no filters.", {}},
                        {"Open a run whose model.network is \"cnn\".", {}});
    }

    int64_t filters() const { return m_each * std::ssize(m_widths); }
    int64_t width(int64_t filter) const { return m_widths[static_cast<size_t>(filter / m_each)]; }

    /// The best window of each filter in each text.
    struct Best {
        torch::Tensor values; ///< [texts, filters], before the ReLU.
        torch::Tensor windows; ///< [texts, filters] int64: first tokens.
        torch::Tensor scores; ///< [texts, outputs]
    };
    /// @param length  of every text in the batch.
    Best best(const SequenceBatch& batch, int64_t length)
    {
        std::vector<torch::Tensor> values(m_widths.size()), windows(m_widths.size());
        const LayerHook hook = [&](const torch::nn::Module& owner, std::string_view name,
                                   const torch::Tensor& output) {
            constexpr std::string_view kList = "convolutions.";
            if (&owner != &m_network.encoder() || !name.starts_with(kList))
                return output;
            const auto i = static_cast<size_t>(std::stoi(std::string(name.substr(kList.size()))));
            const int64_t count = std::max<int64_t>(length - m_widths[i], 0) + 1;
            std::tie(values[i], windows[i]) = output.narrow(1, 0, count).max(1);
            return output;
        };
        Best found;
        {
            const LayerHookScope scope(hook);
            found.scores = m_network.forward(batch);
        }
        found.values = torch::cat(values, 1).to(torch::kCPU, torch::kFloat64);
        found.windows = torch::cat(windows, 1).to(torch::kCPU);
        return found;
    }

    /// For each output what each filter contributes [outputs, filters].
    /// @param vector [1, filters], after the ReLU.
    torch::Tensor shares(const torch::Tensor& vector)
    {
        const torch::AutoGradMode gradients(true);
        const torch::Tensor leaf = vector.detach().clone().requires_grad_();
        const torch::Tensor scores = m_network.head().forward({{}, leaf}).scores.squeeze(0);
        std::vector<torch::Tensor> rows;
        for (int64_t output = 0; output < scores.size(0); ++output)
            rows.push_back(
                torch::autograd::grad({scores[output]}, {leaf}, {}, true, false, true).front());
        for (torch::Tensor& row : rows)
            row = row.defined() ? (row * vector).squeeze(0) : torch::zeros_like(vector[0]);
        return torch::stack(rows).to(torch::kCPU, torch::kFloat64);
    }

private:
    TextNetwork& m_network;
    std::vector<int64_t> m_widths;
    int64_t m_each = 0; ///< Filters of a width.
};

/// Windows of one filter by their words.
class WindowCount {
public:
    void add(const std::string& words, double value, const Example& example)
    {
        const auto [found, isNew] = m_places.emplace(words, m_windows.size());
        if (isNew)
            m_windows.push_back({words, value, 0, example.text, example.label()});
        StrongWindow& window = m_windows[found->second];
        window.value = std::max(window.value, value);
        ++window.texts;
    }

    std::vector<StrongWindow> strongest(int64_t count)
    {
        std::stable_sort(
            m_windows.begin(), m_windows.end(),
            [](const StrongWindow& a, const StrongWindow& b) { return a.value > b.value; });
        m_windows.resize(std::min(m_windows.size(), static_cast<size_t>(count)));
        return std::move(m_windows);
    }

private:
    std::vector<StrongWindow> m_windows; ///< In the order of the texts.
    std::map<std::string, size_t> m_places;
};

/// The window of each text that won the pooling of one filter, and its value before the ReLU.
std::vector<std::pair<int64_t, double>> bestWindows(const LiveCells& model,
                                                    FilterResponses& responses, int64_t filter,
                                                    std::span<const LiveCells::Text> texts,
                                                    const Monitor& monitor)
{
    std::vector<std::pair<int64_t, double>> best(texts.size());
    JobProgress progress({"Reading texts", {}}, monitor);
    size_t done = 0;
    for (const std::vector<size_t>& batch : batchesOfOneLength(texts)) {
        std::vector<const LiveCells::Text*> chosen;
        for (const size_t text : batch)
            chosen.push_back(&texts[text]);
        const auto found = responses.best(batchOf(model, chosen), texts[batch.front()].ids.longest);
        for (size_t i = 0; i < batch.size(); ++i) {
            const auto row = static_cast<int64_t>(i);
            best[batch[i]] = {found.windows[row][filter].item<int64_t>(),
                              found.values[row][filter].item<double>()};
        }
        done += batch.size();
        progress.at(static_cast<double>(done), static_cast<double>(texts.size()));
    }
    return best;
}

} // namespace

FilterWindows filterWindows(LiveTextModel& model, const AskFilterWindows& question)
{
    const InspectionScope scope(model.textNetwork(), model.torchDevice());
    FilterResponses responses(model);
    const LiveCells::Text text = model.readText(question.example);
    const auto best = responses.best(batchOf(model, text), text.ids.longest);
    FilterWindows answer{.text = question.example.text,
                         .tokens = text.tokens,
                         .unknown = unknownWordsIn(text),
                         .outputs = {},
                         .prediction = {},
                         .filters = {}};
    const TextVerdict verdict = model.verdict(best.scores, text);
    answer.prediction = verdict.said.front();
    if (!verdict.number) {
        for (int64_t output = 0; output < best.scores.size(1); ++output)
            answer.outputs.push_back(model.outputName(output));
        answer.predicted = best.scores[0].argmax().item<int64_t>();
        answer.probability = verdict.certainties.front();
    } else {
        answer.outputs.emplace_back("output");
    }
    const torch::Tensor vector = best.values.clamp_min(0.0);
    const torch::Tensor shares = responses.shares(vector.to(best.scores.options()));
    const auto hidden = model.textNetwork().head().named_parameters();
    answer.exact = hidden.find("hidden.0.weight") == nullptr;
    for (int64_t filter = 0; filter < responses.filters(); ++filter) {
        FilterWindow window{filter, responses.width(filter),
                            best.windows[0][filter].item<int64_t>(),
                            vector[0][filter].item<double>()};
        for (int64_t output = 0; output < shares.size(0); ++output)
            window.shares.push_back(shares[output][filter].item<double>());
        answer.filters.push_back(std::move(window));
    }
    std::tie(answer.step, answer.epoch) = model.stepAndEpoch();
    return answer;
}

StrongestWindows strongestWindows(LiveTextModel& model, const AskStrongestWindows& question,
                                  const Monitor& monitor)
{
    const InspectionScope scope(model.textNetwork(), model.torchDevice());
    FilterResponses responses(model);
    if (question.filter < 0 || question.filter >= responses.filters())
        throw Error(ErrorCode::BadSetting,
                    {"There is no filter %1: the network has %2.",
                     {std::to_string(question.filter), std::to_string(responses.filters())}},
                    {"Filters are counted from 0.", {}});
    const AskedTexts texts(model, question);
    const size_t count = question.texts > 0
        ? std::min(texts.size(), static_cast<size_t>(question.texts))
        : texts.size();
    StrongestWindows answer{.filter = question.filter,
                            .width = responses.width(question.filter),
                            .windows = {},
                            .read = static_cast<int64_t>(count),
                            .available = static_cast<int64_t>(texts.size())};
    std::vector<Example> examples;
    std::vector<LiveCells::Text> read;
    for (size_t i = 0; i < count; ++i) {
        examples.push_back(texts[i]);
        read.push_back(model.readText(examples.back()));
    }
    const auto best = bestWindows(model, responses, question.filter, read, monitor);
    WindowCount windows;
    for (size_t i = 0; i < count; ++i) {
        const auto [window, value] = best[i];
        if (value > 0.0)
            windows.add(windowWords(read[i].tokens, window, answer.width), value, examples[i]);
        else
            ++answer.silent;
    }
    answer.windows = windows.strongest(question.count);
    std::tie(answer.step, answer.epoch) = model.stepAndEpoch();
    return answer;
}

} // namespace core
