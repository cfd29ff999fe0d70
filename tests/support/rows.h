#pragma once

#include "core/data/corpus.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Rows as questions bring them along.
namespace support {

inline std::shared_ptr<const core::CorpusPart> labelledRows(std::vector<std::string> texts,
                                                            std::vector<int32_t> classes)
{
    core::CorpusPart rows;
    rows.columns.resize(2);
    rows.columns[0].texts = core::TextColumn(std::move(texts));
    rows.columns[1].kind = core::ColumnKind::Class;
    rows.columns[1].classes = std::move(classes);
    return std::make_shared<const core::CorpusPart>(std::move(rows));
}

inline std::shared_ptr<const core::CorpusPart> numberRows(std::vector<std::string> texts,
                                                          std::vector<double> numbers)
{
    core::CorpusPart rows;
    rows.columns.resize(2);
    rows.columns[0].texts = core::TextColumn(std::move(texts));
    rows.columns[1].kind = core::ColumnKind::Number;
    rows.columns[1].numbers = std::move(numbers);
    return std::make_shared<const core::CorpusPart>(std::move(rows));
}

inline std::shared_ptr<const core::CorpusPart> pairRows(std::vector<std::string> sources,
                                                        std::vector<std::string> targets)
{
    core::CorpusPart rows;
    rows.columns.resize(2);
    rows.columns[0].texts = core::TextColumn(std::move(sources));
    rows.columns[1].texts = core::TextColumn(std::move(targets));
    return std::make_shared<const core::CorpusPart>(std::move(rows));
}

} // namespace support
