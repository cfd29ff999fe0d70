#include "core/data/row_collector.h"

#include "core/base/error.h"
#include "core/data/cells/cell_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace core {

namespace {

/// Five times what fits into the memory of a large machine.
constexpr int64_t kMostTexts = 50'000'000;

} // namespace

void RowCollector::TextWriter::add(std::string_view text)
{
    bytes.append(text);
    ends.push_back(bytes.size());
}

RowCollector::RowCollector(const TaskColumns& columns, const std::vector<std::string>& known,
                           NewLabels newLabels, bool skipBadRows)
    : m_columns(columns), m_labels(known), m_newLabels(newLabels), m_skipBadRows(skipBadRows)
{
    const bool numbers = columns.answers(ColumnKind::Number);
    for (Part& part : m_parts) {
        part.features.resize(numbers ? 0 : columns.features.size());
        part.numbers.resize(numbers ? 1 + columns.features.size() : 0);
    }
}

void RowCollector::add(Split split, const TextRow& row)
{
    if (m_columns.answers(ColumnKind::Class) && !mayHaveClass(split, row))
        return;
    if (m_columns.answers(ColumnKind::Tags))
        addTags(split, row);
    checkBounds(row);
    Part& part = m_parts[static_cast<size_t>(split)];
    part.texts.add(row.text);
    if (m_columns.answers(ColumnKind::Class))
        part.classes.push_back(m_labels.add(row.label));
    else if (m_columns.answers(ColumnKind::Number))
        part.numbers.front().add(row.label);
    else if (m_columns.answer())
        part.answers.add(row.label);
    for (size_t i = 0; i < part.features.size(); ++i)
        part.features[i].add(row.features[i]);
    for (size_t i = 1; i < part.numbers.size(); ++i)
        part.numbers[i].add(row.features[i - 1]);
    if (m_columns.arePairs()) {
        m_words.add(split, row.text, row.label);
        m_agreement.add(row.file, row.record.line, row.text, row.label);
    }
}

void RowCollector::reject(Split, const std::string& file, int64_t line, Message reason)
{
    if (!m_skipBadRows)
        failAtRow(file, line, reason);
    ++m_skipped;
}

void RowCollector::refuseFile(Message problem, Message advice)
{
    throw Error(ErrorCode::BadData, std::move(problem), std::move(advice));
}

std::array<CorpusPart, 3> RowCollector::take()
{
    std::vector<std::array<std::vector<double>, 3>> numbers = takeNumbers(); // [column][part]
    std::array<CorpusPart, 3> parts;
    for (size_t i = 0; i < parts.size(); ++i) {
        auto& columns = parts[i].columns;
        columns.push_back({m_columns.kinds.front(), m_parts[i].texts.finish(), {}, {}});
        if (m_columns.answer())
            columns.push_back(
                {*m_columns.answer(), m_parts[i].answers.finish(), std::move(m_parts[i].classes),
                 numbers.empty() ? std::vector<double>() : std::move(numbers.front()[i])});
        for (size_t column = 1; column < numbers.size(); ++column)
            columns.push_back({ColumnKind::Number, {}, {}, std::move(numbers[column][i])});
        for (TextWriter& feature : m_parts[i].features)
            columns.push_back({ColumnKind::Tags, feature.finish(), {}, {}});
    }
    return parts;
}

/// Whether a comma stands before decimals is one question for a column of all parts.
std::vector<std::array<std::vector<double>, 3>> RowCollector::takeNumbers()
{
    std::vector<std::array<std::vector<double>, 3>> all(m_parts.front().numbers.size());
    for (size_t column = 0; column < all.size(); ++column) {
        std::vector<NumberColumn> parts;
        for (Part& part : m_parts)
            parts.push_back(std::move(part.numbers[column]));
        const bool comma = usesComma(parts);
        for (size_t i = 0; i < parts.size(); ++i)
            all[column][i] = std::move(parts[i]).finish(comma);
    }
    return all;
}

std::vector<Message> RowCollector::notes()
{
    AgreementFindings agreement = m_agreement.findings();
    if (!agreement.shifts.empty())
        throw Error(ErrorCode::BadData, agreement.shifts.front());
    std::vector<Message> all = m_notes;
    if (!m_unseenTags.empty())
        all.push_back(unseenTags(m_unseenTags));
    for (std::vector<Message> messages :
         {m_words.exchanged(), m_words.foreign(), std::move(agreement.doubts)})
        std::move(messages.begin(), messages.end(), std::back_inserter(all));
    return all;
}

bool RowCollector::mayHaveClass(Split split, const TextRow& row)
{
    const auto label = m_labels.find(row.label);
    if (!label && m_newLabels == NewLabels::Never)
        failForNewLabel(
            {"%1, line %2: the model has no class \"%3\".",
             {row.file, std::to_string(row.record.line), shown(std::string(row.label))}});
    if (!label && split != Split::Train) {
        reject(split, row.file, row.record.line,
               {"Its label \"%1\" does not occur in the training texts.",
                {shown(std::string(row.label))}});
        return false;
    }
    return true;
}

void RowCollector::failForNewLabel(Message what) const
{
    const bool tags = m_columns.answers(ColumnKind::Tags);
    throw Error(ErrorCode::BadData, std::move(what),
                {tags ? "Use the tags that the model was trained with: %1."
                      : "Use the labels that the model was trained with: %1.",
                 {listedClasses()}});
}

void RowCollector::failForNewTag(const TextRow& row, size_t word, std::string_view tag) const
{
    const Record& record = row.record;
    const std::vector<std::string_view> written = tokensOf(record.tags);
    const int64_t line = word < record.lines.size() ? record.lines[word] : record.line;
    Message what{"%1, line %2: the model has no tag \"%3\".",
                 {row.file, std::to_string(line), shown(std::string(tag))}};
    if (word < written.size() && written[word] != tag) {
        what.text = "%1, line %2: the model has no tag \"%4\" (read as \"%3\").";
        what.arguments.push_back(shown(std::string(written[word])));
    }
    failForNewLabel(std::move(what));
}

void RowCollector::addTags(Split split, const TextRow& row)
{
    size_t word = 0;
    for (const std::string_view tag : tokensOf(row.label)) {
        if (m_newLabels == NewLabels::Never && !m_labels.find(tag))
            failForNewTag(row, word, tag);
        ++word;
        const bool fresh = !m_labels.find(tag);
        m_labels.add(tag);
        if (fresh && split != Split::Train)
            m_unseenTags.emplace_back(tag);
    }
    if (m_labels.names().size() > kMostTags)
        throw Error(
            ErrorCode::BadData,
            {"%1, line %2: %3", {row.file, std::to_string(row.record.line), tooManyTags().plain()}},
            {"Choose the column that holds the tags.", {}});
}

void RowCollector::checkBounds(const TextRow& row)
{
    if (m_labels.names().size() > kMostClasses)
        throw Error(ErrorCode::BadData,
                    {"%1, line %2: there are more than %3 different labels.",
                     {row.file, std::to_string(row.record.line), std::to_string(kMostClasses)}},
                    {"Choose the column that holds the class.", {}});
    if (++m_count > kMostTexts)
        throw Error(ErrorCode::BadData,
                    {"%1, line %2: there are more than %3 texts, the most that can be read.",
                     {row.file, std::to_string(row.record.line), std::to_string(kMostTexts)}},
                    {"Train on a part of the files.", {}});
}

std::string RowCollector::listedClasses() const
{
    constexpr size_t kShown = 20;
    std::string text;
    for (size_t i = 0; i < std::min(kShown, labels().size()); ++i)
        text += (i == 0 ? "" : ", ") + shown(labels()[i]);
    return labels().size() > kShown ? text + " ..." : text;
}

} // namespace core
