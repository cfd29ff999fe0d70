#include "ui/widgets/problem_line.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

#include <QHBoxLayout>
#include <QLabel>

namespace ui {

ProblemLine::ProblemLine(QWidget* parent)
    : QWidget(parent), m_text(makeLabel({}, LabelRole::Problem, this))
{
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(4);
    auto* sign = new QLabel(this);
    setIcon(*sign, QStringLiteral("warning"), IconTone::Bad);
    sign->setAccessibleName(tr("Problem"));
    layout->addWidget(sign, 0, Qt::AlignTop);
    layout->addWidget(m_text, 1);
    hide();
}

void ProblemLine::setText(const QString& text)
{
    m_text->setText(text);
    setVisible(!text.isEmpty());
}

QString ProblemLine::text() const
{
    return m_text->text();
}

} // namespace ui
