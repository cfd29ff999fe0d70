#include "ui/updates/updates_view.h"

#include "ui/text/sentences.h"
#include "ui/updates/batch_page.h"
#include "ui/updates/histogram_page.h"
#include "ui/updates/landscape_page.h"
#include "ui/updates/loss_picker.h"
#include "ui/updates/matrix_page.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int64_t kRecent = 200; ///< Updates.
constexpr int kRedrawMs = 250;

} // namespace

UpdatesView::UpdatesView(ViewContext& context, QWidget* parent)
    : View(parent)
    , m_context(context)
    , m_batch(
          context,
          [this](const core::Failure& failure) {
              m_batchPage->clear(sentence(failure));
              m_frame->showFailure(failure);
          },
          [this](const core::Progress& progress) { m_batchPage->clear(progressText(progress)); })
    , m_recorded(context, [this](const core::Failure& failure) { m_frame->showFailure(failure); })
    , m_landscape(
          context,
          [this](const core::Failure& failure) {
              m_landscapePage->setEnded();
              m_frame->showFailure(failure);
          },
          [this](const core::Progress& progress) { m_landscapePage->setProgress(progress); })
    , m_matrix(context, [this](const core::Failure& failure) { m_frame->showFailure(failure); })
    , m_redraw(new QTimer(this))
    , m_frame(new ViewFrame(*this))
{
    setAccessibleName(tr("Updates"));
    m_frame->setContent(buildContent());
    m_redraw->setSingleShot(true);
    m_redraw->setInterval(kRedrawMs);
    connect(m_redraw, &QTimer::timeout, this, &UpdatesView::showSeries);
    connect(&context.store(), &RunStore::changed, this, &UpdatesView::takeChange);
    connectPages();
    showPages();
}

QWidget* UpdatesView::buildControls()
{
    core::OptionDescription option;
    option.type = core::OptionType::Integer;
    option.minimum = 1;
    option.maximum = 1e12;
    m_step = named(new NumberBox(option), "updateBox", tr("Chosen update"));
    m_step->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(m_step, &NumberBox::edited, this, [this](double step) { choose(int64_t(step)); });
    m_jump = named(new QPushButton(tr("Largest &jump")), "jumpButton", {},
                   tr("The update whose loss exceeds the mean of the ten before it most. If the "
                      "loss jumps at single updates, check the texts of the batch, and lower the "
                      "clipping bound or the learning rate. If it jumps once per epoch, the same "
                      "texts cause it: check their targets."));
    connect(m_jump, &QPushButton::clicked, this,
            [this] { choose(m_series.largestJump(firstDrawn())); });
    m_recent = named(new QCheckBox(tr("&Last 200")), "recentBox", {},
                     tr("Draws only the last 200 updates, for which every value is available."));
    connect(m_recent, &QCheckBox::toggled, this, &UpdatesView::showSeries);
    m_what = named(new QuietComboBox, "pageBox", tr("Page of the update"));
    m_what->addItems({tr("Batch"), tr("Histograms"), tr("Landscape"), tr("Weights")});
    connect(m_what, &QComboBox::currentIndexChanged, this, &UpdatesView::showPage);
    auto* controls = new QWidget;
    makeRow(controls,
            {makeNameLabel(tr("&Update"), *m_step), m_step, m_jump, m_recent,
             makeNameLabel(tr("S&how"), *m_what), m_what, freeSpace()},
            kGrid);
    hideInPresentation(*controls);
    return controls;
}

QWidget* UpdatesView::buildContent()
{
    m_batchPage = new BatchPage;
    m_histograms = new HistogramPage;
    m_landscapePage = new LandscapePage;
    m_matrixPage = new MatrixPage;
    m_pages = new QStackedWidget;
    for (QWidget* page : QWidgetList{m_batchPage, m_histograms, m_landscapePage, m_matrixPage})
        m_pages->addWidget(page);
    m_picker = new LossPicker;
    m_said = named(makeLabel({}, LabelRole::Plain), "updateLabel");
    auto* upper = new QWidget;
    makeColumn(upper, {{m_picker, 1}, m_said}, 4);
    auto* parts = new Splitter(QStringLiteral("updates"), Qt::Vertical);
    parts->addWidget(upper);
    parts->addWidget(m_pages);
    parts->setSharing([](int whole) {
        const int curve = std::min(whole * 32 / 100, 320);
        return QList<int>{curve, whole - curve};
    });
    auto* content = new QWidget;
    makeColumn(content, {buildControls(), {parts, 1}}, kGrid);
    return content;
}

void UpdatesView::connectPages()
{
    connect(m_picker, &LossPicker::picked, this, [this](qint64 step) { choose(step); });
    connect(m_histograms, &HistogramPage::picked, this, [this](qint64 step) { choose(step); });
    connect(m_histograms, &HistogramPage::wished, this, &UpdatesView::askRecording);
    connect(m_landscapePage, &LandscapePage::measureRequested, this, &UpdatesView::measure);
    connect(m_landscapePage, &LandscapePage::cancelRequested, this,
            [this] { m_landscape.cancel(); });
    connect(m_matrixPage, &MatrixPage::picked, this, [this](qint64 step) { choose(step); });
    connect(m_matrixPage, &MatrixPage::parameterChosen, this, &UpdatesView::askMatrix);
    connect(m_batchPage, &BatchPage::opened, this,
            [this](const QString& text, const QString& reference) {
                m_context.look(text, reference);
                m_context.showView(QStringLiteral("sentence"));
            });
}

UpdatesView::Page UpdatesView::page() const
{
    return Page(m_what->currentIndex());
}

void UpdatesView::follow(const Shown& shown)
{
    const bool otherRun = shown.choice.run != m_shown.choice.run;
    m_shown = shown;
    followColour();
    if (otherRun) {
        m_batch.withdraw();
        m_recorded.withdraw();
        m_landscape.withdraw();
        m_matrix.withdraw();
        m_series = UpdateSeries(m_context.store().find(shown.choice.run));
        m_batches.reset();
        m_chosen = m_wanted = 0;
        m_read = m_picked = false;
        m_frame->hideFailure();
        m_batchPage->clear({});
        m_histograms->clear();
        m_landscapePage->clear();
        m_landscapePage->setEnded();
        m_matrixPage->clear();
    }
    if (isSeen() && shown.hasRun()) {
        m_context.wantHistory(shown.choice.run);
        takeRead();
    }
    if (shown.update > 0 && shown.update != m_wanted)
        followPick(shown.update);
    showSeries();
    if (!isSeen())
        return;
    askRecording();
    askBatch();
    askMatrix();
}

/// As in the list of runs and in the curves.
void UpdatesView::followColour()
{
    const std::vector<RunRow>& runs = m_context.runs();
    const auto own = std::find_if(runs.begin(), runs.end(), [this](const RunRow& each) {
        return each.id == m_shown.choice.run;
    });
    const int colour = own != runs.end() ? own->colourIndex : 0;
    m_picker->setColour(colour);
    m_histograms->setColour(colour);
    m_landscapePage->setColour(colour);
}

void UpdatesView::trained()
{
    if (m_shown.learns())
        m_recorded.repeat();
    if (m_shown.learns() && page() == Page::Matrix) {
        if (m_matrixPage->question().update == 0)
            m_matrix.repeat(); // The network itself, which has learned.
        else
            askMatrix(); // The last recorded update may be another one.
    }
}

void UpdatesView::takeChange(const QString& run)
{
    if (run != m_shown.choice.run)
        return;
    m_series = UpdateSeries(m_context.store().find(run));
    if (takeRead()) {
        showSeries();
        askBatch();
    } else if (isSeen() && !m_redraw->isActive()) {
        m_redraw->start();
    }
}

/// Chooses the first update to show once the file of the run is read. @return whether it did.
bool UpdatesView::takeRead()
{
    if (!m_context.store().isRead(m_shown.choice.run) || std::exchange(m_read, true))
        return false;
    if (m_wanted > 0)
        m_chosen = m_series.nearest(m_wanted);
    else if (m_chosen == 0 && !m_shown.live)
        m_chosen = m_series.largestJump();
    return true;
}

int64_t UpdatesView::firstDrawn() const
{
    return m_recent->isChecked() && !m_series.empty()
        ? m_series.step(m_series.size() - 1) - kRecent + 1
        : 0;
}

void UpdatesView::followPick(int64_t step)
{
    m_wanted = step;
    m_picked = true;
    m_chosen = m_series.empty() ? step : m_series.nearest(step);
    m_picker->setFocus(); // Arrow keys go on from there.
}

void UpdatesView::choose(int64_t step)
{
    const int64_t found = m_series.nearest(step);
    if (found == 0)
        return;
    m_picked = true;
    m_chosen = m_wanted = found;
    showUpdate();
    askBatch();
    m_context.pickUpdate(m_shown.choice.run, found);
}

void UpdatesView::showSeries()
{
    showPages();
    m_picker->setSeries(m_series, firstDrawn(), tr("loss"));
    m_jump->setEnabled(m_series.size() > 1);
    showUpdate();
}

void UpdatesView::showPages()
{
    if (!m_series.empty())
        m_frame->showContent();
    else if (!m_shown.hasRun())
        m_frame->showEmpty(tr("No training yet"),
                           tr("Press Start to train, or choose a run on the right: its single "
                              "updates are explained here."));
    else
        m_frame->showEmpty(tr("No update yet"),
                           tr("Once the run has been trained, its loss appears here: click a jump "
                              "to see which texts were in the batch."));
}

void UpdatesView::showUpdate()
{
    withdrawOtherLandscape();
    m_picker->setChosen(m_chosen);
    if (m_chosen > 0)
        m_step->setValue(double(m_chosen));
    else
        m_step->setEmpty();
    m_said->setText(updateText());
    const auto report = m_series.report(m_chosen);
    m_batchPage->setLayers(m_series.layers(), report ? &*report : nullptr);
    m_histograms->setChosen(m_chosen);
    m_landscapePage->setUpdate(m_chosen, m_histograms->recording().keptWeights);
    if (m_matrixPage->setUpdate(m_chosen))
        askMatrix();
}

/// A measurement under way belongs to the update that was chosen when it began.
void UpdatesView::withdrawOtherLandscape()
{
    const auto* asked = m_landscape.last<core::AskLandscape>();
    if (!m_landscape.waits() || asked == nullptr || asked->place.step == m_chosen)
        return;
    m_landscape.withdraw();
    m_landscapePage->setEnded();
}

QString UpdatesView::updateText() const
{
    const auto report = m_series.report(m_chosen);
    if (!report)
        return m_chosen > 0 ? tr("Update %1: reading its report ...").arg(count(m_chosen))
                            : tr("Click the curve, or press Largest jump, to choose an update.");
    const double before = m_series.lossBefore(m_chosen);
    QString text;
    if (m_wanted > 0 && m_wanted != m_chosen)
        text = tr("Update %1 is no longer stored; the nearest one is: ").arg(count(m_wanted));
    text += tr("Update %1 in epoch %2: loss %3")
                .arg(count(report->step), count(report->epoch), value(report->loss));
    if (!std::isnan(before))
        text += tr(" (mean of the ten before: %1)").arg(value(before));
    text += tr(", learning rate %1, gradient norm %2")
                .arg(value(report->learningRate), value(report->gradientNorm));
    if (report->clipped && std::isnan(report->clippedNorm)) // Before it was recorded.
        text += tr(", clipped.");
    else if (report->clipped && report->gradientNorm > 0.0)
        text += tr(", clipped to %1 (factor %2).")
                    .arg(value(report->clippedNorm),
                         value(report->clippedNorm / report->gradientNorm));
    else
        text += tr(", not clipped.");
    return text;
}

void UpdatesView::showPage()
{
    m_pages->setCurrentIndex(m_what->currentIndex());
    askBatch();
    askMatrix();
    if (page() != Page::Batch)
        askRecording();
}

core::UpdateQuestion UpdatesView::updateQuestion() const
{
    return {m_shown.choice.run.toStdString(), m_series.place(m_chosen, m_shown.spec), m_batches};
}

/// Reads the training data again; during a training, only for an update that the user picked.
void UpdatesView::askBatch()
{
    if (!isSeen() || page() != Page::Batch || !m_series.indexOf(m_chosen) || !m_shown.askable)
        return;
    if (m_shown.live && !m_picked) {
        m_batchPage->clear(tr("Choose an update: its texts appear here."));
        return;
    }
    m_batch.follow(m_shown, core::AskUpdateBatch{updateQuestion()},
                   [this](const core::UpdateBatch& batch) {
                       m_batches = batch.batches;
                       m_frame->hideFailure();
                       m_batchPage->setBatch(batch);
                   });
}

/// Asks the training itself, whichever epoch is shown.
void UpdatesView::askRecording()
{
    if (!m_shown.hasRun() || !m_shown.askable)
        return;
    Shown latest = m_shown;
    latest.choice.epoch = -1;
    const core::RecordingWish wish = m_histograms->wish();
    m_recorded.follow(latest, core::AskRecording{m_shown.choice.run.toStdString(), wish, 0},
                      [this](const core::ShownRecording& recording) {
                          m_histograms->setRecording(recording);
                          m_histograms->setChosen(m_chosen);
                          m_landscapePage->setUpdate(m_chosen, recording.keptWeights);
                      });
}

/// The network of the shown epoch, or what was recorded, which only the latest one has.
void UpdatesView::askMatrix()
{
    if (!isSeen() || page() != Page::Matrix || !m_shown.hasRun() || !m_shown.askable)
        return;
    core::AskWeightMatrix question = m_matrixPage->question();
    question.run = m_shown.choice.run.toStdString();
    Shown of = m_shown;
    if (question.update > 0)
        of.choice.epoch = -1;
    m_matrix.follow(of, question, [this](const core::WeightMatrix& matrix) {
        const core::AskWeightMatrix before = m_matrixPage->question();
        m_frame->hideFailure();
        m_matrixPage->setMatrix(matrix);
        const core::AskWeightMatrix now = m_matrixPage->question();
        if (before.update == 0 && now.update > 0) // Recorded updates are known only now.
            askMatrix();
    });
}

void UpdatesView::measure()
{
    core::AskLandscape question = m_landscapePage->question();
    static_cast<core::UpdateQuestion&>(question) = updateQuestion();
    m_landscapePage->setProgress({{"Reading the data", {}}, -1.0, -1.0});
    Shown of = m_shown;
    if (question.path == core::LandscapePath::Step)
        of.choice.epoch = -1; // Only the latest state has the recording.
    m_landscape.ask(of, question, [this](const core::Landscape& landscape) {
        m_batches = landscape.batches;
        m_landscapePage->setEnded();
        m_frame->hideFailure();
        m_landscapePage->setLandscape(landscape);
    });
}

std::vector<Figure> UpdatesView::figures() const
{
    if (m_series.empty())
        return {};
    std::vector<Figure> all{
        {.title = tr("Loss of each update"),
         .name = QStringLiteral("update_losses"),
         .size = m_picker->size(),
         .paint =
             [this](QCPPainter& painter) {
                 m_picker->toPainter(&painter, m_picker->width(), m_picker->height());
             },
         .table =
             [this](TableText& table) {
                 table.row("update", "epoch", "loss");
                 for (size_t i = 0; i < m_series.size(); ++i)
                     table.row(m_series.step(i), m_series.epoch(i), m_series.loss(i));
             },
         .words = [this] { return updateText(); }}};
    for (const auto& some : {m_batchPage->figures(), m_histograms->figures(),
                             m_landscapePage->figures(), m_matrixPage->figures()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

QByteArray UpdatesView::state() const
{
    return QByteArray::number(m_what->currentIndex());
}

void UpdatesView::setState(const QByteArray& state)
{
    m_what->setCurrentIndex(std::clamp(state.toInt(), 0, m_what->count() - 1));
}

KeyHelps UpdatesView::keys()
{
    return {{QStringLiteral("Left, Right"), tr("Another update"),
             tr("In the loss curve: the previous or next update; Page Up and Page Down go ten at "
                "once")}};
}

} // namespace ui
