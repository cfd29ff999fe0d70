#pragma once

#include <QString>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedLayout;

namespace ui {

/// The content of an empty view: it tells what will appear here and how to get it.
class EmptyState : public QWidget {
    Q_OBJECT
public:
    EmptyState(const QString& iconName, const QString& title, const QString& how,
               QWidget* parent = nullptr);

    void setTexts(const QString& title, const QString& how);
    /// A button under the sentences; the first is the main one.
    QPushButton* addButton(const QString& text);

private:
    QLabel* m_title;
    QLabel* m_how;
    QHBoxLayout* m_buttons;
};

/// A content, or an empty state in its place until there is some.
class ContentOrEmpty : public QWidget {
    Q_OBJECT
public:
    explicit ContentOrEmpty(const QString& iconName = QStringLiteral("info"),
                            QWidget* parent = nullptr);

    void setContent(QWidget* content); ///< Once.
    void showContent();
    void showEmpty();
    void showEmpty(const QString& title, const QString& how);
    void showNoText(); ///< The field above is empty: nothing of the former text stays.
    bool hasContent() const;
    EmptyState& empty() const { return *m_empty; }

private:
    QStackedLayout* m_stack;
    EmptyState* m_empty;
};

} // namespace ui
