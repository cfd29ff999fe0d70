#pragma once

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/base/option.h"
#include "core/probe/question.h"
#include "ui/series/run_store.h"
#include "ui/view/looking_pace.h"
#include "ui/view/run_row.h"
#include "ui/view/shown.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace ui {

/// A question that stands as long as this lives: destroying it withdraws the question. What is
/// computed for it ends soon, and nothing of it is answered any more.
class Asked {
public:
    virtual ~Asked() = default;
};

/// Updates of a training, as they are reported.
struct RunUpdates {
    QString run;
    std::vector<core::UpdateReport> reports;
};

/// All that a view has of the world: it asks here, hears of runs and trainings here, and says here
/// what it wishes. app implements it; GUI thread.
class ViewContext : public QObject {
    Q_OBJECT
public:
    explicit ViewContext(QObject* parent = nullptr);

    struct Hearer {
        std::function<void(const core::AnyAnswer&)> answered;
        std::function<void(const core::Failure&)> failed;
        std::function<void(const core::Progress&)> progressed = {};
    };
    /// Views ask through an Asker. One of `answered` and `failed` is called once, later, unless the
    /// question is withdrawn.
    [[nodiscard]] virtual std::unique_ptr<Asked> ask(const ModelChoice& choice,
                                                     const core::AnyQuestion& question,
                                                     Hearer hearer)
        = 0;
    virtual const std::vector<RunRow>& runs() const = 0;
    virtual const core::Catalogue& catalogue() const = 0; ///< Outlives the views.
    virtual QWidget* preview() const = 0; ///< Of the step that is set up.

    /// From now on this sentence is the one that all views open up.
    void look(const QString& text, const QString& reference = {});
    void pin(const QString& text);
    void showView(const QString& place);
    /// From now on this update of a run is the one that is explained.
    void pickUpdate(const QString& run, qint64 step);
    LookingPace& pace() { return m_pace; } ///< Of all that is asked of a network that learns.
    /// The trainings of runs, which views draw: read once, and joined with the news below.
    RunStore& store() { return m_store; }
    /// Has a run of runs() in store() as far as its file goes.
    void wantHistory(const QString& run);

Q_SIGNALS:
    // What views wish.
    void looked(const QString& text, const QString& reference);
    void pinned(const QString& text);
    void viewRequested(const QString& place);
    void epochPicked(const QString& run, int epoch);
    void updatePicked(const QString& run, qint64 step);
    void historyRequested(const QString& run); ///< By store(); historyRead() follows.

    // News of runs and trainings. What they say of updates views hear from store().
    void runsChanged();
    void historyRead(const QString& run, const core::RunHistory& history);
    void updated(const ui::RunUpdates& updates);
    void epochEnded(const QString& run, const core::EpochReport& epoch);
    void resumed(const QString& run, qint64 step);
    void tuned(const QString& run, const core::ChangeReport& report); ///< Settings of its training.

private:
    LookingPace m_pace;
    RunStore m_store;
};

} // namespace ui
