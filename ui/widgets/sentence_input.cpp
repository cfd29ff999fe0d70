#include "ui/widgets/sentence_input.h"

#include <QLineEdit>

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

} // namespace ui
