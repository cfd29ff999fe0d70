#include "core/data/formats/format.h"

#include "core/data/line_reader.h"
#include "core/data/source/file_signature.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace core {

bool Format::reads(const SourceFile& file) const
{
    return file.lone || (!namesNoText(file.name) && (!m_tablesOnly || namesTable(file.name)));
}

bool namesTable(const std::string& name)
{
    const std::string extension = std::filesystem::path(name).extension().string();
    for (const char* usual : {".csv", ".tsv", ".tab", ".json", ".jsonl", ".ndjson"})
        if (extension == usual)
            return true;
    return false;
}

bool holdsTables(const FormatSample& sample)
{
    return std::any_of(sample.files.begin(), sample.files.end(), [](const SampleFile& entry) {
        return !entry.file.lone && namesTable(entry.file.name);
    });
}

FormatSample tablesOf(const FormatSample& sample)
{
    FormatSample tables{{}, sample.columns, sample.parallel};
    std::copy_if(
        sample.files.begin(), sample.files.end(), std::back_inserter(tables.files),
        [](const SampleFile& entry) { return entry.file.lone || namesTable(entry.file.name); });
    return tables;
}

bool Layout::isUsed(int64_t column) const
{
    return column == labelColumn
        || std::find(textColumns.begin(), textColumns.end(), column) != textColumns.end();
}

std::string nameOf(const FormatSample& sample)
{
    return sample.files.empty() ? std::string() : sample.files.front().file.shownName;
}

Layout labelAndTextLayout()
{
    return {{"label", "text"}, {1}, 0};
}

Message tooLongReason()
{
    return {"It is longer than %1 MB. Is a line end or a closing quote missing?",
            {std::to_string(kLongestText >> 20)}};
}

} // namespace core
