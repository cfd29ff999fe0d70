#pragma once

#include "app/lab/question_gate.h"
#include "app/lab/task_views.h"

namespace app {

/// Sentence and Results of a classifier.
class ClassificationViews : public TaskViews {
    Q_OBJECT
public:
    ClassificationViews(ui::MainWindow& window, ModelService& models, QObject* parent);

    void setText(const QString& pinned) override;
    void learnt() override;

private:
    void follow(Change change) override;
    void evaluate(const QString& split) override;
    void inspect(const QString& text);
    void askForSentence();

    QuestionGate m_sentence;
    QString m_text; ///< What Sentence shows.
};

} // namespace app
