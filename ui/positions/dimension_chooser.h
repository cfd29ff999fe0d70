#pragma once

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QSpinBox;
class QToolButton;

namespace ui {

/// Choice of the drawn dimensions: a field to add one, and a button for each to remove it.
class DimensionChooser : public QWidget {
    Q_OBJECT
public:
    static constexpr size_t kMost = 10; ///< More lines cannot be told apart.

    explicit DimensionChooser(QWidget* parent = nullptr);

    /// @param features  dimensions there are. Without changed().
    void setDimensions(const std::vector<int>& dimensions, int features);
    const std::vector<int>& dimensions() const { return m_dimensions; }
    /// Adds it, or takes it away when it is there.
    void toggle(int dimension);

Q_SIGNALS:
    void changed(const std::vector<int>& dimensions);

private:
    void rebuild();

    QSpinBox* m_number;
    QToolButton* m_add;
    QHBoxLayout* m_chips;
    std::vector<QToolButton*> m_buttons;
    std::vector<int> m_dimensions; ///< Ascending.
};

} // namespace ui
