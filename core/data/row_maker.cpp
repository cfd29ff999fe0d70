#include "core/data/row_maker.h"

#include "core/data/cells/cell_text.h"
#include "core/data/cells/numbers.h"
#include "core/data/cells/spans.h"
#include "core/data/length_histogram.h"

#include <utility>

namespace core {

namespace {

constexpr size_t kLongestLabelBytes = 200;

Message tagsFault(std::string_view text, std::string_view label)
{
    if (countTokens(text) != countTokens(label))
        return {"It has %1 {word|words}, but %2 {tag|tags}.",
                {std::to_string(countTokens(text)), std::to_string(countTokens(label))}};
    for (const std::string_view tag : tokensOf(label))
        if (tag.size() > kLongestLabelBytes)
            return {"One of its tags is longer than %1 bytes.",
                    {std::to_string(kLongestLabelBytes)}};
    return {};
}

} // namespace

RowMaker::RowMaker(Split split, const Layout& layout, const TaskColumns& columns,
                   const std::string& file, RowConsumer& consumer)
    : m_split(split)
    , m_layout(layout)
    , m_answer(columns.answer())
    , m_file(file)
    , m_consumer(consumer)
    , m_featureCells(columns.features.size())
{
    for (const std::string& feature : columns.features)
        if (const auto column = layout.featureColumn(feature))
            m_featureColumns.push_back(*column);
}

void RowMaker::add(const Record& record)
{
    const std::string_view text = textOf(record);
    const std::string_view label = labelOf(record);
    Message fault = faultOf(text, label);
    if (fault.empty())
        fault = readFeatures(text, record);
    if (fault.empty())
        m_consumer.add(m_split, {text, label, m_file, record, m_featureCells});
    else
        reject(record.line, std::move(fault));
}

void RowMaker::reject(int64_t line, Message reason)
{
    m_consumer.reject(m_split, m_file, line, std::move(reason));
}

void RowMaker::refuseFile(Message problem, Message advice)
{
    m_consumer.refuseFile(std::move(problem), std::move(advice));
}

void RowMaker::note(Message message)
{
    m_consumer.note(std::move(message));
}

std::string_view RowMaker::textOf(const Record& record)
{
    const auto& columns = m_layout.textColumns;
    if (columns.size() == 1)
        return record.cells[static_cast<size_t>(columns.front())];
    m_joined.clear();
    const char between = m_answer == ColumnKind::Spans ? '\n' : ' ';
    for (const int64_t column : columns) {
        if (column != columns.front())
            m_joined += between;
        m_joined += record.cells[static_cast<size_t>(column)];
    }
    return m_joined;
}

std::string_view RowMaker::labelOf(const Record& record) const
{
    if (m_layout.labelColumn < 0)
        return {};
    const std::string_view cell = record.cells[static_cast<size_t>(m_layout.labelColumn)];
    return isPair() ? cell : trimmed(cell);
}

Message RowMaker::faultOf(std::string_view text, std::string_view label) const
{
    if (Message fault = textFault(text); !fault.empty())
        return fault;
    if (Message fault = textFault(label); !fault.empty())
        return fault;
    if (!m_layout.running && !m_layout.textColumns.empty() && trimmed(text).empty())
        return {isPair() ? "Its source is empty." : "Its text is empty.", {}};
    if (m_answer == ColumnKind::Spans && trimmed(questionAndPassage(text).passage).empty())
        return {"Its passage is empty.", {}};
    return m_layout.labelColumn < 0 ? Message() : answerFault(text, label);
}

Message RowMaker::answerFault(std::string_view text, std::string_view label) const
{
    if (m_answer == ColumnKind::Number)
        return numberFault(label);
    if (trimmed(label).empty())
        return {isPair()                            ? "Its target is empty."
                    : m_answer == ColumnKind::Spans ? "It has no answer."
                                                    : "Its label is empty.",
                {}};
    if (m_answer == ColumnKind::Class && label.size() > kLongestLabelBytes)
        return {"Its label is longer than %1 bytes.", {std::to_string(kLongestLabelBytes)}};
    return m_answer == ColumnKind::Tags ? tagsFault(text, label) : Message();
}

/// Each word needs a value in each column of features, or each row a number.
Message RowMaker::readFeatures(std::string_view text, const Record& record)
{
    const bool numbers = m_answer == ColumnKind::Number;
    for (size_t i = 0; i < m_featureColumns.size(); ++i) {
        const auto column = static_cast<size_t>(m_featureColumns[i]);
        m_featureCells[i] = record.cells[column];
        if (Message fault = textFault(m_featureCells[i]); !fault.empty())
            return fault;
        if (Message fault = numbers ? numberFault(m_featureCells[i]) : Message(); !fault.empty())
            return {"In the column \"%1\": %2", {shown(m_layout.columns[column]), fault.plain()}};
        if (!numbers && countTokens(text) != countTokens(m_featureCells[i]))
            return {"It has %1 {word|words}, but %2 {value|values} in %3.",
                    {std::to_string(countTokens(text)),
                     std::to_string(countTokens(m_featureCells[i])), m_layout.columns[column]}};
    }
    return {};
}

} // namespace core
