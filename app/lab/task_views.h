#pragma once

#include "app/lab/model_service.h"

#include "core/experiment/spec.h"
#include "ui/window/main_window.h"

#include <QObject>

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
    virtual void show(const ShownModel& shown) = 0;
    virtual void setText(const QString& pinned) = 0;
    virtual void learnt() = 0; ///< Updates came: what is seen is asked again, in good time.
    virtual void viewChanged() = 0; ///< Another tab is seen.

protected:
    ui::MainWindow& m_window;
    ModelService& m_models;
    ShownModel m_shown;
};

} // namespace app
