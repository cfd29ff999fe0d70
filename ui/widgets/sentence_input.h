#pragma once

#include <QComboBox>
#include <QTimer>

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

} // namespace ui
