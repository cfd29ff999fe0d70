#include "core/base/error.h"
#include "core/exchange/exporter.h"
#include "core/exchange/vectors.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

/// The vectors of a network's words, without that of the padding.
/// @throws Error{BadSetting} when it has none.
WordVectors vectorsOf(const ExportedNetwork& exported)
{
    if (exported.task.wordVectors)
        return exported.task.wordVectors();
    const auto parameters = exported.network.named_parameters();
    const torch::Tensor* table = parameters.find("encoder.embedding.weight");
    const std::vector<std::string>& tokens = exported.task.tokens;
    if (table == nullptr || table->size(0) != std::ssize(tokens) || tokens.empty())
        throw Error(ErrorCode::BadSetting,
                    {"This network has no embedding of the words of a vocabulary.", {}},
                    {"Choose another format.", {}});
    const torch::Tensor rows = table->detach()
                                   .to(torch::kCPU, torch::kFloat)
                                   .narrow(0, 1, table->size(0) - 1)
                                   .contiguous();
    const auto* values = rows.data_ptr<float>();
    return {rows.size(1), {tokens.begin() + 1, tokens.end()}, {values, values + rows.numel()}};
}

ExporterRegistry::Entry vectorExporter(KindDescription description, VectorForm form)
{
    return ExporterRegistry::entry<NoOptions>(std::move(description), Schema<NoOptions>(),
                                              [form](const NoOptions&,
                                                     const ExportedNetwork& exported,
                                                     const std::filesystem::path& target) {
                                                  writeVectors(target, vectorsOf(exported), form);
                                              });
}

/// Words without n-grams. Their counts are not known; the program divides by their sum.
FastTextModel withoutNgrams(WordVectors vectors)
{
    FastTextModel model;
    model.arguments.dimension = static_cast<int32_t>(vectors.dimension);
    model.arguments.buckets = model.arguments.shortestNgram = model.arguments.longestNgram = 0;
    for (const std::string& word : vectors.words)
        model.words.push_back({writtenWord(word), 1});
    model.tokens = std::ssize(vectors.words);
    model.output.resize(vectors.values.size());
    model.input = std::move(vectors.values);
    return model;
}

} // namespace

ExporterRegistry::Entry vectorTextExporter()
{
    return vectorExporter(
        {.id = "vectors_word2vec_text",
         .title = "Word vectors, word2vec text (.vec)",
         .summary = "The input embedding as word2vec and fastText write it: a line with its size, "
                    "then a word and its numbers on each line. A name that ends with .gz makes a "
                    "compressed file."},
        VectorForm::Text);
}

ExporterRegistry::Entry vectorBinaryExporter()
{
    return vectorExporter({.id = "vectors_word2vec_binary",
                           .title = "Word vectors, word2vec binary",
                           .summary = "The input embedding to the bit, in the smallest file that "
                                      "word2vec and gensim read."},
                          VectorForm::Binary);
}

ExporterRegistry::Entry gloveExporter()
{
    return vectorExporter(
        {.id = "vectors_glove",
         .title = "Word vectors, GloVe text",
         .summary = "The input embedding with a word and its numbers on each line. A name that "
                    "ends with .gz makes a compressed file."},
        VectorForm::Glove);
}

ExporterRegistry::Entry fastTextExporter()
{
    return ExporterRegistry::entry<NoOptions>(
        {.id = "vectors_fasttext",
         .title = "Word vectors, fastText model (.bin)",
         .summary = "A model for the fastText program, with n-grams where the network has them: "
                    "fasttext nn MODEL, fasttext print-word-vectors MODEL."},
        Schema<NoOptions>(),
        [](const NoOptions&, const ExportedNetwork& exported, const std::filesystem::path& target) {
            const auto own = exported.task.fastText ? exported.task.fastText() : std::nullopt;
            writeFastText(target, own ? *own : withoutNgrams(vectorsOf(exported)));
        });
}

} // namespace core
