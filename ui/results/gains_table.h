#pragma once

#include "core/task/translation/translation_questions.h"
#include "ui/results/row_table.h"

#include <string>
#include <vector>

namespace ui {

class RowFilter;
class RowModel;

/// Sentences on which a wider search finds something more probable than greedy.
class GainsTable : public RowTable {
    Q_OBJECT
public:
    enum Column { Source, Greedy, Searched, Part, Gain, GreedyBleu, SearchedBleu };

    explicit GainsTable(QWidget* parent = nullptr);
    void setGains(std::vector<core::SearchGain> gains);
    /// What is shown, in the order shown: source,reference,greedy,searched,first_difference,
    /// greedy_log_probability,searched_log_probability,greedy_bleu,searched_bleu. The first token
    /// is 1; scores without a reference are empty.
    std::string csv() const;

Q_SIGNALS:
    void decodeActivated(const QString& source); ///< A click or Return.

protected:
    void activate(int row) override;
    QString countText(int shown, int all) const override;
    void fitColumns() override;

private:
    void describeColumns();
    const core::SearchGain& at(int row) const { return m_gains[size_t(row)]; }

    std::vector<core::SearchGain> m_gains;
    RowModel* m_model;
    RowFilter* m_filter;
};

} // namespace ui
