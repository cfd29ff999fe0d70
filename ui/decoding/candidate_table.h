#pragma once

#include "ui/decoding/candidate_model.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace ui {

/// All candidates of a step in a table that can be sorted; a line above says what the step did, a
/// line below what is not listed.
class CandidateTable : public QWidget {
    Q_OBJECT
public:
    explicit CandidateTable(QWidget* parent = nullptr);

    void show(ShownSearch search, int decision, int step); ///< As CandidateModel::show().
    void setCurrent(int32_t node); ///< Without nodeChosen(); of another step: none.
    int32_t current() const;
    std::string csv() const { return m_model->csv(); }

Q_SIGNALS:
    void nodeChosen(int node);
    void forceRequested(int node);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTable();
    void fitColumns();

    CandidateModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    QLabel *m_above, *m_below;
    bool m_quiet = false; ///< The selection is being set from outside.
};

} // namespace ui
