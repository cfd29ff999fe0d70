#include "ui/language/text_box.h"

#include "ui/widgets/theme.h"

#include <algorithm>

namespace ui {

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

void TextBox::setText(const QString& text)
{
    if (text == this->text())
        return;
    m_quiet = true;
    setPlainText(text);
    m_quiet = false;
    m_typing.stop();
}

QSize TextBox::sizeHint() const
{
    const QFontMetrics metrics(font());
    const int wide = std::max(viewport()->width(), 100);
    const int wrapped = metrics.horizontalAdvance(toPlainText().left(1000)) / wide;
    const int lines = std::clamp(blockCount() + wrapped, 1, 3);
    return {400,
            lines * metrics.lineSpacing() + 2 * int(document()->documentMargin()) + 2 * frameWidth()
                + 2};
}

} // namespace ui
