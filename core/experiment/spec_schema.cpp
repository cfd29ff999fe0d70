#include "core/experiment/spec_schema.h"

#include "core/base/encoding.h"

namespace core {

const Schema<DataSpec>& dataSchema()
{
    static const Schema<DataSpec> schema
        = Schema<DataSpec>()
              .add(&DataSpec::sample,
                   {.name = "sample",
                    .label = "Sample",
                    .help = "A bundled data set that the program generates. Dropped files replace "
                            "it.",
                    .family = "sample"})
              .addPath(&DataSpec::train,
                       {.name = "train",
                        .label = "Training files",
                        .help = "Files, folders or archives with the texts to learn from."})
              .addPath(&DataSpec::valid,
                       {.name = "valid",
                        .label = "Validation files",
                        .help = "If empty, a part of the training texts is held out."})
              .addPath(&DataSpec::test,
                       {.name = "test",
                        .label = "Test files",
                        .help = "Scored once, at the end, with the best epoch."})
              .addPath(&DataSpec::trainTarget,
                       {.name = "train_target",
                        .label = "Training files, target side",
                        .help = "Line N translates line N of the training files. If empty, the "
                                "training files hold pairs.",
                        .trait = TaskTrait::Pairs})
              .addPath(&DataSpec::validTarget,
                       {.name = "valid_target",
                        .label = "Validation files, target side",
                        .help = "Line N translates line N of the validation files.",
                        .trait = TaskTrait::Pairs})
              .addPath(&DataSpec::testTarget,
                       {.name = "test_target",
                        .label = "Test files, target side",
                        .help = "Line N translates line N of the test files.",
                        .trait = TaskTrait::Pairs})
              .add(&DataSpec::sourceLanguage,
                   {.name = "source_language",
                    .label = "Source language",
                    .help = "A name for pictures and tables, such as de.",
                    .trait = TaskTrait::Pairs})
              .add(&DataSpec::targetLanguage,
                   {.name = "target_language",
                    .label = "Target language",
                    .help = "If the model translates in the wrong direction, swap the sides with "
                            "the button in the preview.",
                    .trait = TaskTrait::Pairs})
              .add(&DataSpec::format,
                   {.name = "format",
                    .label = "Format",
                    .help = "If columns look wrong in the preview, choose the format and its "
                            "options here.",
                    .family = "format"})
              .add(&DataSpec::encoding,
                   {.name = "encoding",
                    .label = "Encoding",
                    .help
                    = "If accented letters look wrong, choose the encoding in which the files "
                      "were saved. By default it is recognised for each file.",
                    .choices = encodingChoices(),
                    .advanced = true})
              .add(&DataSpec::validFraction,
                   {.name = "valid_fraction",
                    .label = "Share for validation",
                    .help = "If validation curves jump from epoch to epoch, hold out more.",
                    .minimum = 0.0,
                    .maximum = 0.9})
              .add(&DataSpec::testFraction,
                   {.name = "test_fraction",
                    .label = "Share for testing",
                    .help = "Only used when there is no test file.",
                    .minimum = 0.0,
                    .maximum = 0.9})
              .add(&DataSpec::splitSeed,
                   {.name = "split_seed",
                    .label = "Split seed",
                    .help = "The same seed holds out the same texts.",
                    .minimum = 0,
                    .maximum = 2147483647,
                    .advanced = true})
              .add(&DataSpec::skipBadRows,
                   {.name = "skip_bad_rows",
                    .label = "Skip bad rows",
                    .help = "If the preview lists rows that cannot be read, check them, then tick "
                            "this to train without them."});
    return schema;
}

const Schema<TextSpec>& textSchema()
{
    static const Schema<TextSpec> schema
        = Schema<TextSpec>()
              .add(&TextSpec::cleaning,
                   {.name = "cleaning",
                    .label = "Cleaning",
                    .help = "If markup or addresses appear among the tokens, add a step that "
                            "removes them. Steps run from top to bottom.",
                    .family = "cleaning"})
              .add(&TextSpec::tokeniser,
                   {.name = "tokeniser",
                    .label = "Tokeniser",
                    .help = "If many tokens are unknown, use subwords or characters.",
                    .family = "tokeniser"})
              .add(&TextSpec::vocabularySize,
                   {.name = "vocabulary_size",
                    .label = "Maximum vocabulary size",
                    .help = "If many tokens are unknown, raise it. If training is slow or short of "
                            "memory, lower it.",
                    .unit = "tokens",
                    .minimum = 5,
                    .maximum = 1000000,
                    .logarithmic = true})
              .add(&TextSpec::minimumFrequency,
                   {.name = "minimum_frequency",
                    .label = "Minimum frequency",
                    .help = "Tokens that occur less often become <unk>. If the network overfits to "
                            "rare words, raise it.",
                    .unit = "times",
                    .minimum = 1,
                    .maximum = 100000})
              .add(&TextSpec::maximumLength,
                   {.name = "maximum_length",
                    .label = "Maximum length",
                    .help
                    = "Longer texts are cut. If training is slow, lower it; the preview shows "
                      "how many texts are cut.",
                    .unit = "tokens",
                    .minimum = 1,
                    .maximum = 10000,
                    .logarithmic = true,
                    .trait = TaskTrait::Gradients}); // Windows of word vectors need no end.
    return schema;
}

namespace {

const Schema<EmbeddingSpec>& embeddingSchema()
{
    static const Schema<EmbeddingSpec> schema
        = Schema<EmbeddingSpec>()
              .add(&EmbeddingSpec::dimension,
                   {.name = "dimension",
                    .label = "Dimension",
                    .help
                    = "Size of each token's vector. If training accuracy stays low, raise it. "
                      "If the network overfits, lower it.",
                    .unit = "features",
                    .minimum = 1,
                    .maximum = 8192,
                    .logarithmic = true})
              .addPath(&EmbeddingSpec::vectors,
                       {.name = "vectors",
                        .label = "Pretrained vectors",
                        .help
                        = "If there are few training texts, start from word vectors of the same "
                          "dimension: a file of GloVe, word2vec (text or binary; also .gz) "
                          "or fastText (.vec or .bin), or the folder of a run of word vectors.",
                        .trait = TaskTrait::OneText})
              .add(&EmbeddingSpec::fileWords,
                   {.name = "file_words",
                    .label = "Know all words of the file",
                    .help = "If new texts have words that the training texts lack, let words that "
                            "only the file of pretrained vectors has fill the rest of the "
                            "vocabulary. Raise the vocabulary size to make room for them. Taggers "
                            "always do so; tokenisers of subwords and characters never do.",
                    .trait = TaskTrait::OneText})
              .add(&EmbeddingSpec::frozen,
                   {.name = "frozen",
                    .label = "Freeze vectors",
                    .help = "If the network overfits with pretrained vectors, do not train them "
                            "further.",
                    .trait = TaskTrait::OneText})
              .add(&EmbeddingSpec::dropout,
                   {.name = "dropout",
                    .label = "Embedding dropout",
                    .help = "If training accuracy is far above validation accuracy, raise it.",
                    .minimum = 0.0,
                    .maximum = 0.95,
                    .trait = TaskTrait::Gradients});
    return schema;
}

const Schema<StartSpec>& startSchema()
{
    static const Schema<StartSpec> schema
        = Schema<StartSpec>()
              .addPath(&StartSpec::from,
                       {.name = "from",
                        .label = "Start from",
                        .help
                        = "If there are few training texts, adopt encoder and vocabulary from a "
                          "run on many, or from its exported Python module, whatever its task. It "
                          "must have the same network with the same sizes. Empty: start from "
                          "fresh weights.",
                        .trait = TaskTrait::OneText})
              .add(&StartSpec::freeze,
                   {.name = "freeze",
                    .label = "Frozen layers",
                    .help
                    = "If the adopted weights are overwritten in the first epochs, name layers to "
                      "freeze, such as encoder.embedding or, for two epochs, encoder.rnn:2.",
                    .trait = TaskTrait::OneText});
    return schema;
}

} // namespace

const Schema<ModelSpec>& modelSchema()
{
    static const Schema<ModelSpec> schema
        = Schema<ModelSpec>()
              .add(&ModelSpec::network,
                   {.name = "network",
                    .label = "Network",
                    .help
                    = "Start with the smallest network that can do the task, and compare runs.",
                    .family = "network"})
              .section(&ModelSpec::embedding,
                       {.name = "embedding",
                        .label = "Embedding",
                        .help = "The table that turns each token into numbers."},
                       embeddingSchema())
              .add(&ModelSpec::initialisation,
                   {.name = "initialisation",
                    .label = "Initialisation",
                    .help = "If the loss does not change in the first updates, try another one.",
                    .family = "initialisation",
                    .advanced = true,
                    .trait = TaskTrait::Gradients})
              .section(&ModelSpec::start,
                       {.name = "start",
                        .label = "Start",
                        .help = "The initial weights.",
                        .trait = TaskTrait::OneText},
                       startSchema());
    return schema;
}

const Schema<ExperimentSpec>& experimentSchema()
{
    static const Schema<ExperimentSpec> schema
        = Schema<ExperimentSpec>()
              .add(&ExperimentSpec::name,
                   {.name = "name", .label = "Name", .help = "Names the run's folder."})
              .add(&ExperimentSpec::task,
                   {.name = "task",
                    .label = "Task",
                    .help = "The kind of prediction that the network learns.",
                    .family = "task"})
              .section(&ExperimentSpec::data, {.name = "data", .label = "Data"}, dataSchema())
              .section(&ExperimentSpec::text, {.name = "text", .label = "Text"}, textSchema())
              .section(&ExperimentSpec::model, {.name = "model", .label = "Model"}, modelSchema())
              .section(&ExperimentSpec::training, {.name = "training", .label = "Training"},
                       trainingSchema());
    return schema;
}

} // namespace core
