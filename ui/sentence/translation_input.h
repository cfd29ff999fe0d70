#pragma once

#include <QWidget>

class QToolButton;

namespace ui {

class SentenceInput;

/// The source sentence, a reference to compare with, and what can be done with them.
class TranslationInput : public QWidget {
    Q_OBJECT
public:
    /// The two buttons stand beside the view's own.
    TranslationInput(QToolButton* asText, QWidget* parent = nullptr);

    QString source() const;
    QString reference() const; ///< May be empty.
    void setTexts(const QString& source, const QString& reference);
    void ask(); ///< For what stands there now.

Q_SIGNALS:
    void asked(const QString& source, const QString& reference); ///< At most every 150 ms.
    void pinRequested(const QString& source);
    void decodeRequested(const QString& source);

private:
    QToolButton* makePin();
    QToolButton* makeDecode();

    SentenceInput *m_source, *m_reference;
};

} // namespace ui
