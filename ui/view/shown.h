#pragma once

#include "core/experiment/spec.h"

#include <QStringList>

#include <vector>

namespace ui {

/// Which network is looked into: a run at an epoch.
struct ModelChoice {
    QString run; ///< Empty: none.
    int epoch = -1; ///< -1: the latest state, live while the run is being trained.

    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};

/// The one selection that every view follows. No run is valid: views then say how to get one.
struct Shown {
    ModelChoice choice;
    QString name; ///< Of the run.
    core::ExperimentSpec spec; ///< Of the run; without one, what is set up.
    std::vector<int> epochs; ///< After which the network was kept.
    QStringList pinned; ///< Sentences, up to five.
    qint64 update = 0; ///< Of the run, that is explained; 0: none was picked.
    bool live = false; ///< The run is being trained.
    bool askable = false; ///< There is a network that can be looked into.
    QString text; ///< The one sentence that views open up.
    QString reference; ///< Its true class, number or translation; empty where it is not known.

    /// What of the run is shown, for people: "latest", "best (epoch 10)", "epoch 3".
    QString state;

    /// The run begins, and there is no network of it yet.
    bool preparing() const { return live && !askable; }
    bool hasRun() const { return !choice.run.isEmpty(); }
    /// The network changes from update to update.
    bool learns() const { return live && askable && choice.epoch < 0; }
};

} // namespace ui
