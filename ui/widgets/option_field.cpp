#include "ui/widgets/option_field.h"

#include "ui/text/sentences.h"
#include "ui/widgets/cell_text_field.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/option_fields_path.h"
#include "ui/widgets/option_fields_selection.h"
#include "ui/widgets/option_fields_simple.h"

#include <cmath>

namespace ui {

OptionField::OptionField(const core::OptionDescription& option, const std::string& path,
                         QWidget* parent)
    : QWidget(parent), m_option(option), m_path(path)
{
}

QString OptionField::label() const
{
    return coreText(m_option.label.empty() ? m_option.name : m_option.label);
}

QString OptionField::helpText() const
{
    QString text = coreText(m_option.help);
    const bool number
        = m_option.type == core::OptionType::Integer || m_option.type == core::OptionType::Real;
    const auto add = [&text](const QString& more) {
        text += (text.isEmpty() ? QString() : QStringLiteral(" ")) + more;
    };
    if (number && std::isfinite(m_option.minimum) && std::isfinite(m_option.maximum))
        add(tr("From %1 to %2.")
                .arg(NumberBox::numberText(m_option.minimum),
                     NumberBox::numberText(m_option.maximum)));
    else if (number && std::isfinite(m_option.minimum))
        add(tr("From %1.").arg(NumberBox::numberText(m_option.minimum)));
    if (number && m_option.defaultValue.is_number())
        add(tr("Default: %1.").arg(NumberBox::numberText(m_option.defaultValue.get<double>())));
    return text;
}

void OptionField::describe(QWidget& control) const
{
    const QString help = helpText();
    QString name = label();
    if (!m_option.unit.empty())
        name = tr("%1, in %2").arg(name, coreText(m_option.unit));
    control.setObjectName(QString::fromStdString(m_path));
    control.setAccessibleName(name);
    setHelp(control, help);
    control.setWhatsThis(toolTipText(help));
}

void OptionField::describe(QWidget& control, const QString& action) const
{
    control.setAccessibleName(tr("%1: %2").arg(label(), action));
    setHelp(control, action);
    control.setAccessibleDescription(helpText()); // more than the tool tip says
    control.setWhatsThis(toolTipText(helpText()));
}

void OptionField::placeAlone(QWidget& control)
{
    makeRow(this, {&control});
    setFocusProxy(&control);
}

OptionField* makeOptionField(const OptionContext& context, const core::OptionDescription& option,
                             const std::string& path, QWidget* parent)
{
    switch (option.type) {
    case core::OptionType::Boolean:
        return new BooleanField(option, path, parent);
    case core::OptionType::Integer:
    case core::OptionType::Real:
        return new NumberField(option, path, parent);
    case core::OptionType::Choice:
        return new ChoiceField(context.task, option, path, parent);
    case core::OptionType::Path:
        return new PathField(option, path, parent);
    case core::OptionType::PathList:
        return new PathListField(option, path, parent);
    case core::OptionType::IntegerList:
    case core::OptionType::TextList:
        return new PlainListField(option, path, parent);
    case core::OptionType::Selection:
        return new SelectionField(context, option, path, parent);
    case core::OptionType::SelectionList:
        return new SelectionListField(context, option, path, parent);
    case core::OptionType::Text:
    case core::OptionType::Section:
    case core::OptionType::SectionList:
        break;
    }
    if (option.syntax == "cell")
        return new CellTextField(option, path, parent);
    return new TextField(option, path, parent);
}

} // namespace ui
