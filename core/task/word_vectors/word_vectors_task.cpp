#include "core/base/atomic_file.h"
#include "core/base/python_piece.h"
#include "core/base/read_json.h"
#include "core/data/corpus.h"
#include "core/exchange/vectors.h"
#include "core/model/make_model.h"
#include "core/model/word_vectors/cooccurrences.h"
#include "core/model/word_vectors/word_sampler.h"
#include "core/task/data_fingerprint.h"
#include "core/task/entries.h"
#include "core/task/text_python.h"
#include "core/task/text_task.h"
#include "core/task/word_vectors/word_texts.h"
#include "core/task/word_vectors/word_vector_parts.h"

#include <algorithm>

namespace core {

namespace {

constexpr const char* kCountsFile = "word_counts.json";

ModelSummary summariseTask(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    WordVectorContext context;
    context.vocabularySize = sizes.vocabularySize;
    context.dimension = spec.model.embedding.dimension;
    return summariseWordVectors(spec.model, context);
}

std::vector<int64_t> countsFromJson(const FilePlace& path)
{
    try {
        return readJsonFile(path, Links::Refuse).get<std::vector<int64_t>>();
    } catch (const Json::exception& error) {
        throw Error(ErrorCode::FileMalformed,
                    {"%1 does not tell how often each word occurs.", {path.path().string()}},
                    {"Take it from a copy of the run, or train again.", {}}, error.what());
    }
}

/// For a WordTable.
std::function<int64_t(std::string_view)> idsIn(std::shared_ptr<const TextPipeline> pipeline)
{
    return [pipeline = std::move(pipeline)](std::string_view word) {
        const int64_t id = pipeline->id(word);
        return id >= kSpecialTokens ? id : -1;
    };
}

WordVectors vectorsOfWords(const WordVectorParts& parts)
{
    const torch::Tensor rows = parts.network->vectors().slice(0, kSpecialTokens).contiguous();
    const auto* values = rows.data_ptr<float>();
    WordVectors vectors{rows.size(1), {}, {values, values + rows.numel()}};
    for (int64_t id = kSpecialTokens; id < parts.pipeline->vocabularySize(); ++id)
        vectors.words.push_back(parts.pipeline->token(id));
    return vectors;
}

std::optional<FastTextModel> fastTextOf(const WordVectorParts& parts)
{
    std::optional<FastTextModel> model = parts.network->fastText();
    if (!model)
        return model;
    for (int64_t id = kSpecialTokens; id < parts.pipeline->vocabularySize(); ++id) {
        const int64_t count = parts.counts[static_cast<size_t>(id)];
        model->words.push_back({writtenWord(parts.pipeline->token(id)), count});
        model->tokens += count;
    }
    return model;
}

/// Running text, vectors of its words.
class WordVectorsTask : public Task {
public:
    explicit WordVectorsTask(const ExperimentSpec& spec)
        : m_spec(spec), m_options(wordVectorSchema().fromJson(spec.task.options))
    {
    }

    void restore(const FilePlace& run) override
    {
        m_pipeline = std::make_shared<TextPipeline>(TextPipeline::load(run));
        m_spec.text = m_pipeline->spec();
        m_counts = countsFromJson(run / kCountsFile);
        m_counts.resize(static_cast<size_t>(m_pipeline->vocabularySize()));
    }

    PreparedData prepare(const FilePlace& run, Preparation preparation,
                         const Monitor& monitor) override
    {
        m_questions.clear();
        for (const std::string& path : m_options.questions)
            m_questions.push_back(readWordQuestions(path, monitor));
        Corpus data = loadCorpus(m_spec.data, columnsOfTask(m_spec.task.kind), monitor);
        if (preparation == Preparation::Reuse) {
            restore(run);
        } else {
            m_pipeline = std::make_shared<TextPipeline>(learntPipelineOnce(m_spec, data.train, [&] {
                return TextPipeline::learn(m_spec.text, data.train.texts(), monitor);
            }));
            m_pipeline->save(run);
        }
        m_spec.text = m_pipeline->spec();
        const std::array parts{&data.train, &data.valid, &data.test};
        for (size_t i = 0; i < parts.size(); ++i) {
            if (parts[i]->size() > 0)
                m_texts[i] = WordTexts(parts[i]->texts(), *m_pipeline, monitor, parts[i]->key);
            *parts[i] = {};
        }
        countPairs(monitor);
        m_notes = std::move(data.notes);
        noteFewPairs();
        if (texts(Split::Train).passages().count() == 0)
            throw Error(ErrorCode::BadData,
                        {"The training text has no word that is in the vocabulary.", {}},
                        {"Check its preview, or lower text.minimum_frequency.", {}});
        if (preparation == Preparation::Learn) {
            m_counts = texts(Split::Train).counts(m_pipeline->vocabularySize());
            writeFileAtomically(run / kCountsFile, Json(m_counts).dump());
        }
        return described();
    }

    void change(const ExperimentSpec& spec) override
    {
        m_spec.task = spec.task;
        m_spec.model = spec.model;
        m_spec.training = spec.training;
    }

    void expect(std::shared_ptr<const BatchPlan>, int64_t) override { } // Nothing to make ahead.

    BatchLoss loss(std::span<const int32_t>, const TrainingMoment&) override
    {
        throw Error(ErrorCode::Internal, {"Word vectors have no loss with a gradient.", {}});
    }

    std::optional<OwnUpdate> learn(std::span<const int32_t> items, const TrainingMoment& moment,
                                   double learningRate) override
    {
        SeededNumbers numbers(static_cast<uint64_t>(m_spec.training.seed),
                              static_cast<uint64_t>(moment.step));
        const PredictionSums sums
            = network().learn(texts(Split::Train).passages(), items, numbers.next(), learningRate);
        return OwnUpdate{sums.nats, std::max<int64_t>(sums.predictions, 1)};
    }

    TaskState state() const override { return network().state(); }
    void setState(const TaskState& state) override
    {
        const TaskState own = network().state();
        for (const auto& [name, tensor] : own) {
            const auto found = std::find_if(state.begin(), state.end(), [&](const auto& each) {
                return each.first == name && each.second.sizes() == tensor.sizes();
            });
            if (found == state.end())
                throw Error(
                    ErrorCode::FileMalformed,
                    {"The checkpoint lacks \"%1\" of the training of word vectors.", {name}},
                    {"Start a new run; the vectors of this one can still be looked at.", {}});
            torch::Tensor(tensor).copy_(found->second);
        }
    }

    SplitScores evaluate(Split split, const Monitor& monitor) override
    {
        const PredictionSums sums = network().measure(texts(split).passages(), 0, monitor);
        SplitScores scores{sums.nats / static_cast<double>(std::max<int64_t>(sums.predictions, 1)),
                           {}};
        if (m_questions.empty())
            return scores;
        const WordTable table = wordParts().table();
        std::vector<WordQuestionScores> answered;
        for (const WordQuestions& questions : m_questions)
            answered.push_back(scoreWordQuestions(questions, table, monitor));
        scores.scores = summaryOf(answered);
        return scores;
    }

    std::any parts() const override { return wordParts(); }

    ExportedTask exported(const ExportOrigin& origin) const override
    {
        ExportedTask result;
        result.module = pythonPiece(
            "tasks/word_vectors",
            {{"TITLE", origin.title},
             {"IMPORTS", pythonPiece("text/imports")},
             {"VOCABULARY", pythonPiece("text/vocabulary_file")},
             {"NETWORK", joinedPython({network().pythonSource(), pythonPiece("tasks/loading")})}});
        result.readme = exportedText("tasks/word_vectors_readme.md",
                                     {{"NAME", markdownText(m_spec.name)},
                                      {"TITLE", origin.title},
                                      {"UPDATES", origin.step},
                                      {"EPOCH", origin.epoch}});
        result.wordVectors = [parts = wordParts()] { return vectorsOfWords(parts); };
        result.fastText = [parts = wordParts()] { return fastTextOf(parts); };
        result.graphs = network().graphs();
        result.saveFiles = [pipeline = m_pipeline](const std::filesystem::path& folder) {
            pipeline->save(folder);
        };
        return result;
    }

protected:
    std::shared_ptr<torch::nn::Module> newNetwork(Weights, const Monitor&,
                                                  std::vector<Message>&) override
    {
        WordVectorContext context;
        context.vocabularySize = m_pipeline->vocabularySize();
        context.dimension = m_spec.model.embedding.dimension;
        context.word = [this](int64_t id) { return std::string_view(m_pipeline->token(id)); };
        context.counts = m_counts;
        context.cooccurrences = m_cooccurrences;
        return makeWordVectors(m_spec.model, context);
    }

private:
    WordVectorNetwork& network() const { return *networkAs<WordVectorNetwork>(); }
    const WordTexts& texts(Split split) const { return m_texts[static_cast<size_t>(split)]; }

    void countPairs(const Monitor& monitor)
    {
        const WordVectorEntry& entry = chosenEntry(wordVectorEntries(), m_spec.model);
        if (entry.countedWindow)
            m_cooccurrences = std::make_shared<const Cooccurrences>(
                texts(Split::Train).passages(), m_pipeline->vocabularySize(),
                entry.countedWindow(m_spec.model.network.options),
                static_cast<uint64_t>(m_spec.training.seed), monitor);
    }

    /// Before the first epoch, so that its number is not waited for.
    void noteFewPairs()
    {
        const WordTable table(torch::zeros({1, 1}), idsIn(m_pipeline));
        std::vector<WordQuestionScores> counted;
        for (const WordQuestions& questions : m_questions) {
            counted.emplace_back().name = questions.name;
            counted.back().pairs = coveredPairs(questions, table);
        }
        for (Message& remark : remarksOn(counted))
            m_notes.push_back(std::move(remark));
    }

    WordVectorParts wordParts() const
    {
        WordVectorParts parts;
        parts.network = networkAs<WordVectorNetwork>();
        parts.pipeline = m_pipeline;
        parts.device = device().str();
        parts.summarise = [spec = m_spec, words = m_pipeline->vocabularySize()] {
            return summariseTask(spec, {.vocabularySize = words});
        };
        parts.counts = m_counts;
        parts.questions = m_options.questions;
        return parts;
    }

    PreparedData described() const
    {
        PreparedData data;
        data.items.unit = TrainingItems::Unit::Token;
        if (m_cooccurrences) {
            data.items.lengths = m_cooccurrences->lengths();
            data.items.rowOf = [](int32_t) { return int64_t{-1}; };
        } else {
            data.items.lengths = texts(Split::Train).passages().lengths;
            data.items.rowOf = [this](int32_t item) { return texts(Split::Train).line(item); };
        }
        for (const Split split : {Split::Train, Split::Valid, Split::Test}) {
            data.texts[static_cast<size_t>(split)] = texts(split).lineCount();
            DataFingerprint fingerprint;
            fingerprint.add(texts(split).passages().lengths);
            fingerprint.add(texts(split).passages().ids);
            data.fingerprints[static_cast<size_t>(split)] = fingerprint.text();
        }
        data.vocabularySize = m_pipeline->vocabularySize();
        data.trainUnknownShare = texts(Split::Train).unknownShare();
        data.validUnknownShare = texts(Split::Valid).unknownShare();
        const auto words = std::ssize(texts(Split::Train).passages().ids);
        data.facts = {{"train_words", words, {"%1 training words", {std::to_string(words)}}}};
        if (m_cooccurrences)
            data.facts.push_back(
                {"pairs",
                 m_cooccurrences->count(),
                 {"%1 pairs of words", {std::to_string(m_cooccurrences->count())}}});
        data.notes = m_notes;
        return data;
    }

    ExperimentSpec m_spec;
    WordVectorOptions m_options;
    std::shared_ptr<TextPipeline> m_pipeline;
    std::vector<int64_t> m_counts;
    std::shared_ptr<const Cooccurrences> m_cooccurrences; ///< Null: it learns from the text itself.
    std::array<WordTexts, 3> m_texts; ///< By Split.
    std::vector<WordQuestions> m_questions;
    std::vector<Message> m_notes; ///< On the data.
};

void checkWordVectors(const ExperimentSpec& spec, std::vector<Problem>& problems)
{
    if (spec.training.device != "cpu")
        problems.push_back({"training.device",
                            {"training.device is \"%1\", but word vectors are learnt on the CPU; "
                             "choose \"cpu\".",
                             {spec.training.device}}});
}

} // namespace

const Schema<WordVectorOptions>& wordVectorSchema()
{
    static const Schema<WordVectorOptions> schema = Schema<WordVectorOptions>().addPath(
        &WordVectorOptions::questions,
        {.name = "questions",
         .label = "Questions about words",
         .help
         = "To know how good the vectors are, name files with word pairs and their similarity "
           "(WS-353, SimLex-999), or with analogies (questions-words.txt): they are scored "
           "after each epoch. To know how far they depend on chance, name a file of the vectors of "
           "another seed or epoch."});
    return schema;
}

WordTable WordVectorParts::table() const
{
    return {network->vectors(), idsIn(pipeline)};
}

TaskEntry wordVectorsTask()
{
    return {
        .description
        = {.kind = {.id = kWordVectorsTask,
                    .title = "Word vectors",
                    .summary = "Learns a vector for each word from the words around it: words "
                               "of like meaning become neighbours.",
                    .formula
                    = {"cos(a, b) = a · b / (‖a‖ ‖b‖)",
                       R"tex(\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \lVert b \rVert})tex"},
                    .options = wordVectorSchema().options()},
           .columns = {ColumnKind::Text},
           .loss = {.title = "loss of a predicted word and its negatives", .unit = "nats"},
           .scores = {"similarity", "analogies", "shared_neighbours", "covered_pairs",
                      "covered_analogies", "covered_words"},
           .files = {kCountsFile},
           .check = checkWordVectors,
           .networks = NetworkFamily::WordVectors},
        .make = [](const ExperimentSpec& spec) { return std::make_unique<WordVectorsTask>(spec); },
        .summarise = summariseTask};
}

} // namespace core
