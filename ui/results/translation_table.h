#pragma once

#include "core/metric/translation.h"
#include "ui/table/row_table.h"

namespace ui {

/// Source, reference and hypothesis of every pair with their scores; words in which hypothesis and
/// reference differ are marked. Written are source,reference,hypothesis,exact,bleu,chrf,
/// log_probability,tokens.
class TranslationTable : public RowTable {
    Q_OBJECT
public:
    enum Column { Exact, Source, Reference, Hypothesis, Bleu, Chrf, LogProbability };

    explicit TranslationTable(QWidget* parent = nullptr);
    void setTranslations(std::vector<core::ScoredTranslation> translations);

Q_SIGNALS:
    void textActivated(const QString& source, const QString& reference);
    void decodeActivated(const QString& source);

private:
    std::vector<RowColumn> columns() const;
    void buildFilters();
    const core::ScoredTranslation& at(int row) const { return m_translations[size_t(row)]; }

    std::vector<core::ScoredTranslation> m_translations;
};

} // namespace ui
