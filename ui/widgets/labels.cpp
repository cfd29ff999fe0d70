#include "ui/widgets/labels.h"

#include <QLabel>

#include <algorithm>

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

/// A label that no single word makes wider than the window: names of files can be of any length.
class WordLabel : public QLabel {
public:
    using QLabel::QLabel;

    QSize minimumSizeHint() const override
    {
        const QSize hint = QLabel::minimumSizeHint();
        const int letters = wordWrap() ? kWrapped : kWhole;
        return {std::min(hint.width(), letters * fontMetrics().averageCharWidth()), hint.height()};
    }

private:
    static constexpr int kWrapped = 40, kWhole = 80; ///< Letters; of a line of an own text.
};

} // namespace

QLabel* makeLabel(const QString& text, LabelRole role, QWidget* parent)
{
    auto* label = new WordLabel(text, parent);
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

QString breakable(const QString& text)
{
    constexpr int kLong = 60; // No word of a language.
    QString broken;
    int run = 0;
    for (const QChar letter : text) {
        run = letter.isSpace() ? 0 : run + 1;
        broken += letter;
        if (run == kLong) {
            broken += QChar(0x200B); // A place to break at that has no width.
            run = 0;
        }
    }
    return broken;
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
