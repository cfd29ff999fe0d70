#include "core/catalogue/data_defaults.h"

#include "core/base/error.h"
#include "core/base/spec_values.h"
#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/catalogue/spec_settings.h"
#include "core/catalogue/suited_settings.h"
#include "core/catalogue/text_signs.h"
#include "core/task/translation/translation_options.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace core {

namespace {

constexpr int64_t kMostTokens = 400; ///< Longer texts are cut: each token is a step of a cell.
constexpr int64_t kMostTaggedTokens = 2'000;
constexpr int64_t kLeastQuestionTokens = 32;
constexpr int64_t kLeastTokens = 16;
constexpr int64_t kTokensOfABatch
    = 16'384; ///< With the longest texts in it; more only waits for memory.
constexpr int64_t kTokensOfALargeBatch = 8'192;
constexpr int64_t kUpdatesOfALongEpoch = 1'000;
constexpr int64_t kSmallestOfLong = 16, kLargestOfShort = 256; ///< Batches.
/// Numbers of words below and from which the units of a preset are changed. With 2,000 names and
/// with 600 tweets half of the units were measured to be as good, and a third of them worse.
constexpr double kFewWords = 20'000.0, kManyWords = 2'000'000.0;
constexpr int64_t kUnitsOfMany = 128;
constexpr double kLettersOfAWord = 5.0;
constexpr int64_t kPairsForSubwords = 3'000;

/// With a no-break space between groups of three digits from 10 000 on, as in any language.
std::string numeral(int64_t number)
{
    std::string digits = std::to_string(number);
    if (number >= 10'000)
        for (size_t at = digits.size() - 3; at > 0 && at < digits.size();
             at -= std::min<size_t>(at, 3))
            digits.insert(at, "\u00A0");
    return digits;
}

/// "12 000": two significant digits, as counts of a sample are no more exact.
std::string about(double number)
{
    if (number < 100.0)
        return numeral(std::llround(number));
    const double power = std::pow(10.0, std::floor(std::log10(number)) - 1.0);
    return numeral(std::llround(std::round(number / power) * power));
}

/// How a text is divided.
enum class Unit { Words, Characters, DividedWords };

const char* tokeniserOf(Unit unit)
{
    return unit == Unit::Characters ? "character"
        : unit == Unit::Words       ? "basic_english"
                                    : "white_space";
}

/// The first preset of a task that `suits`; those for data of one's own come first, and the very
/// first preset is one of them. If none suits, the first that would be tried.
template <class Suits> const Preset& presetOf(const std::string& task, Suits suits)
{
    std::vector<const Preset*> candidates;
    for (const bool own : {true, false})
        for (const Preset& preset : presets())
            if (preset.spec.task.kind == task
                && (preset.needsData || &preset == &presets().front()) == own)
                candidates.push_back(&preset);
    const auto found = std::find_if(candidates.begin(), candidates.end(),
                                    [&](const Preset* preset) { return suits(preset->spec); });
    if (candidates.empty())
        throw Error(ErrorCode::BadSetting, {"The task \"%1\" has no preset.", {task}});
    return found == candidates.end() ? *candidates.front() : **found;
}

/// Makes the set-up of a preview, one decision after the other.
class Decisions {
public:
    explicit Decisions(const DataPreview& data)
        : m_data(data)
        , m_signs(textSigns(data.sampleTexts))
        , m_targetSigns(
              textSigns(data.read.arePairs() ? data.sampleLabels : std::vector<std::string>()))
    {
    }

    DataDefaults made()
    {
        explainTask();
        explainBadRows();
        chooseUnit();
        choosePreset();
        explainUnit();
        if (m_data.read.arePairs())
            chooseWordsForFewPairs();
        if (readsRows())
            chooseCleaning();
        chooseLengths();
        chooseUnits();
        if (isRunning())
            explainBatch();
        else
            chooseBatch();
        suitUpdates();
        return finished();
    }

private:
    bool answers(ColumnKind kind) const { return m_data.read.answers(kind); }
    /// Texts one by one, with an answer beside each.
    bool readsRows() const { return answers(ColumnKind::Class) || answers(ColumnKind::Number); }
    bool isRunning() const { return !m_data.read.answer(); }

    void set(const std::string& path, const std::string& value)
    {
        m_made.spec = withValue(m_made.spec, path, value);
    }
    /// A later decision on the same setting replaces the earlier one.
    void explain(const std::string& path, Message what, Message why)
    {
        const auto same = std::find_if(m_made.decisions.begin(), m_made.decisions.end(),
                                       [&](const DataDecision& each) { return each.path == path; });
        DataDecision decision{path, {}, std::move(what), std::move(why)};
        if (same == m_made.decisions.end())
            m_made.decisions.push_back(std::move(decision));
        else
            *same = std::move(decision);
    }

    std::string nameOf(int64_t column) const
    {
        return column < 0 || size_t(column) >= m_data.columns.size()
            ? std::string()
            : shown(m_data.columns[size_t(column)]);
    }

    void explainTask()
    {
        const auto say = [this](const char* what, Message why) {
            explain("task", {what, {}}, std::move(why));
        };
        const std::string answer = nameOf(m_data.labelColumn);
        const std::string classes = numeral(int64_t(m_data.classes.size()));
        if (answers(ColumnKind::Number))
            say("The network predicts a number.",
                {R"(Nearly all cells of "%1" are numbers; they range from %2 to %3.)",
                 {answer, numberText(m_data.numbers.least), numberText(m_data.numbers.greatest)}});
        else if (answers(ColumnKind::Tags))
            say("The network tags each word.",
                {"Each word of the data has a tag; there are %1 different tags.", {classes}});
        else if (answers(ColumnKind::Spans))
            say("The network answers questions.",
                {R"(Each row has a question, a passage and, in "%1", the place of its answer.)",
                 {answer}});
        else if (answers(ColumnKind::Class))
            say("The network predicts a class.",
                {R"(Each text has one of %1 labels in "%2".)", {classes, answer}});
        else if (m_data.read.arePairs() && !m_data.spec.trainTarget.empty())
            say("The network translates.",
                {"There are two files, and each line of one translates that line of the other.",
                 {}});
        else if (m_data.read.arePairs())
            say("The network translates.",
                {R"(Each row has a text in "%1" and its translation in "%2".)",
                 {m_data.textColumns.empty() ? "" : nameOf(m_data.textColumns.front()), answer}});
        else
            say("The network continues a text.",
                {"The lines have neither a label nor a number nor a translation beside them.", {}});
    }

    void explainBadRows()
    {
        if (m_data.spec.skipBadRows && m_data.badRowCount > 0)
            explain("data.skip_bad_rows", {"Rows that cannot be used are skipped.", {}},
                    {"They are only %1 of about %2.",
                     {numeral(m_data.badRowCount), about(double(m_data.trainRows))}});
    }

    /// Few words a text, and hardly one of them comes twice: names, addresses, dates.
    static bool areStrings(const LengthHistogram& lengths, const TextSigns& signs)
    {
        constexpr int64_t kFew = 3;
        return signs.words > 0 && lengths.percentile95 <= kFew
            && signs.distinctWords * 2 > signs.words;
    }

    void chooseUnit()
    {
        const bool pairs = m_data.read.arePairs();
        if (isRunning())
            m_unit = m_signs.isDivided ? Unit::DividedWords : Unit::Characters;
        else if (!answers(ColumnKind::Tags) && !answers(ColumnKind::Spans)
                 && areStrings(m_data.lengths, m_signs)
                 && (!pairs || areStrings(m_data.targetLengths, m_targetSigns)))
            m_unit = Unit::Characters;
    }

    void choosePreset()
    {
        const bool spans = !m_data.tagScheme.empty();
        const Preset& preset = presetOf(m_data.read.task, [&](const ExperimentSpec& spec) {
            if (answers(ColumnKind::Tags))
                return (spec.training.monitor == "valid_span_f1") == spans;
            const std::string& kind = spec.text.tokeniser.kind;
            return m_unit == Unit::Words ? kind != "character" && kind != "white_space"
                                         : kind == tokeniserOf(m_unit);
        });
        m_made.spec = preset.spec;
        m_made.spec.data = m_data.spec;
        const std::string& kind = m_made.spec.text.tokeniser.kind;
        const bool suits
            = m_unit == Unit::Words ? kind != "character" : kind == tokeniserOf(m_unit);
        if (suits || answers(ColumnKind::Tags))
            return;
        set("text.tokeniser", tokeniserOf(m_unit));
        set("text.minimum_frequency", m_unit == Unit::Characters ? "1" : "2");
        if (m_unit == Unit::Characters)
            set("model.embedding.dimension", "32");
    }

    void explainUnit()
    {
        constexpr const char* kPath = "text.tokeniser";
        const std::string median = numeral(m_data.lengths.median);
        if (answers(ColumnKind::Tags))
            return;
        if (isRunning() && m_unit == Unit::DividedWords)
            explain(
                kPath, {"The text is read as words between blanks.", {}},
                {"It is divided into words already: punctuation stands alone, or rare words are "
                 "replaced by \"<unk>\".",
                 {}});
        else if (isRunning())
            explain(kPath, {"The text is read as characters.", {}},
                    {"It is not divided into words, and with characters no word is unknown.", {}});
        else if (m_unit == Unit::Characters)
            explain(kPath, {"The texts are read as characters.", {}},
                    {"95 % of the texts have at most %1 {word|words}, and most words occur only "
                     "once: of %2 words, %3 are different.",
                     {numeral(m_data.lengths.percentile95), numeral(m_signs.words),
                      numeral(m_signs.distinctWords)}});
        else if (!m_data.read.arePairs())
            explain(kPath, {"The texts are read as words.", {}},
                    {"The median text has %1 {word|words}, and words occur again: %2 {text|texts} "
                     "have %3 words, %4 of them different.",
                     {median, numeral(m_signs.texts), numeral(m_signs.words),
                      numeral(m_signs.distinctWords)}});
        else
            explain(
                kPath, {"The texts are read as parts of words.", {}},
                {"The median source text has %1 {word|words}, and with parts of words no word is "
                 "unknown.",
                 {median}});
    }

    void chooseWordsForFewPairs()
    {
        if (m_unit != Unit::Words || m_data.trainRows >= kPairsForSubwords)
            return;
        for (const std::string side : {"text", "task.target_text"}) {
            set(side + ".tokeniser", "punctuation");
            set(side + ".minimum_frequency", "1");
        }
        set("task.target_text.joint", "false");
        explain("text.tokeniser", {"The texts are read as words.", {}},
                {"%1 {pair is|pairs are} too few to learn a vocabulary of parts of words.",
                 {numeral(m_data.trainRows)}});
    }

    void chooseCleaning()
    {
        struct Rule {
            const char* kind;
            int64_t found;
            Message what;
        };
        const std::array<Rule, 4> rules{{
            {"unescape_backslashes", m_signs.escapes, {"Escapes are replaced by characters.", {}}},
            {"unescape_html", m_signs.entities, {"HTML entities are replaced by characters.", {}}},
            {"strip_html", m_signs.tags, {"HTML tags are removed.", {}}},
            {"remove_urls", m_signs.addresses, {"Web addresses are removed.", {}}},
        }};
        constexpr int64_t kOneIn = 50;
        const Rule* most = nullptr;
        Json steps = Json::array();
        for (const Rule& rule : rules) {
            if (rule.found == 0 || rule.found * kOneIn < m_signs.texts)
                continue;
            steps.push_back({{"kind", rule.kind}});
            most = most == nullptr || rule.found > most->found ? &rule : most;
        }
        if (most == nullptr)
            return;
        set("text.cleaning", steps.dump());
        const Message what = steps.size() == 1
            ? most->what
            : Message{"The texts are cleaned in %1 steps.", {numeral(int64_t(steps.size()))}};
        const auto of = numeral(m_signs.texts);
        explain("text.cleaning", what,
                steps.size() == 1
                    ? Message{"Of %1 texts that were looked at, %2 {has|have} them.",
                              {of, numeral(most->found)}}
                    : Message{"Of %1 texts that were looked at, %2 have escapes, %3 HTML entities, "
                              "%4 HTML tags and %5 web addresses.",
                              {of, numeral(m_signs.escapes), numeral(m_signs.entities),
                               numeral(m_signs.tags), numeral(m_signs.addresses)}});
    }

    void chooseLengths()
    {
        m_lengths = lengthsIn(m_made.spec.text, m_data.sampleTexts, m_data.lengths);
        if (isRunning())
            return;
        if (answers(ColumnKind::Tags)) {
            chooseTaggedLength();
            return;
        }
        if (answers(ColumnKind::Spans)) {
            chooseQuestionLength();
            return;
        }
        chooseLength("text.maximum_length", m_lengths,
                     m_data.read.arePairs() ? "source texts" : "texts");
        if (!m_data.read.arePairs())
            return;
        const TextSpec target = translationOptions(m_made.spec).targetText;
        m_targetLengths = lengthsIn(target, m_data.sampleLabels, m_data.targetLengths);
        chooseLength("task.target_text.maximum_length", m_targetLengths, "target texts");
    }

    /// Each word has its tag: only texts that are extremely long are cut.
    void chooseTaggedLength()
    {
        const LengthHistogram& words = m_data.lengths;
        const int64_t before = m_made.spec.text.maximumLength;
        const int64_t limit
            = std::max(before, std::min(roundedUp(words.longest), kMostTaggedTokens));
        set("text.maximum_length", std::to_string(limit));
        explain("text.maximum_length", {"Texts are cut after %1 tokens.", {numeral(limit)}},
                words.longest <= limit
                    ? Message{"The longest text has %1 {word|words}: each word keeps its tag.",
                              {numeral(words.longest)}}
                    : Message{"Half of the texts have at most %1 {word|words}, and the longest has "
                              "%2; the words behind the limit are not read.",
                              {numeral(words.median), numeral(words.longest)}});
    }

    /// Every sign that is no letter is a token, and nothing of a passage should be cut.
    void chooseQuestionLength()
    {
        const LengthHistogram& words = m_data.lengths;
        const int64_t limit
            = std::clamp(roundedUp(words.longest * 3 / 2), kLeastQuestionTokens, kMostTaggedTokens);
        set("text.maximum_length", std::to_string(limit));
        explain("text.maximum_length", {"Texts are cut after %1 tokens.", {numeral(limit)}},
                {"Half of the questions have at most %1 words with their passage, and the longest "
                 "has %2; each sign is a token of its own.",
                 {numeral(words.median), numeral(words.longest)}});
    }

    void chooseLength(const std::string& path, const Lengths& lengths, const std::string& side)
    {
        // Single texts that are far longer than the others are mostly errors.
        const int64_t wanted
            = lengths.longest <= 2 * lengths.most ? lengths.longest : lengths.nearlyAll;
        const int64_t limit = std::min(std::max(roundedUp(wanted), kLeastTokens), kMostTokens);
        set(path, std::to_string(limit));
        const bool source = side == "source texts", target = side == "target texts";
        const Message what{source       ? "Source texts are cut after %1 tokens."
                               : target ? "Target texts are cut after %1 tokens."
                                        : "Texts are cut after %1 tokens.",
                           {numeral(limit)}};
        if (limit < lengths.most)
            explain(
                path, what,
                {"Half of the texts have at most %1 tokens and 95 % at most %2. Reading them to "
                 "their ends would make each update slower.",
                 {numeral(lengths.median), numeral(lengths.most)}});
        else
            explain(path, what,
                    {"Half of the texts have at most %1 {token|tokens}, 95 % at most %2, and the "
                     "longest that was counted has %3.",
                     {numeral(lengths.median), numeral(lengths.most), numeral(lengths.longest)}});
    }

    /// Tokens of a text as the network reads it, of the longer side of a pair.
    int64_t tokensOfALongText() const
    {
        const int64_t most
            = answers(ColumnKind::Tags) ? m_data.lengths.percentile95 : m_lengths.most;
        const int64_t read = std::min(most, m_made.spec.text.maximumLength);
        return std::max<int64_t>(1, std::max(read, std::min(m_targetLengths.most, kMostTokens)));
    }

    void chooseBatch()
    {
        constexpr const char* kPath = "training.batch_size";
        const int64_t tokens = tokensOfALongText(), before = m_made.spec.training.batchSize;
        int64_t batch = before;
        while (batch * tokens > kTokensOfABatch && batch > kSmallestOfLong)
            batch /= 2;
        // Taggers were measured to be worse with larger batches and as many epochs.
        while (!answers(ColumnKind::Tags) && m_data.trainRows / batch > kUpdatesOfALongEpoch
               && batch < kLargestOfShort && 2 * batch * tokens <= kTokensOfALargeBatch)
            batch *= 2;
        set(kPath, std::to_string(batch));
        const Message what = batchStatement(numeral(batch));
        if (batch < before)
            explain(kPath, what,
                    {"Texts of %1 tokens are long: %2 of them in a batch would make each update "
                     "slow.",
                     {numeral(tokens), numeral(before)}});
        else if (batch > before)
            explain(
                kPath, what,
                {"There are %1 short texts, and with batches of %2 an epoch would have %3 "
                 "updates.",
                 {numeral(m_data.trainRows), numeral(before), numeral(m_data.trainRows / before)}});
        else
            explain(kPath, what,
                    {"An epoch has %1 {update|updates} then.",
                     {numeral((m_data.trainRows + batch - 1) / batch)}});
    }

    /// The batch of the preset stays: in a stream its texts are places at which reading goes on.
    void explainBatch()
    {
        const PlannedEpoch epoch = plannedEpoch(m_made.spec, dataSize(m_made.spec, m_data).train);
        explain("training.batch_size", batchStatement(numeral(m_made.spec.training.batchSize)),
                {"An epoch has about %1 {update|updates} then.", {about(double(epoch.batches))}});
    }

    double words() const
    {
        const double tokens = m_lengths.mean * double(m_data.trainRows);
        return m_unit == Unit::Characters ? tokens / kLettersOfAWord : tokens;
    }

    void chooseUnits()
    {
        const Json& network = m_made.spec.model.network.options;
        const bool cells = network.contains("hidden_size");
        const std::string path = cells ? "model.network.hidden_size" : "model.embedding.dimension";
        const int64_t before = cells ? network.at("hidden_size").get<int64_t>()
                                     : m_made.spec.model.embedding.dimension;
        const bool few = words() < kFewWords;
        const bool many = words() >= kManyWords && before < kUnitsOfMany && cells;
        const int64_t units = few ? before / 2 : many ? kUnitsOfMany : before;
        set(path, std::to_string(units));
        const std::string tokens = about(m_lengths.mean * double(m_data.trainRows));
        const Message what{cells ? "A layer has %1 units." : "A token's vector has %1 numbers.",
                           {numeral(units)}};
        explain(path, what,
                few ? Message{"The training texts have only about %1 tokens, for which the "
                              "preset's %2 units are not needed.",
                              {tokens, numeral(before)}}
                    : many
                    ? Message{"The training texts have about %1 tokens, enough for more than "
                              "the preset's %2 units.",
                              {tokens, numeral(before)}}
                    : Message{"The training texts have about %1 tokens, for which the preset's "
                              "number of units is meant.",
                              {tokens}});
    }

    /// Few updates an epoch, few validation texts and few words of a tagger.
    void suitUpdates()
    {
        const SuitedSettings suited
            = suitedSettings(m_made.spec, dataSize(m_made.spec, m_data), {});
        m_made.spec = suited.spec;
        for (const SuitedSetting& change : suited.changes)
            explain(change.path, statementOf(change), reasonOf(change, suited.why));
    }

    Message batchStatement(const std::string& size) const
    {
        return {isRunning() ? "A batch reads on at %1 places of the text at once."
                            : "A batch has %1 texts.",
                {size}};
    }

    Message statementOf(const SuitedSetting& change) const
    {
        if (change.path == "training.batch_size")
            return batchStatement(change.after);
        if (change.path == "training.epochs")
            return {"Training lasts up to %1 epochs.", {change.after}};
        if (change.path == "training.patience")
            return {"Training ends after %1 epochs without improvement.", {change.after}};
        if (change.path == "training.monitor")
            return {"The best epoch is that with the lowest validation loss.", {}};
        return {"%1 is %2.", {change.path, change.after}};
    }

    static Message reasonOf(const SuitedSetting& change, const std::vector<Message>& all)
    {
        const auto own = std::find_if(all.begin(), all.end(), [&](const Message& each) {
            return std::find(each.arguments.begin(), each.arguments.end(), change.path)
                != each.arguments.end();
        });
        if (own != all.end())
            return *own;
        const std::string updates = all.front().arguments.front();
        if (change.path == "training.epochs")
            return {
                "With as few epochs as in the preset, the weights would hardly change: an epoch "
                "would have only %1 {update|updates} with its batches.",
                {updates}};
        if (change.path == "training.patience")
            return {"The score may stand still for several of such short epochs.", {}};
        return {"An epoch of these data would have only %1 {update|updates} with the settings of "
                "the preset.",
                {updates}};
    }

    DataDefaults finished()
    {
        m_made.spec = completedSpec(m_made.spec);
        const Json spec = specToJson(m_made.spec);
        constexpr std::array kSections{"task", "data", "text", "model", "training"};
        const auto rank = [&](const DataDecision& decision) {
            if (decision.path.starts_with("task."))
                return 2; // The target side belongs to the texts.
            int at = 0;
            while (at + 1 < int(kSections.size())
                   && !decision.path.starts_with(kSections[size_t(at)]))
                ++at;
            return at;
        };
        std::stable_sort(
            m_made.decisions.begin(), m_made.decisions.end(),
            [&](const auto& one, const auto& other) { return rank(one) < rank(other); });
        for (DataDecision& decision : m_made.decisions)
            decision.value = settingValue(spec, decision.path);
        return std::move(m_made);
    }

    const DataPreview& m_data;
    TextSigns m_signs, m_targetSigns;
    Unit m_unit = Unit::Words;
    Lengths m_lengths, m_targetLengths;
    DataDefaults m_made;
};

} // namespace

DataDefaults dataDefaults(const DataPreview& preview)
{
    return Decisions(preview).made();
}

} // namespace core
