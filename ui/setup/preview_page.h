#pragma once

#include "ui/view/view.h"
#include "ui/view/view_frame.h"

#include <QString>

#include <string>

class QVBoxLayout;

namespace ui {

/// One of the two texts of a pair.
enum class Side { Source, Target };

/// "source", or "source: de" where the language has a name.
QString sideName(Side side, const std::string& language);

/// The wide preview of one step, under a title, in a scroll area. A failed preview can be repeated.
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
    /// The layout for the parts of a page.
    QVBoxLayout& content() { return *m_content; }
    /// Shows a new result: hides progress, failure and empty state.
    void showContent();
    void showEmpty(); ///< Back to the empty state.
    /// A heading of a part of the page.
    void addHeading(const QString& text);

private:
    QWidget* buildContent(const QString& title);

    QVBoxLayout* m_content = nullptr;
    BusyLine* m_busy;
};

/// The view of the wide preview, which the set-up fills.
class PreviewView : public View {
    Q_OBJECT
public:
    PreviewView(ViewContext& context, QWidget* parent);

    void follow(const Shown&) override { }
    std::vector<Figure> figures() const override; ///< Each plot that is shown.

private:
    QWidget* m_preview;
};

} // namespace ui
