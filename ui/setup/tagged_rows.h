#pragma once

#include "core/data/preview.h"

#include <QColor>
#include <QRect>
#include <QStringList>
#include <QWidget>

#include <vector>

class QPainter;

namespace ui {

/// Some sentences of tagged data: under each word a strip with its tag, or under the words of a
/// span one with its type. Tags have colours; what they are always stands on the strip.
class TaggedRows : public QWidget {
    Q_OBJECT
public:
    explicit TaggedRows(QWidget* parent = nullptr);

    void setPreview(const core::DataPreview& preview);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Words that share a strip.
    struct Group {
        QString words, tag; ///< No tag: outside of all spans.
        int colour = 0; ///< Of the tag, as Theme::series() has it.
    };
    using Sentence = std::vector<Group>;

    static Sentence groupsOf(const core::TaggedRow& row, QStringList& known);
    /// Of each group, sentence by sentence.
    std::vector<QRect> places(int width) const;
    void drawGroup(QPainter& painter, const Group& group, const QRect& place) const;
    QString textOf(int row) const;

    std::vector<Sentence> m_sentences;
};

} // namespace ui
