#include "core/model/scheduled_sampling.h"
#include "tests/core/model/made_batch.h"
#include "tests/support/test_case.h"

namespace {

constexpr int64_t kWords = 12;

/// A recurrent network whose weights are set so that token t + 1 is the likeliest after token t:
/// its input is a vector with a one for its token, its state tanh(3 · that), its scores the state
/// moved on by one token.
std::shared_ptr<core::TextNetwork> countingNetwork(double dropout)
{
    core::NetworkContext context;
    context.vocabularySize = context.outputs = context.embedding.dimension = kWords;
    context.maximumLength = 9;
    context.embedding.dropout = dropout;
    core::ModelSpec model;
    model.network = {"rnn", {{"hidden_size", kWords}, {"dropout", dropout}}};
    auto network = core::makeTextNetwork(model, core::findHead("next_token"), context);
    const torch::NoGradGuard noGradient;
    for (const auto& parameter : network->named_parameters())
        parameter.value().zero_();
    auto weights = network->named_parameters();
    weights["encoder.embedding.weight"].copy_(torch::eye(kWords));
    weights["encoder.rnn.weight_ih_l0"].copy_(3.0 * torch::eye(kWords));
    weights["head.output.weight"].copy_(torch::eye(kWords).roll(1, 0));
    return network;
}

core::SequenceBatch references()
{
    return made::batchOf({{2, 9, 4, 4, 7}, {2, 5, 8}});
}

std::vector<int64_t> idsOf(const torch::Tensor& ids)
{
    const torch::Tensor own = ids.contiguous();
    return {own.data_ptr<int64_t>(), own.data_ptr<int64_t>() + own.numel()};
}

} // namespace

class ScheduledSamplingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { torch::manual_seed(1); }

    /// From the first token on the network counts, whatever the references are.
    void withoutForcingTheNetworkReadsItsOwnPredictions()
    {
        for (const double dropout : {0.0, 0.9}) { // It predicts without dropout.
            const auto network = countingNetwork(dropout);
            network->train();
            const torch::Tensor fed = core::withOwnPredictions(*network, references(), 0.0).ids;
            QCOMPARE(idsOf(fed), (std::vector<int64_t>{2, 3, 4, 5, 6, 2, 3, 4, 0, 0}));
            QVERIFY(network->is_training() && !fed.requires_grad());
        }
    }

    void withForcingItReadsTheReferences()
    {
        const auto network = countingNetwork(0.0);
        network->train();
        QVERIFY(torch::equal(core::withOwnPredictions(*network, references(), 1.0).ids,
                             references().ids));
    }

    /// Each token by itself is the reference or the one after the token fed before it, in the
    /// share that was asked for; texts have the same tokens in a part of their batch.
    void eachTokenIsDrawn()
    {
        const auto network = countingNetwork(0.0);
        network->train();
        constexpr int64_t kTexts = 300, kLength = 9;
        core::SequenceBatch batch{torch::full({kTexts, kLength}, 1, torch::kInt64),
                                  torch::full({kTexts}, kLength, torch::kInt64)};
        const torch::Tensor fed = core::withOwnPredictions(*network, batch, 0.75).ids;
        const torch::Tensor forced = fed.narrow(1, 1, kLength - 1) == 1; // 1 follows only 0.
        const torch::Tensor counted
            = fed.narrow(1, 1, kLength - 1) == fed.narrow(1, 0, kLength - 1) + 1;
        QVERIFY(forced.logical_or(counted).all().item<bool>());
        const double share = forced.to(torch::kFloat64).mean().item<double>();
        QVERIFY2(std::abs(share - 0.75) < 0.03, std::to_string(share).c_str());
        torch::manual_seed(1);
        batch.ids = batch.ids.narrow(0, 0, 20);
        batch.lengths = batch.lengths.narrow(0, 0, 20);
        const torch::Tensor first = core::withOwnPredictions(*network, batch, 0.75).ids;
        torch::manual_seed(1);
        batch.ids = batch.ids.narrow(0, 0, 7);
        batch.lengths = batch.lengths.narrow(0, 0, 7);
        QVERIFY(torch::equal(core::withOwnPredictions(*network, batch, 0.75).ids,
                             first.narrow(0, 0, 7)));
    }

    /// Every network that predicts next tokens carries a state, so that all can be fed their own.
    void everyGeneratorCanReadItsOwnPredictions()
    {
        for (const core::EncoderEntry& entry : core::encoderEntries()) {
            if (!core::findHead("next_token").fits(entry))
                continue;
            core::NetworkContext context;
            context.vocabularySize = context.outputs = kWords;
            context.maximumLength = 9;
            context.embedding.dimension = 8;
            context.classes = 2;
            context.condition = "every_input";
            core::ModelSpec model;
            model.network = {entry.entry.description.id, core::Json::object()};
            const std::string& kind = model.network.kind;
            if (kind == "transformer")
                model.network.options["causal"] = true;
            const auto network
                = core::makeTextNetwork(model, core::findHead("next_token"), context);
            QVERIFY2(network->encoder().traits().carriesState, kind.c_str());
            network->train();
            core::SequenceBatch batch = references();
            batch.classes = torch::tensor({1, 0}, torch::kInt64);
            const core::SequenceBatch fed = core::withOwnPredictions(*network, batch, 0.0);
            // A pass over the whole predicts at each place what was fed at the next.
            network->eval();
            const torch::Tensor predicted = network->forward(fed).argmax(2);
            for (const auto& [row, length] : {std::pair(0, 5), std::pair(1, 3)})
                QVERIFY2(torch::equal(predicted[row].narrow(0, 0, length - 1),
                                      fed.ids[row].narrow(0, 1, length - 1)),
                         kind.c_str());
        }
    }
};

UNROLL_TEST(ScheduledSamplingTest, QCoreApplication)
#include "scheduled_sampling_test.moc"
