#pragma once

#include "ui/view/view_frame.h"

class QVBoxLayout;

namespace ui {

/// The wide picture of one step, under a title; it scrolls. What failed can be started again.
class PreviewPage : public ViewFrame {
    Q_OBJECT
public:
    /// @param iconName  of the empty page.
    PreviewPage(const QString& title, const QString& iconName, QWidget* parent);

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

private:
    QWidget* buildContent(const QString& title);

    QVBoxLayout* m_content = nullptr;
    BusyLine* m_busy;
};

} // namespace ui
