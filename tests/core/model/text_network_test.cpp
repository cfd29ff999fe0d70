// What is promised of encoders and heads apart from each other: any head works on any encoder
// whose traits suffice, and an encoder is the same in every task.
#include "core/model/text_network.h"
#include "core/model/translator.h"
#include "core/nn/tensors.h"
#include "tests/core/model/made_batch.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

namespace {

using core::Json;
using made::batchOf;

constexpr int64_t kOutputs = 3;

/// A head as a task with states of tokens would add it: scores of each token.
class TokenHead : public core::Head {
public:
    explicit TokenHead(const core::HeadContext& context)
    {
        m_output = register_module("output", torch::nn::Linear(context.features, context.outputs));
    }
    core::HeadOutput forward(const core::Encoded& encoded) override
    {
        return {m_output(encoded.tokens.states)};
    }
    std::vector<core::LayerSummary> describe() const override
    {
        return {core::layerSummary("output", "Linear", "batch x length x 3", *m_output)};
    }
    std::string pythonSource() const override { return {}; }
    core::GraphValues graph(core::GraphBuilder&, const core::GraphEncoded&) const override
    {
        return {};
    }
    std::vector<core::GraphPort> graphOutputs() const override { return {}; }

private:
    torch::nn::Linear m_output{nullptr};
};

const core::HeadEntry kTokens{
    .id = "tokens", .needsTokens = true, .make = [](const core::HeadContext& context) {
        return std::make_shared<TokenHead>(context);
    }};

/// @param options  beside the kind.
core::ModelSpec modelOf(const std::string& kind, Json options = Json::object())
{
    core::ModelSpec spec;
    spec.network = {kind, std::move(options)};
    return spec;
}

core::NetworkContext textContext()
{
    core::NetworkContext result{30, kOutputs, 12, {}};
    result.embedding.dimension = 8;
    return result;
}

std::shared_ptr<core::TextNetwork> networkOf(const core::ModelSpec& spec,
                                             const core::HeadEntry& head)
{
    torch::manual_seed(5);
    auto made = core::makeTextNetwork(spec, head, textContext());
    made->eval();
    return made;
}

std::shared_ptr<core::Translator> translator(const core::ModelSpec& spec)
{
    torch::manual_seed(6);
    auto made = core::makeTranslator(spec,
                                     {.sourceVocabulary = 30,
                                      .targetVocabulary = 17,
                                      .longestSource = 12,
                                      .longestTarget = 9,
                                      .embedding = textContext().embedding});
    made->eval();
    return made;
}

const made::Rows kTexts{{5, 9, 4, 21, 7, 8}, {6, 2}, {4, 5, 11}};

} // namespace

class TextNetworkTest : public QObject {
    Q_OBJECT
private:
    static void addKinds()
    {
        addColumn<QString>("kind");
        for (const core::EncoderEntry& encoder : core::encoderEntries())
            newRow(encoder.entry.description.id.c_str(),
                   QString::fromStdString(encoder.entry.description.id));
    }

private Q_SLOTS:
    void everyHeadFitsEveryEncoderThatHasWhatItNeeds_data() { addKinds(); }
    void everyHeadFitsEveryEncoderThatHasWhatItNeeds()
    {
        QFETCH(QString, kind);
        const core::ModelSpec spec = modelOf(kind.toStdString());
        const auto& entries = core::encoderEntries();
        const auto entry = std::find_if(entries.begin(), entries.end(), [&](const auto& encoder) {
            return encoder.entry.description.id == spec.network.kind;
        });
        const bool states = entry->tokenStates;
        for (const core::HeadEntry& head : core::headEntries()) {
            if (!head.fits(*entry)) {
                QVERIFY_THROWS_EXCEPTION(core::Error, networkOf(spec, head));
                continue;
            }
            const auto made = networkOf(spec, head);
            QCOMPARE(made->encoder().traits().tokenStates, states);
            const int64_t sides = head.needsDirectionsApart ? 2 : 1; // A prediction from each.
            QCOMPARE(made->forward(batchOf(kTexts)).size(-1), sides * kOutputs);
        }
        if (!states) {
            QVERIFY_THROWS_EXCEPTION(core::Error, networkOf(spec, kTokens));
            return;
        }
        const auto made = networkOf(spec, kTokens);
        const torch::Tensor scores = made->forward(batchOf(kTexts));
        QCOMPARE(scores.sizes().vec(), (std::vector<int64_t>{3, 6, kOutputs}));
        const torch::Tensor alone = made->forward(batchOf({kTexts[2]}));
        QVERIFY(rounding::agree(scores[2].narrow(0, 0, 3), alone[0], rounding::kSum));
        scores.sum().backward();
        QVERIFY(made->encoder().table()->weight.grad()[21].abs().max().item<float>() > 0.0F);
    }

    void encodersKeepTheirNamesUnderEveryHead_data() { addKinds(); }
    void encodersKeepTheirNamesUnderEveryHead()
    {
        QFETCH(QString, kind);
        const auto made = networkOf(modelOf(kind.toStdString()), core::headEntries().front());
        const auto whole = made->named_parameters();
        for (const auto& parameter : made->encoder().named_parameters())
            QVERIFY(whole["encoder." + parameter.key()].is_same(parameter.value()));
        for (const auto& parameter : made->head().named_parameters())
            QVERIFY(whole["head." + parameter.key()].is_same(parameter.value()));
        QVERIFY(whole.contains("encoder.embedding.weight"));
    }

    void traitsAreTrue_data()
    {
        addColumns<QString, QString, bool>("kind", "options", "causal");
        for (const char* kind : {"rnn", "lstm", "gru"}) {
            addRow("%s forwards", kind) << kind << R"({"bidirectional":false})" << true;
            addRow("%s both ways", kind) << kind << "{}" << false;
        }
        newRow("transformer", "transformer", "{}", false);
        newRow("rotary transformer", "transformer", R"({"positions":"rotary"})", false);
        newRow("transformer decoder", "transformer_decoder", "{}", true);
    }
    void traitsAreTrue()
    {
        QFETCH(QString, kind);
        QFETCH(QString, options);
        QFETCH(bool, causal);
        const auto made
            = networkOf(modelOf(kind.toStdString(), Json::parse(options.toStdString())), kTokens);
        QCOMPARE(made->encoder().traits().causal, causal);
        QCOMPARE(made->encoder().traits().carriesState, causal);
        const auto first = [&](int64_t lastToken) {
            return made->encoder()
                .forward(batchOf({{4, 9, 14, lastToken}}))
                .tokens.states.narrow(1, 0, 3);
        };
        QCOMPARE(rounding::distance(first(21), first(22)) == 0.0, causal);
    }

    void aTranslatorReadsWithTheEncoderOfAClassifier_data()
    {
        addColumns<QString, QString, QString>("kind", "options", "pairOptions");
        newRow("recurrent", "gru", R"({"hidden_size":5,"layers":2})",
               R"({"kind":"seq2seq","cell":"gru","hidden_size":5,"layers":2})");
        newRow("transformer", "transformer",
               R"({"feed_forward_size":9,"norm":"pre","positions":"learned",
                   "scale_embedding":true})",
               R"({"kind":"transformer_seq2seq","feed_forward_size":9,"encoder_layers":2,
                   "decoder_layers":1,"norm":"pre","positions":"learned"})");
    }
    void aTranslatorReadsWithTheEncoderOfAClassifier()
    {
        QFETCH(QString, kind);
        QFETCH(QString, options);
        QFETCH(QString, pairOptions);
        const auto classifier
            = networkOf(modelOf(kind.toStdString(), Json::parse(options.toStdString())), kTokens);
        core::ModelSpec pairs;
        pairs.network = core::selectionFromJson(Json::parse(pairOptions.toStdString()));
        const auto other = translator(pairs);
        auto* reader = dynamic_cast<core::Encoder*>(other->named_children()["encoder"].get());
        QVERIFY(reader != nullptr);

        const auto states = [](core::Encoder& encoder) {
            return encoder.forward(batchOf(kTexts)).tokens.states.detach();
        };
        QVERIFY(!torch::equal(states(*reader), states(classifier->encoder())));
        const torch::NoGradGuard noGradient;
        const auto theirs = other->named_parameters();
        for (const auto& parameter : classifier->named_parameters())
            if (parameter.key().starts_with("encoder."))
                torch::Tensor(theirs[parameter.key()]).copy_(parameter.value());
        QVERIFY(torch::equal(states(*reader), states(classifier->encoder())));
    }
};

UNROLL_TEST(TextNetworkTest, QCoreApplication)
#include "text_network_test.moc"
