#pragma once

#include "core/probe/language_model/language_questions.h"
#include "ui/results/evaluation_view.h"

namespace ui {

class GlassLegend;
class ClassReadingsTable;
class ReadingTable;

/// How the chosen run reads a set of texts: loss, perplexity with its unit, bits a character beside
/// guessing and the frequencies alone, shares of ranks, and its lines by their loss (M2). For
/// models that generate for a class also the scores of each class.
class LanguageResultsView : public EvaluationOf<core::AskLanguageScores> {
    Q_OBJECT
public:
    explicit LanguageResultsView(ViewContext& context, QWidget* parent = nullptr);

protected:
    void showScored() override;
    std::vector<Figure> resultFigures() const override;

private:
    void showFigures(const core::LanguageScores& scores, qint64 lines);

    GlassLegend* m_ranks;
    ClassReadingsTable* m_classes; ///< Shown for models that generate for a class.
    ReadingTable* m_table;
};

} // namespace ui
