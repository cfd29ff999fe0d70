// The data that the baselines of each kind of task are computed from.
#include "core/baseline/task_baselines.h"
#include "core/data/cells/cell_text.h"
#include "core/data/corpus.h"
#include "core/probe/baselines/baseline_answers.h"
#include "core/task/language_model/coded_line.h"
#include "core/task/language_model/language_texts.h"
#include "core/task/translation/translation_options.h"
#include "core/task/translation/translation_scoring.h"
#include "core/text/text_files.h"

#include <algorithm>
#include <unordered_map>

namespace core {

namespace {

bool unitIsSmall(const TextSpec& text)
{
    const std::string unit = tokenUnit(text);
    return unit == "character" || unit == "byte";
}

/// The median length of up to so many texts, spread over all.
double medianLetters(TextList texts)
{
    constexpr size_t kLooked = 2000;
    std::vector<int64_t> lengths;
    const size_t every = texts.size() / kLooked + 1;
    for (size_t i = 0; i < texts.size(); i += every)
        lengths.push_back(countCharacters(texts[i]));
    if (lengths.empty())
        return 0.0;
    const auto middle = lengths.begin() + static_cast<int64_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return static_cast<double>(*middle);
}

void describeTexts(const BaselineSource& source, const TextSpec& text, Baselines& baselines)
{
    baselines.lettersInText = medianLetters(source.data.train.texts());
    baselines.readsCharacters = unitIsSmall(text);
}

/// Bags of the tokens that the network reads; those that its vocabulary lacks are left out.
SparseRows bagsOf(TextList texts, const TextPipeline& pipeline, const Monitor& monitor)
{
    constexpr size_t kBlock = 1 << 12;
    TokenRowCounter counter(pipeline.vocabularySize(), int32_t{kSpecialTokens});
    for (size_t first = 0; first < texts.size(); first += kBlock) {
        const TextList block = texts.part(first, std::min(kBlock, texts.size() - first));
        for (const std::vector<int32_t>& ids : pipeline.ids(block, monitor))
            counter.add(ids);
        block.release(0, block.size());
        monitor.throwIfStopped();
    }
    return counter.finished();
}

/// Words as the tagger reads them, each cleaned by itself.
class CleanedWords {
public:
    explicit CleanedWords(const TextPipeline& pipeline) : m_pipeline(pipeline) { }
    const std::string& of(std::string_view word)
    {
        const auto [at, isNew] = m_cleaned.try_emplace(std::string(word));
        if (isNew)
            at->second = m_pipeline.clean(word);
        return at->second;
    }

private:
    const TextPipeline& m_pipeline;
    std::unordered_map<std::string, std::string> m_cleaned;
};

TagData tagData(const CorpusPart& rows, const std::vector<std::string>& tags, CleanedWords& words)
{
    std::unordered_map<std::string_view, int32_t> indices;
    for (const std::string& tag : tags)
        indices.emplace(tag, static_cast<int32_t>(indices.size()));
    TagData data;
    for (size_t row = 0; row < rows.size(); ++row) {
        std::vector<std::string>& own = data.words.emplace_back();
        for (const std::string_view word : tokensOf(rows.texts()[row]))
            own.push_back(words.of(word));
        std::vector<int32_t>& truth = data.tags.emplace_back();
        for (const std::string_view tag : tokensOf(rows.texts(1)[row]))
            truth.push_back(indices.at(tag));
    }
    return data;
}

LanguageData languageData(const CorpusPart& rows, const LineConditions& conditions,
                          const TextPipeline& pipeline, const LanguageOptions& options,
                          CodedText coded, const Monitor& monitor)
{
    const LanguageTexts texts
        = LanguageTexts::encoded(rows.texts(), conditions, pipeline, options, monitor, coded);
    LanguageData data;
    data.ids.assign(texts.ids().begin(), texts.ids().end());
    for (auto begin = data.ids.begin(); begin != data.ids.end();) {
        const auto end = std::find(begin, data.ids.end(), int32_t{kEndId}) + 1;
        data.lines.push_back(end - begin);
        begin = end;
    }
    data.classes = texts.conditions().classes;
    data.characters = texts.characters();
    data.spellingNats = texts.spellingNats();
    return data;
}

} // namespace

Baselines classBaselinesOf(const BaselineSource& source, const Monitor& monitor)
{
    const TextPipeline pipeline = TextPipeline::load(source.run);
    const auto data = [&](const CorpusPart& rows) {
        return ClassData{bagsOf(rows.texts(), pipeline, monitor), rows.classes()};
    };
    Baselines baselines = classBaselines(
        data(source.data.train), data(source.rows), source.data.classes,
        [&](int32_t column) { return pipeline.token(column + kSpecialTokens); }, monitor);
    describeTexts(source, pipeline.spec(), baselines);
    return baselines;
}

Baselines numberBaselinesOf(const BaselineSource& source, const Monitor& monitor)
{
    const TextPipeline pipeline = TextPipeline::load(source.run);
    const auto data = [&](const CorpusPart& rows) {
        return NumberData{bagsOf(rows.texts(), pipeline, monitor), rows.numbers()};
    };
    Baselines baselines = numberBaselines(data(source.data.train), data(source.rows), monitor);
    describeTexts(source, pipeline.spec(), baselines);
    return baselines;
}

Baselines tagBaselinesOf(const BaselineSource& source, const Monitor& monitor)
{
    const TextPipeline pipeline = TextPipeline::load(source.run);
    CleanedWords words(pipeline);
    const std::vector<std::string>& tags = source.data.classes;
    const TagData train = tagData(source.data.train, tags, words);
    monitor.throwIfStopped();
    return tagBaselines(train, tagData(source.rows, tags, words), tags);
}

Baselines pairBaselinesOf(const BaselineSource& source, const Monitor&)
{
    const TextSpec target = readTextFiles(FilePlace(source.run) / "target").spec;
    const int64_t measured = translationOptions(source.spec).decoding.validationSentences;
    return pairBaselines(source.rows.texts(0).strings(), source.rows.texts(1).strings(),
                         static_cast<size_t>(measured), {.lowercase = lowerCases(target)});
}

Baselines languageBaselinesOf(const BaselineSource& source, const Monitor& monitor)
{
    constexpr int64_t kWords = 5, kCharacters = 7; // tokens of the longest n-grams
    constexpr int64_t kNeverPredicted = 2; // <pad> and <bos>
    const TextPipeline pipeline = TextPipeline::load(source.run);
    const LanguageOptions options = languageOptions(source.spec);
    const auto data = [&](const CorpusPart& rows, CodedText coded) {
        return languageData(rows,
                            {hasClasses(source.spec) ? rows.classes() : std::vector<int32_t>()},
                            pipeline, options, coded, monitor);
    };
    return languageBaselines(
        data(source.data.train, CodedText::NotMeasured), data(source.rows, CodedText::Measured),
        {.outcomes = pipeline.vocabularySize() - kNeverPredicted,
         .begin = static_cast<int32_t>(LanguageTexts::beginId(options.isStream())),
         .stream = options.isStream(),
         .order = unitIsSmall(pipeline.spec()) ? kCharacters : kWords,
         .unknown = static_cast<int32_t>(kUnknownId)},
        monitor);
}

} // namespace core
