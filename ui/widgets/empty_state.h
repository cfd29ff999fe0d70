#pragma once

#include <QString>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace ui {

/// What an empty view shows: what will appear here and how to get it.
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

} // namespace ui
