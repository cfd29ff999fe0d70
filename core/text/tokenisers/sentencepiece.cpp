#include "core/base/python_piece.h"
#include "core/text/subword/subword_model.h"
#include "core/text/tokenisers/byte_names.h"
#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokens/unicode.h"
#include "core/text/tokens/vocabulary.h"

#include <algorithm>

namespace core {

namespace {

struct SentencePieceOptions {
    double characterCoverage = 0.9995;
    std::string normalisation = "nmt_nfkc";
    bool byteFallback = false;
    bool splitDigits = false;
    int64_t trainingTexts = 0;
};

Schema<SentencePieceOptions> makeSchema()
{
    return Schema<SentencePieceOptions>()
        .add(&SentencePieceOptions::characterCoverage,
             {.name = "character_coverage",
              .label = "Character coverage",
              .help = "If rare characters (emoji, other scripts) fill the vocabulary, lower "
                      "it. If characters become <unk>, raise it to 1.",
              .unit = "share",
              .minimum = 0.98,
              .maximum = 1.0})
        .add(&SentencePieceOptions::normalisation,
             {.name = "normalisation",
              .label = "Normalisation",
              .help = "Keep the default unless white space or full-width characters must stay "
                      "as they are; then choose none.",
              .choices = {{"nmt_nfkc", "NFKC and white space"},
                          {"nmt_nfkc_cf", "NFKC, white space, lower case"},
                          {"identity", "None"}},
              .advanced = true})
        .add(&SentencePieceOptions::byteFallback,
             {.name = "byte_fallback",
              .label = "Bytes for unknown characters",
              .help = "If characters become <unk>, spell them in bytes. This needs 256 "
                      "entries of the vocabulary.",
              .advanced = true})
        .add(&SentencePieceOptions::splitDigits,
             {.name = "split_digits",
              .label = "Divide numbers",
              .help = "If numbers fill the vocabulary, make each digit a token.",
              .advanced = true})
        .add(&SentencePieceOptions::trainingTexts,
             {.name = "training_texts",
              .label = "Texts to train on",
              .help = "If training the tokeniser is slow or short of memory, use only this "
                      "many texts, spread evenly. 0: all.",
              .unit = "texts",
              .minimum = 0,
              .maximum = 1e9,
              .advanced = true});
}

const Schema<SentencePieceOptions>& sentencePieceSchema()
{
    static const Schema<SentencePieceOptions> schema = makeSchema();
    return schema;
}

/// Sends a corpus to the helper in blocks: large enough that the trips cost nothing, small enough
/// that progress moves and a wish to stop is seen.
constexpr size_t kSentBlockTexts = 512;
constexpr size_t kSentBlockBytes = 1U << 21;

class SentencePieceTokeniser : public Tokeniser {
public:
    SentencePieceTokeniser(SubwordKind kind, SentencePieceOptions options)
        : m_kind(kind), m_options(std::move(options))
    {
    }

    LearntVocabulary learn(const CleanedTexts& texts, const VocabularyLimits& limits,
                           const Monitor& monitor) override
    {
        refuseEmpty(texts);
        const size_t all = texts.size();
        const auto wanted = static_cast<size_t>(m_options.trainingTexts);
        const size_t taken = wanted > 0 ? std::min(wanted, all) : all;
        size_t given = 0;
        const auto next = [&](std::string& text) {
            if (given == taken)
                return false;
            texts.get(given * all / taken, text);
            ++given;
            return true;
        };
        restore(trainSubwordModel(settings(limits), next, taken, monitor));
        Vocabulary vocabulary = Vocabulary::fromTokens(m_model->vocabulary());
        const int64_t distinct = vocabulary.size() - kSpecialTokens;
        return {std::move(vocabulary), distinct};
    }

    bool hasModel() const override { return true; }
    std::string model() const override { return m_model->bytes(); }
    void restore(const std::string& model) override
    {
        m_model = std::make_unique<SubwordModel>(m_kind, model);
    }

    std::vector<std::string> tokens(std::string_view cleaned) const override
    {
        const std::string text(cleaned);
        return m_model->pieces({&text, 1}, {}).at(0);
    }

    /// As SentencePiece decodes, without the helper: blanks where words begin, none in front.
    std::string joined(std::span<const std::string> tokens) const override
    {
        std::string text;
        for (const std::string& token : tokens) {
            const auto byte = m_options.byteFallback ? byteOf(token) : std::nullopt;
            if (byte)
                text += static_cast<char>(*byte);
            else
                text += withBlanks(token);
        }
        repairUtf8(text);
        text.erase(0, text.find_first_not_of(' '));
        return text;
    }

    std::vector<std::vector<int32_t>> ids(const CleanedTexts& texts, const Vocabulary& vocabulary,
                                          int64_t longest, const Monitor& monitor) const override
    {
        std::vector<std::vector<int32_t>> all;
        all.reserve(texts.size());
        std::vector<std::string> block;
        while (all.size() < texts.size()) {
            fillBlock(texts, all.size(), block);
            for (std::vector<int32_t>& ids : m_model->encode(block, monitor)) {
                checkIds(ids, vocabulary);
                all.push_back(cut(std::move(ids), longest));
            }
            monitor.report({{"Dividing texts into subwords", {}},
                            static_cast<double>(all.size()) / static_cast<double>(texts.size()),
                            -1.0});
        }
        return all;
    }

private:
    /// \u2581, which stands where a word begins, becomes a blank.
    static std::string withBlanks(std::string_view piece)
    {
        constexpr std::string_view kWordBegins = "\u2581";
        std::string text;
        while (!piece.empty()) {
            const size_t mark = std::min(piece.find(kWordBegins), piece.size());
            text += piece.substr(0, mark);
            text += mark < piece.size() ? " " : "";
            piece.remove_prefix(std::min(piece.size(), mark + kWordBegins.size()));
        }
        return text;
    }

    /// The model is a file of its own; its ids become rows of the network's tables.
    static void checkIds(std::span<const int32_t> ids, const Vocabulary& vocabulary)
    {
        for (const int32_t id : ids)
            if (id < 0 || id >= vocabulary.size())
                throw Error(ErrorCode::FileMalformed,
                            {"The subword model has a piece %1, but the vocabulary only %2 "
                             "tokens: they do not belong together.",
                             {std::to_string(id), std::to_string(vocabulary.size())}},
                            {"Copy the whole run folder again from where it was made.", {}});
    }

    static void refuseEmpty(const CleanedTexts& texts)
    {
        std::string text;
        for (size_t i = 0; i < texts.size(); ++i) {
            texts.get(i, text);
            for (size_t at = 0; at < text.size(); ++at)
                if (whiteSpaceLength(text, at) == 0)
                    return;
        }
        throw Error(ErrorCode::BadData,
                    {"The training texts are empty, so no subwords can be learned.", {}},
                    {"Choose the text column again, or take cleaning steps out.", {}});
    }

    static void fillBlock(const CleanedTexts& texts, size_t first, std::vector<std::string>& block)
    {
        block.clear();
        size_t bytes = 0;
        for (size_t i = first;
             i < texts.size() && block.size() < kSentBlockTexts && bytes < kSentBlockBytes; ++i) {
            texts.get(i, block.emplace_back());
            bytes += block.back().size();
        }
    }

    static std::vector<int32_t> cut(std::vector<int32_t> ids, int64_t longest)
    {
        if (ids.empty())
            return {static_cast<int32_t>(kUnknownId)};
        if (ids.size() > static_cast<size_t>(longest)) {
            ids.resize(static_cast<size_t>(longest));
            ids.shrink_to_fit();
        }
        return ids;
    }

    std::map<std::string, std::string> settings(const VocabularyLimits& limits) const
    {
        return {
            {"model_type", m_kind == SubwordKind::Bpe ? "bpe" : "unigram"},
            {"vocab_size", std::to_string(limits.size)},
            {"character_coverage", numberText(m_options.characterCoverage)},
            {"normalization_rule_name", m_options.normalisation},
            {"byte_fallback", m_options.byteFallback ? "true" : "false"},
            {"split_digits", m_options.splitDigits ? "true" : "false"},
            {"pad_id", std::to_string(kPadId)},
            {"unk_id", std::to_string(kUnknownId)},
            {"bos_id", std::to_string(kBeginId)},
            {"eos_id", std::to_string(kEndId)},
            {"pad_piece", "<pad>"},
            {"unk_piece", "<unk>"},
            {"bos_piece", "<bos>"},
            {"eos_piece", "<eos>"},
            {"unk_surface", "\xEF\xBF\xBD"},
            // Longer texts would be left out; training divides at white space anyway.
            {"max_sentence_length", "1000000000"},
            // More threads add their counts in another order: another model for the same texts.
            {"num_threads", "1"},
        };
    }

    SubwordKind m_kind;
    SentencePieceOptions m_options;
    std::unique_ptr<SubwordModel> m_model; ///< Set by learn() or restore().
};

TokeniserRegistry::Entry entryOf(SubwordKind kind, KindDescription description)
{
    return TokeniserRegistry::entry<SentencePieceOptions>(
        std::move(description), sentencePieceSchema(),
        [kind](const SentencePieceOptions& options) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<SentencePieceTokeniser>(kind, options);
        },
        [kind] {
            // It reads tokeniser.model itself and needs no module beyond the standard library.
            const bool joins = kind == SubwordKind::Bpe;
            return pythonPiece("tokenisers/sentencepiece") + (joins ? "\n\n" : "\n")
                + pythonPiece(joins ? "tokenisers/sentencepiece_bpe"
                                    : "tokenisers/sentencepiece_unigram")
                + "\n\n" + pythonPiece("tokenisers/sentencepiece_ids");
        });
}

} // namespace

// Both train on the training texts with the vocabulary size of the text settings, special tokens
// included; the minimum frequency does not apply to them.

/// Kudo (2018), arXiv:1804.10959, as SentencePiece (Kudo & Richardson 2018, arXiv:1808.06226)
/// implements it, without sampling.
TokeniserRegistry::Entry sentencePieceUnigramEntry()
{
    return entryOf(
        SubwordKind::Unigram,
        {.id = "sentencepiece_unigram",
         .title = "SentencePiece unigram",
         .summary
         = "Learns subwords from the training texts: starts with many and drops those that "
           "explain the texts least. Any word can be spelt, so little is unknown; \u2581 "
           "marks the beginning of a word.",
         .formula
         = {"argmax over divisions into pieces of Σ_i log p(x_i)",
            R"tex(\operatorname*{arg\,max}_{x_1 \dots x_n \,=\, \text{text}}\ \sum_{i=1}^{n} \log
p(x_i))tex"}});
}

/// Sennrich, Haddow & Birch (2016), arXiv:1508.07909, as SentencePiece implements it.
TokeniserRegistry::Entry sentencePieceBpeEntry()
{
    return entryOf(
        SubwordKind::Bpe,
        {.id = "sentencepiece_bpe",
         .title = "SentencePiece BPE",
         .summary
         = "Learns subwords from the training texts: starts with characters and repeatedly "
           "joins the most frequent pair. Any word can be spelt, so little is unknown; "
           "\u2581 marks the beginning of a word.",
         .example = "l o w + e r \u2192 low er \u2192 lower"});
}

} // namespace core
