#include "ui/widgets/sentence_input.h"

#include "ui/widgets/theme.h"

#include <QLineEdit>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kTypingMs = 150;
constexpr int kHistory = 20;

} // namespace

SentenceInput::SentenceInput(const QString& placeholder, QWidget* parent) : QComboBox(parent)
{
    setEditable(true);
    setInsertPolicy(QComboBox::NoInsert);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(20);
    setCompleter(nullptr); // a suggestion would change what is being typed
    lineEdit()->setPlaceholderText(placeholder);
    lineEdit()->setClearButtonEnabled(true);
    m_typing.setSingleShot(true);
    connect(&m_typing, &QTimer::timeout, this, &SentenceInput::asked);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] {
        if (!m_typing.isActive())
            m_typing.start(kTypingMs);
    });
    connect(lineEdit(), &QLineEdit::returnPressed, this, [this] {
        remember();
        m_typing.start(0); // the box may report the same key as a choice from its list
    });
    connect(this, &QComboBox::activated, this, [this] { m_typing.start(0); });
}

void SentenceInput::setText(const QString& text)
{
    setEditText(text);
    if (!lineEdit()->hasFocus())
        lineEdit()->setCursorPosition(0);
}

void SentenceInput::remember()
{
    const QString typed = text();
    if (typed.trimmed().isEmpty())
        return;
    const int there = findText(typed, Qt::MatchExactly | Qt::MatchCaseSensitive);
    if (there >= 0)
        removeItem(there);
    insertItem(0, typed);
    while (count() > kHistory)
        removeItem(count() - 1);
    setCurrentIndex(0);
    setEditText(typed);
}

TextBox::TextBox(const QString& placeholder, QWidget* parent) : QPlainTextEdit(parent)
{
    constexpr int kTypingMs = 150;
    setPlaceholderText(placeholder);
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_typing.setSingleShot(true);
    connect(&m_typing, &QTimer::timeout, this, &TextBox::asked);
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        updateGeometry();
        if (!m_quiet && !m_typing.isActive())
            m_typing.start(kTypingMs);
    });
    connect(&Theme::instance(), &Theme::changed, this, &TextBox::updateGeometry);
}

std::vector<std::string> TextBox::lines() const
{
    std::vector<std::string> lines;
    for (const QString& line : text().split(u'\n'))
        if (const QString trimmed = line.trimmed(); !trimmed.isEmpty())
            lines.push_back(trimmed.toStdString());
    return lines;
}

void TextBox::setText(const QString& text)
{
    if (text == this->text())
        return;
    m_quiet = true;
    setPlainText(text);
    m_quiet = false;
    m_typing.stop();
}

void TextBox::setLines(int fewest, int most)
{
    m_fewestLines = fewest;
    m_mostLines = most;
    updateGeometry();
}

QSize TextBox::sizeHint() const
{
    const QFontMetrics metrics(font());
    const int wide = std::max(viewport()->width(), 100);
    const int wrapped = metrics.horizontalAdvance(toPlainText().left(1000)) / wide;
    const int lines = std::clamp(blockCount() + wrapped, m_fewestLines, m_mostLines);
    // As lines of a text layout are: less, and the first line would be scrolled out of sight.
    const auto line = int(std::ceil(QFontMetricsF(font()).lineSpacing()));
    return {400, lines * line + 2 * int(document()->documentMargin()) + 2 * frameWidth() + 2};
}

} // namespace ui
