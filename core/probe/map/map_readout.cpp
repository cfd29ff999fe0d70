#include "core/probe/map/map_question.h"
#include "core/probe/map/similar_texts.h"
#include "core/probe/question_kind.h"

#include <optional>

namespace core {

namespace {

/// One of two coordinates of each point.
std::vector<float> coordinates(const std::vector<float>& points, size_t axis)
{
    std::vector<float> result;
    for (size_t i = axis; i < points.size(); i += 2)
        result.push_back(points[i]);
    return result;
}

/// Labels, places and columns of all points: one table.
void describePoints(const VectorMap& map, Readout& readout)
{
    constexpr const char* kPoints = "points";
    readout.list({kPoints, "Points"}, map.labels);
    if (!map.contexts.empty())
        readout.list({"context", "Text"}, map.contexts, kPoints);
    readout.list({"pca_x", "First component"}, coordinates(map.points, 0), kPoints)
        .list({"pca_y", "Second component"}, coordinates(map.points, 1), kPoints);
    if (map.tsne)
        readout.list({"tsne_x", "t-SNE x"}, coordinates(map.tsne->points, 0), kPoints)
            .list({"tsne_y", "t-SNE y"}, coordinates(map.tsne->points, 1), kPoints);
    for (const MapColumn& each : map.columns)
        if (each.names.empty())
            readout.list({each.name, each.title}, each.numbers, kPoints);
        else
            readout.list({each.name, each.title}, each.names, kPoints);
}

void describeMap(const VectorMap& map, Readout& readout)
{
    readout.value({"what", "Vectors"}, map.what);
    if (!map.layer.empty())
        readout.value({"layer", "Layer"}, map.layer);
    readout.list({"kinds", "Kinds of vectors"}, map.kinds)
        .list({"layers", "Layers with states of tokens"}, map.layers)
        .value({"available", "Vectors that there are"},
               map.available > 0 ? std::optional(map.available) : std::nullopt)
        .value({"features", "Numbers in each vector"}, map.features)
        .list({"shares", "Shares of the variance of the components"}, map.shares);
    if (map.tsne)
        readout.value({"seed", "Seed"}, map.seed)
            .value({"perplexity", "Perplexity"}, map.tsne->perplexity)
            .value({"recall_10", "Recall of the 10 nearest neighbours"}, map.tsne->recall10)
            .value({"recall_50", "Recall of the 50 nearest neighbours"}, map.tsne->recall50);
    describePoints(map, readout);
    if (!map.unknown.empty())
        readout.list({"unknown", "Words of the sentences that are not in the vocabulary"},
                     map.unknown);
    readout.matrix({"vectors", "Vectors"}, map.vectors, map.labels.size(),
                   static_cast<size_t>(map.features), map.labels);
    describeMoment(map, readout);
}

void describeSimilarTexts(const SimilarTexts& similar, Readout& readout)
{
    using Name = ReadoutName;
    readout.value({"text", "Text"}, similar.text)
        .list({"unknown", "Not in the vocabulary"}, similar.unknown)
        .table({"nearest", "Most similar texts"}, similar.nearest,
               std::pair{Name{"cosine", "Cosine"}, &SimilarText::cosine},
               std::pair{Name{"label", "Label"}, &SimilarText::label},
               std::pair{Name{"text", "Text"}, &SimilarText::text})
        .value({"compared", "Texts compared"}, similar.compared)
        .value({"available", "Texts that there are"}, similar.available)
        .value({"features", "Numbers in each vector"}, similar.features);
    describeMoment(similar, readout);
}

OptionDescription sentencesOption(const std::string& help)
{
    return {.name = "sentences",
            .label = "Sentences",
            .help = help + "; a JSON list if one of them contains a comma."};
}

OptionDescription whatOption()
{
    return {.name = "what",
            .label = "Vectors",
            .help = "The vectors that the map shows.",
            .choices = {{"source", "Input embeddings"},
                        {"target", "Embeddings of the target"},
                        {"output", "Weights of the output"},
                        {"texts", "Vectors of texts"},
                        {"tokens", "States of tokens"}}};
}

} // namespace

QuestionKind<AskMap> AskMap::kind()
{
    Schema<AskMap> options = splitOptions<AskMap>();
    options.add(&AskMap::what, whatOption())
        .add(
            &AskMap::count,
            {.name = "count",
             .label = "Points",
             .help = "Largest number of points: the most frequent tokens, the first texts. 0: all.",
             .minimum = 0})
        .add(&AskMap::sentences,
             sentencesOption("Sentences in place of the data, for texts and tokens"))
        .add(&AskMap::layer,
             {.name = "layer",
              .label = "Layer",
              .help = "Layer of the states of tokens, which alone have one; empty: the last. The "
                      "answer lists them."})
        .add(&AskMap::method,
             {.name = "method",
              .label = "Method",
              .help = "t-SNE takes longer and keeps more neighbours.",
              .choices = {{"pca", "Principal components"}, {"tsne", "t-SNE"}}})
        .add(&AskMap::perplexity,
             {.name = "perplexity",
              .label = "Perplexity",
              .help = "Number of neighbours that t-SNE keeps close to a point, about.",
              .minimum = 2,
              .maximum = 500})
        .add(&AskMap::iterations,
             {.name = "iterations",
              .label = "Iterations",
              .help = "If clusters of a t-SNE map still touch, raise the number.",
              .minimum = 1,
              .maximum = 100000})
        .add(&AskMap::seed,
             {.name = "seed",
              .label = "Seed",
              .help = "The same seed gives the same map.",
              .minimum = 0,
              .maximum = 1e9});
    return {"Map of vectors",
            "Vectors of tokens or texts and their places in a map of two dimensions: the principal "
            "components and, on request, t-SNE of their directions (cosine).",
            options, &describeMap};
}

QuestionKind<AskSimilarTexts> AskSimilarTexts::kind()
{
    Schema<AskSimilarTexts> options = splitOptions<AskSimilarTexts>();
    options.add(&AskSimilarTexts::text, textOption())
        .add(&AskSimilarTexts::count,
             {.name = "count", .label = "Listed texts", .help = "Number of texts.", .minimum = 1})
        .add(&AskSimilarTexts::texts,
             {.name = "texts",
              .label = "Compared texts",
              .help = "Largest number of texts that are compared, the first ones. 0: all.",
              .minimum = 0})
        .add(&AskSimilarTexts::sentences,
             sentencesOption("Sentences that are compared in place of the data"));
    return {"Similar texts",
            "The texts of the data whose vectors have the largest cosine with that of a text. The "
            "vector of a text is pooled as for the network's prediction; without such a layer, it "
            "is the mean of the last states.",
            options, &describeSimilarTexts};
}

} // namespace core
