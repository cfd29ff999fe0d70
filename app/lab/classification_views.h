#pragma once

#include "app/lab/question_gate.h"
#include "app/lab/task_views.h"

#include <optional>

namespace app {

/// Sentence and Results of a classifier.
class ClassificationViews : public TaskViews {
    Q_OBJECT
public:
    ClassificationViews(ui::MainWindow& window, ModelService& models, QObject* parent);

    void show(const ShownModel& shown) override;
    void setText(const QString& pinned) override;
    void learnt() override;
    void viewChanged() override;

private:
    void inspect(const QString& text);
    void askForSentence();
    void askForResults(const QString& split);
    void scoreIfShown();

    QuestionGate m_sentence;
    QString m_text; ///< What Sentence shows.
    QString m_split = QStringLiteral("valid"); ///< What Results shows.
    std::optional<ModelChoice> m_scored; ///< What Results was last asked for.
    quint64 m_resultsRequest = 0;
};

} // namespace app
