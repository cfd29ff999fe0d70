#include "core/task/tagging/tagging_options.h"

namespace core {

namespace {

struct CrfOptions {
    bool constrained = true;
};

KindDescription softmaxKind()
{
    return {.id = "softmax",
            .title = "Softmax",
            .summary
            = "Each token gets its likeliest tag, independently of its neighbours. Fast; a "
              "sequence of tags may make no sense.",
            .formula = {"p(y_t | x) = softmax(e_t)",
                        R"tex(p(y_t \mid x) = \operatorname{softmax}(e_t)_{y_t})tex"}};
}

KindDescription crfKind()
{
    return {.id = "crf",
            .title = "Linear-chain CRF",
            .summary = "Learns which tag follows which, and predicts the best sequence as a whole. "
                       "For spans of tokens, such as names.",
            .formula
            = {"p(y | x) = exp(s(y)) / Σ_y' exp(s(y')),  s(y) = a[y_1] + Σ_t e[t, y_t] + Σ_t "
               "A[y_(t−1), y_t] + b[y_n]",
               R"tex(\begin{aligned}
p(y \mid x) &= \frac{\exp s(y)}{\sum_{y'} \exp s(y')} \\
s(y) &= a_{y_1} + \sum_{t=1}^{n} e_{t,y_t} + \sum_{t=2}^{n} A_{y_{t-1},y_t} + b_{y_n}
\end{aligned})tex"},
            .options
            = Schema<CrfOptions>()
                  .add(&CrfOptions::constrained,
                       {.name = "constrained",
                        .label = "No illegal transitions",
                        .help = "Predictions contain spans without a beginning, such as I-PER "
                                "after O: tick it, and transitions that BIO or BIOES forbid are "
                                "never predicted. Loss and probabilities stay those of the CRF "
                                "over all sequences of tags."})
                  .options()};
}

} // namespace

const Schema<TaggingOptions>& taggingSchema()
{
    static const Schema<TaggingOptions> schema
        = Schema<TaggingOptions>()
              .add(&TaggingOptions::head,
                   {.name = "head",
                    .label = "Tags",
                    .help = "If single tokens of a name are tagged differently, choose the CRF.",
                    .family = "tag_head",
                    .beside = "model"})
              .add(&TaggingOptions::characters,
                   {.name = "characters",
                    .label = "Characters",
                    .help = "If unknown words are tagged badly, let the network read characters.",
                    .family = "characters",
                    .beside = "model"})
              .add(&TaggingOptions::caseFeatures,
                   {.name = "case_features",
                    .label = "Capitalisation",
                    .help = "Size of a vector for how a word is capitalised. Names are missed in "
                            "lower-cased text: set 8. 0: off.",
                    .unit = "features",
                    .minimum = 0,
                    .maximum = 256,
                    .beside = "model"})
              .add(&TaggingOptions::wordDropout,
                   {.name = "word_dropout",
                    .label = "Word dropout",
                    .help = "Unknown words are tagged badly, or training accuracy is far above "
                            "validation: raise it. A known word becomes <unk> with this "
                            "probability in training; its characters stay.",
                    .minimum = 0.0,
                    .maximum = 0.9,
                    .beside = "model"})
              .add(&TaggingOptions::features,
                   {.name = "features",
                    .label = "Columns as features",
                    .help = "The data have further columns beside word and tag, such as parts of "
                            "speech or lemmas: name those that the network is to read, each by its "
                            "number from 1 or, in CoNLL-U, by its name (lemma, upos, xpos). Typed "
                            "text has no such columns: its predictions may be worse.",
                    .beside = "model"})
              .add(&TaggingOptions::featureDimension,
                   {.name = "feature_dimension",
                    .label = "Size of features",
                    .help = "Size of the vector of each value of such a column. Columns with many "
                            "values, such as lemmas, need a larger one.",
                    .unit = "features",
                    .minimum = 1,
                    .maximum = 1024,
                    .beside = "model"});
    return schema;
}

TaggingOptions taggingOptions(const ExperimentSpec& spec)
{
    return taggingSchema().fromJson(spec.task.options);
}

std::vector<KindDescription> tagHeadKinds()
{
    return {softmaxKind(), crfKind()};
}

} // namespace core
