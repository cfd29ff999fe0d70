#include "core/base/python_piece.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/layers/word_characters.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

#include <torch/nn/modules/conv.h>

#include <algorithm>
#include <limits>

namespace core {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr int64_t kPadding = 0; ///< Its row of the table is zero and stays so.

struct CharacterCnnOptions {
    int64_t dimension = 30;
    int64_t filters = 30;
    int64_t width = 3;
};

/// Plain arrays of one batch of words.
struct Windows {
    Windows(const torch::Tensor& parts, const torch::Tensor& characters,
            const torch::Tensor& lengths)
        : width(parts.size(0))
        , table(parts.size(1))
        , filters(parts.size(2))
        , words(characters.size(0))
        , longest(characters.size(1))
        , m_characters(characters.data_ptr<int64_t>())
        , m_lengths(lengths.data_ptr<int64_t>())
    {
    }

    int64_t length(int64_t word) const { return m_lengths[word]; }
    /// Row of `parts` for place k of the window around a character; -1 beyond the word.
    int64_t row(int64_t word, int64_t centre, int64_t k) const
    {
        const int64_t place = centre + k - (width - 1) / 2;
        return place < 0 || place >= m_lengths[word]
            ? -1
            : k * table + m_characters[word * longest + place];
    }

    const int64_t width, table, filters, words, longest;

private:
    const int64_t* m_characters;
    const int64_t* m_lengths;
};

/// max over the characters t of a word of Σ_k parts[k, c_{t+k}]: a convolution over rows of a small
/// table is a sum of rows of the table's products with the filter.
struct LargestWindows : torch::autograd::Function<LargestWindows> {
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& parts,
                                 const torch::Tensor& characters, const torch::Tensor& lengths)
    {
        const torch::Tensor rows = parts.contiguous();
        const Windows windows(rows, characters, lengths);
        torch::Tensor largest = torch::empty({windows.words, windows.filters}, rows.options());
        const torch::Tensor places
            = torch::empty({windows.words, windows.filters}, torch::kInt32); // where it is
        constexpr int64_t kWordsATask = 64;
        runTasks((windows.words + kWordsATask - 1) / kWordsATask, [&](int64_t task) {
            const int64_t end = std::min(windows.words, (task + 1) * kWordsATask);
            std::vector<float> sum(static_cast<size_t>(windows.filters));
            for (int64_t word = task * kWordsATask; word < end; ++word)
                search(windows, rows.data_ptr<float>(), word, sum,
                       largest.data_ptr<float>() + word * windows.filters,
                       places.data_ptr<int32_t>() + word * windows.filters);
        });
        context->save_for_backward({characters, lengths, places});
        context->saved_data["sizes"] = parts.sizes().vec();
        return largest;
    }

    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        refuseSecondDerivative();
        const tensor_list saved = context->get_saved_variables();
        const torch::Tensor given = gradients[0].contiguous();
        torch::Tensor result
            = torch::zeros(context->saved_data["sizes"].toIntVector(), given.options());
        const Windows windows(result, saved[0], saved[1]);
        const float* slope = given.data_ptr<float>();
        const int32_t* place = saved[2].data_ptr<int32_t>();
        float* const sums = result.data_ptr<float>();
        for (int64_t word = 0; word < windows.words; ++word)
            for (int64_t filter = 0; filter < windows.filters; ++filter, ++slope, ++place)
                for (int64_t k = 0; k < windows.width; ++k)
                    if (const int64_t row = windows.row(word, *place, k); row >= 0)
                        sums[row * windows.filters + filter] += *slope;
        return {result, torch::Tensor(), torch::Tensor()};
    }

private:
    static void search(const Windows& windows, const float* parts, int64_t word,
                       std::vector<float>& sum, float* largest, int32_t* places)
    {
        std::fill_n(largest, windows.filters, -std::numeric_limits<float>::infinity());
        std::fill_n(places, windows.filters, 0);
        for (int64_t t = 0; t < windows.length(word); ++t) {
            std::fill(sum.begin(), sum.end(), 0.0F);
            for (int64_t k = 0; k < windows.width; ++k)
                if (const int64_t row = windows.row(word, t, k); row >= 0)
                    for (int64_t f = 0; f < windows.filters; ++f)
                        sum[static_cast<size_t>(f)] += parts[row * windows.filters + f];
            for (int64_t f = 0; f < windows.filters; ++f)
                if (sum[static_cast<size_t>(f)] > largest[f]) {
                    largest[f] = sum[static_cast<size_t>(f)];
                    places[f] = static_cast<int32_t>(t);
                }
        }
    }
};

/// The same by LibTorch's own operations, for other devices and types.
torch::Tensor largestWindows(const torch::Tensor& parts, const torch::Tensor& characters,
                             const torch::Tensor& lengths)
{
    const int64_t width = parts.size(0), longest = characters.size(1);
    const int64_t before = (width - 1) / 2;
    const torch::Tensor padded
        = torch::constant_pad_nd(characters, {before, width - 1 - before}, kPadding);
    const torch::Tensor inside = padded.ne(kPadding).to(parts.scalar_type()).unsqueeze(2);
    torch::Tensor sums;
    for (int64_t k = 0; k < width; ++k) {
        const torch::Tensor ids = padded.narrow(1, k, longest).reshape(-1);
        const torch::Tensor part
            = parts[k].index_select(0, ids).view({characters.size(0), longest, parts.size(2)})
            * inside.narrow(1, k, longest); // Padding is beyond the word: it learns nothing.
        sums = sums.defined() ? sums + part : part; // [words, longest, filters]
    }
    const torch::Tensor beyond = torch::arange(longest, characters.options())
                                     .unsqueeze(0)
                                     .ge(lengths.to(characters.device()).unsqueeze(1));
    return std::get<0>(
        sums.masked_fill(beyond.unsqueeze(2), -std::numeric_limits<double>::infinity()).max(1));
}

/// w = max_t (W [e_{t-1}; e_t; e_{t+1}] + b) over the characters of a word; beyond its ends stand
/// zeros.
///
/// Source: Ma and Hovy (2016), "End-to-end Sequence Labeling via Bi-directional LSTM-CNNs-CRF",
/// ACL, section 2.1. Differs: a window is centred on a character of the word; no dropout of its
/// own. Parameters: embedding, convolution (as torch.nn.Conv1d).
class CharacterCnn : public CharacterEncoder {
public:
    CharacterCnn(const CharacterCnnOptions& options, const CharacterContext& context)
        : m_options(options), m_characters(context.characters)
    {
        m_embedding = register_module(
            "embedding", Embedding(context.characters, options.dimension, context.weights));
        m_convolution = register_module("convolution",
                                        torch::nn::Conv1d(torch::nn::Conv1dOptions(
                                            options.dimension, options.filters, options.width)));
    }

    torch::Tensor forward(const WordForms& words) override
    {
        const torch::Tensor parts
            = torch::matmul(m_embedding->weight,
                            m_convolution->weight.permute({2, 1, 0})); // [width, table, filters]
        const bool quick = parts.is_cpu() && parts.scalar_type() == torch::kFloat32;
        const torch::Tensor largest = quick
            ? LargestWindows::apply(parts, words.characters, words.lengths)
            : largestWindows(parts, words.characters, words.lengths);
        return largest + m_convolution->bias; // [words, filters]; the same for all t, so added last
    }
    int64_t features() const override { return m_options.filters; }

    GraphValue graph(GraphBuilder& builder, GraphValue characters,
                     GraphValue lengths) const override
    {
        const GraphValue inside = builder.mask(characters, lengths); // [words, longest]
        const GraphValue vectors = builder.lookUp(m_embedding->weight, characters)
            * builder.unsqueeze(builder.cast(inside, torch::kFloat), 2);
        const int64_t before = (m_options.width - 1) / 2;
        const GraphValue windows = builder.convolution(
            builder.padded(builder.transpose(vectors, {0, 2, 1}), m_options.dimension, before,
                           m_options.width - 1 - before),
            builder.weight(m_convolution->weight),
            builder.weight(m_convolution->bias)); // [words, filters, longest]
        return builder.maximum(builder.fillWhere(windows, !builder.unsqueeze(inside, 1),
                                                 -std::numeric_limits<double>::infinity()),
                               2);
    }

    std::string pythonSource() const override
    {
        return pythonPiece("layers/characters_cnn",
                           {{"COUNT", m_characters},
                            {"DIMENSION", m_options.dimension},
                            {"FILTERS", m_options.filters},
                            {"WIDTH", m_options.width},
                            {"BEFORE", (m_options.width - 1) / 2},
                            {"BEHIND", m_options.width / 2}});
    }

private:
    CharacterCnnOptions m_options;
    int64_t m_characters;
    Embedding m_embedding{nullptr};
    torch::nn::Conv1d m_convolution{nullptr};
};

} // namespace

CharacterRegistry::Entry characterCnn()
{
    return CharacterRegistry::entry<CharacterCnnOptions>(
        {.id = "cnn",
         .title = "Convolution over characters",
         .summary = "Filters detect parts of words, such as endings, at any position. Fast, and "
                    "usually as good as an LSTM.",
         .formula = {"w = max_t (W [e_{t−1}; e_t; e_{t+1}] + b) over the characters t of a word",
                     R"tex(w = \max_t\,(W\,[e_{t-1}; e_t; e_{t+1}] + b))tex"}},
        Schema<CharacterCnnOptions>()
            .add(&CharacterCnnOptions::dimension,
                 {.name = "dimension",
                  .label = "Character embedding",
                  .help = "Size of the vector of each character.",
                  .unit = "features",
                  .minimum = 1,
                  .maximum = 1024})
            .add(&CharacterCnnOptions::filters,
                 {.name = "filters",
                  .label = "Filters",
                  .help = "If unknown words are tagged badly, raise it.",
                  .unit = "filters",
                  .minimum = 1,
                  .maximum = 1024})
            .add(&CharacterCnnOptions::width,
                 {.name = "width",
                  .label = "Filter width",
                  .help = "Number of neighbouring characters that a filter covers.",
                  .unit = "characters",
                  .minimum = 1,
                  .maximum = 16}),
        [](const CharacterCnnOptions& options, const CharacterContext& context) {
            return std::static_pointer_cast<CharacterEncoder>(
                std::make_shared<CharacterCnn>(options, context));
        });
}

} // namespace core
