#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/base/option.h"
#include "core/experiment/spec.h"
#include "core/probe/question.h"
#include "core/train/run_folder.h"
#include "ui/series/run_store.h"

#include <QElapsedTimer>
#include <QMetaType>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace ui {

struct PickedHead;

/// Limits how often a network in training is inspected. All views together use at most a twentieth
/// of the training's wall time: the time of an answer is a debt, paid off by that share of the time
/// that passes. First questions are answered at once and add to the debt. GUI thread.
class LookingPace {
public:
    static constexpr int kIntervalMs = 150; ///< Shortest time between two inspections.

    LookingPace() { m_since.start(); }

    bool mayLook(); ///< Nothing is owed.
    /// Milliseconds until a question may be sent again. @param asked  when it was sent last.
    int waitMs(const QElapsedTimer& asked);
    void looked(double milliseconds); ///< An answer delayed the training by this.
    void forget() { m_owed = 0.0; }

private:
    void settle();

    QElapsedTimer m_since; ///< The last settlement.
    double m_owed = 0.0; ///< Milliseconds; negative: a credit.
};

/// A run as every view knows it.
struct RunRow {
    QString id; ///< Path of the run folder; names the run everywhere.
    core::RunSummary summary;
    core::LossDescription loss = core::crossEntropyLoss(); ///< The loss of its task.
    QString task; ///< Title of its task.
    QString data; ///< Title of the sample, or name of the first file.
    int colourIndex = 0; ///< Theme::series; never changes.
    bool shown = true; ///< Drawn in the curves.
    bool live = false; ///< Being trained at this moment.
    bool deletable = false; ///< It lies in the program's own folder of runs.
};

/// The network was imported: a training has at least one epoch.
inline bool isImported(const RunRow& row)
{
    return row.summary.state == core::RunState::Completed && row.summary.epochs == 0 && !row.live;
}

/// Whether the curves of two runs may stand on one axis: the runs learn the same task by the same
/// loss.
inline bool comparable(const RunRow& a, const RunRow& b)
{
    return a.summary.spec.task.kind == b.summary.spec.task.kind && a.loss == b.loss;
}

/// The network that is inspected: that of a run at an epoch, or that of a set-up.
struct ModelChoice {
    QString run; ///< Empty: none.
    int epoch = kLatest;
    /// The settings whose untrained network it is; null: it is that of the run.
    std::shared_ptr<const core::ExperimentSpec> setUp = nullptr;

    /// In place of an epoch: the latest state, live while the run is being trained.
    static constexpr int kLatest = -1;

    friend bool operator==(const ModelChoice&, const ModelChoice&) = default;
};

/// The one selection that every view follows. Without a run, views explain how to get one.
struct Shown {
    ModelChoice choice;
    QString name; ///< Name of the run.
    core::ExperimentSpec spec; ///< Spec of the run; without a run, of the set-up.
    std::vector<int> epochs; ///< Epochs with a stored network.
    QStringList pinned; ///< Sentences, up to five.
    qint64 update = 0; ///< Update of the run that Updates explains; 0: none.
    /// Head that Attention by hand shows, a new object with each wish; null: none.
    std::shared_ptr<const PickedHead> head;
    bool live = false; ///< The run is being trained.
    qint64 updates = 0; ///< Number of updates, as in the list of runs.
    bool askable = false; ///< There is a network to inspect.
    /// The set-up, if it can be trained; a new object where its network begins differently. Null:
    /// it cannot, or a training is under way.
    std::shared_ptr<const core::ExperimentSpec> setUp;
    QString text; ///< The one sentence that views open up.
    QString reference; ///< Its true class, number or translation; empty where it is not known.

    /// The shown state in words: "latest", "best (epoch 10)", "epoch 3".
    QString state;

    /// The run begins and has no network yet.
    bool preparing() const { return live && !askable; }
    bool hasRun() const { return !choice.run.isEmpty() || choice.setUp != nullptr; }
    /// The network changes from update to update.
    bool learns() const { return live && askable && choice.epoch < 0; }
};

/// The network that a question is put to. An answer is out of date when the network of the next
/// question differs from this one, or when this one has been trained since.
struct AskedNetwork {
    ModelChoice choice;
    bool live = false; ///< It is being trained: answers change from update to update.
    qint64 updates = 0; ///< Identifies the latest state on disk.

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

/// A pending question. Destroying this withdraws the question: its computation ends soon, and no
/// answer follows.
class Asked {
public:
    virtual ~Asked() = default;
};

/// Updates of a training, as they are reported.
struct RunUpdates {
    QString run;
    std::vector<core::UpdateReport> reports;
};

/// The environment of the views: sends their questions, announces changes of runs and trainings,
/// and takes their requests. app implements it; GUI thread.
class ViewContext : public QObject {
    Q_OBJECT
public:
    explicit ViewContext(QObject* parent = nullptr);
    /// Shares the pace, the series and the news of `source`, which must outlive this; requests of
    /// its views stay its own.
    explicit ViewContext(ViewContext& source, QObject* parent);

    struct Hearer {
        std::function<void(const core::AnyAnswer&)> answered;
        std::function<void(const core::Failure&)> failed;
        std::function<void(const core::Progress&)> progressed = {};
    };
    /// Views use an Asker. Exactly one of `answered` and `failed` is called, later, unless the
    /// question is withdrawn.
    [[nodiscard]] virtual std::unique_ptr<Asked> ask(const ModelChoice& choice,
                                                     const core::AnyQuestion& question,
                                                     Hearer hearer)
        = 0;
    /// Questions are pending: what the views show is about to change.
    virtual bool isAnswering() const { return false; }
    virtual const std::vector<RunRow>& runs() const = 0;
    virtual const core::Catalogue& catalogue() const = 0; ///< The catalogue outlives the views.
    virtual QWidget* preview() const = 0; ///< Preview of the current set-up step.

    /// Makes this sentence the one that all views open up.
    void look(const QString& text, const QString& reference = {});
    void pin(const QString& text);
    void showView(const QString& place);
    /// Makes this update of a run the one that Updates explains.
    void pickUpdate(const QString& run, qint64 step);
    /// Makes this head the one that Attention by hand shows, and shows that view.
    void pickHead(PickedHead head);
    LookingPace& pace() { return *m_pace; } ///< Limits questions to a network in training.
    /// The series of all runs: read once and joined with the reports below.
    RunStore& store() { return *m_store; }
    /// Has the file of a run of runs() read into store().
    void wantHistory(const QString& run);

Q_SIGNALS:
    // Requests of views.
    void looked(const QString& text, const QString& reference);
    void pinned(const QString& text);
    void viewRequested(const QString& place);
    void presetRequested(const QString& id, const QString& place); ///< And then this view.
    void trainRequested(const core::ExperimentSpec& spec); ///< As a new run; the shown run stays.
    void epochPicked(const QString& run, int epoch);
    void updatePicked(const QString& run, qint64 step);
    void headPicked(const std::shared_ptr<const ui::PickedHead>& head);
    void historyRequested(const QString& run); ///< By store(); historyRead() follows.

    // Changes of runs and trainings. Views learn of updates from store().
    void runsChanged();
    void historyRead(const QString& run, const core::RunHistory& history);
    void updated(const ui::RunUpdates& updates);
    void epochEnded(const QString& run, const core::EpochReport& epoch);
    void resumed(const QString& run, qint64 step);
    void tuned(const QString& run, const core::ChangeReport& report); ///< Settings of its training.

private:
    std::shared_ptr<LookingPace> m_pace;
    std::shared_ptr<RunStore> m_store;
};

} // namespace ui
