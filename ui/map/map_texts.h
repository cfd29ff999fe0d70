#pragma once

#include "core/probe/map/map_question.h"
#include "core/projection/vectors.h"
#include "ui/figure/figure.h"
#include "ui/widgets/pointing.h"

#include <QCoreApplication>

#include <cstdint>
#include <string>
#include <vector>

namespace ui {

enum class MapSearch {
    Points, ///< Tokens, or texts that are points themselves.
    TextsAround ///< The texts around tokens as well.
};

/// The points of a map in words: for labels, lists, searches, files and other maps.
class MapTexts {
    Q_DECLARE_TR_FUNCTIONS(ui::MapView)
public:
    /// @param clusters  one a point, or empty; both are borrowed.
    MapTexts(const core::VectorMap& map, const std::vector<int32_t>& clusters)
        : m_map(map), m_clusters(clusters)
    {
    }

    int count() const { return int(m_map.labels.size()); }
    QString title(int point) const; ///< The token or the text.
    QString label(int point) const; ///< Its beginning.
    std::string listed(int point) const; ///< With the text around a token.
    QString describe(int point) const; ///< With all that is known of it.
    /// Its value in a column, or its "cluster"; empty: not known.
    QString property(int point, const QString& column) const;
    /// The points themselves first, then those with it in their own text, then others.
    std::vector<int> found(const QString& wanted, MapSearch where) const;
    void write(TableText& table, const core::MapPoints& points) const;

    /// A point for the other maps; -1: none.
    Mark mark(Mark::Kind kind, int point) const;
    /// The points of the same number and text; in a map of other points the only one of this text.
    std::vector<int> pointsOf(const std::vector<Mark>& marks) const;

private:
    const core::VectorMap& m_map;
    const std::vector<int32_t>& m_clusters;
};

} // namespace ui
