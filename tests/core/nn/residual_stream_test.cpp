#include "core/nn/layers/residual_stream.h"

#include "core/nn/layers/transformer_decoder.h"
#include "core/nn/layers/transformer_encoder.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

namespace {

using core::NormPlace;
using torch::Tensor;

constexpr int64_t kStreamFeatures = 6;

core::TransformerOptions streamOptions(NormPlace norm, int64_t layers = 1)
{
    core::TransformerOptions options;
    options.features = kStreamFeatures;
    options.heads = 2;
    options.feedForwardSize = 5;
    options.layers = layers;
    options.norm = norm;
    return options;
}

core::TokenLayout streamLayout(const std::vector<int64_t>& lengths, int64_t length)
{
    return core::TokenLayout(
        {torch::zeros({static_cast<int64_t>(lengths.size()), length}, torch::kInt64),
         torch::tensor(at::ArrayRef<int64_t>(lengths), torch::kInt64)});
}

/// Root mean squares by name of what an encoder measures of these tokens.
std::map<std::string, double> measuredStream(core::TransformerEncoder& encoder,
                                             const Tensor& tokens)
{
    std::vector<core::StreamSum> sums;
    {
        const core::StreamScope scope(sums);
        encoder->forward(tokens, streamLayout({2, 3}, 3));
    }
    std::map<std::string, double> found;
    for (const core::StreamPlace& place : core::streamPlaces(*encoder))
        for (const core::StreamSum& sum : sums)
            if (sum.owner == place.owner && sum.index == place.index) {
                found[place.name]
                    = std::sqrt(sum.squares.item<double>() / static_cast<double>(sum.values));
                if (sum.values != tokens.numel())
                    found[place.name] = std::nan("");
            }
    return found;
}

double rootMeanSquare(const Tensor& values)
{
    return values.to(torch::kFloat64).square().mean().sqrt().item<double>();
}

bool isNearScale(double value, double expected)
{
    return std::abs(value - expected) < 1e-5 * expected;
}

/// All weights 0 but those of norms; the feed-forward layer adds `added` to each token.
void setAdded(core::TransformerEncoder& encoder, const Tensor& added, double residualWeight)
{
    const torch::NoGradGuard noGradient;
    for (const auto& parameter : encoder->named_parameters()) {
        if (parameter.key().find("norm") == std::string::npos)
            parameter.value().zero_();
        if (parameter.key().ends_with("linear2.bias"))
            parameter.value().copy_(added);
        if (parameter.key().ends_with("resweight"))
            parameter.value().fill_(residualWeight);
    }
}

} // namespace

/// The scale of the residual stream where norms read it: worked by hand, and in double precision.
class ResidualStreamTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void postNormIsMeasuredBeforeItsNorms()
    {
        core::TransformerEncoder encoder(streamOptions(NormPlace::Post));
        const Tensor tokens = 3.0 * torch::randn({5, kStreamFeatures}),
                     added = torch::randn({kStreamFeatures});
        setAdded(encoder, added, 0.0);
        const auto found = measuredStream(encoder, tokens);
        QCOMPARE(found.size(), size_t{2});
        QVERIFY(isNearScale(found.at("layers.0.norm1"), rootMeanSquare(tokens))); // x + 0
        const Tensor normed = torch::layer_norm(tokens, {kStreamFeatures});
        QVERIFY(isNearScale(found.at("layers.0.norm2"), rootMeanSquare(normed + added)));
    }

    void preNormIsMeasuredOnTheWayAndAtItsLastNorm()
    {
        core::TransformerEncoder encoder(streamOptions(NormPlace::Pre));
        const Tensor tokens = 3.0 * torch::randn({5, kStreamFeatures}),
                     added = torch::randn({kStreamFeatures});
        setAdded(encoder, added, 0.0);
        const auto found = measuredStream(encoder, tokens);
        QCOMPARE(found.size(), size_t{3});
        QVERIFY(isNearScale(found.at("layers.0.norm1"), rootMeanSquare(tokens)));
        QVERIFY(isNearScale(found.at("layers.0.norm2"), rootMeanSquare(tokens)));
        QVERIFY(isNearScale(found.at("norm"), rootMeanSquare(tokens + added)));
    }

    void rezeroIsMeasuredAtItsResidualConnectionsAndAtItsEnd()
    {
        core::TransformerEncoder encoder(streamOptions(NormPlace::ReZero));
        const Tensor tokens = torch::randn({5, kStreamFeatures}),
                     added = torch::randn({kStreamFeatures});
        setAdded(encoder, added, 0.25);
        const auto found = measuredStream(encoder, tokens);
        QCOMPARE(found.size(), size_t{3});
        QVERIFY(isNearScale(found.at("layers.0.residual1"), rootMeanSquare(tokens)));
        QVERIFY(isNearScale(found.at("layers.0.residual2"), rootMeanSquare(tokens)));
        QVERIFY(isNearScale(found.at("output"), rootMeanSquare(tokens + 0.25 * added)));
    }

    /// The loops of float32 against LibTorch's parts in double precision.
    void bothPrecisionsAgree_data()
    {
        addColumns<int>("norm");
        newRow("post", int(NormPlace::Post));
        newRow("pre", int(NormPlace::Pre));
        newRow("rezero", int(NormPlace::ReZero));
    }
    void bothPrecisionsAgree()
    {
        QFETCH(int, norm);
        core::TransformerEncoder encoder(streamOptions(NormPlace(norm), 3));
        for (Tensor& parameter : encoder->parameters()) {
            const torch::NoGradGuard noGradient;
            parameter.normal_(0.0, 0.5);
        }
        const Tensor tokens = torch::randn({5, kStreamFeatures});
        const auto quick = measuredStream(encoder, tokens);
        encoder->to(torch::kFloat64);
        const auto exact = measuredStream(encoder, tokens.to(torch::kFloat64));
        QCOMPARE(quick.size(), size_t(norm == int(NormPlace::Post) ? 6 : 7));
        QCOMPARE(quick.size(), exact.size());
        for (const auto& [name, value] : quick)
            QVERIFY2(isNearScale(value, exact.at(name)), name.c_str());
    }

    void measuringChangesNothing()
    {
        core::TransformerOptions options = streamOptions(NormPlace::Post, 2);
        options.dropout = 0.3;
        core::TransformerEncoder encoder(options);
        const Tensor tokens = torch::randn({5, kStreamFeatures});
        const auto output = [&] {
            torch::manual_seed(3);
            return encoder->forward(tokens, streamLayout({2, 3}, 3));
        };
        const Tensor alone = output();
        std::vector<core::StreamSum> sums;
        const core::StreamScope scope(sums);
        QVERIFY(torch::equal(output(), alone));
        QCOMPARE(sums.size(), size_t{4});
    }

    void placesFollowTheStream()
    {
        core::TransformerDecoder decoder(streamOptions(NormPlace::Pre, 2));
        Strings names;
        for (const core::StreamPlace& place : core::streamPlaces(*decoder))
            names.push_back(place.name);
        QCOMPARE(names,
                 (Strings{"layers.0.norm1", "layers.0.norm2", "layers.0.norm3", "layers.1.norm1",
                          "layers.1.norm2", "layers.1.norm3", "norm"}));
    }
};
UNROLL_TEST(ResidualStreamTest, QCoreApplication)
#include "residual_stream_test.moc"
