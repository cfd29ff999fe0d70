#include "ui/sentence/written_class_box.h"

#include "core/probe/language_model/language_questions.h"
#include "ui/widgets/labels.h"

#include <QSignalBlocker>

namespace ui {

WrittenClassBox::WrittenClassBox(ViewContext& context, Asker::Failed failed, QWidget* parent)
    : QuietComboBox(parent), m_asker(context, std::move(failed))
{
    setAccessibleName(tr("Class to generate text for"));
    setHelp(*this, accessibleName());
    setMinimumContentsLength(10);
    hide();
    connect(this, &QComboBox::currentIndexChanged, this, &WrittenClassBox::classChanged);
}

void WrittenClassBox::follow(const Shown& shown)
{
    if (shown.askable)
        m_asker.follow(shown, core::AskWrittenClasses{},
                       [this](const std::vector<std::string>& classes) { setClasses(classes); });
}

void WrittenClassBox::setClassName(const QString& name)
{
    m_chosen = name;
    const QSignalBlocker quiet(this);
    setCurrentText(name);
}

void WrittenClassBox::setClasses(const std::vector<std::string>& classes)
{
    QStringList names, there;
    for (const std::string& name : classes)
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
        setCurrentText(m_chosen);
    }
    Q_EMIT classChanged();
}

} // namespace ui
