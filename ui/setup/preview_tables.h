#pragma once

#include "core/data/preview.h"

#include <QColor>
#include <QRect>
#include <QStringList>
#include <QWidget>

#include <vector>

class QLabel;
class QPainter;
class QPushButton;

namespace ui {

class RowView;

/// Rows that cannot be used, each with file, line and reason, and a button to skip them. Hidden
/// while there are none.
class BadRowsTable : public QWidget {
    Q_OBJECT
public:
    explicit BadRowsTable(QWidget* parent = nullptr);

    void setRows(const std::vector<core::BadRow>& rows, qint64 total);
    void setSkipping(bool skipping); ///< As the spec says.
    void setEditable(bool editable);

Q_SIGNALS:
    void skipRequested();

private:
    const core::BadRow& at(int row) const { return m_rows[size_t(row)]; }
    void showState();

    QLabel* m_title;
    QPushButton* m_skip;
    RowView* m_table;
    std::vector<core::BadRow> m_rows;
    qint64 m_total = 0;
    bool m_skipping = false;
    bool m_editable = true;
};

/// Some sentences of tagged data: a strip with the tag under each word, or with the type under a
/// span. Strips have the colour and the name of the tag.
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
        QString words, tag; ///< An empty tag is outside of all spans.
        int colour = 0; ///< Colour of the tag: an index for Theme::series().
    };
    using Sentence = std::vector<Group>;

    static Sentence groupsOf(const core::TaggedRow& row, QStringList& known);
    /// The rectangles of all groups, sentence by sentence.
    std::vector<QRect> places(int width) const;
    void drawGroup(QPainter& painter, const Group& group, const QRect& place) const;
    QString textOf(int row) const;

    std::vector<Sentence> m_sentences;
};

} // namespace ui
