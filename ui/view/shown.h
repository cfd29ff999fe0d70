#pragma once

#include "core/experiment/spec.h"

#include <QStringList>

#include <utility>
#include <vector>

namespace ui {

/// Which network is looked into: a run at an epoch.
struct ModelChoice {
    QString run; ///< Empty: none.
    int epoch = kLatest;

    /// In place of an epoch: the latest state, live while the run is being trained.
    static constexpr int kLatest = -1;

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
    qint64 updates = 0; ///< That the run has made, as the list of runs has it.
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

/// The network to which a question is put. An answer is out of date when the question is to be put
/// to a network that is not equal to this one, or when the network has learnt since.
struct AskedNetwork {
    ModelChoice choice;
    bool live = false; ///< It is being trained: answers change from update to update.
    qint64 updates = 0; ///< Of a latest state on disk: another number means another network.

    AskedNetwork() = default;
    AskedNetwork(ModelChoice ofRun, bool isLive, qint64 madeUpdates)
        : choice(std::move(ofRun))
        , live(isLive)
        , updates(isLive || choice.epoch >= 0 ? 0 : madeUpdates)
    {
    }
    // NOLINTNEXTLINE(google-explicit-constructor): what is shown names one network.
    AskedNetwork(const Shown& shown) : AskedNetwork(shown.choice, shown.live, shown.updates) { }

    bool learns() const { return live && choice.epoch < 0; }
    friend bool operator==(const AskedNetwork&, const AskedNetwork&) = default;
};

} // namespace ui
