#pragma once

#include "core/baseline/baseline.h"
#include "ui/curves/curve_plot.h"
#include "ui/series/run_store.h"
#include "ui/view/view.h"
#include "ui/widgets/pointing.h"

#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

class QGridLayout;
class QLabel;
class QTabBar;
class QToolButton;
class QVBoxLayout;

namespace ui {

class Asker;
class CurveControls;
class CurveLegend;
class HoverTable;
class Splitter;
class ViewFrame;

/// Live curves of one or more runs (V1): loss, accuracy, learning rate, gradient norm, speed. Runs
/// of other tasks or losses have separate axes behind tabs. The tab of the current run is in front;
/// the sentence, the table and the topmost lines are those of that run.
///
/// Plots are drawn one at a time between other events, at most 20 times a second and less often if
/// drawing is slow, so that the event loop never waits long.
class CurvesView : public View {
    Q_OBJECT
public:
    explicit CurvesView(QWidget* parent = nullptr);
    /// Follows the runs and trainings of `context`.
    CurvesView(ViewContext& context, QWidget* parent);

    ~CurvesView() override;

    void follow(const Shown& shown) override;
    QStringList runNames() const override;
    std::vector<Figure> figures() const override;
    static KeyHelps keys();

    /// Sets the list of runs; the curves of runs that are no longer listed are discarded.
    void setRuns(const std::vector<RunRow>& runs);
    RunStore& store() { return *m_store; } ///< The context's store or its own.
    bool knows(const QString& run) const { return m_curves.contains(run); } ///< The run has curves.

Q_SIGNALS:
    void epochPicked(const QString& run, int epoch);
    void updatePicked(const QString& run, qint64 step); ///< An update to explain.

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; ///< Follows the splitter's size.

private:
    CurvesView(RunStore* store, QWidget* parent);

    /// Runs that may stand on one axis (comparable()).
    struct Family {
        std::vector<const RunRow*> runs; ///< Point into m_rows.
        QString title() const;
    };

    void takeChange(const QString& run); ///< The store has changed.
    void dataChanged();
    void redrawAll();
    void updateLegend();
    void followBaselines(); ///< Lines of the run that the sentence describes.
    void showBaselines();
    void followLoss(); ///< Titles the loss as the task of the runs calls it.
    void followScores(); ///< One plot for each score that the shown runs have.
    void build();
    void buildPlots(QVBoxLayout& column);
    void addPlot(const CurvePlotKind& kind);
    bool isOffered(const CurvePlotKind& kind) const;
    void arrangePlots();
    void connectPlot(CurvePlot& plot);
    void applySettings(const CurveSettings& settings);
    void updateSources();
    void showNoCurves(); ///< Why there are none, in their place.
    bool isDrawn(const RunRow& row) const; ///< It is ticked, or the current one.
    void wantCurves(); ///< Those of the drawn runs.
    std::vector<Family> families() const; ///< Those of the drawn runs with curves.
    const Family* chooseFamily(const std::vector<Family>& all);
    void showTabs(const std::vector<Family>& all, const Family* chosen);
    void foldStrip(); ///< Folds the strip to a line in a small window, unless the user opened it.
    bool isSmall() const; ///< There is little room for plots.
    void showFoldLine();
    void refreshNext();
    QCPRange wholeRange() const;
    QCPRange shownRange() const { return m_zoom ? *m_zoom : wholeRange(); }
    void setZoom(std::optional<QCPRange> zoom);
    void setCursor(std::optional<double> x);
    void showCursor(std::optional<double> x);
    void followPointing(const std::vector<Mark>& marks);
    void stepCursor(int points);
    void pickEpochAtCursor();
    void pickUpdateAtCursor();
    void showSentence();
    QString sentenceText() const;
    QString sentenceOf(const CurveSource& source) const;
    const RunRow* importedInFront() const; ///< The current run, if it has no curves; else null.
    /// The source that the sentence describes: the current run, else the one in training, else the
    /// first.
    const CurveSource* spoken() const;
    QSize pictureSize() const;
    void draw(QCPPainter& painter) const;

    std::unique_ptr<RunStore> m_own; ///< Null: m_store belongs to a context.
    RunStore* m_store;
    std::map<QString, std::shared_ptr<RunCurves>> m_curves; ///< The curves in the store.
    std::vector<RunRow> m_rows;
    std::unique_ptr<Asker> m_baselineAsker; ///< Null without a context.
    std::map<QString, core::Baselines> m_baselines; ///< By run, on validation data.
    std::map<QString, int64_t> m_revisions; ///< Revisions of the curves in the legend.
    std::vector<CurveSource> m_sources; ///< The drawn runs, all of one family.
    QString m_current; ///< The run that all views show.
    QString m_raised; ///< A run whose family is raised once it is known.
    QString m_preparing; ///< Name of the run that is being prepared; empty: none.
    std::optional<RunRow> m_front; ///< A run of the family in front.
    ViewFrame* m_frame = nullptr;
    QTabBar* m_tabs = nullptr; ///< One tab for each family.
    QToolButton* m_foldLine = nullptr; ///< In place of the strip, or to fold it again.
    QTimer m_folding; ///< After the layout that has changed the splitter's size.
    std::optional<bool> m_stripWanted; ///< By the user, while there is little room.
    CurveControls* m_controls = nullptr;
    CurveLegend* m_legend = nullptr;
    QLabel* m_sentence = nullptr;
    HoverTable* m_table = nullptr;
    Splitter* m_splitter = nullptr;
    std::vector<CurvePlot*> m_plots;
    QGridLayout* m_large = nullptr;
    QGridLayout* m_strip = nullptr;
    int m_largeRows = 1; ///< Rows of m_large that are filled.
    std::set<QString> m_offered; ///< Ids of the plots that shown runs have.
    std::optional<QCPRange> m_zoom;
    std::optional<double> m_cursor;
    QTimer m_timer; ///< Runs while something waits to be drawn.
    size_t m_next = 0; ///< Plot to be drawn next; m_plots.size(): the texts.
    bool m_dirty = false; ///< Something changed since the current round began.
    bool m_urgent = false; ///< The user changed something.
    qint64 m_roundMicroseconds = 0;
};

} // namespace ui
