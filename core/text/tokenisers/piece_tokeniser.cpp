#include "core/text/tokenisers/piece_tokeniser.h"

#include "core/base/error.h"
#include "core/base/python_piece.h"

#include <algorithm>
#include <array>
#include <bit>

namespace core {

namespace {

/// The ids of words that were divided already, for one thread. Each word has one place, a line of
/// the processor's cache, and replaces what was there.
class WordCache {
public:
    explicit WordCache(size_t texts)
        : m_places(std::bit_ceil(std::clamp<size_t>(texts * 32, 32, kMost)))
    {
    }

    /// Adds the ids of `word`, which `divide` adds where they are not known.
    template <typename Divide>
    void append(std::string_view word, std::vector<int32_t>& ids, const Divide& divide)
    {
        if (word.size() > kLongest)
            return divide(ids);
        Place& place = m_places[std::hash<std::string_view>()(word) & (m_places.size() - 1)];
        if (std::string_view(place.word.data(), place.length) == word) {
            ids.insert(ids.end(), place.ids.begin(), place.ids.begin() + place.count);
            return;
        }
        const size_t before = ids.size();
        divide(ids);
        const size_t count = ids.size() - before;
        if (count > kMostIds)
            return;
        std::copy(word.begin(), word.end(), place.word.begin());
        std::copy(ids.end() - static_cast<std::ptrdiff_t>(count), ids.end(), place.ids.begin());
        place.length = static_cast<uint8_t>(word.size());
        place.count = static_cast<uint8_t>(count);
    }

private:
    static constexpr size_t kMost = 1U << 16;
    static constexpr size_t kLongest = 22;
    static constexpr size_t kMostIds = 10;

    struct alignas(64) Place {
        std::array<int32_t, kMostIds> ids;
        std::array<char, kLongest> word;
        uint8_t length = 0; ///< 0: no word.
        uint8_t count = 0;
    };
    std::vector<Place> m_places;
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
    const std::vector<std::string>& pieces = this->pieces().pieces;
    const auto divideInto = [&](std::string_view word, std::vector<int32_t>& ids) {
        size_t i = ids.size();
        for (divide(word, ids); i < ids.size(); ++i)
            ids[i] = static_cast<int32_t>(ids[i] == PieceModel::kNone
                                              ? kUnknownId
                                              : vocabulary.id(pieces[static_cast<size_t>(ids[i])]));
    };
    std::vector<std::vector<int32_t>> all(texts.size());
    const size_t threads = textThreads(texts);
    std::vector<TokenViews> allViews(threads);
    std::vector<WordCache> caches(threads, WordCache(texts.size()));
    std::vector<std::vector<int32_t>> buffers(threads);
    forEachText(texts, threads, "Dividing texts into pieces", monitor,
                [&](const std::string& text, size_t i, size_t thread) {
                    split(text, allViews[thread]);
                    std::vector<int32_t>& ids = buffers[thread];
                    ids.clear();
                    for (const std::string_view word : allViews[thread].tokens) {
                        if (static_cast<int64_t>(ids.size()) >= longest)
                            break;
                        caches[thread].append(word, ids, [&](std::vector<int32_t>& added) {
                            divideInto(word, added);
                        });
                    }
                    if (ids.empty())
                        ids.push_back(static_cast<int32_t>(kUnknownId));
                    const auto count = std::min(static_cast<int64_t>(ids.size()), longest);
                    all[i].assign(ids.begin(), ids.begin() + count);
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
               {{"READ_MODEL",
                 "with open(os.path.join(FOLDER, \"tokeniser.model\"), encoding=\"utf-8\") as "
                 "file:\n    PIECE_MODEL = json.load(file)"}});
}

} // namespace core
