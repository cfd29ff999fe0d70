#pragma once

#include "core/probe/texts/inspection.h"
#include "ui/widgets/canvas.h"

#include <QImage>

#include <string>
#include <vector>

namespace ui {

/// All attention maps at a glance: group by group, layers down, heads across, each a small picture.
/// All are on one scale, so that heads can be compared, or each on its own. One is current; click
/// or arrow keys choose it. New maps keep the choice as long as there is a map of the same group,
/// layer and head. Before anything is chosen, it is the head of the last layer (for a translator,
/// from target on source, which is nearest to the words it writes) whose attention depends most on
/// the query; while the network learns it stays.
class AttentionGrid : public Canvas {
    Q_OBJECT
public:
    explicit AttentionGrid(QWidget* parent = nullptr);

    void setMaps(const std::vector<core::AttentionMap>& maps);
    void setOwnScales(bool on); ///< The brightest cell of each is its own largest weight.
    double largest() const; ///< Weight of all maps.
    int layers() const; ///< Layers of the group that has most.
    int heads() const { return m_heads; } ///< Heads of the layer that has most.
    const std::vector<std::string>& groups() const { return m_groups; }
    /// Chooses the map of `group` that is at the same place as the current one, or its first.
    void setGroup(const std::string& group);
    /// Index of the current map in what was set; -1: there is none.
    int current() const { return m_current; }
    void setCurrent(int index);
    QRect thumbnailRect(int index) const;
    /// "layer 2, head 3"; behind the group's title where there are several groups.
    QString describe(int index) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void draw(QPainter& painter, const QRect& box) const override;

Q_SIGNALS:
    void currentChanged(int index);

protected:
    void restyle() override;

private:
    struct Thumbnail {
        size_t line = 0; ///< In m_lines.
        int head = 0; ///< From 0.
        QImage picture;
    };
    /// The heads of one layer.
    struct Line {
        size_t group = 0; ///< In m_groups.
        int layer = 0; ///< From 0.
    };
    void arrange();
    int lineTop(size_t line, int width) const;
    int headingHeight() const; ///< Above each group; 0: there is one only.
    void drawLine(QPainter& painter, size_t line) const;
    int thumbnailSize(int width) const;
    int labelWidth() const;
    int indexOf(size_t line, int head) const;
    /// Line of a group's layer; -1: there is none.
    int lineOf(const std::string& group, int layer) const;
    int mostDependentMap() const; ///< In the last layer of the first group; -1: none.
    std::optional<QPoint> itemByKey(int key) const;
    /// Map of the same head, or of the nearest one before it, `lines` further down; -1: none.
    int indexBeside(const Thumbnail& from, int lines) const;

    std::vector<core::AttentionMap> m_maps; ///< Kept for a change of colours.
    std::vector<Thumbnail> m_thumbnails;
    std::vector<std::string> m_groups; ///< Groups from top to bottom.
    std::vector<Line> m_lines;
    int m_heads = 0;
    int m_current = -1;
    bool m_chosen = false; ///< By the user.
    bool m_ownScales = false;
    Items* m_items;
};

} // namespace ui
