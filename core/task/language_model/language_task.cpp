#include "core/base/atomic_file.h"
#include "core/base/read_json.h"
#include "core/data/corpus.h"
#include "core/model/scheduled_sampling.h"
#include "core/model/text_network.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/nn/tensors.h"
#include "core/task/batches_ahead.h"
#include "core/task/data_fingerprint.h"
#include "core/task/entries.h"
#include "core/task/label_loss.h"
#include "core/task/language_model/carried_rows.h"
#include "core/task/language_model/language_parts.h"
#include "core/task/language_model/language_texts.h"
#include "core/task/teacher_forcing/teacher_forcing.h"
#include "core/task/text_task.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <optional>

namespace core {

namespace {

constexpr const char* kFactsFile = "language.json";

NetworkContext contextOf(const ExperimentSpec& spec, const TextSpec& text, int64_t vocabulary,
                         int64_t classes, int64_t numbers)
{
    const LanguageOptions options = languageOptions(spec);
    NetworkContext context;
    context.vocabularySize = context.outputs = vocabulary;
    context.maximumLength = options.isStream() ? options.window : text.maximumLength + 1;
    context.embedding = spec.model.embedding;
    context.tied = options.tied;
    context.classes = classes;
    context.numbers = numbers;
    context.condition = options.condition;
    return context;
}

const HeadEntry& nextToken()
{
    return findHead("next_token");
}

/// The names of the columns of numbers that texts are generated for: the column that the data
/// settings name, and task.features.
std::vector<std::string> columnNames(const ExperimentSpec& spec)
{
    if (!hasNumbers(spec))
        return {};
    std::vector<std::string> names{"number"};
    for (const char* option : {"label_column", "label_field"})
        if (std::string chosen = spec.data.format.options.value(option, ""); !chosen.empty())
            names.front() = std::move(chosen);
    for (const std::string& column : languageOptions(spec).features)
        names.push_back(column);
    return names;
}

NetworkPlan plannedLanguageModel(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    return {nextToken(),
            contextOf(spec, spec.text, sizes.vocabularySize,
                      hasClasses(spec) ? std::max<int64_t>(sizes.classes, 2) : 0,
                      std::ssize(columnNames(spec)))};
}

/// Whether windows of a stream follow one another in the rows of batches, states carried on.
bool carriesStates(const ExperimentSpec& spec)
{
    return languageOptions(spec).isStream()
        && !chosenEntry(encoderEntries(), spec.model).readsWindows;
}

/// As LanguageTask::plan() does it, of a stream of so many tokens.
std::optional<PlannedEpoch> plannedStream(const ExperimentSpec& spec, const PlannedData& data)
{
    const LanguageOptions options = languageOptions(spec);
    const auto tokens = static_cast<int64_t>(std::llround(data.tokens)) + data.rows; // Line ends.
    if (!options.isStream() || data.tokens <= 0.0)
        return std::nullopt;
    const std::vector<int32_t> lengths = windowLengths(tokens, options.window);
    const int64_t batches = carriesStates(spec)
        ? planStream(lengths, spec.training.batchSize).batchCount()
        : batchesOf(spec.training, static_cast<int64_t>(lengths.size()), options.window);
    return PlannedEpoch{batches,
                        {"windows of %1 {token|tokens}", {std::to_string(options.window)}}};
}

/// The next token of a text; with conditions, of a text for a class or for numbers.
class LanguageTask : public Task {
public:
    explicit LanguageTask(const ExperimentSpec& spec)
        : m_spec(spec)
        , m_options(languageOptions(spec))
        , m_carries(carriesStates(spec))
        , m_forcing(teacherForcingRegistry().make(m_options.teacherForcing))
    {
    }

    void restore(const FilePlace& run) override
    {
        m_pipeline = std::make_shared<TextPipeline>(TextPipeline::load(run));
        m_spec.text = m_pipeline->spec();
        const FilePlace path = run / kFactsFile;
        m_facts = languageFactsFromJson(readJsonFile(path, Links::Refuse), path.path().string());
    }

    PreparedData prepare(const FilePlace& run, Preparation preparation,
                         const Monitor& monitor) override
    {
        Corpus data = loadCorpus(m_spec.data, columnsOfTask(m_spec.task), monitor);
        if (preparation == Preparation::Reuse) {
            restore(run);
        } else {
            const std::string& from = m_spec.model.start.from;
            m_pipeline = std::make_shared<TextPipeline>(
                from.empty() ? learntPipelineOnce(
                    m_spec, data.train,
                    [&] { return learntPipeline(m_spec, data.train.texts(), monitor); })
                             : TextPipeline::load(from));
            m_pipeline->save(run);
            m_facts.classes = data.classes;
            m_facts.columns = learntColumns(data.train, columnNames(m_spec));
        }
        m_spec.text = m_pipeline->spec();
        const std::array parts{&data.train, &data.valid, &data.test};
        for (size_t i = 0; i < parts.size(); ++i) {
            if (parts[i]->size() > 0)
                m_texts[i] = LanguageTexts::encoded(
                    parts[i]->texts(), conditionsOf(*parts[i]), *m_pipeline, m_options, monitor,
                    i == 0 ? CodedText::NotMeasured : CodedText::Measured, parts[i]->key);
            *parts[i] = {};
        }
        m_notes = std::move(data.notes);
        checkTokens();
        noteCutLines();
        if (preparation == Preparation::Learn) {
            m_facts.counts = countsOf(texts(Split::Train));
            writeFileAtomically(run / kFactsFile, toJson(m_facts).dump());
        }
        return described();
    }

    void change(const ExperimentSpec& spec) override
    {
        m_spec.task = spec.task;
        m_spec.model = spec.model;
        m_spec.training = spec.training;
        m_options = languageOptions(spec);
    }

    void expect(std::shared_ptr<const BatchPlan> plan, int64_t first) override
    {
        m_batches.expect(std::move(plan), first);
    }

    BatchLoss loss(std::span<const int32_t> items, const TrainingMoment& moment) override
    {
        return pass(items, moment).loss();
    }

    /// All full windows of a stream have one shape. The states that are carried on are inputs and
    /// outputs.
    LossPass pass(std::span<const int32_t> items, const TrainingMoment& moment) override
    {
        LanguageBatch batch = languageBatch(m_batches.take(items), device());
        if (const double probability = forced(moment); probability < 1.0 && network().is_training())
            batch.input = withOwnPredictions(network(), std::move(batch.input), probability);
        LossPass pass;
        pass.inputs = {batch.input.ids, batch.labels};
        if (batch.input.classes.defined())
            pass.inputs.push_back(batch.input.classes);
        const size_t own = pass.inputs.size();
        if (m_carries)
            for (const torch::Tensor& part : m_carried.begin(items, moment.firstRow).parts)
                pass.inputs.push_back(part);
        if (batch.input.isFull())
            pass.shape = batch.input.shape() + ", " + std::to_string(pass.inputs.size());
        pass.compute = [this, own, lengths = batch.input.lengths](const LossPass::Tensors& inputs) {
            return computed(inputs, own, lengths);
        };
        if (m_carries)
            pass.finish = [this, items, first = moment.firstRow](const BatchLoss& loss) {
                m_carried.end({loss.state}, items, first);
            };
        return pass;
    }

    TaskState state() const override { return m_carried.tensors(); }
    void setState(const TaskState& state) override { m_carried.set(state, device()); }

    SplitScores evaluate(Split split, const Monitor& monitor) override
    {
        const LanguageTexts& all = texts(split);
        const TrainingSpec& training = m_spec.training;
        const BatchPlan plan = m_carries
            ? planStream(all.lengths(), training.batchSize)
            : planSorted(all.lengths(), {training.batchSize, training.batchTokens});
        const auto own = std::make_shared<const BatchPlan>(
            plan.dealt(share().rank(), share().size(), all.lengths(),
                       m_carries ? Dealing::ByRows : Dealing::ByTokens));
        BatchesAhead<PlainLanguageBatch> batches(
            [&all](std::span<const int32_t> items) { return plainBatch(all, items); });
        batches.expect(own, 0);
        CarriedRows carried;
        TokenLoss loss;
        double correct = 0.0;
        const torch::NoGradGuard noGradient;
        network().eval();
        for (int64_t i = 0; i < plan.batchCount(); ++i) {
            const std::span<const int32_t> items = own->batch(i);
            if (items.empty())
                continue;
            const int64_t first = own->begin(i) - plan.begin(i);
            const LanguageBatch batch = languageBatch(batches.take(items), device());
            CarriedState state = carried.begin(items, first);
            const LabelFit fit = fitOf(batch, m_carries ? &state : nullptr, 0.0);
            carried.end(std::move(state), items, first);
            addTo(loss, fit, batch.labels);
            correct += fit.correct.item<double>();
            monitor.report(
                {split == Split::Valid ? Message{"Validating", {}} : Message{"Testing", {}},
                 static_cast<double>(i + 1) / static_cast<double>(plan.batchCount())});
            monitor.throwIfStopped();
        }
        network().train();
        joinLoss(loss, share());
        share().totalEach(correct);
        const double bits = (loss.nats + all.spellingNats()) / std::numbers::ln2;
        SplitScores scores{loss.mean(),
                           {{"accuracy", correct / static_cast<double>(loss.tokens)},
                            {"perplexity", loss.perplexity()}}};
        for (Score& score : loss.unknownScores())
            scores.scores.push_back(std::move(score));
        scores.scores.push_back(
            {"bits_per_character", bits / static_cast<double>(all.characters())});
        return scores;
    }

    std::any parts() const override { return languageParts(); }

    ExportedTask exported(const ExportOrigin& origin) const override
    {
        ExportedTask result;
        if (hasClasses(m_spec))
            result.metadata = {{"classes", Json(m_facts.classes).dump()}};
        if (hasNumbers(m_spec))
            result.metadata = {{"columns", toJson(m_facts.columns).dump()}};
        result.tokens = vocabularyOf(*m_pipeline);
        const TextPython python = languagePython(languageParts());
        result.module = textModule(m_spec, python, network().pythonSource(), origin);
        result.readme = textReadme(m_spec, python, origin);
        result.graphs = network().graphs();
        result.graphNotes = graphNotes();
        result.saveFiles = [pipeline = m_pipeline](const std::filesystem::path& folder) {
            pipeline->save(folder);
        };
        return result;
    }

protected:
    std::shared_ptr<torch::nn::Module> newNetwork(Weights weights, const Monitor& monitor,
                                                  std::vector<Message>& notes) override
    {
        auto network
            = makeTextNetwork(m_spec.model, nextToken(),
                              contextOf(m_spec, m_pipeline->spec(), m_pipeline->vocabularySize(),
                                        classCount(), std::ssize(m_facts.columns)));
        if (weights == Weights::Fresh && !m_spec.model.embedding.vectors.empty())
            notes.push_back(
                takeVectors(network->encoder(), *m_pipeline, m_spec.model.embedding, monitor));
        return network;
    }

private:
    TextNetwork& network() const { return *networkAs<TextNetwork>(); }

    std::vector<std::string> graphNotes() const
    {
        const bool stream = m_options.isStream();
        std::vector<std::string> notes{
            "A softmax over the last axis of `scores` gives the probabilities of the next token.",
            "The first token is predicted from the id "
                + std::to_string(LanguageTexts::beginId(stream)) + " in front of it; the end of a "
                + (stream ? "line" : "text") + " is the id " + std::to_string(kEndId) + "."};
        if (const int64_t window = network().encoder().traits().window; window > 0)
            notes.push_back("At most " + std::to_string(window)
                            + " tokens fit, with those that `step` has read before: longer texts "
                              "are read in windows of so many.");
        else if (!stream)
            notes.push_back(lengthNote(m_pipeline->spec().maximumLength));
        return notes;
    }

    LanguageParts languageParts() const
    {
        LanguageParts parts;
        parts.network = networkAs<TextNetwork>();
        parts.pipeline = m_pipeline;
        parts.outputs = m_pipeline->vocabularySize();
        parts.device = device().str();
        parts.summarise = [spec = m_spec, sizes = sizes()] { return summariseModel(spec, sizes); };
        parts.options = m_options;
        parts.facts = m_facts;
        parts.batchSize = m_spec.training.batchSize;
        return parts;
    }

    PreparedData described() const
    {
        PreparedData data;
        const LanguageTexts& train = texts(Split::Train);
        data.items.lengths = train.lengths();
        data.items.unit = TrainingItems::Unit::Token;
        data.items.inOrder = m_carries;
        data.items.rowOf = [this](int32_t item) { return texts(Split::Train).line(item); };
        if (m_options.isStream())
            data.items.textOf = [this](int32_t item) {
                return linesOf(texts(Split::Train).predicted(item), *m_pipeline);
            };
        for (const Split split : {Split::Train, Split::Valid, Split::Test}) {
            data.texts[static_cast<size_t>(split)] = texts(split).lines();
            data.fingerprints[static_cast<size_t>(split)] = fingerprint(split);
        }
        data.vocabularySize = m_pipeline->vocabularySize();
        data.trainUnknownShare = train.unknownShare();
        data.validUnknownShare = texts(Split::Valid).unknownShare();
        const auto tokens = static_cast<int64_t>(train.ids().size());
        data.facts = {{"train_tokens", tokens, {"%1 training tokens", {std::to_string(tokens)}}}};
        if (hasClasses(m_spec))
            data.facts.push_back({"classes",
                                  m_facts.classes,
                                  {"%1 classes", {std::to_string(m_facts.classes.size())}}});
        data.notes = m_notes;
        if (hasNumbers(m_spec))
            data.facts.push_back(
                {"columns",
                 toJson(m_facts.columns),
                 {"numbers of %1 {column|columns}", {std::to_string(m_facts.columns.size())}}});
        if (isConditional(m_spec))
            data.teacherForcing = [this](const TrainingMoment& moment) { return forced(moment); };
        return data;
    }

    /// Probability with which the network is fed the reference token.
    double forced(const TrainingMoment& moment) const
    {
        return m_forcing->probabilityAt(moment.step, moment.plannedUpdates);
    }

    std::string fingerprint(Split split) const
    {
        DataFingerprint fingerprint;
        fingerprint.add(texts(split).lengths());
        const LineConditions& conditions = texts(split).conditions();
        fingerprint.add(conditions.classes);
        fingerprint.add(std::string_view(reinterpret_cast<const char*>(conditions.numbers.data()),
                                         conditions.numbers.size() * sizeof(float)));
        fingerprint.add(texts(split).ids());
        return fingerprint.text();
    }

    /// The conditions of all rows.
    LineConditions conditionsOf(const CorpusPart& rows) const
    {
        if (hasClasses(m_spec))
            return {.classes = rows.classes()};
        return {.numbers = standardised(rows, m_facts.columns), .columns = m_facts.columns.size()};
    }

    const LanguageTexts& texts(Split split) const { return m_texts[static_cast<size_t>(split)]; }
    int64_t classCount() const { return static_cast<int64_t>(m_facts.classes.size()); }
    NetworkSizes sizes() const { return {m_pipeline->vocabularySize(), 0, classCount()}; }

    /// @throws Error{BadData} when the training text teaches nothing or another one measures
    /// nothing.
    void checkTokens() const
    {
        if (!texts(Split::Train).hasKnownToken())
            throw Error(ErrorCode::BadData,
                        {"The training text has no token that is in the vocabulary.", {}},
                        {"Check its preview: its lines are blank, or the cleaning leaves nothing "
                         "of them, or "
                         "every token is rare; then lower text.minimum_frequency.",
                         {}});
        for (const auto& [split, name] :
             {std::pair(Split::Valid, "validation"), {Split::Test, "test"}})
            if (texts(split).count() > 0 && !texts(split).hasToken())
                throw Error(
                    ErrorCode::BadData, {"The %1 text has no token.", {name}},
                    {"Check its preview: its lines are blank, or the cleaning leaves nothing "
                     "of them.",
                     {}});
    }

    /// Adds a note about the lines that are cut: their ends are neither learnt nor scored.
    void noteCutLines()
    {
        const LanguageTexts& train = texts(Split::Train);
        if (train.cutLines() > 0)
            m_notes.push_back(
                {"Training lines that are cut at the maximum length of %1 tokens: %2 of %3. Tokens "
                 "beyond this length are used neither for training nor for scoring; raise "
                 "text.maximum_length to include them.",
                 {std::to_string(m_pipeline->spec().maximumLength),
                  std::to_string(train.cutLines()), std::to_string(train.lines())}});
    }

    /// Occurrences of each token as a target: the unigram model.
    std::vector<int64_t> countsOf(const LanguageTexts& part) const
    {
        std::vector<int64_t> counts(static_cast<size_t>(m_pipeline->vocabularySize()));
        for (const int32_t id : part.ids())
            ++counts[static_cast<size_t>(id)];
        return counts;
    }

    /// @param inputs  ids, labels and maybe conditions, `own` in all; then the states before.
    BatchLoss computed(const LossPass::Tensors& inputs, size_t own, const torch::Tensor& lengths)
    {
        constexpr size_t kConditions = 2;
        LanguageBatch batch{{inputs[0], lengths}, inputs[1]};
        if (own > kConditions)
            batch.input.classes = inputs[kConditions];
        CarriedState carried{{inputs.begin() + static_cast<ptrdiff_t>(own), inputs.end()}};
        const LabelFit fit
            = fitOf(batch, m_carries ? &carried : nullptr, m_spec.training.labelSmoothing);
        carried.detach();
        std::vector<int64_t> offsets;
        for (int64_t row = 0; row <= lengths.size(0); ++row)
            offsets.push_back(row * inputs[0].size(1));
        return {fit.crossEntropy,
                {{"accuracy", fit.correct}},
                {fit.ofRows, std::move(offsets)},
                std::move(carried.parts)};
    }

    LabelFit fitOf(const LanguageBatch& batch, CarriedState* carried, double smoothing)
    {
        const torch::Tensor logits
            = network().forward(batch.input, carried); // [rows, length, vocabulary]
        return labelFit(logits.flatten(0, 1), batch.labels, smoothing, Logits::GivenUp);
    }

    ExperimentSpec m_spec;
    LanguageOptions m_options; ///< The spec's options.
    bool m_carries = false;
    std::unique_ptr<TeacherForcing> m_forcing;
    std::shared_ptr<TextPipeline> m_pipeline;
    LanguageFacts m_facts;
    std::array<LanguageTexts, 3> m_texts; ///< By Split.
    CarriedRows m_carried;
    std::vector<Message> m_notes; ///< On the data.
    /// Last: its thread reads the training texts.
    BatchesAhead<PlainLanguageBatch> m_batches{
        [this](std::span<const int32_t> items) { return plainBatch(texts(Split::Train), items); }};
};

TaskEntry languageEntry(TaskDescription description)
{
    description.loss = crossEntropyLoss();
    description.scores
        = {"accuracy", "perplexity", "unknown_share", "known_perplexity", "bits_per_character"};
    description.files = {kFactsFile};
    description.check = checkLanguageModel;
    description.head = "next_token";
    description.changeable = {"writing.search", "writing.length", "writing.stop_at_line_end"};
    return {.description = std::move(description),
            .make = [](const ExperimentSpec& spec) { return std::make_unique<LanguageTask>(spec); },
            .network = plannedLanguageModel,
            .plan = plannedStream};
}

} // namespace

TaskEntry languageModelTask()
{
    TaskDescription description;
    description.kind = {.id = kLanguageModelTask,
                        .title = "Language model",
                        .summary = "Predicts the next token of a text, and so can continue it.",
                        .formula = {"p(x) = Π_t p(x_t | x_{<t})",
                                    R"tex(p(x) = \prod_{t=1}^{T} p(x_t \mid x_{<t}))tex"},
                        .options = languageSchema().options()};
    description.columns = {ColumnKind::Text};
    return languageEntry(std::move(description));
}

TaskEntry classToTextTask()
{
    TaskDescription description;
    description.kind = {.id = kClassToTextTask,
                        .title = "Class to text",
                        .summary = "Generates a text for a class, such as names of a language.",
                        .formula = {"p(x | c) = Π_t p(x_t | x_{<t}, c)",
                                    R"tex(p(x \mid c) = \prod_{t=1}^{T} p(x_t \mid x_{<t}, c))tex"},
                        .options = classToTextSchema().options()};
    description.columns = {ColumnKind::Text, ColumnKind::Class};
    return languageEntry(std::move(description));
}

TaskEntry numbersToTextTask()
{
    TaskDescription description;
    description.kind = {.id = kNumbersToTextTask,
                        .title = "Numbers to text",
                        .summary = "Generates a text for numbers, such as a review for its stars.",
                        .formula = {"p(x | v) = Π_t p(x_t | x_{<t}, v)",
                                    R"tex(p(x \mid v) = \prod_{t=1}^{T} p(x_t \mid x_{<t}, v))tex"},
                        .options = numbersToTextSchema().options()};
    description.columns = {ColumnKind::Text, ColumnKind::Number};
    description.features = [](const Selection& task) {
        return numbersToTextSchema().fromJson(task.options).features;
    };
    return languageEntry(std::move(description));
}

} // namespace core
