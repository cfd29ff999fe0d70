#include "core/probe/in_context/in_context.h"

#include "core/base/seeded_numbers.h"
#include "core/nn/tensors.h"
#include "core/probe/job_progress.h"
#include "core/probe/map/encoder_layers.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/probe/states/state_tools.h"
#include "core/text/tokens/word_marks.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

namespace core {

namespace {

constexpr double kUnknownNumber = std::numeric_limits<double>::quiet_NaN();

/// A text that the network reads, divided into words.
struct ReadWords {
    explicit ReadWords(const LiveCells::Text& read) : tokens(read.tokens), ids(read.ids.ids)
    {
        for (const auto& [token, written] : read.unknown)
            if (token < tokens.size())
                tokens[token] = written;
        // Language models show the mark of a piece that begins a word, and a blank, by a sign.
        constexpr std::string_view kShownBlank = "\u2423", kMark = "\u0120";
        for (std::string& token : tokens)
            if (token.starts_with(kShownBlank))
                token.replace(0, kShownBlank.size(), kMark);
        marks = wordMarksIn(tokens);
        wholes = wordsOf(marks, tokens);
        ranges = bareWordsOf(marks, tokens);
    }
    std::string word(const TokenRange& range) const
    {
        return comparedWord(joinedWord(marks, tokens, range));
    }
    /// The places of a word, whatever it touches. It may have signs itself: "half-way".
    std::vector<TokenRange> usesOf(const std::string& wanted) const
    {
        std::vector<TokenRange> uses;
        auto whole = wholes.begin();
        for (auto first = ranges.begin(); first != ranges.end(); ++first) {
            while (endOf(*whole) <= first->first)
                ++whole;
            TokenRange use{first->first, 0};
            for (auto last = first; last != ranges.end() && last->first < endOf(*whole); ++last) {
                use.count += last->count;
                if (word(use) != wanted)
                    continue;
                uses.push_back(use);
                break;
            }
        }
        return uses;
    }
    bool isUnknown(const TokenRange& range) const { return isUnknownWord(ids, range); }

    std::vector<std::string> tokens; ///< Unknown ones as they are written.
    const std::vector<int64_t>& ids;
    WordMarks marks = WordMarks::None;
    std::vector<TokenRange> wholes, ranges; ///< "bank." is whole; its ranges are "bank" and ".".

private:
    static int64_t endOf(const TokenRange& range) { return range.first + range.count; }
};

/// Characters outside ASCII count as letters.
bool hasLetter(const std::string& word)
{
    return std::any_of(word.begin(), word.end(), [](char byte) {
        const auto letter = static_cast<unsigned char>(byte);
        return letter >= 0x80 || std::isalnum(letter) != 0;
    });
}

/// A text with a use of the word, as the network reads it.
struct ReadUse {
    WordUse use;
    LiveCells::Text read;
    TokenRange tokens; ///< Those of the word.
};

/// Finds the word in texts and reads the states of its tokens.
class ContextReader {
public:
    ContextReader(const LiveCells& model, const AskInContext& question, const Monitor& monitor)
        : m_model(model), m_question(question), m_monitor(monitor)
    {
    }

    InContext answer()
    {
        InContext found;
        found.word = comparedWord(m_question.word.empty() ? chosenWord() : m_question.word);
        std::vector<ReadUse> data = usesInData(found.word);
        std::vector<ReadUse> all = usesInTexts(found, data);
        const size_t given = all.size();
        for (const ReadUse& each : all) {
            found.given.push_back(each.use);
            addUnknown(each.read, found.unknown);
        }
        found.inData = std::ssize(data);
        std::move(data.begin(), data.end(), std::back_inserter(all));
        m_uses = std::move(all);
        countSenses(found, given);
        readStates(given, m_uses.size());
        readStates(0, given);
        if (m_layers.empty())
            throw Error(ErrorCode::BadSetting,
                        {"This network has no vectors of single tokens.", {}},
                        {"Choose a run whose network has an embedding.", {}});
        for (size_t layer = 0; layer < m_layers.size(); ++layer)
            found.layers.push_back(described(layer, given));
        addNearest(found, given);
        return found;
    }

private:
    /// How the texts use a word.
    struct WordTexts {
        int64_t count = 0; ///< Texts with it.
        bool known = false; ///< It is in the vocabulary.
    };
    using TextsByWord = std::map<std::string, WordTexts>;

    size_t rowCount() const { return m_question.rows == nullptr ? 0 : m_question.rows->size(); }

    std::string chosenWord() const
    {
        constexpr size_t kTexts = 200;
        const auto inData = [&] {
            return textsByWord(std::min(rowCount(), kTexts),
                               [&](size_t row) { return m_model.example(*m_question.rows, row); });
        };
        const std::vector<std::string> ambiguous = ambiguousWords(m_question.sample);
        const std::vector<std::string>& given = m_question.sentences;
        if (!given.empty())
            return highest(
                textsByWord(given.size(), [&](size_t i) { return Example{.text = given[i]}; }),
                [&ambiguous, common = inData()](const std::string& word, const WordTexts& texts) {
                    // One that they share, and rather "bat" than "the". An unknown word of a
                    // single sentence is no choice, because all of these have the same vector.
                    const auto found = common.find(word);
                    const bool isAmbiguous
                        = std::find(ambiguous.begin(), ambiguous.end(), word) != ambiguous.end();
                    return std::tuple(texts.count, texts.known || texts.count > 1, isAmbiguous,
                                      found == common.end() ? int64_t{0} : -found->second.count,
                                      texts.known, word.size());
                });
        if (!ambiguous.empty())
            return ambiguous.front();
        return highest(inData(), [](const std::string& word, const WordTexts& texts) {
            constexpr size_t kLetters = 4;
            return std::tuple(texts.known, word.size() >= kLetters, texts.count);
        });
    }

    /// The words of texts. Signs are no words.
    template <class Texts> TextsByWord textsByWord(size_t texts, const Texts& text) const
    {
        TextsByWord found;
        for (size_t i = 0; i < texts; ++i) {
            const LiveCells::Text read = firstWindow(m_model, m_model.readText(text(i)));
            const ReadWords divided(read);
            std::set<std::string> words;
            for (const TokenRange& range : divided.ranges) {
                const std::string word = divided.word(range);
                if (word.empty() || word.front() == '<' || !hasLetter(word))
                    continue;
                WordTexts& uses = found[word];
                uses.known = uses.known || !divided.isUnknown(range);
                uses.count += words.insert(word).second ? 1 : 0;
            }
        }
        return found;
    }

    template <class Rank> static std::string highest(const TextsByWord& words, const Rank& rank)
    {
        const auto most
            = std::max_element(words.begin(), words.end(), [&](const auto& a, const auto& b) {
                  return rank(a.first, a.second) < rank(b.first, b.second);
              });
        return most == words.end() ? std::string() : most->first;
    }

    /// Adds the uses of the word in a text; @param most  how many.
    void addUses(const Example& example, const std::string& word, size_t most,
                 std::vector<ReadUse>& uses) const
    {
        const LiveCells::Text read = firstWindow(m_model, m_model.readText(example));
        const ReadWords divided(read);
        std::vector<TokenRange> ranges = divided.usesOf(word);
        ranges.resize(std::min(ranges.size(), most));
        for (const TokenRange& range : ranges)
            uses.push_back(
                {{example.text, range.first, senseOf(m_question.sample, word, example.text),
                  divided.isUnknown(range)},
                 read,
                 range});
    }

    /// The first use in each text of the data.
    std::vector<ReadUse> usesInData(const std::string& word) const
    {
        std::vector<ReadUse> uses;
        for (size_t row = 0;
             row < rowCount() && std::ssize(uses) < m_question.count && !word.empty(); ++row) {
            m_monitor.throwIfStopped();
            const CorpusPart& rows = *m_question.rows;
            if (comparedWord(std::string(rows.texts()[row])).find(word) != std::string::npos)
                addUses(m_model.example(rows, row), word, 1, uses);
        }
        return uses;
    }

    /// Those in the question's texts that have the word; without these two of the data, if possible
    /// of two meanings.
    std::vector<ReadUse> usesInTexts(InContext& found, const std::vector<ReadUse>& data) const
    {
        std::vector<ReadUse> uses;
        for (const std::string& text : m_question.sentences) {
            constexpr size_t kAll = 100;
            const size_t before = uses.size();
            addUses({.text = text}, found.word, kAll, uses);
            if (uses.size() == before)
                found.without.push_back(text);
        }
        if (!uses.empty())
            return uses;
        if (m_question.rows == nullptr)
            throw Error(ErrorCode::BadData,
                        {"None of the sentences has the word \"%1\".", {shown(found.word)}},
                        {"Give sentences with it, or choose another word.", {}});
        if (data.size() < 2)
            throw Error(
                ErrorCode::BadData,
                {"The word \"%1\" is in fewer than two texts of the data.", {shown(found.word)}},
                {"Choose a more frequent word, another split, or give texts.", {}});
        const auto other = std::find_if(data.begin() + 1, data.end(), [&](const ReadUse& each) {
            return each.use.sense != data.front().use.sense;
        });
        return {data.front(), other == data.end() ? data[1] : *other};
    }

    static void addUnknown(const LiveCells::Text& read, std::vector<std::string>& unknown)
    {
        const ReadWords divided(read);
        for (std::string& word : unknownWords(divided.marks, divided.tokens, divided.ids))
            if (std::find(unknown.begin(), unknown.end(), word) == unknown.end())
                unknown.push_back(std::move(word));
    }

    void countSenses(InContext& found, size_t given) const
    {
        std::map<std::string, int64_t> counts;
        for (size_t i = given; i < m_uses.size(); ++i)
            if (!m_uses[i].use.sense.empty())
                ++counts[m_uses[i].use.sense];
        found.senses = std::ssize(counts);
        int64_t all = 0, most = 0;
        for (const auto& [sense, count] : counts) {
            all += count;
            most = std::max(most, count);
        }
        found.commonestSense
            = all > 0 ? static_cast<double>(most) / static_cast<double>(all) : kUnknownNumber;
    }

    /// Reads the uses from `from` up to `until` in batches of equal length, so that no layer sees
    /// padding.
    void readStates(size_t from, size_t until)
    {
        constexpr size_t kTexts = 64;
        std::vector<size_t> order(until - from);
        std::iota(order.begin(), order.end(), from);
        const auto length = [&](size_t use) { return m_uses[use].read.ids.longest; };
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t a, size_t b) { return length(a) > length(b); });
        JobProgress progress({"Reading texts", {}}, m_monitor);
        for (size_t first = 0; first < order.size();) {
            size_t end = first + 1;
            const bool alone = m_uses[order[first]].read.ids.words.has_value();
            while (!alone && end < order.size() && end - first < kTexts
                   && length(order[end]) == length(order[first]))
                ++end;
            readBatch(std::span(order).subspan(first, end - first), from);
            first = end;
            progress.at(static_cast<double>(first), static_cast<double>(order.size()));
        }
    }

    /// @param from  the first use of those that random words are drawn in.
    void readBatch(std::span<const size_t> chosen, size_t from)
    {
        std::vector<const LiveCells::Text*> texts;
        for (const size_t each : chosen)
            texts.push_back(&m_uses[each].read);
        const EncoderLayers layers(m_model, batchOf(m_model, texts));
        if (m_layers.empty())
            m_layers = layers.tokenLayers();
        m_words.resize(m_layers.size(), std::vector<torch::Tensor>(m_uses.size()));
        m_random.resize(m_layers.size(), std::vector<torch::Tensor>(m_uses.size()));
        for (size_t layer = 0; layer < m_layers.size(); ++layer) {
            const torch::Tensor all = layers.states(m_layers[layer]).to(torch::kCPU, torch::kFloat);
            const torch::Tensor states
                = all.view({std::ssize(chosen), -1, all.size(1)}); // [texts, length, features]
            for (size_t i = 0; i < chosen.size(); ++i) {
                const TokenRange& range = m_uses[chosen[i]].tokens;
                const torch::Tensor text = states[static_cast<int64_t>(i)];
                SeededNumbers numbers(3, chosen[i] - from); // The same whatever is typed.
                m_words[layer][chosen[i]] = text.narrow(0, range.first, range.count).mean(0);
                m_random[layer][chosen[i]]
                    = text[numbers.below(static_cast<uint32_t>(text.size(0)))].clone();
            }
        }
    }

    /// Cosines between rows [rows, rows].
    static torch::Tensor cosinesOf(const std::vector<torch::Tensor>& rows)
    {
        const torch::Tensor all = torch::stack(rows);
        const torch::Tensor unit = all / all.norm(2, 1, true).clamp_min(1e-12);
        return unit.mm(unit.t());
    }

    /// Mean over pairs of different rows from `first` on; NaN where there are none.
    static double meanOfPairs(const torch::Tensor& cosines, size_t first)
    {
        const int64_t from = static_cast<int64_t>(first), count = cosines.size(0) - from;
        if (count < 2)
            return kUnknownNumber;
        const torch::Tensor part = cosines.narrow(0, from, count).narrow(1, from, count);
        const double sum = (part.sum() - part.diagonal().sum()).item<double>();
        return sum / static_cast<double>(count * (count - 1));
    }

    LayerUses described(size_t layer, size_t given) const
    {
        const torch::Tensor cosines = cosinesOf(m_words[layer]);
        LayerUses result;
        result.layer = m_layers[layer];
        const auto count = static_cast<int64_t>(given);
        result.cosines = plainFloats(cosines.narrow(0, 0, count).narrow(1, 0, count));
        result.selfSimilarity = meanOfPairs(cosines, given);
        result.baseline
            = meanOfPairs(cosinesOf(m_random[layer]), m_question.rows == nullptr ? 0 : given);
        result.senseAccuracy = senseAccuracy(cosines, given);
        return result;
    }

    /// By the nearest other use in the data; with several equally near ones their share counts.
    double senseAccuracy(const torch::Tensor& cosines, size_t given) const
    {
        constexpr float kSame = 1e-6F;
        const auto cosine = cosines.accessor<float, 2>();
        double right = 0.0;
        int64_t asked = 0;
        for (size_t i = given; i < m_uses.size(); ++i) {
            float nearest = -2.0F;
            std::vector<size_t> others;
            for (size_t k = given; k < m_uses.size(); ++k)
                if (k != i && !m_uses[k].use.sense.empty()) {
                    others.push_back(k);
                    nearest = std::max(nearest, cosine[int64_t(i)][int64_t(k)]);
                }
            if (m_uses[i].use.sense.empty() || others.empty())
                continue;
            double same = 0.0, near = 0.0;
            for (const size_t k : others)
                if (cosine[int64_t(i)][int64_t(k)] >= nearest - kSame) {
                    near += 1.0;
                    same += m_uses[k].use.sense == m_uses[i].use.sense ? 1.0 : 0.0;
                }
            right += same / near;
            ++asked;
        }
        return asked > 0 ? right / static_cast<double>(asked) : kUnknownNumber;
    }

    void addNearest(InContext& found, size_t given) const
    {
        constexpr size_t kListed = 10;
        const auto layer = m_question.layer.empty()
            ? m_layers.end() - 1
            : std::find(m_layers.begin(), m_layers.end(), m_question.layer);
        if (layer == m_layers.end())
            throw Error(ErrorCode::BadSetting,
                        {"The layer \"%1\" has no states of tokens.", {shown(m_question.layer)}},
                        {"Choose one such as \"%1\".", {m_layers.back()}});
        found.nearestLayer = *layer;
        const torch::Tensor cosines = cosinesOf(m_words[size_t(layer - m_layers.begin())]);
        for (size_t i = given; i < m_uses.size(); ++i)
            if (m_uses[i].use.text != m_uses.front().use.text)
                found.nearest.push_back({m_uses[i].use.text, m_uses[i].use.sense,
                                         cosines[0][int64_t(i)].item<double>()});
        std::stable_sort(found.nearest.begin(), found.nearest.end(),
                         [](const NearUse& a, const NearUse& b) { return a.cosine > b.cosine; });
        found.nearest.resize(std::min(found.nearest.size(), kListed));
    }

    const LiveCells& m_model;
    const AskInContext& m_question;
    const Monitor& m_monitor;
    std::vector<ReadUse> m_uses; ///< The given ones first.
    std::vector<std::string> m_layers;
    std::vector<std::vector<torch::Tensor>> m_words, m_random; ///< [layer][use], each [features].
};

} // namespace

InContext wordInContext(const LiveCells& model, const AskInContext& question,
                        const Monitor& monitor)
{
    const InspectionScope scope(model.module(), model.torchDevice());
    InContext found = ContextReader(model, question, monitor).answer();
    std::tie(found.step, found.epoch) = model.stepAndEpoch();
    return found;
}

} // namespace core
