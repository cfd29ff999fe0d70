// The Transformer that looks back only: against rotations worked by hand, finite differences, and
// itself token by token; its sight by changing what must not be seen.
#include "core/base/error.h"
#include "core/model/encoder/transformer.h"
#include "core/model/text_generator.h"
#include "core/nn/tensors.h"
#include "tests/core/model/made_batch.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

namespace {

using core::CarriedState;
using made::batchOf;
using torch::Tensor;

constexpr int64_t kLongest = 24;

/// Random also where torch starts with zeros.
std::shared_ptr<core::Encoder> decoderOf(const std::string& positions,
                                         const std::string& norm = "pre")
{
    core::TransformerDecoderOptions options;
    options.layers = 2;
    options.heads = 2;
    options.feedForwardSize = 11;
    options.dropout = 0.0;
    options.positions = positions;
    options.norm = norm;
    core::EmbeddingSpec embedding;
    embedding.dimension = 12;
    auto decoder = std::make_shared<core::TransformerTextEncoder>(
        options,
        core::EncoderContext{
            .vocabularySize = 30, .maximumLength = kLongest, .embedding = embedding});
    const torch::NoGradGuard noGradient;
    for (Tensor& parameter : decoder->parameters())
        parameter.normal_(0.0, 0.5);
    decoder->eval();
    return decoder;
}

/// The texts' tokens from place first[b] on, count[b] of them.
core::SequenceBatch part(const made::Rows& texts, const std::vector<int64_t>& first,
                         const std::vector<int64_t>& count)
{
    made::Rows rows;
    for (size_t b = 0; b < texts.size(); ++b)
        rows.emplace_back(texts[b].begin() + first[b], texts[b].begin() + first[b] + count[b]);
    return batchOf(rows);
}

made::Rows randomTexts(const std::vector<int64_t>& lengths)
{
    made::Rows texts;
    for (const int64_t length : lengths) {
        texts.emplace_back();
        for (int64_t t = 0; t < length; ++t)
            texts.back().push_back(torch::randint(1, 30, {1}).item<int64_t>());
    }
    return texts;
}

void addPositions()
{
    addColumns<QString, QString>("positions", "norm");
    for (const char* positions : {"learned", "sinusoidal", "rotary", "none"})
        for (const char* norm : {"pre", "post", "rezero"})
            addRow("%s %s", positions, norm) << positions << norm;
}

} // namespace

class TransformerDecoderTest : public QObject {
    Q_OBJECT
private:
    static std::shared_ptr<core::Encoder> decoder()
    {
        QFETCH(QString, positions);
        QFETCH(QString, norm);
        return decoderOf(positions.toStdString(), norm.toStdString());
    }

private Q_SLOTS:
    void init() { torch::manual_seed(2); }

    void rotationsAreTheFormula()
    {
        constexpr int64_t kSize = 6;
        core::RotaryTurns turns(kSize);
        const Tensor vectors = torch::randn({5, 2 * kSize});
        const std::vector<int64_t> places = {0, 3, 1, 17, 3};
        const Tensor turned = turns(vectors, torch::tensor(places, torch::kInt64), 18);
        for (int64_t token = 0; token < 5; ++token)
            for (int64_t head = 0; head < 2; ++head)
                for (int64_t j = 0; j < kSize / 2; ++j) {
                    const int64_t at = head * kSize + 2 * j;
                    const double angle = static_cast<double>(places[static_cast<size_t>(token)])
                        * std::pow(10000.0, -2.0 * static_cast<double>(j) / kSize);
                    const double x = vectors[token][at].item<double>();
                    const double y = vectors[token][at + 1].item<double>();
                    QVERIFY(std::abs(turned[token][at].item<double>()
                                     - (x * std::cos(angle) - y * std::sin(angle)))
                            < 1e-5);
                    QVERIFY(std::abs(turned[token][at + 1].item<double>()
                                     - (x * std::sin(angle) + y * std::cos(angle)))
                            < 1e-5);
                }
    }

    void rotationsTurnGradientsBack()
    {
        core::RotaryTurns turns(4);
        const Tensor places = torch::tensor({0, 1, 2, 9}, torch::kInt64);
        const Tensor vectors = torch::randn({4, 8}).requires_grad_();
        const Tensor factors = torch::randn({4, 8});
        (turns(vectors, places, 10) * factors).sum().backward();
        // A rotation's derivative is its inverse: turned forwards again it is what came in.
        QVERIFY(rounding::agree(turns(vectors.grad(), places, 10), factors, rounding::kLayer));
    }

    void rotaryScoresDependOnTheDistanceAlone()
    {
        core::RotaryTurns turns(8);
        const Tensor query = torch::randn({1, 8}).repeat({6, 1}), key = torch::randn({1, 8});
        const Tensor places = torch::arange(6, torch::kInt64);
        const auto scores = [&](int64_t shift) { // of each query with a key 4 places before it
            return (turns(query, places + shift + 4, 64)
                    * turns(key.repeat({6, 1}), places + shift, 64))
                .sum(1);
        };
        const Tensor first = scores(0);
        QVERIFY(rounding::agree(first, scores(37), rounding::kNetwork));
        QVERIFY(rounding::agree(first, first[0].expand({6}), rounding::kNetwork));
    }

    void oddHeadsCannotBeTurned()
    {
        QVERIFY_THROWS_EXCEPTION(core::Error, core::MultiHeadAttention(6, 2, 0.0)->turnByPlaces());
    }

    void bothFormsOfAttentionAgree_data() { addPositions(); }
    void bothFormsOfAttentionAgree()
    {
        const auto network = decoder();
        const auto batch = batchOf(randomTexts({7, 3, 12}));
        const auto run = [&](core::AttentionLook* opened) {
            network->zero_grad();
            const Tensor states = network->forward(batch, opened).tokens.states;
            states.pow(3).sum().backward();
            std::vector<Tensor> found = {states.detach()};
            for (const Tensor& parameter : network->parameters())
                found.push_back(parameter.grad().clone());
            return found;
        };
        core::AttentionLook opened;
        const auto quick = run(nullptr), plain = run(&opened);
        QCOMPARE(opened.layers.size(), size_t{2});
        for (size_t i = 0; i < quick.size(); ++i)
            QVERIFY(rounding::agree(quick[i], plain[i], rounding::kNetwork));
    }

    void theFutureIsNotSeen_data() { addPositions(); }
    void theFutureIsNotSeen()
    {
        const auto network = decoder();
        made::Rows texts = randomTexts({9, 6});
        const Tensor before = network->forward(batchOf(texts)).tokens.states;
        texts[0][4] = texts[0][4] == 7 ? 8 : 7;
        const Tensor after = network->forward(batchOf(texts)).tokens.states;
        QVERIFY(torch::equal(before[0].narrow(0, 0, 4), after[0].narrow(0, 0, 4)));
        QVERIFY(torch::equal(before[1], after[1]));
        for (int64_t t = 4; t < 9; ++t)
            QVERIFY(rounding::distance(before[0][t], after[0][t]) > 1e-4);
    }

    void paddingIsNotRead()
    {
        const auto network = decoderOf("rotary");
        const made::Rows texts = randomTexts({9, 6, 1});
        const Tensor states
            = network->forward(batchOf(texts, /*fill=*/17, /*more=*/3)).tokens.states;
        for (size_t b = 0; b < texts.size(); ++b) {
            const auto length = static_cast<int64_t>(texts[b].size());
            const Tensor alone = network->forward(batchOf({texts[b]})).tokens.states[0];
            QVERIFY(rounding::agree(states[static_cast<int64_t>(b)].narrow(0, 0, length), alone,
                                    rounding::kLayer));
        }
    }

    /// Texts of different lengths go on by different numbers of tokens, rows change places.
    void cachedStatesAreThoseOfTheWholeText_data() { addPositions(); }
    void cachedStatesAreThoseOfTheWholeText()
    {
        const auto network = decoder();
        const torch::NoGradGuard noGradient;
        made::Rows texts = randomTexts({18, 18, 18});
        Tensor whole = network->forward(batchOf(texts)).tokens.states;
        CarriedState carried;
        std::vector<int64_t> read = {0, 0, 0};
        const auto next = [&](const std::vector<int64_t>& counts, int64_t attended) {
            core::AttentionLook opened;
            const Tensor states = network
                                      ->forward(part(texts, read, counts),
                                                attended > 0 ? &opened : nullptr, &carried)
                                      .tokens.states;
            for (size_t b = 0; b < texts.size(); ++b) {
                const auto row = static_cast<int64_t>(b);
                QVERIFY(rounding::agree(states[row].narrow(0, 0, counts[b]),
                                        whole[row].narrow(0, read[b], counts[b]),
                                        rounding::kLayer));
                read[b] += counts[b];
            }
            if (attended > 0)
                QCOMPARE(opened.layers.front().weights.size(3), attended);
        };
        next({4, 1, 6}, 0);
        for (int step = 0; step < 3; ++step)
            next({1, 1, 1}, 0);
        next({3, 1, 2}, 11); // the third has 9 of them behind it
        carried.select(torch::tensor({2, 2, 0}, torch::kInt64));
        texts = {texts[2], texts[2], texts[0]};
        whole = whole.index_select(0, torch::tensor({2, 2, 0}, torch::kInt64));
        read = {read[2], read[2], read[0]};
        for (int step = 0; step < 4; ++step)
            next({1, 1, 1}, 0);
        QCOMPARE(carried.rows(), int64_t{3});
    }

    void aStateThatWasKeptIsNotChanged()
    {
        const auto network = decoderOf("learned");
        const torch::NoGradGuard noGradient;
        CarriedState prompt;
        network->forward(batchOf({{4, 9, 14}}), nullptr, &prompt);
        const auto after = [&](int64_t token) {
            CarriedState own = prompt;
            return network->forward(batchOf({{token}}), nullptr, &own).tokens.states;
        };
        const Tensor first = after(5);
        QVERIFY(rounding::distance(first, after(6)) > 1e-4);
        QVERIFY(torch::equal(first, after(5)));
    }

    /// Each step against the network's reading of what it is to know, rows of different lengths.
    void writingGoesOnBehindAFullWindow()
    {
        constexpr int64_t kWindow = 8;
        core::ModelSpec model;
        model.embedding.dimension = 12;
        model.network
            = {"transformer_decoder", {{"layers", 2}, {"heads", 2}, {"feed_forward_size", 11}}};
        core::NetworkContext context;
        context.vocabularySize = context.outputs = 30;
        context.maximumLength = kWindow;
        context.embedding = model.embedding;
        const auto network = core::makeTextNetwork(model, core::findHead("next_token"), context);
        network->eval();
        const torch::NoGradGuard noGradient;
        core::TextGenerator generator(*network, {});
        QCOMPARE(generator.longestTarget(), int64_t{0});

        made::Rows known = randomTexts({5, 3});
        const auto state = generator.start({batchOf(known)});
        generator.step(*state, torch::tensor({1, 1}));
        int readAgain = 0;
        for (int step = 0; step < 14; ++step) {
            const made::Rows next = randomTexts({1, 1});
            for (size_t row = 0; row < known.size(); ++row)
                known[row].push_back(next[row][0]);
            if (known[0].size() > kWindow || known[1].size() > kWindow) {
                ++readAgain;
                for (auto& row : known)
                    row.erase(row.begin(), row.end() - kWindow / 2);
            }
            const Tensor logits = generator.step(*state, torch::tensor({next[0][0], next[1][0]}));
            for (size_t row = 0; row < known.size(); ++row)
                QVERIFY(rounding::agree(logits[qint64(row)],
                                        network->forward(batchOf({known[row]}))[0][-1],
                                        rounding::kLayer));
            if (step == 6) {
                state->select(torch::tensor({1, 0}));
                std::swap(known[0], known[1]);
            }
        }
        QCOMPARE(readAgain, 3);
    }

    void placesBeyondTheWindowAreRefused()
    {
        const auto network = decoderOf("learned");
        QCOMPARE(network->traits().window, kLongest);
        CarriedState carried;
        network->forward(batchOf(randomTexts({kLongest})), nullptr, &carried);
        QVERIFY_THROWS_EXCEPTION(core::Error, network->forward(batchOf({{5}}), nullptr, &carried));
    }
};

UNROLL_TEST(TransformerDecoderTest, QCoreApplication)
#include "transformer_decoder_test.moc"
