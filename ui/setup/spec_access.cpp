#include "ui/setup/spec_access.h"

#include "core/base/schema.h"
#include "ui/setup/plan_text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ui {

namespace {

// Formats of columns, of named fields, and of tagged words.
using OptionNames = std::array<const char*, 3>;
constexpr OptionNames kTextOptions{"text_columns", "text_field", "word_column"};
constexpr OptionNames kLabelOptions{"label_column", "label_field", "tag_column"};

const core::OptionDescription* formatOption(const core::Catalogue& catalogue,
                                            const std::string& kind, const OptionNames& names)
{
    const core::KindDescription* format = core::findKind(catalogue, "format", kind);
    if (format == nullptr)
        return nullptr;
    const auto found
        = std::find_if(format->options.begin(), format->options.end(), [&](const auto& option) {
              return std::find(names.begin(), names.end(), option.name) != names.end();
          });
    return found == format->options.end() ? nullptr : &*found;
}

/// The column's name if it is unambiguous, else its number from 1.
std::string reference(int64_t column, const std::vector<std::string>& columns)
{
    const std::string& name = columns[size_t(column)];
    const bool unique = std::count(columns.begin(), columns.end(), name) == 1;
    const bool likeNumber = !name.empty()
        && std::all_of(name.begin(), name.end(),
                       [](unsigned char c) { return c >= '0' && c <= '9'; });
    const bool invented = name == "column " + std::to_string(column + 1);
    return unique && !name.empty() && !likeNumber && !invented ? name : std::to_string(column + 1);
}

core::Json optionValue(const core::OptionDescription& option, const std::vector<int64_t>& columns,
                       const std::vector<std::string>& names)
{
    if (option.type == core::OptionType::TextList) {
        core::Json list = core::Json::array();
        for (const int64_t column : columns)
            list.push_back(reference(column, names));
        return list;
    }
    return columns.empty() ? std::string() : reference(columns.front(), names);
}

/// The columns that an option names: a name or a number, or a list of them.
std::vector<std::string> references(const core::Json& value)
{
    std::vector<std::string> all;
    for (const core::Json& each : value.is_array() ? value : core::Json::array({value}))
        if (each.is_string() && !each.get_ref<const std::string&>().empty())
            all.push_back(each.get<std::string>());
    return all;
}

/// Whether a sheet has the column that a name or a number from 1 means.
/// @param before  the names of the columns that a number must mean; null: they have none.
bool hasColumn(const std::vector<std::string>& columns, const std::string& reference,
               const std::vector<std::string>* before)
{
    if (before != nullptr && std::ranges::find(columns, reference) != columns.end())
        return true;
    size_t number = 0;
    const char* end = reference.data() + reference.size();
    const bool isNumber = std::from_chars(reference.data(), end, number).ptr == end && number > 0;
    if (!isNumber || number > columns.size())
        return false;
    return before == nullptr
        || (number <= before->size() && (*before)[number - 1] == columns[number - 1]);
}

} // namespace

ColumnChoice choosableColumns(const core::DataPreview& preview, const core::Catalogue& catalogue)
{
    const std::string& kind = preview.spec.format.kind;
    return {formatOption(catalogue, kind, kTextOptions) != nullptr,
            formatOption(catalogue, kind, kLabelOptions) != nullptr};
}

core::Json withColumns(const core::Json& data, const core::DataPreview& preview,
                       const core::Catalogue& catalogue, const std::vector<int64_t>& textColumns,
                       int labelColumn)
{
    const std::string& kind = preview.spec.format.kind;
    core::Json format = member(data, "format");
    if (text(format, "kind") != kind) {
        format = preview.spec.format.options;
        format["kind"] = kind;
    }
    if (const auto* option = formatOption(catalogue, kind, kTextOptions))
        format[option->name] = optionValue(*option, textColumns, preview.columns);
    if (const auto* option = formatOption(catalogue, kind, kLabelOptions)) {
        const std::vector<int64_t> label
            = labelColumn < 0 ? std::vector<int64_t>() : std::vector<int64_t>{labelColumn};
        format[option->name] = optionValue(*option, label, preview.columns);
    }
    core::Json changed = data;
    changed["format"] = format;
    return changed;
}

core::Json withSheet(core::Json data, const core::DataPreview& preview, const std::string& sheet)
{
    const core::Json before = preview.spec.format.options;
    core::Json format{{"kind", preview.spec.format.kind}, {"sheet", sheet}};
    const auto other = std::ranges::find_if(preview.sheets, [&](const core::SheetSummary& each) {
        return sheet.empty() ? each.rows > 0 && !each.hidden : each.name == sheet;
    });
    if (other != preview.sheets.end()) {
        const bool isNamed = text(before, "header") == "yes";
        const auto has = [&](const std::string& column) {
            // A number alone means the same column only in a table of the same shape.
            return (isNamed || other->columns.size() == preview.columns.size())
                && hasColumn(other->columns, column, isNamed ? &preview.columns : nullptr);
        };
        for (const char* option : {"text_columns", "label_column"})
            if (const auto all = references(member(before, option));
                !all.empty() && std::ranges::all_of(all, has)) {
                format[option] = before[option];
                if (isNamed)
                    format["header"] = "yes";
            }
    }
    data["format"] = format;
    return data;
}

bool offerSheets(core::Catalogue& catalogue, const std::vector<core::SheetSummary>& sheets)
{
    std::vector<core::Choice> choices;
    if (!sheets.empty())
        choices.push_back({"", "First that is not empty"});
    for (const core::SheetSummary& sheet : sheets)
        choices.push_back({sheet.name, sheetTitle(sheet).toStdString()});
    bool changed = false;
    for (core::KindDescription& format : catalogue["format"])
        for (core::OptionDescription& option : format.options)
            if (option.name == "sheet"
                && !std::ranges::equal(option.choices, choices,
                                       [](const core::Choice& one, const core::Choice& other) {
                                           return one.value == other.value
                                               && one.label == other.label;
                                       })) {
                option.type = choices.empty() ? core::OptionType::Text : core::OptionType::Choice;
                option.choices = choices;
                changed = true;
            }
    return changed;
}

core::Json withoutColumns(core::Json data)
{
    data["format"] = {{"kind", "auto"}};
    for (const char* of :
         {"train_target", "valid_target", "test_target", "source_language", "target_language"})
        data.erase(of);
    return data;
}

} // namespace ui
