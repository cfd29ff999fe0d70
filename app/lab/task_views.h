#pragma once

#include "app/lab/model_service.h"
#include "app/lab/newest_question.h"

#include "core/experiment/spec.h"
#include "ui/window/main_window.h"

#include <QObject>

#include <optional>

namespace app {

/// The network that all views show.
struct ShownModel {
    ModelChoice choice;
    QString name; ///< Of the run.
    core::ExperimentSpec spec;
    bool live = false; ///< Its run is being trained.
    bool askable = false; ///< There is a network that can be looked into.

    /// What is asked would hold up a training.
    bool disturbs() const { return live; }
    bool learns() const { return live && choice.epoch < 0; }
};

/// The views of one task: have what they show made anew when another network is shown, when it has
/// learnt, and when they themselves ask. Failures are shown in the panel that asked.
class TaskViews : public QObject {
    Q_OBJECT
public:
    TaskViews(ui::MainWindow& window, ModelService& models, QObject* parent)
        : QObject(parent), m_window(window), m_models(models)
    {
    }

    /// Another run or epoch, or the same that is now askable, at rest ...
    void show(const ShownModel& shown);
    virtual void setText(const QString& pinned) = 0;
    virtual void learnt() = 0; ///< Updates came: what is seen is asked again, in good time.
    virtual void viewChanged(); ///< Another tab is seen.

protected:
    enum class Change { OtherRun, SameRun };

    /// m_shown is another network now.
    virtual void follow(Change change) = 0;
    /// Has m_shown scored on `split` for Results. Only the answers to m_results count.
    virtual void evaluate(const QString& split) = 0;
    /// Answers to what was asked of the run shown before are of no interest any more.
    virtual void drop();
    bool isShown(const ModelChoice& asked) const { return asked == m_shown.choice; }
    /// Unless there is no network.
    void askForResults(const QString& split);

    ui::MainWindow& m_window;
    ModelService& m_models;
    ShownModel m_shown;
    NewestQuestion m_results;

private:
    void scoreIfSeen();

    QString m_split = QStringLiteral("valid"); ///< What Results shows.
    std::optional<ModelChoice> m_scored; ///< What Results was last asked for.
};

} // namespace app
