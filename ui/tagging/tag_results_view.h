#pragma once

#include "core/probe/tagging/tagging_questions.h"
#include "ui/results/evaluation_view.h"

namespace ui {

class ClassScoresTable;
class ConfusionPanel;
class ScoresAndRows;
class TagTable;

/// Scores of a tagger on a set of texts: of tokens, of spans, the confusion of tags, illegal moves
/// with and without the CRF, and each text with its mistakes.
class TagResultsView : public EvaluationOf<core::AskTagScores> {
    Q_OBJECT
public:
    explicit TagResultsView(ViewContext& context, QWidget* parent = nullptr);

protected:
    void showScored() override;
    std::vector<Figure> resultFigures() const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showFigures();
    QWidget* buildContent();
    void toggleTags(int truth, int predicted);

    ScoresAndRows* m_parts = nullptr;
    ConfusionPanel* m_confusion = nullptr;
    ClassScoresTable *m_spans = nullptr, *m_tags = nullptr; ///< One of them is shown.
    TagTable* m_table = nullptr;
};

} // namespace ui
