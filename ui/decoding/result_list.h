#pragma once

#include "ui/decoding/tree_picture.h"
#include "ui/table/row_view.h"

class QLabel;

namespace ui {

/// The hypotheses that have ended, best first, with score, total and length.
class ResultList : public QWidget {
    Q_OBJECT
public:
    explicit ResultList(QWidget* parent = nullptr);
    void show(ShownSearch search, int step); ///< Shows the hypotheses that had ended by then.
    void showTextFirst(); ///< The text is what matters; its sum is in the tool tip.
    void setCurrent(int32_t node); ///< Marks the hypothesis that ends there.
    QString words() const; ///< Title and translations, a line each.

Q_SIGNALS:
    void nodeChosen(int node);

private:
    std::vector<RowColumn> columns() const;
    QString title() const;
    QString translation(int row) const;
    bool isOver() const { return m_step >= m_search->count(); }
    const core::TraceNode& at(int row) const { return m_search->node(m_nodes[size_t(row)]); }

    ShownSearch m_search;
    std::vector<int32_t> m_nodes;
    size_t m_ended = 0; ///< Also those without a row.
    int m_step = 0;
    QLabel* m_title;
    RowView* m_table;
};

} // namespace ui
