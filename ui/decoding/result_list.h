#pragma once

#include "ui/decoding/tree_picture.h"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace ui {

/// The hypotheses that have ended, best first, with score, total and length.
class ResultList : public QWidget {
    Q_OBJECT
public:
    explicit ResultList(QWidget* parent = nullptr);
    void show(ShownSearch search, int step); ///< Those that had ended by then.
    void setCurrent(int32_t node); ///< Marks the hypothesis that ends there.

Q_SIGNALS:
    void nodeChosen(int node);

private:
    void fill();
    void restyle();
    void fitColumns();

    ShownSearch m_search;
    std::vector<int32_t> m_nodes;
    size_t m_ended = 0; ///< Also those without a row.
    int m_step = 0;
    bool m_quiet = false;
    QLabel* m_title;
    QTableWidget* m_table;
};

} // namespace ui
