#pragma once

#include "core/probe/map/map_question.h"
#include "ui/map/map_texts.h"

#include <QString>
#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ui {

class MapPicture;
class MapSide;
class Splitter;

/// The picture of a map and, beside it, the search and the lists, which stay away where there is
/// little room until the user wants them. Shares the current point and the chosen ones with the
/// other maps.
class MapContent : public QWidget {
    Q_OBJECT
public:
    /// @param map, clusters  see MapTexts
    MapContent(const core::VectorMap& map, const std::vector<int32_t>& clusters,
               QWidget* parent = nullptr);

    MapPicture& picture() const { return *m_picture; }
    const MapTexts& texts() const { return m_texts; }
    /// Other vectors of the same points. @param unit  of length 1.
    void showVectors(std::shared_ptr<const std::vector<float>> unit);
    void showPoints(std::shared_ptr<const std::vector<float>> unit); ///< The same of other points.
    void setColumn(const QString& column); ///< The property that colours the points.
    void showSide(bool wanted); ///< As the user likes, whatever room there is.
    bool showsSide() const;
    QStringList neighbourWords() const; ///< The neighbours of the current point, a line each.

Q_SIGNALS:
    void sideShown(bool shown);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void connectParts();
    void fitSide();
    void search();
    void goToFound();
    void goTo(int point);
    void showNeighbours();
    void showChosen();
    void shareCurrent(); ///< With the other maps, as also:
    void shareChosen();
    void takeChoice(const std::vector<Mark>& marks); ///< That another map shares.

    const core::VectorMap& m_map;
    MapTexts m_texts;
    std::shared_ptr<const std::vector<float>> m_unit;
    QString m_column;
    std::vector<int> m_found;
    std::optional<bool> m_sideWanted; ///< By the user.
    MapPicture* m_picture;
    MapSide* m_side;
    Splitter* m_split;
};

} // namespace ui
