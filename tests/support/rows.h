#pragma once

#include "core/data/corpus.h"
#include "tests/support/test_case.h"

/// Rows as questions bring them along.
namespace support {

inline std::shared_ptr<const core::CorpusPart> rowsOf(Strings texts, core::Column answers)
{
    core::CorpusPart rows;
    rows.columns.resize(1);
    rows.columns[0].texts = core::TextColumn(std::move(texts));
    rows.columns.push_back(std::move(answers));
    return std::make_shared<const core::CorpusPart>(std::move(rows));
}

inline auto labelledRows(Strings texts, std::vector<int32_t> classes)
{
    return rowsOf(std::move(texts), {core::ColumnKind::Class, {}, std::move(classes), {}});
}

/// Words and their tags, one blank between two.
inline auto taggedRows(Strings words, Strings tags)
{
    return rowsOf(std::move(words),
                  {core::ColumnKind::Tags, core::TextColumn(std::move(tags)), {}, {}});
}

inline auto numberRows(Strings texts, std::vector<double> numbers)
{
    return rowsOf(std::move(texts), {core::ColumnKind::Number, {}, {}, std::move(numbers)});
}

inline auto pairRows(Strings sources, Strings targets)
{
    return rowsOf(std::move(sources),
                  {core::ColumnKind::Text, core::TextColumn(std::move(targets)), {}, {}});
}

/// Questions with their passages, and the cells of their references.
inline auto askedRows(Strings texts, Strings references)
{
    return rowsOf(std::move(texts),
                  {core::ColumnKind::Spans, core::TextColumn(std::move(references)), {}, {}});
}

} // namespace support
