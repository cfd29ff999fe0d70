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

namespace {

struct SplitText {
    QStringList items;
    bool closed = true; ///< Every quote has its end.
};

SplitText splitAtCommas(const QString& text)
{
    SplitText result;
    QString item;
    bool inQuotes = false;
    bool wasQuoted = false;
    const auto finish = [&] {
        const QString whole = wasQuoted ? item : item.trimmed();
        if (wasQuoted || !whole.isEmpty())
            result.items << whole;
        item.clear();
        wasQuoted = false;
    };
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar c = text[i];
        if (inQuotes && c == u'"' && i + 1 < text.size() && text[i + 1] == u'"') {
            item += text[++i];
        } else if (c == u'"' && (inQuotes || item.trimmed().isEmpty())) {
            if (!inQuotes)
                item.clear();
            inQuotes = !inQuotes;
            wasQuoted = true;
        } else if (c == u',' && !inQuotes) {
            finish();
        } else if (!wasQuoted || inQuotes) {
            item += c;
        }
    }
    result.closed = !inQuotes;
    finish();
    return result;
}

QString quoted(const QString& item)
{
    const bool plain = !item.isEmpty() && item == item.trimmed() && !item.contains(u',')
        && !item.startsWith(u'"');
    if (plain)
        return item;
    QString doubled = item;
    doubled.replace(u'"', QStringLiteral("\"\""));
    return u'"' + doubled + u'"';
}

/// "3, 4, 5"
QString listText(const core::Json& list)
{
    QStringList texts;
    for (const core::Json& item : list)
        texts << (item.is_string() ? quoted(QString::fromStdString(item.get<std::string>()))
                                   : QString::fromStdString(item.dump()));
    return texts.join(QStringLiteral(", "));
}

} // namespace

PlainListField::PlainListField(const core::OptionDescription& option, const std::string& path,
                               QWidget* parent)
    : OptionField(option, path, parent), m_edit(new QLineEdit(this))
{
    describe(*m_edit);
    m_edit->setPlaceholderText(tr("separated by commas"));
    placeAlone(*m_edit);
    connect(m_edit, &QLineEdit::textEdited, this, [this] {
        if (!m_before)
            m_before = m_value;
        read();
    });
    connect(m_edit, &QLineEdit::editingFinished, this, [this] {
        if (!m_refused)
            m_before.reset();
    });
}

void PlainListField::setValue(const core::Json& value)
{
    if (!value.is_array() || (value == m_value && !m_edit->text().isEmpty()))
        return; // The same list may be typed in another way; leave it as the user wrote it.
    m_value = value;
    m_edit->setText(listText(value));
    m_before.reset();
    m_refused = false;
    Q_EMIT refused({});
}

QWidget* PlainListField::control() const
{
    return m_edit;
}

void PlainListField::read()
{
    QString why;
    std::optional<core::Json> list = parsed(why);
    m_refused = !why.isEmpty();
    if (m_refused) { // The beginning that was right is not what was meant.
        list = m_before;
        why = m_before->empty() ? tr("%1 The list stays empty.").arg(why)
                                : tr("%1 %2 is kept.").arg(why, listText(*m_before));
    }
    Q_EMIT refused(why);
    if (*list == m_value)
        return;
    m_value = *list;
    Q_EMIT edited();
}

std::optional<core::Json> PlainListField::parsed(QString& why) const
{
    const SplitText split = splitAtCommas(m_edit->text());
    if (!split.closed) {
        why = tr("A double quote is not closed.");
        return std::nullopt;
    }
    core::Json list = core::Json::array();
    for (const QString& item : split.items) {
        if (option().type == core::OptionType::TextList) {
            list.push_back(item.toStdString());
            continue;
        }
        bool whole = false;
        const qlonglong number = item.toLongLong(&whole);
        const auto size = static_cast<double>(number);
        if (!whole)
            why = tr("\"%1\" is not a whole number.").arg(item);
        else if (size < option().minimum || size > option().maximum)
            why = tr("%1 must be between %2 and %3.")
                      .arg(item, NumberBox::numberText(option().minimum),
                           NumberBox::numberText(option().maximum));
        if (!why.isEmpty())
            return std::nullopt;
        list.push_back(int64_t{number});
    }
    return list;
}

} // namespace ui
