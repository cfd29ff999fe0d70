#pragma once

#include <QPlainTextEdit>
#include <QTimer>

namespace ui {

/// The note of one run, saved when nobody types for a moment. In sight where there is one, or the
/// user wants to write one.
class RunNote : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit RunNote(QWidget* parent = nullptr);

    void showRun(const QString& run, const QString& note); ///< Empty: none.
    void setFolded(bool folded);
    void write(); ///< The user wants to: it comes into sight.
    void save(); ///< At once, if something was typed.

Q_SIGNALS:
    void written(const QString& run, const QString& note);

private:
    void follow(); ///< Whether it is in sight.

    QString m_run;
    QString m_saved;
    bool m_folded = false;
    QTimer m_typing;
};

} // namespace ui
