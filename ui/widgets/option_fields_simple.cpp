#include "ui/widgets/option_fields_simple.h"

#include "ui/text/sentences.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/quiet_combo_box.h"

#include <QCheckBox>
#include <QLineEdit>

#include <cmath>

namespace ui {

BooleanField::BooleanField(const core::OptionDescription& option, const std::string& path,
                           QWidget* parent)
    : OptionField(option, path, parent), m_box(new QCheckBox(label(), this))
{
    describe(*m_box);
    placeAlone(*m_box);
    connect(m_box, &QCheckBox::clicked, this, &OptionField::edited);
}

void BooleanField::setValue(const core::Json& value)
{
    m_box->setChecked(value.is_boolean() && value.get<bool>());
}

core::Json BooleanField::value() const
{
    return m_box->isChecked();
}

QWidget* BooleanField::control() const
{
    return m_box;
}

NumberField::NumberField(const core::OptionDescription& option, const std::string& path,
                         QWidget* parent)
    : OptionField(option, path, parent), m_box(new NumberBox(option, this))
{
    describe(*m_box);
    placeAlone(*m_box);
    connect(m_box, &NumberBox::edited, this, &OptionField::edited);
    connect(m_box, &NumberBox::refused, this, &OptionField::refused);
}

void NumberField::setValue(const core::Json& value)
{
    if (value.is_number())
        m_box->setValue(value.get<double>());
}

core::Json NumberField::value() const
{
    if (option().type == core::OptionType::Integer)
        return static_cast<int64_t>(std::llround(m_box->value()));
    return m_box->value();
}

QWidget* NumberField::control() const
{
    return m_box;
}

bool NumberField::isBeingTyped() const
{
    return !m_box->hasAcceptableInput();
}

ChoiceField::ChoiceField(const std::string& task, const core::OptionDescription& option,
                         const std::string& path, QWidget* parent)
    : OptionField(option, path, parent), m_box(new QuietComboBox(this))
{
    for (const core::Choice& choice : option.choices)
        if (task.empty() || core::servesTask(choice.tasks, task))
            m_box->addItem(coreText(choice.label.empty() ? choice.value : choice.label),
                           QString::fromStdString(choice.value));
    describe(*m_box);
    placeAlone(*m_box);
    connect(m_box, &QComboBox::activated, this, &OptionField::edited);
}

void ChoiceField::setValue(const core::Json& value)
{
    if (!value.is_string())
        return;
    const QString wanted = QString::fromStdString(value.get<std::string>());
    if (m_box->findData(wanted) < 0)
        m_box->addItem(tr("%1 (not offered here)").arg(wanted), wanted);
    m_box->setCurrentIndex(m_box->findData(wanted));
}

core::Json ChoiceField::value() const
{
    return m_box->currentData().toString().toStdString();
}

QWidget* ChoiceField::control() const
{
    return m_box;
}

TextField::TextField(const core::OptionDescription& option, const std::string& path,
                     QWidget* parent)
    : OptionField(option, path, parent), m_edit(new QLineEdit(this))
{
    describe(*m_edit);
    placeAlone(*m_edit);
    connect(m_edit, &QLineEdit::textEdited, this, &OptionField::edited);
}

void TextField::setValue(const core::Json& value)
{
    const QString text
        = value.is_string() ? QString::fromStdString(value.get<std::string>()) : QString();
    if (m_edit->text() == text)
        return;
    m_edit->setText(text);
    m_edit->setCursorPosition(0); // A narrow field shows the beginning.
}

core::Json TextField::value() const
{
    return m_edit->text().toStdString();
}

QWidget* TextField::control() const
{
    return m_edit;
}

} // namespace ui
