#pragma once

#include "core/probe/translation/translation_questions.h"
#include "ui/table/row_table.h"

namespace ui {

/// Sentences on which a wider search finds something more probable than greedy. Written are
/// source,reference,greedy,searched,first_difference,greedy_log_probability,
/// searched_log_probability,greedy_bleu,searched_bleu. The first token is 1; scores without a
/// reference are empty.
class GainsTable : public RowTable {
    Q_OBJECT
public:
    enum Column { Source, Greedy, Searched, Part, Gain, GreedyBleu, SearchedBleu };

    explicit GainsTable(QWidget* parent = nullptr);
    void setGains(std::vector<core::SearchGain> gains);

Q_SIGNALS:
    void decodeActivated(const QString& source); ///< A click or Return.

private:
    std::vector<RowColumn> columns() const;
    const core::SearchGain& at(int row) const { return m_gains[size_t(row)]; }

    std::vector<core::SearchGain> m_gains;
};

} // namespace ui
