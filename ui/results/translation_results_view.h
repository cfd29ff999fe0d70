#pragma once

#include "core/probe/translation/translation_questions.h"
#include "ui/results/evaluation_view.h"

class QLabel;
class QPushButton;
class QTabWidget;
class QToolButton;

namespace ui {

class GainsTable;
class TranslationTable;

/// Scores and translations of the chosen run on a set of pairs, and where a wider search finds more
/// than greedy (M2, M3, V10).
class TranslationResultsView : public EvaluationOf<core::AskTranslationScores> {
    Q_OBJECT
public:
    explicit TranslationResultsView(ViewContext& context, QWidget* parent = nullptr);

    void setGains(const std::vector<core::SearchGain>& gains);
    /// Compares with these files, too: line N is another reference of pair N.
    void setReferences(const std::vector<std::string>& files);

protected:
    void showScored() override;
    void complete(core::AskTranslationScores& question) const override;
    bool isComparable() const override { return m_references.empty(); }
    QString words() const override;
    std::vector<Figure> resultFigures() const override;

private:
    void connectParts();
    void buildReferences();
    QWidget* buildContent();
    QWidget* buildGains();
    void showFigures(const core::TranslationScores& scores);

    Asker& m_finding; ///< Where the search beats greedy.
    QLabel *m_signature = nullptr, *m_found = nullptr;
    QTabWidget* m_pages = nullptr;
    TranslationTable* m_table = nullptr;
    GainsTable* m_gains = nullptr;
    QPushButton* m_find = nullptr;
    std::vector<std::string> m_references; ///< Files with further references.
    QToolButton *m_add = nullptr, *m_remove = nullptr;
};

} // namespace ui
