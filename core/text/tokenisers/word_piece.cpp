#include "core/base/error.h"
#include "core/text/tokenisers/piece_tokeniser.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace core {

namespace {

constexpr std::string_view kContinues = "##";

/// The characters of a valid text.
std::vector<std::string_view> charactersOf(std::string_view word)
{
    std::vector<std::string_view> characters;
    for (size_t at = 0; at < word.size();) {
        const size_t begin = at;
        nextCodePoint(word, at);
        characters.push_back(word.substr(begin, at - begin));
    }
    return characters;
}

std::string continued(std::string_view piece)
{
    return std::string(kContinues).append(piece);
}

/// The alphabet that fits: each character as a word's beginning and, where it occurs there, inside
/// of words; the most frequent ones, then in the order of their code points.
std::vector<std::string> alphabetOf(const std::vector<TokenCount>& words,
                                    const VocabularyLimits& limits)
{
    std::map<std::string, int64_t> counts;
    for (const TokenCount& word : words) {
        bool begins = true;
        for (const std::string_view character : charactersOf(word.token)) {
            counts[std::string(character)] += word.count;
            if (!begins)
                counts[continued(character)] += word.count;
            begins = false;
        }
    }
    std::vector<TokenCount> listed;
    for (const auto& [symbol, count] : counts)
        listed.push_back({symbol, count});
    const Vocabulary kept = Vocabulary::mostFrequent(listed, limits.size, limits.minimumFrequency);
    std::vector<std::string> alphabet(kept.tokens().begin() + kSpecialTokens, kept.tokens().end());
    const auto continues = [](const std::string& symbol) {
        return symbol.size() > 2 && symbol.starts_with(kContinues);
    };
    std::sort(alphabet.begin(), alphabet.end(), [&](const std::string& a, const std::string& b) {
        return std::pair(continues(a), a) < std::pair(continues(b), b);
    });
    return alphabet;
}

/// The words that the pieces so far spell character by character.
std::vector<CountedWord> dividedWords(const std::vector<TokenCount>& words, const PieceModel& model)
{
    std::unordered_map<std::string_view, int32_t> ids;
    for (size_t id = 0; id < model.pieces.size(); ++id)
        ids.emplace(model.pieces[id], static_cast<int32_t>(id));
    std::vector<CountedWord> divided;
    for (const TokenCount& word : words) {
        const std::vector<std::string_view> characters = charactersOf(word.token);
        CountedWord next{{}, word.count};
        for (const std::string_view character : characters) {
            const auto found
                = next.pieces.empty() ? ids.find(character) : ids.find(continued(character));
            if (found == ids.end())
                break;
            next.pieces.push_back(found->second);
        }
        if (next.pieces.size() == characters.size()
            && static_cast<int64_t>(characters.size()) <= model.longestWord)
            divided.push_back(std::move(next));
    }
    return divided;
}

/// WordPiece as BERT divides by it (Devlin et al. 2018, arXiv:1810.04805, tokenization.py).
///
/// Google never released its trainer. This one joins the most frequent pair of pieces, as the
/// trainer of Hugging Face's tokenizers does. The original (Schuster & Nakajima 2012) joins the
/// pair that raises the likelihood of the texts most, count(ab) / (count(a) count(b)) in the usual
/// description, so that it learns other pieces from the same texts. Dividing by given pieces is the
/// same.
class WordPieceTokeniser : public PieceTokeniser {
public:
    explicit WordPieceTokeniser(const BertRules& rules) { m_model.rules = rules; }
    explicit WordPieceTokeniser(PieceModel model) { WordPieceTokeniser::take(std::move(model)); }

    const PieceModel& pieces() const override { return m_model; }

    /// Pieces of a word are put together, words and marks set side by side.
    std::string joined(std::span<const std::string> tokens) const override
    {
        std::string text;
        bool clings = true; // The next token, to the text so far.
        for (const std::string& token : tokens) {
            const bool continues = token.size() > 2 && token.starts_with(kContinues);
            constexpr std::string_view kClosing = ".,!?;:)]}%", kOpening = "([{";
            const bool mark = token.size() == 1;
            if (continues) {
                text += token.substr(kContinues.size());
                clings = false;
                continue;
            }
            const bool closes = mark && kClosing.find(token[0]) != std::string_view::npos;
            text += (clings || closes ? "" : " ") + token;
            clings = mark && kOpening.find(token[0]) != std::string_view::npos;
        }
        return text;
    }

protected:
    void split(std::string_view text, TokenViews& views) const override
    {
        splitBertWords(text, m_model.rules, views);
    }

    /// The longest piece first, from left to right; a word is unknown as soon as none fits.
    void divide(std::string_view word, std::vector<int32_t>& ids) const override
    {
        const size_t before = ids.size();
        const bool tooLong = static_cast<int64_t>(word.size()) > m_model.longestWord
            && static_cast<int64_t>(charactersOf(word).size()) > m_model.longestWord;
        for (size_t begin = 0; begin < word.size();) {
            const auto [id, end] = tooLong ? Match{} : longestMatch(word, begin);
            if (id == PieceModel::kNone) {
                ids.resize(before);
                ids.push_back(PieceModel::kNone);
                return;
            }
            ids.push_back(id);
            begin = end;
        }
    }

    PieceModel learnt(const std::vector<TokenCount>& words, PieceModel model,
                      const VocabularyLimits& limits, const Monitor& monitor) const override
    {
        for (std::string& symbol : alphabetOf(words, limits))
            model.pieces.push_back(std::move(symbol));
        const MergeLimits mergeLimits{static_cast<size_t>(limits.size), limits.minimumFrequency};
        const auto joined = [](const std::string& left, const std::string& right) {
            return left + right.substr(kContinues.size());
        };
        learnMerges(dividedWords(words, model), model.pieces, mergeLimits, joined, monitor);
        return model;
    }

    void take(PieceModel model) override
    {
        if (model.kind != PieceKind::WordPiece)
            throw Error(ErrorCode::FileMalformed,
                        {"The model of the tokeniser is no WordPiece model.", {}});
        m_model = std::move(model);
        m_beginning.clear();
        m_continuing.clear();
        m_longestPiece = 0;
        for (size_t id = 0; id < m_model.pieces.size(); ++id) {
            const std::string_view piece = m_model.pieces[id];
            m_beginning.emplace(piece, static_cast<int32_t>(id));
            if (piece.size() > kContinues.size() && piece.starts_with(kContinues))
                m_continuing.emplace(piece.substr(kContinues.size()), static_cast<int32_t>(id));
            m_longestPiece = std::max(m_longestPiece, piece.size());
        }
    }

private:
    struct Match {
        int32_t id = PieceModel::kNone;
        size_t end = 0;
    };

    Match longestMatch(std::string_view word, size_t begin) const
    {
        const auto& known = begin == 0 ? m_beginning : m_continuing;
        for (size_t end = std::min(word.size(), begin + m_longestPiece); end > begin; --end) {
            const bool cuts
                = end < word.size() && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80;
            if (cuts)
                continue;
            const auto found = known.find(word.substr(begin, end - begin));
            if (found != known.end())
                return {found->second, end};
        }
        return {};
    }

    PieceModel m_model;
    std::unordered_map<std::string_view, int32_t> m_beginning, m_continuing; ///< Into m_model.
    size_t m_longestPiece = 0; ///< Bytes.
};

const Schema<BertRules>& bertSchema()
{
    static const Schema<BertRules> schema
        = Schema<BertRules>()
              .add(&BertRules::lowerCase,
                   {.name = "lower_case",
                    .label = "Lower case",
                    .help = "If capitals carry meaning, as in names, switch it off together with "
                            "the accents (\"cased\")."})
              .add(&BertRules::stripAccents,
                   {.name = "strip_accents",
                    .label = "Strip accents",
                    .help = "If words differ by their accents alone, switch it off."})
              .add(&BertRules::chineseCharacters,
                   {.name = "chinese_characters",
                    .label = "Each Chinese character by itself",
                    .help = "If pieces of several Chinese characters should be learned, switch it "
                            "off.",
                    .advanced = true})
              .add(&BertRules::marks,
                   {.name = "marks",
                    .label = "Marks around texts",
                    .help = "<bos> before and <eos> after each text that is read as a whole, as "
                            "[CLS] and [SEP] in BERT. If a state for the whole text is wanted, "
                            "switch it on.",
                    .advanced = true});
    return schema;
}

} // namespace

std::unique_ptr<PieceTokeniser> makeWordPiece(PieceModel model)
{
    return std::make_unique<WordPieceTokeniser>(std::move(model));
}

TokeniserRegistry::Entry wordPieceEntry()
{
    return TokeniserRegistry::entry<BertRules>(
        {.id = "word_piece",
         .title = "WordPiece",
         .summary = "BERT's tokeniser: divides at white space and punctuation, then each word into "
                    "the longest pieces that were learned from the training texts. ## marks a "
                    "piece that continues a word; a word with an unseen character is unknown.",
         .example = "Unwanted running \u2192 un | ##want | ##ed | runn | ##ing"},
        bertSchema(),
        [](const BertRules& rules) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<WordPieceTokeniser>(rules);
        },
        [] { return pieceTokeniserPython("tokenisers/word_piece"); });
}

} // namespace core
