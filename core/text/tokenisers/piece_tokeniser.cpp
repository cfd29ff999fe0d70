#include "core/text/tokenisers/piece_tokeniser.h"

#include "core/base/error.h"
#include "core/base/python_piece.h"

#include <algorithm>
#include <unordered_map>

namespace core {

namespace {

/// The ids of words that were divided already, for one thread.
class WordCache {
public:
    /// @returns the ids of `word`, which `divide` finds where they are not known.
    template <typename Divide>
    const std::vector<int32_t>& ids(std::string_view word, const Divide& divide)
    {
        if (word.size() > kLongest || m_ids.size() == kMost) {
            const auto found = m_ids.find(word);
            if (found != m_ids.end())
                return found->second;
            m_other.clear();
            divide(m_other);
            return m_other;
        }
        const auto known = m_ids.find(word);
        if (known != m_ids.end())
            return known->second;
        std::vector<int32_t>& added = m_ids[std::string(word)];
        divide(added);
        return added;
    }

private:
    static constexpr size_t kLongest = 64;
    static constexpr size_t kMost = 1U << 17;

    struct Hash {
        using is_transparent = void;
        size_t operator()(std::string_view word) const
        {
            return std::hash<std::string_view>()(word);
        }
    };
    std::unordered_map<std::string, std::vector<int32_t>, Hash, std::equal_to<>> m_ids;
    std::vector<int32_t> m_other;
};

} // namespace

LearntVocabulary PieceTokeniser::learn(const CleanedTexts& texts, const VocabularyLimits& limits,
                                       const Monitor& monitor)
{
    const TokenCounter words = countTokens(
        texts, monitor, [this](std::string_view text, TokenViews& views) { split(text, views); });
    PieceModel model = pieces();
    model.pieces = Vocabulary().tokens();
    model.special.clear();
    model.merges.clear();
    for (size_t id = 0; id < model.pieces.size(); ++id)
        model.special.push_back({model.pieces[id], static_cast<int32_t>(id)});
    model.unknown = static_cast<int32_t>(kUnknownId);
    take(learnt(words.counts(), std::move(model), limits, monitor));
    Vocabulary vocabulary = Vocabulary::fromTokens(pieces().pieces);
    const int64_t distinct = vocabulary.size() - kSpecialTokens;
    return {std::move(vocabulary), distinct};
}

void PieceTokeniser::restore(const std::string& model)
{
    take(pieceModelFromJson(model, "tokeniser.model"));
}

std::vector<std::string> PieceTokeniser::tokens(std::string_view cleaned) const
{
    TokenViews views;
    split(cleaned, views);
    std::vector<std::string> tokens;
    std::vector<int32_t> ids;
    for (const std::string_view word : views.tokens) {
        ids.clear();
        divide(word, ids);
        for (const int32_t id : ids)
            tokens.push_back(id == PieceModel::kNone ? std::string(word)
                                                     : pieces().pieces[static_cast<size_t>(id)]);
    }
    return tokens;
}

std::vector<int32_t> PieceTokeniser::modelIds(std::string_view cleaned) const
{
    TokenViews views;
    split(cleaned, views);
    std::vector<int32_t> ids;
    for (const std::string_view word : views.tokens)
        divide(word, ids);
    std::replace(ids.begin(), ids.end(), PieceModel::kNone, pieces().unknown);
    return ids;
}

std::vector<std::vector<int32_t>> PieceTokeniser::ids(const CleanedTexts& texts,
                                                      const Vocabulary& vocabulary, int64_t longest,
                                                      const Monitor& monitor) const
{
    struct Own {
        TokenViews views;
        WordCache cache;
    };
    const std::vector<std::string>& pieces = this->pieces().pieces;
    const auto divideInto = [&](std::string_view word, std::vector<int32_t>& ids) {
        divide(word, ids);
        for (int32_t& id : ids)
            id = static_cast<int32_t>(id == PieceModel::kNone
                                          ? kUnknownId
                                          : vocabulary.id(pieces[static_cast<size_t>(id)]));
    };
    std::vector<std::vector<int32_t>> all(texts.size());
    std::vector<Own> own(textThreads(texts));
    forEachText(texts, own.size(), "Dividing texts into pieces", monitor,
                [&](const std::string& text, size_t i, size_t thread) {
                    auto& [views, cache] = own[thread];
                    split(text, views);
                    std::vector<int32_t>& ids = all[i];
                    for (const std::string_view word : views.tokens) {
                        if (static_cast<int64_t>(ids.size()) >= longest)
                            break;
                        const auto& found = cache.ids(
                            word, [&](std::vector<int32_t>& added) { divideInto(word, added); });
                        ids.insert(ids.end(), found.begin(), found.end());
                    }
                    if (static_cast<int64_t>(ids.size()) > longest)
                        ids.resize(static_cast<size_t>(longest));
                    if (ids.empty())
                        ids.push_back(static_cast<int32_t>(kUnknownId));
                    ids.shrink_to_fit();
                });
    return all;
}

std::unique_ptr<PieceTokeniser> makePieceTokeniser(PieceModel model)
{
    return model.kind == PieceKind::WordPiece ? makeWordPiece(std::move(model))
                                              : makeByteBpe(std::move(model));
}

std::string pieceTokeniserPython(const std::string& piece)
{
    return "import json\n\n\n"
        + pythonPiece(
               piece,
               {{"PIECE_MODEL",
                 "with open(os.path.join(FOLDER, \"tokeniser.model\"), encoding=\"utf-8\") as "
                 "file:\n    PIECE_MODEL = json.load(file)"}});
}

} // namespace core
