#include "ui/widgets/labels.h"

#include <QLabel>

namespace ui {

namespace {

const char* nameOf(LabelRole role)
{
    switch (role) {
    case LabelRole::Plain:
        return "plain";
    case LabelRole::Muted:
        return "muted";
    case LabelRole::Heading:
        return "heading";
    case LabelRole::Group:
        return "group";
    case LabelRole::Problem:
        return "problem";
    case LabelRole::Figure:
        return "figure";
    }
    return "plain";
}

} // namespace

QLabel* makeLabel(const QString& text, LabelRole role, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(role != LabelRole::Figure && role != LabelRole::Heading);
    label->setProperty("role", QString::fromLatin1(nameOf(role)));
    return label;
}

QLabel* makeNameLabel(const QString& text, QWidget& field)
{
    QLabel* label = makeLabel(text, LabelRole::Plain, field.parentWidget());
    label->setWordWrap(false);
    label->setBuddy(&field);
    return label;
}

QString toolTipText(const QString& text)
{
    return text.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(text.toHtmlEscaped());
}

void setHelp(QWidget& widget, const QString& help)
{
    widget.setToolTip(toolTipText(help));
    widget.setAccessibleDescription(help); // Qt would say the tool tip with its marks.
}

} // namespace ui
