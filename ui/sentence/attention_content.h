#pragma once

#include "core/probe/translation/translation_inspection.h"
#include "ui/figure/figure.h"
#include "ui/widgets/pointing.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>
#include <vector>

namespace ui {

/// Neighbouring tokens that are one word.
struct WordSpan {
    int first = 0, count = 0;
    QString text;
};

/// Whether a tokeniser cut words: some token has one of its marks (core/text/tokens/word_marks.h).
bool hasSubwords(const std::vector<std::string>& tokens);

/// The words that the pieces make up; a mark such as "</s>" is a word of its own.
std::vector<WordSpan> wordsOf(const std::vector<std::string>& tokens);

/// A map of words from one of tokens: summed over the columns of a word (it is looked at by all
/// its pieces together), mean over its rows, so that each row still sums to 1.
/// @param weights  row-major, as many columns as `columns` cover tokens.
/// @return row-major [rows.size() * columns.size()].
std::vector<float> summedToWords(const std::vector<float>& weights,
                                 const std::vector<WordSpan>& rows,
                                 const std::vector<WordSpan>& columns);

/// The tokens along one side of a map.
struct AttentionSide {
    std::vector<std::string> tokens;
    QStringList tips; ///< Tool tip of each; empty: its text.
    QString rowTitle, columnTitle; ///< Titles as rows, and as columns.
    Mark::Kind marks = Mark::Kind::None; ///< The kind of its tokens in other views.
};

/// Attention maps with the tokens that their rows and columns stand for.
struct AttentionContent {
    std::vector<core::AttentionMap> maps;
    AttentionSide source;
    AttentionSide written; ///< Tokens that the decoder predicts.
    AttentionSide fed; ///< Tokens that it was fed for that: the same, one later.
    std::vector<core::AlignmentLink> gold;
    double alignmentErrorRate = 0.0; ///< Only beside gold.

    const AttentionSide& rows(const core::AttentionMap& map) const;
    const AttentionSide& columns(const core::AttentionMap& map) const;
    bool hasSubwords() const;
};

AttentionContent attentionContent(const core::Inspection& inspection);
AttentionContent attentionContent(const core::TranslationInspection& inspection);

/// "encoder" -> "source on itself".
QString attentionGroupTitle(const std::string& group);

enum class Grain {
    Tokens,
    Words ///< Subword pieces summed to words.
};

/// One map ready to be shown: its numbers, and what stands beside them.
struct ShownMap {
    std::string group;
    int64_t layer = 0, head = 0;
    std::vector<WordSpan> rows, columns; ///< Each a single token, or a word of several.
    std::vector<float> weights; ///< Row-major [rows * columns].
    std::vector<float> scores; ///< Same size; empty for words and if not known.
    std::vector<char> gold; ///< Same size, 1: aligned in the data; empty: not known.
    std::vector<char> masked; ///< Same size; empty: nothing masked.
    QStringList rowTips, columnTips;
};

/// @pre 0 <= map < content.maps.size().
ShownMap shownMap(const AttentionContent& content, int map, Grain grain);

} // namespace ui
