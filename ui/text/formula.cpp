#include "ui/text/formula.h"

#include <QLabel>

namespace ui {

namespace {

constexpr int kDeepest = 8; ///< Nested marks; deeper ones stay as they were written.

QString html(const QString& plain, int depth);

bool isMark(QChar sign)
{
    return sign == u'_' || sign == u'^';
}

/// Raised letters such as the sign of transposition are signs of their own.
bool isName(QChar sign)
{
    return sign.isLetterOrNumber() && sign.category() != QChar::Letter_Modifier
        && sign.category() != QChar::Number_Other;
}

/// Index of the bracket that closes the one at `open`; -1: none.
qsizetype closing(const QString& text, qsizetype open)
{
    const QChar opened = text[open], closed = opened == u'{' ? u'}' : u')';
    int depth = 0;
    for (qsizetype i = open; i < text.size(); ++i) {
        if (text[i] == opened)
            ++depth;
        else if (text[i] == closed && --depth == 0)
            return i;
    }
    return -1;
}

struct Script {
    QString content; ///< Empty: no script stands here.
    qsizetype end = 0; ///< Behind it.
};

/// What the mark at `mark` lowers or raises.
Script scriptAt(const QString& text, qsizetype mark)
{
    const qsizetype first = mark + 1;
    if (first >= text.size())
        return {};
    if (text[first] == u'{' || text[first] == u'(') {
        const qsizetype close = closing(text, first);
        return close < 0 ? Script{} : Script{text.mid(first + 1, close - first - 1), close + 1};
    }
    qsizetype end = first;
    while (end < text.size() && isName(text[end]))
        ++end;
    return {text.mid(first, end - first), end};
}

QString html(const QString& plain, int depth)
{
    QString result;
    for (qsizetype i = 0; i < plain.size();) {
        const bool mark = isMark(plain[i]) && i > 0 && !plain[i - 1].isSpace() && depth < kDeepest;
        const Script script = mark ? scriptAt(plain, i) : Script{};
        if (!script.content.isEmpty()) {
            result += (plain[i] == u'_' ? QStringLiteral("<sub>%1</sub>")
                                        : QStringLiteral("<sup>%1</sup>"))
                          .arg(html(script.content, depth + 1));
            i = script.end;
            continue;
        }
        // Two blanks part two formulas; rich text would make one of them.
        const bool wide = plain[i] == u' ' && i + 1 < plain.size() && plain[i + 1] == u' ';
        result += wide ? QStringLiteral("&nbsp;") : QString(plain[i]).toHtmlEscaped();
        ++i;
    }
    return result;
}

} // namespace

QString formulaHtml(const QString& plain)
{
    return html(plain, 0);
}

void setFormula(QLabel& label, const QString& plain)
{
    label.setTextFormat(Qt::RichText);
    label.setText(formulaHtml(plain));
    label.setAccessibleName(plain);
    // Without a parent it would be a window; it appears with the one that it gets.
    if (plain.isEmpty() || !label.isWindow())
        label.setVisible(!plain.isEmpty());
}

} // namespace ui
