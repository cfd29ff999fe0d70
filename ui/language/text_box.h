#pragma once

#include <QPlainTextEdit>
#include <QTimer>

namespace ui {

/// A few lines to type or paste a text into; Tab leaves it.
class TextBox : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit TextBox(const QString& placeholder, QWidget* parent = nullptr);

    QString text() const { return toPlainText(); }
    void setText(const QString& text); ///< Asks for nothing; the same text keeps the cursor.
    QSize sizeHint() const override; ///< As high as its lines, at most three.
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

Q_SIGNALS:
    void asked(); ///< At most one every 150 ms while typing.

private:
    QTimer m_typing;
    bool m_quiet = false;
};

} // namespace ui
