#pragma once

#include "core/base/text_list.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/text/text_pipeline.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace core {

/// Distinct words as written; word 0 is padding.
struct WrittenWords {
    std::vector<int64_t> characters{1}; ///< Ids.
    std::vector<int64_t> offsets{0, 1}; ///< Word i is characters[offsets[i]] up to offsets[i + 1].
    std::vector<int64_t> cases{0}; ///< WordCase of each.
    /// [words, columns] the values of further columns of the data; empty: there are none. Words
    /// with different values are distinct.
    std::vector<int64_t> features{};

    int64_t length(int64_t word) const { return offsets[size_t(word) + 1] - offsets[size_t(word)]; }
};

/// Texts as ids, all in one block: of memory, or of a file where they are many.
struct EncodedTexts {
    std::shared_ptr<const void> owner; ///< Of `ids`.
    std::span<const int32_t> ids;
    /// Text i begins at ids[offsets[i]]. The last is the end; texts may have been left out.
    std::vector<int64_t> offsets{0};
    std::vector<int32_t> lengths;
    WrittenWords words; ///< For networks that read words.
    std::vector<int32_t> forms; ///< The word of each id; else empty.
    /// [texts + 1], where a text may be several pieces, which are then what is counted here: text i
    /// is ids[starts[i]] up to starts[i + 1]. Else empty.
    std::vector<int64_t> starts;
    std::vector<double> sums; ///< Numbers that were counted meanwhile, in an order of their maker.
    /// padded() puts <bos> in front of each text and <eos> behind it; `ids` have neither.
    bool marked = false;

    int64_t count() const { return static_cast<int64_t>(lengths.size()); }
    IdRow row(int64_t text) const
    {
        const auto i = static_cast<size_t>(text);
        return IdRow(ids).subspan(static_cast<size_t>(offsets[i]), static_cast<size_t>(lengths[i]));
    }
    std::vector<IdRow> rows(std::span<const int32_t> items) const;
    /// A batch, before it becomes tensors. Any thread.
    PaddedIds padded(std::span<const int32_t> items) const;
    /// Share of tokens that are not in the vocabulary: 0 to 1.
    double unknownShare() const;

private:
    PaddedWords paddedWords(std::span<const int32_t> items, int64_t longest) const;
};

/// Leaves out the texts without any token of the vocabulary, such as blank lines.
/// @return the places of the others.
std::vector<int32_t> leaveOutUnknown(EncodedTexts& texts);

/// One text as the input of a network.
struct SeenText {
    std::string cleaned;
    std::vector<std::string> tokens; ///< One an id: cut at the maximum length.
    std::vector<int64_t> ids; ///< Never empty: a text without tokens gives one <unk>.
    int64_t cutTokens = 0; ///< Tokens beyond the maximum length.
};

SeenText seenText(const std::string& text, const TextPipeline& pipeline);

/// Whether texts are cut at the maximum length, as TextPipeline::ids(), or not, as allIds().
enum class LongTexts { Cut, Whole };

/// The ids of each text.
/// @param change  changes the ids of text number `text` and may count in EncodedTexts::sums.
EncodedTexts changedIds(TextList texts, const TextPipeline& pipeline, LongTexts longTexts,
                        const Monitor& monitor,
                        const std::function<void(size_t text, std::vector<int32_t>& ids,
                                                 std::vector<double>& sums)>& change);

/// @param key  names the texts (CorpusPart::key): their ids are kept for the next time; empty: they
/// are not.
EncodedTexts encoded(TextList texts, const TextPipeline& pipeline, const Monitor& monitor,
                     const std::string& key = {});

} // namespace core
