#include "core/base/atomic_file.h"
#include "core/base/read_json.h"
#include "core/exchange/vectors.h"
#include "core/metric/tag_scheme.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/nn/layers/dropout.h"
#include "core/task/entries.h"
#include "core/task/further_columns.h"
#include "core/task/tagging/tag_decoder.h"
#include "core/task/tagging/tagger_parts.h"
#include "core/task/tagging/tagging_options.h"
#include "core/task/text_task.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

constexpr const char* kFile = "tagging.json";
constexpr const char* kSoftmaxHead = "tag";

/// Learnt from the data beside the vocabulary.
struct LearntTags {
    std::vector<std::string> tags; ///< Sorted.
    std::vector<std::string> characters;
    std::vector<FeatureColumn> features;
};

std::vector<std::string> namesIn(const Json& json, const char* key, const std::string& file)
{
    const bool valid = json.is_object() && json.contains(key) && json.at(key).is_array()
        && std::all_of(json.at(key).begin(), json.at(key).end(),
                       [](const Json& name) { return name.is_string(); });
    if (!valid)
        throw Error(ErrorCode::FileMalformed, {"%1 lists no %2 of a tagger.", {file, key}},
                    {"Copy the whole run folder again from where it was made.", {}});
    return json.at(key).get<std::vector<std::string>>();
}

/// None in the file of a network that reads no further columns.
std::vector<FeatureColumn> featuresIn(const Json& json, const std::string& file)
{
    std::vector<FeatureColumn> features;
    if (!json.contains("features"))
        return features;
    const bool valid = json.at("features").is_array()
        && std::all_of(json.at("features").begin(), json.at("features").end(),
                       [](const Json& feature) {
                           return feature.is_object() && feature.contains("column")
                               && feature.at("column").is_string();
                       });
    if (!valid)
        throw Error(ErrorCode::FileMalformed, {"%1 lists no %2 of a tagger.", {file, "features"}},
                    {"Copy the whole run folder again from where it was made.", {}});
    for (const Json& feature : json.at("features"))
        features.push_back(
            {feature.at("column").get<std::string>(), namesIn(feature, "values", file)});
    return features;
}

LearntTags readLearnt(const FilePlace& folder)
{
    const FilePlace path = folder / kFile;
    const Json json = readJsonFile(path, Links::Refuse);
    const std::string file = path.path().string();
    LearntTags learnt{namesIn(json, "tags", file), namesIn(json, "characters", file),
                      featuresIn(json, file)};
    if (learnt.tags.empty())
        throw Error(ErrorCode::FileMalformed, {"%1 lists no tags.", {file}},
                    {"Copy the whole run folder again from where it was made.", {}});
    return learnt;
}

WordParts partsOf(const TaggingOptions& options, int64_t characters,
                  std::vector<WordFeature> features)
{
    return {.characters = options.characters,
            .characterCount = kFirstCharacterId + characters,
            .caseFeatures = options.caseFeatures,
            .caseCount = kWordCases,
            .features = std::move(features),
            .featureDimension = options.featureDimension};
}

std::vector<WordFeature> tablesOf(const std::vector<FeatureColumn>& features)
{
    std::vector<WordFeature> tables;
    for (const FeatureColumn& feature : features)
        tables.push_back({feature.column, kFirstValueId + std::ssize(feature.values)});
    return tables;
}

const HeadEntry& taggingHead(const TaggingOptions& options)
{
    return findHead(options.hasCrf() ? "crf" : kSoftmaxHead);
}

/// Tokens with a tag each. An item is a text, or a piece of one that is longer than the network
/// reads; a unit is a token. With a CRF the loss of an update is the negative logarithm of the
/// probability of all tags of its texts, divided by their tokens: nats a token there, too.
class TaggingTask : public TargetTask {
public:
    explicit TaggingTask(const ExperimentSpec& spec)
        : TargetTask(spec), m_options(taggingOptions(spec))
    {
    }

    std::any parts() const override
    {
        return TaggerParts{textParts(), reader(), m_learnt.tags, m_options};
    }

protected:
    /// Words of pretrained vectors are known, too, also where no training text has them: that is
    /// what such vectors are for.
    TextPipeline learnPipeline(TextList texts, const Monitor& monitor) const override
    {
        return learnWords(spec().text, texts, wordsOfFile(spec().model.embedding, monitor),
                          monitor);
    }
    EncodedTexts encode(const CorpusPart& rows, Split, const Monitor& monitor) override
    {
        return reader().readOnce(rows, monitor);
    }
    void disturb(PaddedIds& inputs) override;
    void complete(NetworkContext& context) const override
    {
        if (pipeline()->marksTexts())
            context.marks = TextMarks::Around;
    }
    const HeadEntry& head() const override { return taggingHead(m_options); }
    WordParts wordParts() const override
    {
        return partsOf(m_options, std::ssize(m_learnt.characters), tablesOf(m_learnt.features));
    }

    void restoreAnswers(const FilePlace& run) override;
    void learnAnswers(const Corpus& data) override;
    void saveAnswers(const FilePlace& run) const override
    {
        Json json = {{"tags", m_learnt.tags}, {"characters", m_learnt.characters}};
        for (const FeatureColumn& feature : m_learnt.features)
            json["features"].push_back({{"column", feature.column}, {"values", feature.values}});
        writeFileAtomically(run / kFile, json.dump(2) + "\n");
    }
    void takeAnswers(Split split, Column answers) override;
    void addNames(DataFingerprint& fingerprint) const override
    {
        for (const std::string& tag : m_learnt.tags)
            fingerprint.add(tag + '\n');
        for (const FeatureColumn& feature : m_learnt.features)
            for (const std::string& value : feature.values)
                fingerprint.add(feature.column + '\t' + value + '\n');
    }
    void addAnswers(DataFingerprint& fingerprint, Split split) const override
    {
        fingerprint.add(tags(split));
        if (m_learnt.features.empty())
            return;
        const WrittenWords& words = texts(split).words;
        fingerprint.add(texts(split).forms);
        fingerprint.add(std::vector<int32_t>(words.features.begin(), words.features.end()));
    }

    std::vector<StartFact> facts() const override
    {
        return {{"tags", m_learnt.tags, {"%1 tags", {std::to_string(m_learnt.tags.size())}}}};
    }
    void describeItems(TrainingItems& items) const override
    {
        items.unit = TrainingItems::Unit::Token;
        items.rowOf = [this](int32_t item) {
            const auto& starts = texts(Split::Train).starts;
            const int64_t begin = texts(Split::Train).offsets[static_cast<size_t>(item)];
            return std::upper_bound(starts.begin(), starts.end(), begin) - starts.begin() - 1;
        };
    }

    int64_t outputs() const override { return std::ssize(m_learnt.tags); }
    torch::Tensor targetsOf(Split split, std::span<const int32_t> items) const override
    {
        return sentTo(device(), tensorOf(tagsOf(split, items)));
    }
    BatchLoss lossOf(const torch::Tensor& outputs, const torch::Tensor& labels,
                     const std::vector<int64_t>& lengths) override;
    std::unique_ptr<Measurement> measure(Split split) const override;

    TextPython python() const override { return taggerPython(m_learnt.tags, reader(), m_options); }
    std::map<std::string, std::string> metadata() const override
    {
        return {{"tags", Json(m_learnt.tags).dump()}};
    }
    std::vector<GraphFunction> graphs() const override
    {
        if (m_forbidden)
            tagHead().forbid(*m_forbidden);
        return network().graphs();
    }
    std::vector<std::string> graphNotes() const override
    {
        std::vector<std::string> notes{
            "The answer for each token is its number in `tags`, which counts from 0 in the order "
            "of the names below; what stands there at padding means nothing."};
        if (m_options.hasCrf())
            notes.emplace_back("`tags` is the best path as a whole: it may differ from the largest "
                               "of the `scores` of a token, which are those before the CRF.");
        return notes;
    }

private:
    class TagMeasurement;

    WordReader reader() const
    {
        return {pipeline(), m_learnt.characters,
                m_options.readsWords() ? LooksIntoWords::Yes : LooksIntoWords::No,
                m_learnt.features};
    }
    const std::vector<int32_t>& tags(Split split) const
    {
        return m_tags[static_cast<size_t>(split)];
    }
    /// The true tags of these items, one after another.
    std::vector<int64_t> tagsOf(Split split, std::span<const int32_t> items) const;
    /// As crfLoss() takes them.
    std::vector<int64_t> offsetsOf(Split split, std::span<const int32_t> items) const;
    TagHead& tagHead() const { return static_cast<TagHead&>(network().head()); }
    TagDecoder decoder() const { return {tagHead(), m_forbidden}; }
    void findForbiddenMoves()
    {
        if (m_options.constrained())
            m_forbidden = forbiddenMoves(m_learnt.tags);
    }
    torch::Tensor entropy(const torch::Tensor& outputs, Split split,
                          std::span<const int32_t> items) const;

    TaggingOptions m_options;
    LearntTags m_learnt;
    std::optional<CrfScores> m_forbidden; ///< As TagDecoder takes it.
    std::array<std::vector<int32_t>, 3> m_tags; ///< By Split; one a token, as the ids.
};

/// Known words become unknown, each by itself.
void TaggingTask::disturb(PaddedIds& inputs)
{
    if (m_options.wordDropout == 0.0)
        return;
    std::vector<float> kept(inputs.ids.size(), 1.0F);
    const int64_t texts = std::ssize(inputs.lengths);
    applyDropout(kept.data(), kept.data(), texts, inputs.longest,
                 drawDropoutMask(m_options.wordDropout), marksOfTexts(texts).data_ptr<int64_t>());
    for (size_t i = 0; i < kept.size(); ++i)
        if (kept[i] == 0.0F && inputs.ids[i] >= kSpecialTokens)
            inputs.ids[i] = kUnknownId;
}

/// Includes tags that occur only in validation or test texts: the network never predicts them, and
/// their tokens count as wrong.
void TaggingTask::learnAnswers(const Corpus& data)
{
    m_learnt.tags = data.classes;
    if (monitoredScore(spec().training.monitor).starts_with("span_")
        && tagSchemeOf(m_learnt.tags) == TagScheme::None)
        throw Error(
            ErrorCode::BadSetting,
            {"training.monitor is \"%1\", but the tags mark no spans: \"%2\" is neither BIO "
             "nor BIOES.",
             {spec().training.monitor, shown(m_learnt.tags.back())}},
            {"Choose valid_token_accuracy or valid_loss.", {}});
    // Rows of the other network's table stay with their characters.
    const std::filesystem::path from = spec().model.start.from;
    std::error_code error;
    const bool goesOn = !from.empty() && std::filesystem::exists(from / kFile, error);
    const LearntTags other = goesOn ? readLearnt(from) : LearntTags();
    m_learnt.characters = goesOn ? other.characters : learnCharacters(data.train.texts());
    m_learnt.features.clear();
    for (size_t i = 0; i < m_options.features.size(); ++i) {
        const std::string& column = m_options.features[i];
        const bool same = i < other.features.size() && other.features[i].column == column;
        m_learnt.features.push_back(
            {column, same ? other.features[i].values : learnValues(data.train.texts(i + 2))});
    }
    findForbiddenMoves();
}

void TaggingTask::restoreAnswers(const FilePlace& run)
{
    m_learnt = readLearnt(run);
    const bool fits = std::equal(m_learnt.features.begin(), m_learnt.features.end(),
                                 m_options.features.begin(), m_options.features.end(),
                                 [](const FeatureColumn& feature, const std::string& column) {
                                     return feature.column == column;
                                 });
    if (!fits)
        throw Error(ErrorCode::FileMalformed,
                    {"%1 lists other columns than the run's settings name (task.features).",
                     {(run / kFile).path().string()}},
                    {"Copy the whole run folder again from where it was made.", {}});
    findForbiddenMoves();
}

void TaggingTask::takeAnswers(Split split, Column answers)
{
    m_tags[static_cast<size_t>(split)]
        = tagNumbers(m_learnt.tags, answers.texts, texts(split).starts);
}

std::vector<int64_t> TaggingTask::tagsOf(Split split, std::span<const int32_t> items) const
{
    const EncodedTexts& all = texts(split);
    std::vector<int64_t> some;
    for (const int32_t item : items) {
        const auto first = tags(split).begin() + all.offsets[static_cast<size_t>(item)];
        some.insert(some.end(), first, first + all.lengths[static_cast<size_t>(item)]);
    }
    return some;
}

std::vector<int64_t> TaggingTask::offsetsOf(Split split, std::span<const int32_t> items) const
{
    std::vector<int64_t> offsets{0};
    for (const int32_t item : items)
        offsets.push_back(offsets.back() + texts(split).lengths[static_cast<size_t>(item)]);
    return offsets;
}

BatchLoss TaggingTask::lossOf(const torch::Tensor& outputs, const torch::Tensor& labels,
                              const std::vector<int64_t>& lengths)
{
    std::vector<int64_t> offsets{0};
    for (const int64_t length : lengths)
        offsets.push_back(offsets.back() + length);
    if (!m_options.hasCrf()) {
        LabelFit fit = labelFit(outputs, labels, spec().training.labelSmoothing, Logits::GivenUp);
        return {
            fit.crossEntropy, {{"token_accuracy", fit.correct}}, {fit.ofRows, std::move(offsets)}};
    }
    const torch::Tensor best = decoder().best(outputs.detach(), offsets).to(labels.device());
    CrfFit fit = crfFit(outputs, labels, offsets, tagHead().crf());
    return {fit.loss, {{"token_accuracy", best.eq(labels).sum()}}, {fit.ofTexts}};
}

torch::Tensor TaggingTask::entropy(const torch::Tensor& outputs, Split split,
                                   std::span<const int32_t> items) const
{
    const torch::Tensor labels = targetsOf(split, items);
    return m_options.hasCrf() ? crfLoss(outputs, labels, offsetsOf(split, items), tagHead().crf())
                              : labelFit(outputs, labels, 0.0).crossEntropy;
}

class TaggingTask::TagMeasurement : public TargetTask::Measurement {
public:
    TagMeasurement(const TaggingTask& task, Split split)
        : m_task(task)
        , m_split(split)
        , m_predicted(task.tags(split).size())
        , m_likeliest(task.m_options.hasCrf() ? task.tags(split).size() : 0)
    {
    }
    void add(const torch::Tensor& outputs, std::span<const int32_t> items) override
    {
        m_lossSum += m_task.entropy(outputs, m_split, items).item<double>();
        put(m_task.decoder().best(outputs, m_task.offsetsOf(m_split, items)), items, m_predicted);
        if (m_task.m_options.hasCrf())
            put(outputs.argmax(1).to(torch::kCPU), items, m_likeliest);
    }
    void join(EvaluationShare& share) override
    {
        share.total(m_predicted);
        share.total(m_likeliest);
        share.totalEach(m_lossSum);
    }
    SplitScores scores() const override
    {
        const auto& starts = m_task.texts(m_split).starts;
        return plainScores(taggingScores(m_task.m_learnt.tags, starts, m_task.tags(m_split),
                                         m_predicted, m_likeliest, m_lossSum));
    }

private:
    /// @param tags  [tokens] int64 on the CPU, of the items one after another.
    void put(const torch::Tensor& tags, std::span<const int32_t> items, std::vector<int32_t>& all)
    {
        const EncodedTexts& texts = m_task.texts(m_split);
        const int64_t* tag = tags.data_ptr<int64_t>();
        for (const int32_t item : items)
            for (int32_t t = 0; t < texts.lengths[static_cast<size_t>(item)]; ++t)
                all[static_cast<size_t>(texts.offsets[static_cast<size_t>(item)] + t)]
                    = static_cast<int32_t>(*tag++);
    }
    static SplitScores plainScores(const TaggingScores& scores)
    {
        SplitScores result{scores.loss, {{"token_accuracy", scores.accuracy}}};
        if (scores.hasSpans)
            result.scores.insert(result.scores.end(),
                                 {{"span_f1", scores.spans.f1},
                                  {"span_precision", scores.spans.precision},
                                  {"span_recall", scores.spans.recall}});
        return result;
    }

    const TaggingTask& m_task;
    Split m_split;
    std::vector<int32_t> m_predicted, m_likeliest; ///< One a token; the latter without the CRF.
    double m_lossSum = 0.0;
};

std::unique_ptr<TargetTask::Measurement> TaggingTask::measure(Split split) const
{
    return std::make_unique<TagMeasurement>(*this, split);
}

void check(const ExperimentSpec& spec, std::vector<Problem>& problems)
{
    checkFeatures(taggingOptions(spec).features, spec, problems);
    if (taggingOptions(spec).hasCrf() && spec.training.labelSmoothing > 0.0)
        problems.push_back({"training.label_smoothing",
                            {"training.label_smoothing is %1, which a CRF does not use; set it to "
                             "0, or task.head to softmax.",
                             {numberText(spec.training.labelSmoothing)}}});
}

/// The number of the run that it starts from, else about that of texts in one alphabet.
WordParts plannedParts(const ExperimentSpec& spec)
{
    constexpr int64_t kPlannedCharacters = 100;
    constexpr int64_t kValues = 50;
    const std::filesystem::path from = spec.model.start.from;
    std::error_code error;
    const TaggingOptions options = taggingOptions(spec);
    std::vector<WordFeature> features;
    for (const std::string& column : options.features)
        features.push_back({column, kFirstValueId + kValues});
    return partsOf(options,
                   !from.empty() && std::filesystem::exists(from / kFile, error)
                       ? std::ssize(readLearnt(from).characters)
                       : kPlannedCharacters,
                   std::move(features));
}

NetworkPlan plannedTagger(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    NetworkContext context = textContext(spec, sizes.vocabularySize, sizes.classes);
    context.parts = plannedParts(spec);
    return {taggingHead(taggingOptions(spec)), std::move(context)};
}

} // namespace

TaskEntry taggingTask()
{
    return {
        .description
        = {.kind = {.id = kTaggingTask,
                    .title = "Tagging",
                    .summary = "Each token of a text gets a tag: parts of speech, names of people "
                               "and places.",
                    .formula = {"y_1 … y_n = argmax p(y_1 … y_n | x_1 … x_n)",
                                R"tex(y_1 \dots y_n = \operatorname{argmax}\;
p(y_1 \dots y_n \mid x_1 \dots x_n))tex"},
                    .options = taggingSchema().options()},
           .columns = {ColumnKind::Tokens, ColumnKind::Tags},
           .loss = crossEntropyLoss(),
           .scores = {"token_accuracy", "span_f1", "span_precision", "span_recall"},
           .files = {kFile},
           .check = check,
           .head = kSoftmaxHead,
           .families
           = {{"tag_head", tagHeadKinds()}, {"characters", characterRegistry().descriptions()}},
           .monitored = {"span_f1"},
           .changeable = {},
           .features
           = [](const Selection& task) { return taggingSchema().fromJson(task.options).features; }},
        .make = [](const ExperimentSpec& spec) { return std::make_unique<TaggingTask>(spec); },
        .network = plannedTagger};
}

} // namespace core
