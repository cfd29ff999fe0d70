#pragma once

#include "ui/decoding/tree_picture.h"

#include <QWidget>

class QLabel;
class QTextEdit;

namespace ui {

/// A text that a model has generated after a prompt, readable from the last row: the prompt muted,
/// then the whole text, wrapped, with the current token marked; above it whether it ended or was
/// cut off, and the model's name. Scrolls if it exceeds a share of the window.
class WrittenText : public QWidget {
    Q_OBJECT
public:
    explicit WrittenText(QWidget* parent = nullptr);

    /// The best hypothesis at the step when `current` is on its path, else that of `current`.
    void show(ShownSearch search, int step, int32_t current);
    /// @param writer  "gpt for Arabic".
    void setWriter(const QString& writer);
    QString words() const; ///< State, prompt and text.

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showState();
    void showText();
    void fitHeight();

    ShownSearch m_search;
    QString m_writer;
    int m_step = 0;
    int32_t m_current = -1, m_shown = -1; ///< Nodes; the second ends the hypothesis that is shown.
    QLabel *m_shape, *m_state;
    QTextEdit* m_text;
};

} // namespace ui
