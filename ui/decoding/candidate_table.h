#pragma once

#include "ui/decoding/tree_picture.h"
#include "ui/table/row_view.h"

#include <span>

class QLabel;

namespace ui {

/// All candidates of a step, one a row, best first, in a table that can be sorted; a line above
/// says what the step did, a line below what is not listed.
class CandidateTable : public QWidget {
    Q_OBJECT
public:
    enum Column {
        Rank, ///< Blocked ones have none and come last.
        Token,
        Before, ///< The hypothesis so far.
        LogProbability,
        Total,
        LengthPenalty,
        CoveragePenalty,
        Score,
        Fate ///< With the reason.
    };

    explicit CandidateTable(QWidget* parent = nullptr);

    /// @param decision  whose candidates are listed.
    /// @param step      up to which is known what became of them; at least `decision`.
    void show(ShownSearch search, int decision, int step);
    void setCurrent(int32_t node); ///< Without nodeChosen(); of another step: none.

Q_SIGNALS:
    void nodeChosen(int node);
    void forceRequested(int node);

private:
    std::vector<RowColumn> columns() const;
    RowColumn rankColumn() const;
    std::vector<RowColumn> numberColumns() const;
    RowLook look(int row, int column) const;
    void connectTable();
    void showPenalties();
    std::span<const int32_t> nodes() const { return m_search->candidates(m_decision); }
    const core::TraceNode& at(int row) const { return m_search->node(nodes()[size_t(row)]); }

    ShownSearch m_search;
    int m_decision = 0, m_step = 0;
    RowView* m_table;
    QLabel *m_above, *m_below;
};

/// Every candidate that is known at a step, of all decisions up to it.
void writeCandidates(TableText& table, const DecodingSteps& search, int step);

} // namespace ui
