#pragma once

#include <QWidget>

class QBoxLayout;

namespace ui {

/// Two parts side by side, or one below the other where they have too little room.
class BreakingRow : public QWidget {
    Q_OBJECT
public:
    /// @param first  takes the room that is left. @param second  stands at the right.
    BreakingRow(QWidget& first, QWidget& second, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    void breakIfNeeded();

    QBoxLayout* m_row;
};

} // namespace ui
