#pragma once

#include "core/base/monitor.h"
#include "core/metric/translation.h"
#include "core/task/translation/translation_questions.h"
#include "ui/view/view.h"

#include <memory>
#include <vector>

namespace ui {

/// Scores of a translator on a set of pairs (M2, M3, V10).
struct TranslationResultsContent {
    QString runName;
    QString split; ///< "valid" or "test" or a file's name.
    qint64 epoch = 0;
    core::TranslationScores scores;
    std::vector<core::ScoredTranslation> translations;
};

/// Scores and translations of the chosen run, and where a wider search finds more than greedy.
class TranslationResultsView : public View {
    Q_OBJECT
public:
    explicit TranslationResultsView(ViewContext& context, QWidget* parent = nullptr);
    ~TranslationResultsView() override;

    void follow(const Shown& shown) override;
    std::vector<Figure> figures() const override;

    void setResults(const TranslationResultsContent& content);
    void setGains(const std::vector<core::SearchGain>& gains);
    void setProgress(const core::Progress& progress); ///< Of whichever was asked for last.
    void setFailure(const core::Failure& failure);
    void setNoModel(); ///< The empty state: what will appear and how to get it.
    void setNotScored(); ///< The same where there is a network.

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
