#pragma once

#include "core/base/monitor.h"
#include "core/metric/classification.h"
#include "ui/view/view.h"

#include <memory>
#include <vector>

namespace ui {

/// Scores of the chosen run on a set of texts (M1, V10).
struct ResultsContent {
    QString runName;
    QString split; ///< "valid" or "test" or a file's name.
    qint64 epoch = 0;
    core::ClassificationScores scores;
    std::vector<core::Prediction> predictions;
};

class ResultsView : public View {
    Q_OBJECT
public:
    explicit ResultsView(ViewContext& context, QWidget* parent = nullptr);
    ~ResultsView() override;

    void follow(const Shown& shown) override;
    std::vector<Figure> figures() const override;

    void setResults(const ResultsContent& content);
    void setProgress(const core::Progress& progress);
    void setFailure(const core::Failure& failure);
    void setNoModel(); ///< The empty state: what will appear and how to get it.
    void setNotScored(); ///< The same where there is a network.

private:
    class State;
    std::unique_ptr<State> m_state;
};

} // namespace ui
