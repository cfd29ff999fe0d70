#include "ui/text/setting_names.h"

#include "core/base/read_json.h"
#include "ui/text/sentences.h"
#include "ui/text/typed_number.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using Options = std::vector<core::OptionDescription>;

const core::OptionDescription* optionNamed(const Options& options, const QString& name)
{
    const auto found = std::find_if(
        options.begin(), options.end(),
        [wanted = name.toStdString()](const auto& option) { return option.name == wanted; });
    return found == options.end() ? nullptr : &*found;
}

/// A JSON number as the forms show it: "0,001" in German. Other texts and plain digits stay as they
/// are.
QString asNumber(const QString& json)
{
    bool is = false;
    const double number = json.toDouble(&is); // By the rules of C++, whatever the locale.
    const bool whole = !json.contains(u'.') && !json.contains(u'e', Qt::CaseInsensitive);
    return is && !whole && std::isfinite(number) ? exactText(number) : json;
}

/// An option inside `outer`; in a selection, the option of the first kind that has it.
const core::OptionDescription* optionInside(const core::OptionDescription& outer,
                                            const QString& name, const core::Catalogue& catalogue)
{
    if (outer.type == core::OptionType::Section)
        return optionNamed(outer.children, name);
    const auto family = catalogue.find(outer.family);
    if (family == catalogue.end())
        return nullptr;
    for (const core::KindDescription& kind : family->second) {
        if (const auto* option = optionNamed(kind.options, name))
            return option;
    }
    return nullptr;
}

QString optionLabel(const core::OptionDescription& option)
{
    return coreText(option.label.empty() ? option.name : option.label);
}

} // namespace

SettingNames::SettingNames(const core::Catalogue& catalogue,
                           const std::vector<core::OptionDescription>& specOptions)
    : m_catalogue(catalogue), m_options(specOptions)
{
}

QString SettingNames::nameOf(const QString& path) const
{
    const Found found = find(path);
    if (!path.contains(u'.') || found.section == nullptr)
        return path.contains(u'.') ? found.label : QString();
    return QCoreApplication::translate("SettingNames", "%1 (%2)")
        .arg(found.label, optionLabel(*found.section));
}

QString SettingNames::labelOf(const QString& path) const
{
    return find(path).label;
}

SettingNames::Found SettingNames::find(const QString& path) const
{
    static const QRegularExpression index(QStringLiteral("\\[(\\d+)\\]$"));
    QStringList parts = path.split(u'.');
    const core::OptionDescription* section = optionNamed(m_options, parts.takeFirst());
    if (section == nullptr)
        return {};
    if (section->type == core::OptionType::Selection && !parts.isEmpty()
        && parts.first() != u"kind") {
        section = optionInside(*section, parts.takeFirst(), m_catalogue); // one of the task's own
        if (section == nullptr)
            return {};
    }
    const core::OptionDescription* option = section;
    QString place; // in a list
    for (QString part : std::as_const(parts)) {
        if (part == u"kind" && !option->family.empty())
            continue; // The form has one field for a selection and its kind.
        const auto match = index.match(part);
        place = match.captured(1);
        option = optionInside(*option, part.remove(index), m_catalogue);
        if (option == nullptr)
            return {};
    }
    QString label = optionLabel(*option);
    if (!place.isEmpty())
        label = QCoreApplication::translate("SettingNames", "%1, number %2")
                    .arg(label)
                    .arg(place.toInt() + 1);
    return {label, option == section ? nullptr : section, option};
}

/// Title of a kind or a choice; else empty.
QString SettingNames::titleOf(const core::OptionDescription& option, const QString& value) const
{
    const std::string id = value.toStdString();
    if (const auto* kind = core::findKind(m_catalogue, option.family, id))
        return coreText(kind->title);
    for (const core::Choice& choice : option.choices)
        if (choice.value == id)
            return coreText(choice.label);
    return {};
}

QString SettingNames::valueOf(const QString& path, const QString& value) const
{
    if (value.isEmpty() || value == u"null" || value == u"[]")
        return QCoreApplication::translate("SettingNames", "nothing");
    const core::OptionDescription* option = find(path).option;
    if (option == nullptr || option->type == core::OptionType::Integer
        || option->type == core::OptionType::Real)
        return asNumber(value);
    if (option->type == core::OptionType::Boolean)
        return value == u"true" ? QCoreApplication::translate("SettingNames", "on")
                                : QCoreApplication::translate("SettingNames", "off");
    const std::optional<core::Json> list
        = value.startsWith(u'[') ? core::readJson(value.toStdString()).value : std::nullopt;
    if (!list || !list->is_array()) {
        const QString title = titleOf(*option, value);
        return title.isEmpty() ? value : title;
    }
    QStringList entries;
    for (const core::Json& entry : *list) {
        const core::Json& one = entry.is_object() && entry.contains("kind") ? entry["kind"] : entry;
        const QString text = one.is_string() ? QString::fromStdString(one.get<std::string>())
                                             : asNumber(QString::fromStdString(one.dump()));
        const QString title = titleOf(*option, text);
        const bool isPath = option->type == core::OptionType::PathList;
        entries << (!title.isEmpty() ? title : isPath ? text.section(u'/', -1) : text);
    }
    return entries.join(QStringLiteral(", "));
}

QString SettingNames::said(const QString& text) const
{
    static const QRegularExpression path(
        QStringLiteral("(?<![\\w./\\\\-])[a-z_]++(?:\\.[a-z0-9_]++(?:\\[\\d++\\])?)++"
                       "(?![\\w/\\\\=-]|\\.\\w)"));
    QString result;
    qsizetype done = 0;
    for (auto matches = path.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        const QString name = nameOf(match.captured());
        if (name.isEmpty())
            continue;
        result += text.mid(done, match.capturedStart() - done) + name;
        done = match.capturedEnd();
    }
    return result + text.mid(done);
}

QString differenceText(const QString& path, const QString& before, const QString& after,
                       SettingPlace place)
{
    const SettingNames& names = settingNames();
    QString name = place == SettingPlace::Said ? names.nameOf(path) : names.labelOf(path);
    if (name.isEmpty())
        name = QString(path)
                   .remove(QRegularExpression(QStringLiteral("\\.kind$")))
                   .section(u'.', -1);
    return QCoreApplication::translate("SettingNames", "%1: %2 \u2192 %3")
        .arg(name, names.valueOf(path, before), names.valueOf(path, after));
}

} // namespace ui
