#pragma once

#include <QWidget>

#include <functional>
#include <string>
#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace ui {

class RowView;

/// Beside a map: a search, the neighbours of the current point in the full space, and the points
/// that are chosen.
class MapSide : public QWidget {
    Q_OBJECT
public:
    struct Row {
        int point = 0;
        std::string label, detail;
        double cosine = 0.0;
    };

    explicit MapSide(QWidget* parent = nullptr);

    /// @param label  of the current point; empty: none is.
    void setNeighbours(const QString& label, std::vector<Row> rows);
    void setChosen(std::vector<Row> rows);
    void setFound(int count); ///< Points that the search has found.
    QString searched() const;
    void setHasTexts(bool hasTexts); ///< Points have texts around them.
    bool searchesTexts() const; ///< They are searched, too.
    void clearSearch();
    const std::vector<Row>& neighbours() const { return m_neighbours; }

Q_SIGNALS:
    void searchChanged();
    void searchAccepted(); ///< Return: go to the next point that was found.
    void pointPicked(int point);

private:
    QLineEdit* m_search;
    QCheckBox* m_texts;
    QLabel *m_found, *m_nearest, *m_chosenTitle;
    RowView *m_nearestTable, *m_chosenTable;
    std::vector<Row> m_neighbours, m_chosen;
};

} // namespace ui
