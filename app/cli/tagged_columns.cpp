#include "app/cli/tagged_columns.h"

#include "app/cli/output.h"
#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/data/formats/delimited_options.h"
#include "core/data/formats/format.h"
#include "core/data/formats/tagged_lines.h"

#include <algorithm>
#include <map>

namespace app {

namespace {

bool isRemark(const std::string& line)
{
    return line.front() == '#' || core::isDocumentStart(line);
}

bool isCount(std::string_view cell)
{
    return cell.find_first_not_of("0123456789") == std::string_view::npos;
}

std::vector<std::string> knownColumns(bool universal)
{
    if (universal)
        return {core::kConlluColumns.begin(), core::kConlluColumns.end()};
    constexpr size_t kMostColumns = 1000;
    std::vector<std::string> names; // By number alone.
    for (size_t i = 0; i < kMostColumns; ++i)
        names.push_back("column " + std::to_string(i + 1));
    return names;
}

std::optional<int64_t> columnNamed(const std::string& wanted, const std::string& trained,
                                   bool universal)
{
    const std::string& name = wanted.empty() ? trained : wanted;
    if (name.empty())
        return std::nullopt;
    const auto column = core::columnMeant(name, knownColumns(universal));
    if (!column)
        throw core::Error(core::ErrorCode::BadSetting,
                          {"There is no column \"%1\".", {core::shown(name)}},
                          {universal ? "CoNLL-U has ten: ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, "
                                       "DEPREL, DEPS, MISC."
                                     : "Give the number of a column, from 1.",
                           {}});
    return column;
}

} // namespace

TagColumns tagColumns(const std::string& format, const std::string& word, const std::string& tag,
                      const core::Selection& trained, const std::vector<std::string>& features)
{
    TagColumns columns{format == "conllu", {}, {}};
    const auto own = [&](const char* option) {
        const bool same = trained.kind == format && trained.options.contains(option);
        return same ? trained.options.at(option).get<std::string>() : std::string();
    };
    columns.word = columnNamed(word, own("word_column"), columns.universal);
    columns.tag = columnNamed(tag, own("tag_column"), columns.universal);
    if (columns.universal) {
        columns.word = columns.word.value_or(core::kConlluForm);
        columns.tag = columns.tag.value_or(core::kConlluUpos);
    }
    core::Layout layout;
    layout.columns = knownColumns(columns.universal);
    for (const std::string& feature : features) {
        const auto column = layout.featureColumn(feature);
        if (!column)
            throw core::Error(core::ErrorCode::BadSetting,
                              {"The network reads the column \"%1\", which files in this format do "
                               "not have.",
                               {core::shown(feature)}},
                              {"Use the format of the training files, or give the words alone with "
                               "--tokens.",
                               {}});
        columns.features.push_back(*column);
    }
    return columns;
}

size_t ColumnSentence::width() const
{
    std::map<size_t, size_t> widths;
    for (const std::string& line : m_lines)
        if (!isRemark(line))
            ++widths[core::columnsOfLine(line).size()];
    const auto most
        = std::max_element(widths.begin(), widths.end(), [](const auto& one, const auto& other) {
              return one.second < other.second;
          });
    return most == widths.end() ? 0 : most->first;
}

std::vector<std::string_view> ColumnSentence::cellsOf(const std::string& line, size_t width) const
{
    auto cells = core::columnsOfLine(line);
    const bool none = core::isDocumentStart(line) || cells.size() != width
        || (m_columns.universal && (line.front() == '#' || core::isNoWord(cells.front())));
    if (none)
        cells.clear();
    return cells;
}

size_t ColumnSentence::wordColumn(size_t width) const
{
    if (m_columns.word)
        return static_cast<size_t>(*m_columns.word);
    const bool counted = std::all_of(m_lines.begin(), m_lines.end(), [&](const std::string& line) {
        const auto cells = cellsOf(line, width);
        return cells.empty() || isCount(cells.front());
    });
    return counted && width > 1 ? 1 : 0;
}

std::vector<std::string> ColumnSentence::words() const
{
    const size_t width = this->width(), column = wordColumn(width);
    std::vector<std::string> words;
    for (const std::string& line : m_lines)
        if (const auto cells = cellsOf(line, width); column < cells.size())
            words.emplace_back(cells[column]);
    return words;
}

std::vector<std::string> ColumnSentence::features() const
{
    const size_t width = this->width(), column = wordColumn(width);
    std::vector<std::string> features;
    for (const int64_t own : m_columns.features) {
        if (static_cast<size_t>(own) >= width)
            break;
        std::string& values = features.emplace_back();
        for (const std::string& line : m_lines)
            if (const auto cells = cellsOf(line, width); column < cells.size())
                core::appendToken(values, cells[static_cast<size_t>(own)]);
    }
    return features;
}

void ColumnSentence::print(const std::vector<std::string>& tags) const
{
    const size_t width = this->width(), column = wordColumn(width);
    size_t word = 0;
    for (const std::string& line : m_lines) {
        std::vector<std::string_view> cells = cellsOf(line, width);
        const bool tabs = line.find('\t') != std::string::npos || cells.size() == 1;
        if (column >= cells.size()) { // As it is.
            printCells(tabs ? core::columnsOfLine(line) : std::vector<std::string_view>{line},
                       "\t");
            continue;
        }
        const size_t place = m_columns.tag ? static_cast<size_t>(*m_columns.tag) : cells.size();
        cells.resize(std::max(cells.size(), place + 1), "_");
        cells[place] = tags[word++];
        printCells(cells, tabs ? "\t" : " ");
    }
}

} // namespace app
