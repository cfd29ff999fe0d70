#include "core/nn/layers/word_characters.h"

#include "core/nn/tensors.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

using core::CharacterEncoder;
using core::Json;
using core::WordForms;

namespace {

/// Words of 1, 5, 2 and 3 characters out of 9; row 0 stands at padding.
WordForms someWords()
{
    const torch::Tensor lengths = torch::tensor({1, 5, 2, 3}, torch::kInt64);
    torch::Tensor characters = torch::randint(1, 9, {4, 5}, torch::kInt64);
    characters.masked_fill_(torch::arange(5).unsqueeze(0) >= lengths.unsqueeze(1), 0);
    return {torch::tensor({{1, 2}, {3, 0}}, torch::kInt64), characters, lengths,
            torch::tensor({0, 1, 2, 3}, torch::kInt64)};
}

std::shared_ptr<CharacterEncoder> encoderOfKind(const char* kind, const Json& options)
{
    return core::characterRegistry().make({kind, options}, {.characters = 9});
}

} // namespace

/// Character encoders beside what LibTorch computes for each word alone.
class WordCharactersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { torch::manual_seed(3); }

    void convolutionsAreThoseOfLibTorch_data()
    {
        addColumn<int>("width");
        for (const int width : {1, 2, 3, 4, 7})
            newRow(std::to_string(width).c_str(), width);
    }
    void convolutionsAreThoseOfLibTorch()
    {
        QFETCH(int, width);
        const auto encoder
            = encoderOfKind("cnn", {{"dimension", 4}, {"filters", 6}, {"width", width}});
        const WordForms words = someWords();
        const auto parameters = encoder->named_parameters();
        const torch::Tensor factors = torch::randn({4, 6});
        const torch::Tensor found = encoder->forward(words);
        (found * factors).sum().backward();
        std::vector<torch::Tensor> gradients;
        for (const auto& item : parameters) {
            gradients.push_back(item.value().grad().clone());
            item.value().mutable_grad() = torch::Tensor();
        }
        std::vector<torch::Tensor> rows; // each word alone
        for (int64_t word = 0; word < 4; ++word) {
            const int64_t length = words.lengths[word].item<int64_t>();
            const torch::Tensor ids = words.characters[word].narrow(0, 0, length);
            const torch::Tensor embedded
                = parameters["embedding.weight"].index_select(0, ids).t().unsqueeze(0);
            const torch::Tensor padded
                = torch::constant_pad_nd(embedded, {(width - 1) / 2, width / 2});
            rows.push_back(std::get<0>(torch::conv1d(padded, parameters["convolution.weight"],
                                                     parameters["convolution.bias"])
                                           .max(2)));
        }
        const torch::Tensor expected = torch::cat(rows);
        QVERIFY(rounding::agree(found, expected, rounding::kLayer));
        (expected * factors).sum().backward();
        for (size_t i = 0; i < parameters.size(); ++i)
            QVERIFY(rounding::agree(gradients[i], parameters[i].value().grad(), rounding::kLayer));
    }

    /// Double precision goes through LibTorch's operations: values and gradients are those of the
    /// quick way, and padding learns in neither.
    void bothWaysAgree_data() { convolutionsAreThoseOfLibTorch_data(); }
    void bothWaysAgree()
    {
        QFETCH(int, width);
        const auto encoder
            = encoderOfKind("cnn", {{"dimension", 4}, {"filters", 6}, {"width", width}});
        const WordForms words = someWords();
        const torch::Tensor factors = torch::randn({4, 6});
        const auto learnt = [&](torch::ScalarType type) {
            for (torch::Tensor& parameter : encoder->parameters())
                parameter.mutable_grad() = torch::Tensor();
            encoder->to(type);
            std::vector<torch::Tensor> all{encoder->forward(words)};
            (all[0] * factors.to(type)).sum().backward();
            for (const torch::Tensor& parameter : encoder->parameters())
                all.push_back(parameter.grad().to(torch::kFloat64));
            all[0] = all[0].detach().to(torch::kFloat64);
            const torch::Tensor table = encoder->named_parameters()["embedding.weight"].grad();
            all.push_back(table[0].to(torch::kFloat64));
            return all;
        };
        const auto quick = learnt(torch::kFloat32), plain = learnt(torch::kFloat64);
        for (size_t i = 0; i < quick.size(); ++i)
            QVERIFY(rounding::agree(quick[i], plain[i], rounding::kLayer));
        QVERIFY(torch::equal(plain.back(), torch::zeros_like(plain.back())));
    }

    void anLstmReadsBothWays()
    {
        const auto encoder = encoderOfKind("lstm", {{"dimension", 4}, {"hidden_size", 5}});
        QCOMPARE(encoder->features(), int64_t{10});
        const WordForms words = someWords();
        const torch::Tensor found = encoder->forward(words);
        WordForms changed = words;
        changed.characters = words.characters.clone();
        changed.characters[1][0] = words.characters[1][0].item<int64_t>() % 8 + 1;
        const torch::Tensor other = encoder->forward(changed);
        QVERIFY(!torch::equal(found[1], other[1]));
        for (const int64_t same : {0, 2, 3})
            QVERIFY(torch::equal(found[same], other[same]));
    }

    void noneIsNone() { QVERIFY(encoderOfKind("none", Json::object()) == nullptr); }
};

UNROLL_TEST(WordCharactersTest, QCoreApplication)
#include "word_characters_test.moc"
