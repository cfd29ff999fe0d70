#pragma once

#include "core/base/monitor.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;
class QScrollArea;
class QStackedLayout;
class QVBoxLayout;

namespace ui {

class EmptyState;
class MessageBar;

/// The wide picture of one step: a title, what is going on (with a way to stop it), what failed,
/// and the content, which scrolls; an empty state until there is some.
class PreviewPage : public QWidget {
    Q_OBJECT
public:
    PreviewPage(const QString& title, EmptyState* empty, QWidget* parent);

    void setProgress(const core::Progress& progress);
    void setFailure(const core::Failure& failure);

Q_SIGNALS:
    void cancelRequested();
    void repeatRequested(); ///< After a failure, or after it was cancelled.

protected:
    /// Where a page puts its pictures.
    QVBoxLayout& content() { return *m_content; }
    /// Called with each new result: away with progress, failure and empty state.
    void showContent();
    void showEmpty(); ///< Back to the empty state.
    /// A heading of a part of the page.
    void addHeading(const QString& text);
    EmptyState& empty() { return *m_empty; }

private:
    void makeStatus(QVBoxLayout& layout);

    EmptyState* m_empty;
    QScrollArea* m_scroll;
    QVBoxLayout* m_content;
    QStackedLayout* m_stack;
    MessageBar* m_message;
    QWidget* m_status;
    QLabel* m_stage;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

} // namespace ui
