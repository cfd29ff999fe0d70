#include "core/model/translators/recurrent_translator.h"

#include "core/model/encoder/cells/cell_entry.h"
#include "core/model/scheduled_sampling.h"
#include "core/model/translators/target_steps.h"
#include "core/nn/batch/token_layout.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/layers/stepped_attention.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace core {

using torch::Tensor;

namespace {

constexpr double kMasked = -std::numeric_limits<double>::infinity();

} // namespace

/// Attention of the rows of one step after another, with a hook that may change it.
class RecurrentTranslator::HookedSteps {
public:
    HookedSteps(AttentionScore& score, const DecoderMemory& memory, const TargetSteps& steps,
                const AttentionHook& hook)
        : m_score(&score), m_memory(memory), m_hook(&hook)
    {
        const Tensor order
            = steps.sorted(torch::arange(memory.states.size(0), torch::kInt64)).contiguous();
        m_rows.assign(order.data_ptr<int64_t>(), order.data_ptr<int64_t>() + order.numel());
    }

    /// @param states [rows, state] of the rows that are not finished.
    Attended operator()(const Tensor& states)
    {
        m_rows.resize(static_cast<size_t>(states.size(0)));
        const AttentionPlace place{"cross", 0, m_step++, m_rows};
        const DecoderMemory memory
            = m_memory.selected(tensorOf(std::vector<int64_t>(m_rows)).to(states.device()));
        const Attended found = attend(*m_score, states.unsqueeze(1), memory.keys, memory.states,
                                      memory.padding, hookAt(*m_hook, place));
        return {found.context.squeeze(1), found.weights.squeeze(1), found.scores.squeeze(1)};
    }

private:
    AttentionScore* m_score;
    DecoderMemory m_memory; ///< The memory in the order of the batch.
    const AttentionHook* m_hook;
    std::vector<int64_t> m_rows; ///< Rows of the batch, in the order of the steps.
    int64_t m_step = 0;
};

/// The results of all steps, by step, for the readout.
struct RecurrentTranslator::StepsTaken {
    std::vector<Tensor> states, contexts, embedded, weights, scores;
};

/// Provides the embeddings of each step's input tokens.
class RecurrentTranslator::Feeder {
public:
    Feeder(RecurrentTranslator& network, const DecoderPass& pass, const TargetSteps& steps,
           double teacherForcing)
        : m_network(network), m_pass(pass)
    {
        if (teacherForcing >= 1.0) {
            const Tensor embedded = network.embed(steps.ids(), steps.marks());
            m_embedded = embedded.split_with_sizes(steps.counts());
            m_prepared = pass.prepared(embedded).split_with_sizes(steps.counts());
            return;
        }
        m_table.emplace(network.targetTable().weight);
        m_ids = steps.ids().split_with_sizes(steps.counts());
        m_true = forcedTokens(steps.marks(), teacherForcing, steps.ids().device())
                     .split_with_sizes(steps.counts());
        const double dropout = network.whileTraining(network.m_context.embedding.dropout);
        if (dropout > 0.0)
            m_mask = drawDropoutMask(dropout);
    }

    /// Embeddings of step t and what the first layer makes of them.
    /// @param marks  of its rows.
    std::pair<Tensor, Tensor> next(size_t t, const Tensor& marks)
    {
        if (!m_table)
            return {m_embedded[t], m_prepared[t]};
        const Tensor ids = t == 0
            ? m_ids[t]
            : torch::where(m_true[t], m_ids[t], m_likeliest.narrow(0, 0, m_ids[t].size(0)));
        const Tensor embedded = dropOut((*m_table)(ids), m_mask, marks);
        return {embedded, m_pass.prepared(embedded)};
    }

    /// Takes note of what step t would write, if step t + 1 may be fed it.
    void finished(size_t t, const DecoderStep& step, const Tensor& embedded)
    {
        if (!m_table || t + 1 == m_ids.size())
            return;
        const torch::NoGradGuard noGradient;
        const Tensor vectors = m_pass.readout(step.state, step.attended.context, embedded);
        EmbeddingImpl& table = m_network.targetTable();
        m_likeliest
            = m_network.m_output(vectors, table.weight).argmax(1); // [rows], without dropout
    }

private:
    RecurrentTranslator& m_network;
    const DecoderPass& m_pass;
    std::vector<Tensor> m_embedded, m_prepared; ///< By step, when all tokens are known.
    std::optional<SteppedLookUp> m_table; ///< Otherwise.
    std::vector<Tensor> m_ids, m_true;
    DropoutMask m_mask; ///< Drops features of the embeddings, at all steps.
    Tensor m_likeliest;
};

RecurrentTranslator::RecurrentTranslator(const RecurrentTranslatorOptions& options,
                                         const TranslatorContext& context)
    : m_options(options), m_context(context)
{
    addEncoder();
    if (options.bridge == "linear")
        addBridge();
    m_decoder.options = options;
    m_decoder.dimension = dimension();
    m_decoder.cells = register_module(
        "decoder",
        Recurrent(RecurrentOptions{.cell = &cellNamed(options.cell, options.cellText),
                                   .inputSize = dimension() + options.feedSize(dimension()),
                                   .hiddenSize = options.stateSize(),
                                   .layers = options.layers,
                                   .dropout = options.layers > 1 ? options.dropout : 0.0}));
    m_decoder.attention
        = attentionEntry(options.attention.kind)
              .entry.make(options.attention.options, {options.stateSize(), options.memorySize()});
    if (m_decoder.attention != nullptr)
        register_module("attention", m_decoder.attention);
    addReadout();
}

void RecurrentTranslator::addEncoder()
{
    const auto table
        = [&](int64_t rows) { return Embedding(rows, dimension(), m_context.weights); };
    // Both tables are drawn first.
    const Embedding source = table(m_context.sourceVocabulary);
    if (!sharesEmbedding()) {
        m_targetTable = table(m_context.targetVocabulary);
        m_targetTable->weight.set_requires_grad(!m_context.embedding.frozen);
    }
    m_encoder
        = register_module("encoder",
                          std::make_shared<RecurrentEncoder>(
                              cellNamed(m_options.cell, m_options.cellText),
                              RecurrentEncoderOptions{.layers = m_options.layers,
                                                      .hiddenSize = m_options.hiddenSize,
                                                      .bidirectional = m_options.bidirectional,
                                                      .dropout = m_options.dropout},
                              EncoderContext{.vocabularySize = m_context.sourceVocabulary,
                                             .maximumLength = m_context.longestSource,
                                             .embedding = m_context.embedding,
                                             .weights = m_context.weights,
                                             .table = source}));
    if (!sharesEmbedding())
        register_module("target_embedding", m_targetTable);
    if (!m_options.tiedEmbeddings || m_context.weights == Weights::ShapesOnly)
        return;
    // As rows of an output layer, vectors of N(0, 1) would give logits of size √dimension.
    const torch::NoGradGuard noGradient;
    targetTable().weight.mul_(1.0 / std::sqrt(static_cast<double>(dimension())));
}

void RecurrentTranslator::addBridge()
{
    for (size_t state = 0; state < m_encoder->cell().states(); ++state) {
        m_bridges.push_back(register_module("bridge_" + stateTitle(m_encoder->cell(), state),
                                            torch::nn::ModuleList()));
        for (int64_t layer = 0; layer < m_options.layers; ++layer)
            m_bridges.back()->push_back(
                torch::nn::Linear(m_options.memorySize(), m_options.stateSize()));
    }
}

void RecurrentTranslator::addReadout()
{
    const bool maxout = m_options.readout == "maxout";
    const int64_t size = m_options.readoutSize(dimension());
    if (m_options.hasReadout()) {
        const int64_t read = m_options.stateSize()
            + (m_options.attends() ? m_options.memorySize() : 0) + (maxout ? dimension() : 0);
        m_decoder.readout = register_module(
            "readout",
            torch::nn::Linear(
                torch::nn::LinearOptions(read, maxout ? 2 * size : size).bias(maxout)));
    }
    const auto table
        = m_options.tiedEmbeddings ? TokenOutputImpl::Table::Tied : TokenOutputImpl::Table::Own;
    m_output = register_module(
        "output", TokenOutput(size, m_context.targetVocabulary, table, m_context.weights));
}

Tensor RecurrentTranslator::forward(const TranslationBatch& batch, double teacherForcing)
{
    if (m_options.feedsBack() || teacherForcing < 1.0)
        return walk(batch, teacherForcing, nullptr);
    return allAtOnce(batch, nullptr);
}

OpenedTranslator RecurrentTranslator::open(const TranslationBatch& batch, const AttentionHook& hook,
                                           const CellLook& cells)
{
    OpenedTranslator opened;
    if (m_options.feedsBack() || cells.hook)
        walk(batch, 1.0, &opened, hook, cells);
    else
        allAtOnce(batch, &opened, hook);
    return opened;
}

std::unique_ptr<DecoderState> RecurrentTranslator::start(const Condition& condition)
{
    EncodedSources encoded = read(condition.source);
    DecoderPlace place = startOf(encoded);
    return std::make_unique<RecurrentDecoderState>(
        std::move(encoded.memory), std::move(place),
        DecoderPass(m_decoder, whileTraining(m_options.dropout)));
}

Tensor RecurrentTranslator::step(DecoderState& state, const Tensor& tokens)
{
    auto& own = static_cast<RecurrentDecoderState&>(state);
    const DecoderPass& pass = own.pass();
    const Tensor embedded = embed(tokens, {});
    const auto look
        = [&](const Tensor& states) { return own.attend(*m_decoder.attention, states); };
    const DecoderStep done = pass.step(pass.prepared(embedded), own.place(), look);
    own.setAttention(done.attended.weights);
    return logitsOf(pass.readout(done.state, done.attended.context, embedded), {});
}

std::string RecurrentTranslator::pythonSource() const
{
    return recurrentTranslatorPython(m_context, *m_encoder, m_decoder);
}

Tensor RecurrentTranslator::embed(const Tensor& ids, const Tensor& marks)
{
    return dropOut(observed(*this, "target_embedding", targetTable().forward(ids)),
                   whileTraining(m_context.embedding.dropout), marks);
}

Tensor RecurrentTranslator::logitsOf(const Tensor& vectors, const Tensor& marks)
{
    const Tensor dropped = dropOut(vectors, whileTraining(m_options.readoutDropout), marks);
    const Tensor logits
        = observed(*this, "output",
                   m_output(dropped, m_options.tiedEmbeddings ? targetTable().weight : Tensor()));
    return logits.element_size() < 4 ? logits.to(torch::kFloat32) : logits; // under autocast
}

RecurrentTranslator::EncodedSources RecurrentTranslator::read(const SequenceBatch& source,
                                                              const CellLook& cells)
{
    const CellOutput encoded
        = cells.hook ? m_encoder->look(source, cells) : m_encoder->read(source);
    EncodedSources result;
    result.memory.states = encoded.output; // [batch, length, memory]
    if (m_decoder.attention != nullptr) {
        result.memory.keys = m_decoder.attention->keys(encoded.output);
        if (source.lengths.min().item<int64_t>() < source.ids.size(1))
            result.memory.padding = source.mask().logical_not();
    }
    result.start = bridged(startVectors(encoded, source));
    return result;
}

CellStates RecurrentTranslator::startVectors(const CellOutput& encoded,
                                             const SequenceBatch& source) const
{
    if (m_options.start == "mean") { // Outputs are zero at padding.
        const Tensor mean = encoded.output.sum(1)
            / lengthsOn(encoded.output.device(), source.lengths).unsqueeze(1);
        return CellStates(encoded.states.size(),
                          mean.unsqueeze(0).expand({m_options.layers, -1, -1}));
    }
    CellStates vectors;
    for (const Tensor& last : encoded.states) // [layers * directions, batch, hidden] ->
        vectors.push_back(last.view({m_options.layers, m_options.directions(), last.size(1), -1})
                              .transpose(1, 2)
                              .flatten(2)); // [layers, batch, directions * hidden]
    return vectors;
}

CellStates RecurrentTranslator::bridged(const CellStates& vectors)
{
    if (m_bridges.empty())
        return vectors;
    CellStates start;
    for (size_t state = 0; state < vectors.size(); ++state) {
        std::vector<Tensor> layers;
        for (int64_t layer = 0; layer < m_options.layers; ++layer)
            layers.push_back(m_bridges[state]
                                 ->ptr<torch::nn::LinearImpl>(static_cast<size_t>(layer))
                                 ->forward(vectors[state][layer])
                                 .tanh());
        start.push_back(observed(*this, "bridge_" + stateTitle(m_encoder->cell(), state),
                                 torch::stack(layers))); // [layers, batch, state]
    }
    return start;
}

DecoderPlace RecurrentTranslator::startOf(const EncodedSources& encoded) const
{
    DecoderPlace place;
    for (int64_t layer = 0; layer < m_options.layers; ++layer) {
        place.layers.emplace_back();
        for (const Tensor& state : encoded.start)
            place.layers.back().push_back(state[layer]);
    }
    if (m_options.inputFeeding)
        place.fed = torch::zeros({place.rows(), m_options.readoutSize(dimension())},
                                 place.top().options());
    return place;
}

Tensor RecurrentTranslator::allAtOnce(const TranslationBatch& batch, OpenedTranslator* opened,
                                      const AttentionHook& hook)
{
    EncodedSources encoded = read(batch.source);
    const Tensor lengths = batch.target.lengths - 1;
    const SequenceBatch fed{batch.target.ids.narrow(1, 0, batch.target.ids.size(1) - 1), lengths};
    const TokenLayout layout(fed);
    const Tensor embedded = embed(layout.pack(fed.ids), layout.marks()); // [tokens, dimension]
    const Tensor states // [batch, length, state]
        = m_decoder.cells(layout.unpack(embedded), lengths, encoded.start).output;
    Tensor context; // [tokens, memory]
    Attended attended;
    if (m_decoder.attention != nullptr) {
        attended = attend(*m_decoder.attention, states, encoded.memory.keys, encoded.memory.states,
                          encoded.memory.padding, hookAt(hook, {"cross"}));
        context = observed(*this, "attention", layout.pack(attended.context));
    }
    const DecoderPass pass(m_decoder, whileTraining(m_options.dropout));
    const Tensor logits
        = logitsOf(observed(*this, "readout", pass.readout(layout.pack(states), context, embedded)),
                   layout.marks());
    if (opened != nullptr) {
        opened->logits = layout.unpack(logits);
        const Tensor none = layout.mask().logical_not().unsqueeze(2); // [batch, length, 1]
        if (context.defined())
            show(attended.weights.masked_fill(none, 0.0),
                 attended.scores.masked_fill(none, kMasked), *opened);
    }
    return logits;
}

Tensor RecurrentTranslator::walk(const TranslationBatch& batch, double teacherForcing,
                                 OpenedTranslator* opened, const AttentionHook& hook,
                                 const CellLook& cells)
{
    const TargetSteps steps(batch.target);
    EncodedSources encoded = read(batch.source, cells);
    const auto sorted = [&](const Tensor& rows) { return steps.sorted(rows); };
    DecoderPass::Look look;
    if (m_options.attends() && hook)
        look = HookedSteps(*m_decoder.attention, encoded.memory, steps, hook);
    else if (m_options.attends())
        look = SteppedAttention(*m_decoder.attention, sorted(encoded.memory.keys),
                                sorted(encoded.memory.states), steps.sorted(batch.source.lengths));
    if (look && layersAreObserved())
        look = [this, attend = std::move(look)](const Tensor& states) {
            Attended attended = attend(states);
            attended.context = observed(*this, "attention", attended.context);
            return attended;
        };
    DecoderPlace place = startOf(encoded);
    for (CellStates& layer : place.layers)
        std::transform(layer.begin(), layer.end(), layer.begin(), sorted);

    const DecoderPass pass(m_decoder, whileTraining(m_options.dropout));
    Feeder feeder(*this, pass, steps, teacherForcing);
    const std::vector<Tensor> marks = steps.marks().split_with_sizes(steps.counts());
    StepsTaken taken;
    for (size_t t = 0; t < steps.counts().size(); ++t) {
        const int64_t rows = steps.counts()[t];
        if (rows < place.rows()) // some pairs are finished
            place = place.first(rows);
        const auto [embedded, prepared] = feeder.next(t, marks[t]);
        const SeenStep seen{cells, embedded, m_options.layers, static_cast<int64_t>(t)};
        const DecoderStep done
            = pass.step(prepared, place, look, marks[t], cells.hook ? &seen : nullptr);
        feeder.finished(t, done, embedded);
        taken.states.push_back(done.state);
        taken.embedded.push_back(embedded);
        if (m_options.attends())
            taken.contexts.push_back(done.attended.context);
        if (opened != nullptr && m_options.attends()) {
            taken.weights.push_back(done.attended.weights);
            taken.scores.push_back(done.attended.scores);
        }
    }
    if (opened == nullptr)
        return logitsOf(steps.byPair(readSteps(pass, taken)), steps.marksByPair());
    const Tensor logits = logitsOf(readSteps(pass, taken), steps.marks());
    opened->logits = steps.padded(logits, 0.0);
    if (m_options.attends())
        show(steps.padded(torch::cat(taken.weights), 0.0),
             steps.padded(torch::cat(taken.scores), kMasked), *opened);
    return logits;
}

Tensor RecurrentTranslator::readSteps(const DecoderPass& pass, const StepsTaken& taken)
{
    return observed(*this, "readout",
                    pass.readout(torch::cat(taken.states),
                                 m_options.attends() ? torch::cat(taken.contexts) : Tensor(),
                                 torch::cat(taken.embedded)));
}

void RecurrentTranslator::show(const Tensor& weights, const Tensor& scores,
                               OpenedTranslator& opened) const
{
    OpenedAttention cross;
    cross.group = "cross";
    cross.weights = weights.unsqueeze(1); // [batch, 1, rows, columns]
    cross.scores = scores.unsqueeze(1);
    cross.formula = m_decoder.attention->formula();
    opened.attention.push_back(std::move(cross));
}

TranslatorEntry recurrentTranslator()
{
    return {
        TranslatorRegistry::entry<RecurrentTranslatorOptions>(
            {.id = "seq2seq",
             .title = "Recurrent encoder-decoder",
             .summary = "One recurrent network reads the source; another generates the target and "
                        "attends to the source. It learns from few pairs; start here.",
             .formula
             = {"h = encoder(x),  s_t = cell([e(y_{t−1}); …], s_{t−1}),  c_t = Σ_i "
                "softmax_i(score(s, h_i)) h_i,  p(y_t | y_{<t}, x) = softmax(W readout(s_t, c_t))",
                R"tex(\begin{aligned}
h_1, \dots, h_N &= \operatorname{encoder}(x) \\
s_t &= \operatorname{cell}\left([e(y_{t-1}); \dots],\ s_{t-1}\right) \\
c_t &= \sum_i \operatorname{softmax}_i(\operatorname{score}(s, h_i))\, h_i \\
p(y_t \mid y_{<t}, x) &= \operatorname{softmax}(W \operatorname{readout}(s_t, c_t))
\end{aligned})tex"}},
            recurrentTranslatorSchema(),
            [](const RecurrentTranslatorOptions& options, const TranslatorContext& context) {
                return std::static_pointer_cast<Translator>(
                    std::make_shared<RecurrentTranslator>(options, context));
            }),
        checkRecurrentTranslator};
}

} // namespace core
