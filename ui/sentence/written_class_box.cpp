#include "ui/sentence/written_class_box.h"

#include "core/base/message.h"
#include "ui/widgets/labels.h"

#include <QLineEdit>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace ui {

WrittenClassBox::WrittenClassBox(ViewContext& context, Asker::Failed failed, QWidget* parent)
    : QuietComboBox(parent), m_asker(context, std::move(failed))
{
    setAccessibleName(tr("Class to generate text for"));
    setHelp(*this, accessibleName());
    setMinimumContentsLength(10);
    hide();
    connect(this, &QComboBox::currentIndexChanged, this, [this] {
        m_told = currentText();
        Q_EMIT classChanged();
    });
}

void WrittenClassBox::follow(const Shown& shown)
{
    if (shown.askable)
        m_asker.follow(shown, core::AskWrittenClasses{},
                       [this](const core::WrittenConditions& all) { setConditions(all); });
}

void WrittenClassBox::setClassName(const QString& name)
{
    m_chosen = name;
    const QSignalBlocker quiet(this);
    setCurrentText(name);
    m_told = currentText();
}

void WrittenClassBox::setColumns(const std::vector<core::WrittenColumn>& columns)
{
    const bool numbers = !columns.empty();
    if (numbers != isEditable()) {
        setEditable(numbers);
        setInsertPolicy(NoInsert);
        if (numbers) {
            setCompleter(nullptr); // It would make "stars 3.2" of "stars 3".
            connect(lineEdit(), &QLineEdit::editingFinished, this, &WrittenClassBox::typed);
        }
    }
    const auto text
        = [](double number) { return QString::fromStdString(core::numberText(number)); };
    QStringList ranges;
    for (const core::WrittenColumn& column : columns)
        ranges << tr("%1 from %2 to %3, mean %4")
                      .arg(QString::fromStdString(column.name), text(column.least),
                           text(column.most), text(column.mean));
    setAccessibleName(numbers ? tr("Numbers to generate text for")
                              : tr("Class to generate text for"));
    setHelp(*this,
            numbers ? tr("Type a number for each column, with semicolons between them. In the "
                         "training texts: %1.")
                          .arg(ranges.join(u"; "))
                    : accessibleName());
}

/// Enter and leaving the field are one change.
void WrittenClassBox::typed()
{
    if (currentText() != std::exchange(m_told, currentText()))
        Q_EMIT classChanged();
}

void WrittenClassBox::setConditions(const core::WrittenConditions& conditions)
{
    QStringList names, there;
    for (const std::string& name : conditions.choices)
        names << QString::fromStdString(name);
    for (int i = 0; i < count(); ++i)
        there << itemText(i);
    setVisible(!names.isEmpty());
    if (names == there)
        return;
    {
        const QSignalBlocker quiet(this);
        clear();
        addItems(names);
        setColumns(conditions.columns);
        if (takesNumbers() && m_chosen.isEmpty())
            setCurrentIndex(1); // The means.
        else
            setCurrentText(m_chosen);
        if (takesNumbers()) {
            constexpr int kShortest = 10, kLongest = 24;
            setMinimumContentsLength(std::clamp(int(names.back().size()), kShortest, kLongest));
            lineEdit()->setCursorPosition(0);
        }
        m_told = currentText();
    }
    Q_EMIT classChanged();
}

} // namespace ui
