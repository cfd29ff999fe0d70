#pragma once

#include <QComboBox>
#include <QPlainTextEdit>
#include <QTimer>

#include <string>
#include <vector>

namespace ui {

/// A line to type a sentence in, with the earlier ones in its list.
class SentenceInput : public QComboBox {
    Q_OBJECT
public:
    explicit SentenceInput(const QString& placeholder, QWidget* parent = nullptr);

    QString text() const { return currentText(); }
    void setText(const QString& text); ///< Asks for nothing; its beginning is in sight.
    /// Puts the text at the head of the list, where each text stands once.
    void remember();
    void stopWaiting() { m_typing.stop(); } ///< It was asked for otherwise.

Q_SIGNALS:
    void asked(); ///< At most one every 150 ms while typing; at once on Return or a choice.

private:
    QTimer m_typing;
};

/// A few lines to type or paste a text into; Tab leaves it.
class TextBox : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit TextBox(const QString& placeholder, QWidget* parent = nullptr);
    void setLines(int fewest, int most); ///< It is as high as its text within these; from 1 to 3.

    QString text() const { return toPlainText(); }
    std::vector<std::string> lines() const; ///< Trimmed, without empty ones.
    void setText(const QString& text); ///< Asks for nothing; the same text keeps the cursor.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {160, sizeHint().height()}; }

Q_SIGNALS:
    void asked(); ///< At most one every 150 ms while typing.

private:
    QTimer m_typing;
    bool m_quiet = false;
    int m_fewestLines = 1, m_mostLines = 3;
};

} // namespace ui
