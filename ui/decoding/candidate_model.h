#pragma once

#include "ui/decoding/tree_picture.h"

#include <QAbstractTableModel>

#include <string>

namespace ui {

/// The candidates of one decision, one a row, best first.
class CandidateModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Rank,
        Token,
        Before, ///< The hypothesis so far.
        LogProbability,
        Total,
        LengthPenalty,
        CoveragePenalty,
        Score,
        Fate, ///< With the reason.
        Columns
    };
    static constexpr int kSortRole = Qt::UserRole; ///< Numbers as numbers; blocked ranks last.

    explicit CandidateModel(QObject* parent = nullptr);

    /// @param decision  whose candidates are listed.
    /// @param step      up to which is known what became of them; at least `decision`.
    void show(ShownSearch search, int decision, int step);
    int decision() const { return m_decision; }
    const ShownSearch& search() const { return m_search; }
    int32_t nodeAt(int row) const; ///< -1: no such row.
    int rowOf(int32_t node) const; ///< -1: not of this step.
    /// Whether any candidate's penalty differs from "none"; else its column says nothing.
    bool penalises(Column column) const;
    /// Every candidate that is known, of all decisions, as a file.
    std::string csv() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant text(const core::TraceNode& node, int column) const;
    QVariant number(const core::TraceNode& node, int column) const;

    ShownSearch m_search;
    int m_decision = 0, m_step = 0;
};

} // namespace ui
