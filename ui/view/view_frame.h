#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "ui/widgets/empty_state.h"

#include <QWidget>

class QVBoxLayout;

namespace ui {

class BusyLine;
class MessageBar;
class View;

/// The frame of every view: a bar for failures, a line for progress, and the content or an empty
/// page that explains what will appear and how to get it. A view adds its parts above the content,
/// such as an input line.
class ViewFrame : public QWidget {
    Q_OBJECT
public:
    static inline const QString kInfo = QStringLiteral("info");

    /// @param iconName  of the empty page.
    explicit ViewFrame(const QString& iconName = kInfo, QWidget* parent = nullptr);
    explicit ViewFrame(View& view, const QString& iconName = kInfo); ///< Fills the view.

    void setContent(QWidget* content) { m_pages->setContent(content); } ///< Once.
    void addAboveMessages(QWidget* part);
    void addBelowMessages(QWidget* part); ///< Above the content.

    void showContent() { m_pages->showContent(); }
    void showEmpty() { m_pages->showEmpty(); }
    void showEmpty(const QString& title, const QString& how) { m_pages->showEmpty(title, how); }
    void showNoText() { m_pages->showNoText(); }
    /// @param afterTraining  sentence: what will appear once there is a network.
    void showNoNetwork(const QString& afterTraining = {});
    void showOpening(const QString& run); ///< Its network is being read.
    bool hasContent() const { return m_pages->hasContent(); } ///< Not the empty page.
    EmptyState& empty() const { return m_pages->empty(); }

    void showFailure(const core::Failure& failure); ///< Except a cancellation by the user.
    void hideFailure();
    MessageBar& message() const { return *m_message; }

    BusyLine& addBusyLine(const QString& name); ///< Below the messages. @param name  see BusyLine

    /// Wrapped lines share the height that there is; otherwise they would request the height of all
    /// parts, and a scroll area would scroll without need.
    bool hasHeightForWidth() const override { return false; }

protected:
    QVBoxLayout& column() const { return *m_column; }

private:
    QVBoxLayout* m_column;
    MessageBar* m_message;
    ContentOrEmpty* m_pages;
};

} // namespace ui
