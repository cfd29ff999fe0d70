#pragma once

#include "ui/states/shown_states.h"
#include "ui/widgets/pointing.h"

#include <QWidget>

#include <set>
#include <utility>

class QLabel;

namespace ui {

class ColourScale;
class HeatMap;

/// One quantity of one reading: units down, tokens across, its title above and its scale below.
class StateMap : public QWidget {
    Q_OBJECT
public:
    explicit StateMap(const QString& name, QWidget* parent = nullptr);

    /// Links it to other views. @param layer  identifies layer and direction.
    /// @param tokens  None: those that a decoder reads.
    void setMarks(int layer, Mark::Kind tokens)
    {
        m_layer = layer;
        m_tokens = tokens;
    }
    /// @param order  units in their order. @param marked  those with a sign.
    void setMatrix(const QString& title, StateMatrix matrix, const QStringList& tokens,
                   std::vector<int> order, const std::set<int>& marked);
    void setTokenRange(int first, int last);
    int unitOf(int row) const { return m_order[size_t(row)]; }
    /// Token and unit of the selected cell; (-1, -1): none.
    QPoint current() const;
    void setCurrent(int token, int unit);
    HeatMap& map() const { return *m_map; }
    const StateMatrix& matrix() const { return m_matrix; }
    QSize wholeSize() const;
    void drawWhole(QPainter& painter) const;

Q_SIGNALS:
    void cellChosen(int token, int unit);
    void tokensDragged(int first, int last);

private:
    QString describe(int row, int column) const;
    double scaleEnd() const;

    int m_layer = 0;
    Mark::Kind m_tokens = Mark::Kind::None;
    StateMatrix m_matrix;
    std::vector<int> m_order;
    QLabel* m_title;
    HeatMap* m_map;
    ColourScale* m_scale;
};

} // namespace ui
