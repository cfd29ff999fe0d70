// Whoever reads a text in parts, with the state carried on, sees what a reading at once shows.
#include "core/model/text_network.h"
#include "core/nn/tensors.h"
#include "tests/core/model/made_batch.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

namespace {

using core::CarriedState;
using core::Json;
using made::batchOf;

/// @param classes  whose vectors are the initial states of their texts; 0: there are none.
std::shared_ptr<core::Encoder> encoderOf(const core::EncoderEntry& entry, int64_t classes = 0)
{
    torch::manual_seed(3);
    Json options = Json::object();
    for (const core::OptionDescription& option : entry.entry.description.options) {
        if (option.name == "bidirectional" || option.name == "dropout")
            options[option.name] = option.name == "dropout" ? Json(0.0) : Json(false);
        if (option.name == "layers")
            options["layers"] = 2;
        if (option.name == "causal")
            options["causal"] = true;
    }
    core::EmbeddingSpec embedding;
    embedding.dimension = 8;
    auto encoder = entry.entry.make(options,
                                    {.vocabularySize = 30,
                                     .maximumLength = 12,
                                     .embedding = embedding,
                                     .classes = classes,
                                     .condition = classes > 0 ? "initial_state" : ""});
    encoder->eval();
    return encoder;
}

/// Columns first ... first + count of the texts.
core::SequenceBatch columnsOf(const torch::Tensor& ids, int64_t first, int64_t count)
{
    return {ids.narrow(1, first, count), torch::full({ids.size(0)}, count, torch::kInt64)};
}

} // namespace

class CarriedStateTest : public QObject {
    Q_OBJECT
private:
    static void addKinds()
    {
        addColumn<int>("kind");
        int index = 0;
        for (const core::EncoderEntry& entry : core::encoderEntries()) {
            if (encoderOf(entry)->traits().carriesState)
                newRow(entry.entry.description.id.c_str(), index);
            ++index;
        }
    }
    static std::shared_ptr<core::Encoder> encoder()
    {
        QFETCH(int, kind);
        return encoderOf(core::encoderEntries().at(static_cast<size_t>(kind)));
    }
    const torch::Tensor m_texts
        = batchOf({{5, 9, 4, 21, 7, 8, 9}, {6, 2, 17, 3, 3, 12, 28}, {4, 5, 11, 6, 9, 9, 1}}).ids;

private Q_SLOTS:
    void init() { torch::manual_seed(1); }

    void recurrentEncodersCarry()
    {
        size_t carrying = 0;
        for (const core::EncoderEntry& entry : core::encoderEntries())
            carrying += encoderOf(entry)->traits().carriesState ? 1 : 0;
        QVERIFY(carrying >= 3); // rnn, lstm, gru
    }

    void aTextInPartsGivesTheSameStates_data() { addKinds(); }
    void aTextInPartsGivesTheSameStates()
    {
        const auto network = encoder();
        const torch::NoGradGuard noGradient;
        const torch::Tensor whole = network->forward(columnsOf(m_texts, 0, 7)).tokens.states;
        CarriedState carried;
        std::vector<torch::Tensor> parts;
        int64_t first = 0;
        for (const int64_t count : {3, 1, 1, 2}) {
            const auto read = network->forward(columnsOf(m_texts, first, count), nullptr, &carried);
            parts.push_back(read.tokens.states);
            first += count;
        }
        QCOMPARE(carried.rows(), 3);
        QVERIFY(rounding::agree(torch::cat(parts, 1), whole, rounding::kLayer));
        // What was read before counts: without it the last states are others.
        const torch::Tensor alone = network->forward(columnsOf(m_texts, 5, 2)).tokens.states;
        QVERIFY(rounding::distance(alone, parts.back()) > 1e-3);
    }

    void rowsAreCopiedDroppedAndPutInOrder_data() { addKinds(); }
    void rowsAreCopiedDroppedAndPutInOrder()
    {
        const auto network = encoder();
        const torch::NoGradGuard noGradient;
        CarriedState carried;
        network->forward(columnsOf(m_texts, 0, 4), nullptr, &carried);
        const torch::Tensor rows = torch::tensor({2, 0, 2, 2}, torch::kInt64);
        carried.select(rows);
        const torch::Tensor selected
            = network->forward(columnsOf(m_texts.index_select(0, rows), 4, 3), nullptr, &carried)
                  .tokens.states;
        const torch::Tensor whole = network->forward(columnsOf(m_texts, 0, 7)).tokens.states;
        QVERIFY(rounding::agree(selected, whole.narrow(1, 4, 3).index_select(0, rows),
                                rounding::kLayer));
    }

    void aClassIsAllThatItsTextsBeginWith_data()
    {
        addColumn<int>("kind");
        int index = 0;
        for (const core::EncoderEntry& entry : core::encoderEntries()) {
            if (entry.beginsWithState)
                newRow(entry.entry.description.id.c_str(), index);
            ++index;
        }
    }
    /// Its vector is cut into the cell's states, one after another, each of all layers.
    void aClassIsAllThatItsTextsBeginWith()
    {
        QFETCH(int, kind);
        const auto network = encoderOf(core::encoderEntries().at(static_cast<size_t>(kind)), 3);
        const torch::NoGradGuard noGradient;
        torch::Tensor table = network->named_parameters()["initial.weight"]; // row 0: padding
        const core::CellLayers cells = network->cells();
        const int64_t size = network->features(), layers = cells.layers;
        const auto states = static_cast<int64_t>(cells.graph->states());
        QCOMPARE(table.sizes().vec(), (std::vector<int64_t>{4, states * layers * size}));
        core::SequenceBatch written = columnsOf(m_texts, 0, 7), plain = written;
        written.classes = torch::tensor({2, 0, 2}, torch::kInt64);
        const auto read = [&] { return network->forward(written).tokens.states; };
        const torch::Tensor found = read();
        CarriedState begins;
        for (int64_t state = 0; state < states; ++state)
            begins.parts.push_back(table.index_select(0, written.classes + 1)
                                       .view({3, states, layers, size})
                                       .select(1, state));
        QVERIFY(rounding::agree(network->forward(plain, nullptr, &begins).tokens.states, found,
                                rounding::kLayer));
        for (int64_t place = 0; place < states * layers; ++place) { // Each of them counts.
            const torch::Tensor kept = table.clone();
            table[3].narrow(0, place * size, size).add_(0.5);
            const torch::Tensor moved = (read() - found).abs().amax({1, 2});
            QVERIFY(moved[0].item<double>() > 1e-4 && moved[2].item<double>() > 1e-4);
            QCOMPARE(moved[1].item<double>(), 0.0); // Of another class.
            table.copy_(kept);
        }
    }

    void aDetachedStateLetsNoGradientThrough_data() { addKinds(); }
    void aDetachedStateLetsNoGradientThrough()
    {
        const auto network = encoder();
        const auto gradientOfFirstWord = [&](bool detached) {
            network->zero_grad();
            CarriedState carried;
            network->forward(columnsOf(m_texts, 0, 1), nullptr, &carried);
            if (detached)
                carried.detach();
            // Not their sum, which a last LayerNorm keeps the same whatever was read.
            network->forward(columnsOf(m_texts, 1, 2), nullptr, &carried)
                .tokens.states.sin()
                .sum()
                .backward();
            const torch::Tensor gradient = network->table()->weight.grad();
            return gradient.to_dense()[6].abs().sum().item<double>(); // only read first
        };
        QVERIFY(gradientOfFirstWord(false) > 0.0);
        QCOMPARE(gradientOfFirstWord(true), 0.0);
    }
};

UNROLL_TEST(CarriedStateTest, QCoreApplication)
#include "carried_state_test.moc"
