#include "ui/sentence/attention_content.h"

#include "core/text/tokens/word_marks.h"
#include "ui/sentence/attention_panel.h"
#include "ui/sentence/attention_path.h"
#include "ui/sentence/translation_text.h"
#include "ui/widgets/token_line.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

int tokenCount(const std::vector<WordSpan>& words)
{
    return words.empty() ? 0 : words.back().first + words.back().count;
}

} // namespace

bool hasSubwords(const std::vector<std::string>& tokens)
{
    return core::wordMarksIn(tokens) != core::WordMarks::None;
}

std::vector<WordSpan> wordsOf(const std::vector<std::string>& tokens)
{
    const core::WordMarks marks = core::wordMarksIn(tokens);
    std::vector<WordSpan> words;
    for (const core::TokenRange& range : core::wordsOf(marks, tokens)) {
        WordSpan& word = words.emplace_back(WordSpan{int(range.first), int(range.count), {}});
        for (int64_t i = range.first; i < range.first + range.count; ++i)
            word.text += readableToken(std::string(core::withoutMark(marks, tokens[size_t(i)])));
    }
    return words;
}

std::vector<float> summedToWords(const std::vector<float>& weights,
                                 const std::vector<WordSpan>& rows,
                                 const std::vector<WordSpan>& columns)
{
    const auto width = size_t(tokenCount(columns));
    std::vector<float> result;
    result.reserve(rows.size() * columns.size());
    for (const WordSpan& row : rows) {
        for (const WordSpan& column : columns) {
            double sum = 0.0;
            for (int i = row.first; i < row.first + row.count; ++i) {
                for (int j = column.first; j < column.first + column.count; ++j)
                    sum += double(weights[size_t(i) * width + size_t(j)]);
            }
            result.push_back(float(sum / row.count));
        }
    }
    return result;
}

namespace {

/// Each token by itself; a position behind the tokens has its number.
std::vector<WordSpan> tokenSpans(const std::vector<std::string>& tokens, int64_t length)
{
    std::vector<WordSpan> spans;
    for (int i = 0; i < int(length); ++i)
        spans.push_back({i, 1,
                         size_t(i) < tokens.size() ? readableToken(tokens[size_t(i)])
                                                   : QString::number(i + 1)});
    return spans;
}

std::vector<WordSpan> spansOf(const AttentionSide& side, int64_t length, Grain grain)
{
    // Words can be told only where every position has its token.
    const bool words = grain == Grain::Words && int64_t(side.tokens.size()) == length;
    return words ? wordsOf(side.tokens) : tokenSpans(side.tokens, length);
}

QStringList tipsOf(const AttentionSide& side, const std::vector<WordSpan>& spans)
{
    QStringList tips;
    for (const WordSpan& span : spans)
        tips << (span.count == 1 ? side.tips.value(span.first, span.text) : span.text);
    return tips;
}

size_t spanAt(const std::vector<WordSpan>& spans, int32_t token)
{
    const auto found = std::find_if(spans.begin(), spans.end(), [token](const WordSpan& span) {
        return token >= span.first && token < span.first + span.count;
    });
    return size_t(found - spans.begin());
}

std::vector<char> goldCells(const AttentionContent& content, const ShownMap& map)
{
    if (content.gold.empty() || map.group != "cross")
        return {};
    std::vector<char> cells(map.weights.size(), 0);
    for (const core::AlignmentLink& link : content.gold) {
        const size_t row = spanAt(map.rows, link.target), column = spanAt(map.columns, link.source);
        if (row < map.rows.size() && column < map.columns.size())
            cells[row * map.columns.size() + column] = 1;
    }
    return cells;
}

std::vector<char> maskedCells(const core::AttentionMap& map)
{
    std::vector<char> cells(map.scores.size(), 0);
    for (size_t i = 0; i < cells.size(); ++i)
        cells[i] = isMasked(map, i) ? 1 : 0;
    return cells;
}

} // namespace

const AttentionSide& AttentionContent::rows(const core::AttentionMap& map) const
{
    return map.group == "cross" || map.group == "decoder" ? written : source;
}

const AttentionSide& AttentionContent::columns(const core::AttentionMap& map) const
{
    return map.group == "decoder" ? fed : source;
}

bool AttentionContent::hasSubwords() const
{
    return ui::hasSubwords(source.tokens) || ui::hasSubwords(written.tokens);
}

AttentionContent attentionContent(const core::Inspection& inspection)
{
    AttentionContent content;
    content.maps = inspection.attention;
    content.source.tokens = inspection.tokens;
    content.source.rowTitle = AttentionPanel::tr("query: this word takes");
    content.source.columnTitle = AttentionPanel::tr("key: from this word");
    content.source.marks = Mark::Kind::Source;
    return content;
}

AttentionContent attentionContent(const core::TranslationInspection& inspection)
{
    AttentionContent content;
    content.maps = inspection.attention;
    content.gold = inspection.gold;
    content.alignmentErrorRate = inspection.alignmentErrorRate;
    content.source = {inspection.sourceTokens,
                      {},
                      AttentionPanel::tr("query: this source token takes"),
                      AttentionPanel::tr("key: from this source token"),
                      Mark::Kind::Source};
    content.written.marks = Mark::Kind::Target;
    content.written.rowTitle = AttentionPanel::tr("query: to write this target token");
    content.fed.columnTitle = AttentionPanel::tr("key: from the position fed this token");
    content.fed.tokens.emplace_back("<bos>");
    for (const core::TargetToken& token : inspection.targetTokens) {
        content.written.tokens.push_back(token.text);
        content.written.tips << targetTokenText(token);
        content.fed.tokens.push_back(token.text);
    }
    content.fed.tokens.pop_back(); // The last token is written, but never fed.
    return content;
}

QString attentionGroupTitle(const std::string& group)
{
    if (group == "encoder")
        return AttentionPanel::tr("source on itself");
    if (group == "decoder")
        return AttentionPanel::tr("target on itself");
    if (group == "cross")
        return AttentionPanel::tr("target on source");
    return QString::fromStdString(group);
}

ShownMap shownMap(const AttentionContent& content, int map, Grain grain)
{
    const core::AttentionMap& whole = content.maps.at(size_t(map));
    const AttentionSide &rows = content.rows(whole), &columns = content.columns(whole);
    ShownMap shown;
    shown.group = whole.group;
    shown.layer = whole.layer;
    shown.head = whole.head;
    shown.rows = spansOf(rows, whole.rows, grain);
    shown.columns = spansOf(columns, whole.columns, grain);
    shown.rowTips = tipsOf(rows, shown.rows);
    shown.columnTips = tipsOf(columns, shown.columns);
    const bool words
        = shown.rows.size() != size_t(whole.rows) || shown.columns.size() != size_t(whole.columns);
    if (words) {
        shown.weights = summedToWords(whole.weights, shown.rows, shown.columns);
    } else {
        shown.weights = whole.weights;
        shown.scores = whole.scores;
        shown.masked = maskedCells(whole);
    }
    shown.gold = goldCells(content, shown);
    return shown;
}

} // namespace ui
