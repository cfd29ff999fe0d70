#pragma once

#include "core/metric/translation.h"
#include "ui/results/row_table.h"

#include <string>
#include <vector>

namespace ui {

class RowFilter;
class RowModel;

/// Source, reference and hypothesis of every pair with their scores; words in which hypothesis and
/// reference differ are marked.
class TranslationTable : public RowTable {
    Q_OBJECT
public:
    enum Column { Exact, Source, Reference, Hypothesis, Bleu, Chrf, LogProbability };

    explicit TranslationTable(QWidget* parent = nullptr);
    void setTranslations(std::vector<core::ScoredTranslation> translations);
    /// What is shown, in the order shown:
    /// source,reference,hypothesis,exact,bleu,chrf,log_probability,tokens.
    std::string csv() const;

Q_SIGNALS:
    void textActivated(const QString& source, const QString& reference);
    void decodeActivated(const QString& source);

protected:
    void activate(int row) override;
    QString countText(int shown, int all) const override;
    void fitColumns() override;

private:
    void describeColumns();
    void buildFilters();
    const core::ScoredTranslation& at(int row) const { return m_translations[size_t(row)]; }

    std::vector<core::ScoredTranslation> m_translations;
    RowModel* m_model;
    RowFilter* m_filter;
};

} // namespace ui
