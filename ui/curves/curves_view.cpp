#include "ui/curves/curves_view.h"

#include "core/probe/baselines/baseline_questions.h"
#include "ui/curves/curve_controls.h"
#include "ui/curves/curve_legend.h"
#include "ui/curves/curve_table.h"
#include "ui/curves/hover_table.h"
#include "ui/text/sentences.h"
#include "ui/view/asker.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

#include <QElapsedTimer>
#include <QGridLayout>
#include <QLabel>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int kShortestRefreshMs = 50;
constexpr int kLongestRefreshMs = 1000;
/// Drawing may take this fraction (1/n) of the GUI thread's time.
constexpr int kRestShare = 8;
constexpr int kPictureMargin = 8; ///< Margin of a picture in pixels.

} // namespace

CurvesView::CurvesView(RunStore* store, QWidget* parent)
    : View(parent)
    , m_own(store == nullptr ? std::make_unique<RunStore>() : nullptr)
    , m_store(store == nullptr ? m_own.get() : store)
{
    setAccessibleName(tr("Curves"));
    m_timer.setSingleShot(true);
    m_folding.setSingleShot(true);
    m_folding.setInterval(0);
    connect(&m_folding, &QTimer::timeout, this, &CurvesView::foldStrip);
    connect(&m_timer, &QTimer::timeout, this, &CurvesView::refreshNext);
    connect(&Theme::instance(), &Theme::changed, this, &CurvesView::redrawAll);
    build();
    updateSources();
    connect(m_store, &RunStore::changed, this, &CurvesView::takeChange);
}

CurvesView::CurvesView(QWidget* parent) : CurvesView(nullptr, parent) { }

CurvesView::CurvesView(ViewContext& context, QWidget* parent) : CurvesView(&context.store(), parent)
{
    connect(this, &CurvesView::epochPicked, &context, &ViewContext::epochPicked);
    connect(this, &CurvesView::updatePicked, &context, [&context](const QString& run, qint64 step) {
        context.pickUpdate(run, step);
        context.showView(QStringLiteral("updates"));
    });
    connect(&Pointing::instance(), &Pointing::changed, this,
            [this](const std::vector<Mark>& marks, bool, const QObject* by) {
                if (by != this)
                    followPointing(marks);
            });
    connect(&context, &ViewContext::runsChanged, this,
            [this, &context] { setRuns(context.runs()); });
    m_baselineAsker = std::make_unique<Asker>(context, [](const core::Failure&) {});
    setRuns(context.runs());
}

CurvesView::~CurvesView() = default;

void CurvesView::build()
{
    m_frame = new ViewFrame(*this, QStringLiteral("start"));
    auto* content = new QWidget;
    m_controls = new CurveControls;
    m_legend = named(new CurveLegend, "legend");
    m_sentence = named(makeLabel({}, LabelRole::Plain), "sentenceLabel");
    m_table = new HoverTable;
    m_tabs = named(new QTabBar, "familyTabs", tr("Runs that share axes"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->hide();
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_raised = families()[size_t(index)].runs.front()->id;
        updateSources();
    });
    for (QWidget* part : QWidgetList{m_controls, m_table})
        hideInPresentation(*part);
    connect(&Theme::instance(), &Theme::changed, this, &CurvesView::foldStrip);
    auto* column = makeColumn(content, {m_controls, m_tabs, m_sentence, m_legend}, kGrid);
    buildPlots(*column);
    m_foldLine = named(new QToolButton, "foldLine", tr("The small plots in a line"));
    m_foldLine->setAutoRaise(true);
    m_foldLine->setFocusPolicy(Qt::StrongFocus);
    m_foldLine->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_foldLine->hide();
    connect(m_foldLine, &QToolButton::clicked, this, [this] {
        m_stripWanted = m_foldLine->arrowType() == Qt::RightArrow;
        foldStrip();
    });
    column->addWidget(m_foldLine);
    column->addWidget(m_table);
    m_frame->setContent(content);
    connect(m_controls, &CurveControls::changed, this, &CurvesView::applySettings);
    connect(m_controls, &CurveControls::resetRequested, this, [this] { setZoom({}); });
    applySettings(m_controls->settings());
}

void CurvesView::buildPlots(QVBoxLayout& column)
{
    m_splitter = new Splitter(QStringLiteral("curves"), Qt::Vertical);
    for (QGridLayout** grid : {&m_large, &m_strip}) {
        auto* widget = new QWidget;
        *grid = new QGridLayout(widget);
        (*grid)->setContentsMargins(0, 0, 0, 0);
        (*grid)->setSpacing(kGrid);
        m_splitter->addWidget(widget);
    }
    m_splitter->installEventFilter(this);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    for (const CurvePlotKind& kind : curvePlotKinds())
        addPlot(kind);
    column.addWidget(m_splitter, 1);
}

void CurvesView::addPlot(const CurvePlotKind& kind)
{
    auto* plot = new CurvePlot(
        kind, m_splitter->widget(kind.place == CurvePlotKind::Place::Large ? 0 : 1));
    connectPlot(*plot);
    plot->setSources(m_sources);
    m_plots.push_back(plot);
    m_controls->addPlot(kind);
}

/// A plot is offered if a shown run has its quantity.
bool CurvesView::isOffered(const CurvePlotKind& kind) const
{
    const auto any = [this](auto has) {
        return std::any_of(m_sources.begin(), m_sources.end(),
                           [&](const CurveSource& source) { return has(*source.curves); });
    };
    if (kind.quantity == quantity::kTeacherForcing)
        return any([](const RunCurves& curves) { return curves.has(quantity::kTeacherForcing); });
    if (kind.quantity == quantity::kGradientNorm) // Word vectors learn without a gradient.
        return m_sources.empty() || any([](const RunCurves& curves) {
                   return curves.size() == 0 || curves.has(quantity::kGradientNorm);
               });
    if (kind.quantity == quantity::kPerplexity)
        return std::all_of(m_sources.begin(), m_sources.end(),
                           [](const CurveSource& source) { return source.loss.perplexity; });
    if (!kind.isScore)
        return true;
    return any([name = kind.id.toStdString()](const RunCurves& curves) {
        return curves.scoreNames().contains(name);
    });
}

void CurvesView::updateLegend()
{
    m_legend->setSources(m_sources,
                         std::any_of(m_plots.begin(), m_plots.end(), [](const CurvePlot* plot) {
                             return plot->baseline().content().has_value();
                         }));
}

void CurvesView::followLoss()
{
    for (CurvePlot* plot : m_plots)
        if (plot->kind().quantity == quantity::kLoss && !m_sources.empty())
            plot->setTitle(lossTitle(m_sources.front().loss));
}

void CurvesView::followScores()
{
    std::set<QString> offered;
    for (CurvePlot* plot : m_plots) {
        if (plot->kind().quantity == quantity::kPerplexity)
            plot->setTitle(perplexityTitle(unknownShares(m_sources)));
        if (isOffered(plot->kind()))
            offered.insert(plot->kind().id);
    }
    for (const std::string& score : scoreNames(m_sources)) {
        if (offered.insert(QString::fromStdString(score)).second)
            addPlot(scorePlotKind(score));
    }
    if (offered == m_offered)
        return;
    m_offered = offered;
    for (const CurvePlot* plot : m_plots)
        m_controls->setOffered(plot->kind().id, offered.contains(plot->kind().id));
    arrangePlots();
}

/// Large plots at most three in a row, the strip in one.
void CurvesView::arrangePlots()
{
    std::vector<CurvePlot*> shown[2];
    for (CurvePlot* plot : m_plots) {
        const QString& id = plot->kind().id;
        const bool on = m_controls->settings().plots.contains(id) && m_offered.contains(id);
        plot->setVisible(on);
        if (on)
            shown[plot->kind().place == CurvePlotKind::Place::Large ? 0 : 1].push_back(plot);
    }
    const auto count = int(shown[0].size());
    m_largeRows = count <= 3 ? 1 : 2;
    const int inRow = count <= 3 ? std::max(count, 1) : (count + 1) / 2;
    for (const CurvePlot* plot : m_plots) {
        QGridLayout& grid = plot->kind().place == CurvePlotKind::Place::Large ? *m_large : *m_strip;
        grid.removeWidget(const_cast<CurvePlot*>(plot));
    }
    for (int i = 0; i < count; ++i)
        m_large->addWidget(shown[0][size_t(i)], i / inRow, i % inRow);
    for (int i = 0; i < int(shown[1].size()); ++i)
        m_strip->addWidget(shown[1][size_t(i)], 0, i);
    m_splitter->widget(0)->setVisible(!shown[0].empty());
    foldStrip();
}

bool CurvesView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_splitter && event->type() == QEvent::Resize)
        m_folding.start();
    return View::eventFilter(watched, event);
}

bool CurvesView::isSmall() const
{
    constexpr int kComfortableRow = 190, kStrip = 120; // pixels at the usual size of type
    const double scale = QFontMetrics(Theme::instance().textFont()).height() / 17.0;
    return m_splitter->height() < (m_largeRows * kComfortableRow + kStrip) * scale;
}

void CurvesView::foldStrip()
{
    const bool any = std::any_of(m_plots.begin(), m_plots.end(), [this](const CurvePlot* plot) {
        return plot->kind().place == CurvePlotKind::Place::Strip && !plot->isHidden();
    });
    const bool presented = Theme::instance().presentation();
    const bool small = isSmall() || presented;
    if (!small)
        m_stripWanted.reset();
    const bool folded = presented || (small && !m_stripWanted.value_or(false));
    QWidget* strip = m_splitter->widget(1);
    const bool changes = strip->isHidden() == (any && !folded);
    strip->setVisible(any && !folded);
    m_foldLine->setVisible(any && small && !presented);
    m_foldLine->setArrowType(folded ? Qt::RightArrow : Qt::DownArrow);
    showFoldLine();
    if (changes)
        redrawAll();
}

/// "Learning rate 0.002   Gradient norm 0.43 ..."
void CurvesView::showFoldLine()
{
    if (m_foldLine->isHidden())
        return;
    QStringList parts;
    for (const CurvePlot* plot : m_plots) {
        if (plot->kind().place != CurvePlotKind::Place::Strip || plot->isHidden())
            continue;
        const QString title = plot->title().section(QStringLiteral(" ("), 0, 0);
        parts << (title + u' ' + plot->latestValue()).trimmed();
    }
    m_foldLine->setText(parts.join(QStringLiteral("  \u00b7  ")));
    m_foldLine->setAccessibleName(m_foldLine->arrowType() == Qt::RightArrow
                                      ? tr("The small plots in a line: %1").arg(m_foldLine->text())
                                      : tr("Fold the small plots to a line"));
}

void CurvesView::connectPlot(CurvePlot& plot)
{
    connect(&plot, &CurvePlot::xRangePicked, this,
            [this](const QCPRange& range) { setZoom(range); });
    connect(&plot, &CurvePlot::resetRequested, this, [this] { setZoom({}); });
    connect(&plot, &CurvePlot::cursorMoved, this, [this](double x) { setCursor(x); });
    connect(&plot, &CurvePlot::cursorLeft, this, [this] { setCursor({}); });
    connect(&plot, &CurvePlot::cursorStepped, this, &CurvesView::stepCursor);
    connect(&plot, &CurvePlot::epochAtCursorPicked, this, &CurvesView::pickEpochAtCursor);
    connect(&plot, &CurvePlot::epochClicked, this, &CurvesView::epochPicked);
    connect(&plot, &CurvePlot::updateAtCursorPicked, this, &CurvesView::pickUpdateAtCursor);
    connect(&plot, &CurvePlot::updateClicked, this, &CurvesView::updatePicked);
}

void CurvesView::applySettings(const CurveSettings& settings)
{
    for (auto& [run, curves] : m_curves)
        curves->setSmoothing(settings.smoothing);
    arrangePlots();
    setCursor({}); // its place belongs to the old axis
    setZoom({});
}

void CurvesView::dataChanged()
{
    m_dirty = true;
    if (m_timer.isActive() || m_next > 0 || !isVisible())
        return;
    const qint64 rest = m_roundMicroseconds * kRestShare / 1000;
    m_timer.start(int(std::clamp<qint64>(rest, kShortestRefreshMs, kLongestRefreshMs)));
}

/// Redraws at once, because the user changed something.
void CurvesView::redrawAll()
{
    m_dirty = true;
    m_urgent = true;
    if (isVisible() && m_next == 0)
        m_timer.start(0);
}

/// One plot, then other events, then the next plot.
void CurvesView::refreshNext()
{
    QElapsedTimer watch;
    watch.start();
    if (m_next == 0) {
        m_dirty = m_urgent = false;
        m_roundMicroseconds = 0;
    }
    while (m_next < m_plots.size() && !m_plots[m_next]->isVisible())
        ++m_next;
    if (m_next < m_plots.size()) {
        m_plots[m_next++]->refresh(m_controls->settings(), shownRange());
        m_roundMicroseconds += watch.nsecsElapsed() / 1000;
        m_timer.start(0);
        return;
    }
    m_table->showValues(m_sources, m_controls->settings().x, m_cursor);
    showSentence();
    showFoldLine();
    m_roundMicroseconds += watch.nsecsElapsed() / 1000;
    m_next = 0;
    if (m_urgent)
        redrawAll();
    else if (m_dirty)
        dataChanged();
}

void CurvesView::showSentence()
{
    if (m_sources.empty())
        return;
    const QString text = sentenceText();
    if (text == m_sentence->text())
        return;
    // Always two lines high, so that the plots do not move.
    m_sentence->setMinimumHeight(2 * m_sentence->fontMetrics().lineSpacing());
    m_sentence->setText(text);
    m_sentence->setAccessibleName(text);
    setAccessibleDescription(text);
}

const CurveSource* CurvesView::spoken() const
{
    const auto current = std::find_if(m_sources.begin(), m_sources.end(),
                                      [](const CurveSource& source) { return source.current; });
    if (current != m_sources.end())
        return &*current;
    const auto live = std::find_if(m_sources.begin(), m_sources.end(), [this](const auto& source) {
        return std::any_of(m_rows.begin(), m_rows.end(), [&source](const RunRow& row) {
            return row.live && row.id == source.run;
        });
    });
    return live != m_sources.end() ? &*live : m_sources.empty() ? nullptr : &m_sources.front();
}

QString CurvesView::sentenceText() const
{
    if (!m_preparing.isEmpty())
        return tr("%1; its curves begin with the first update.").arg(preparingTitle(m_preparing));
    const RunRow* imported = importedInFront();
    return imported == nullptr
        ? sentenceOf(*spoken())
        : tr("%1 was imported and has no curves. These are the curves of other runs. %2")
              .arg(QString::fromStdString(imported->summary.name), sentenceOf(*spoken()));
}

const RunRow* CurvesView::importedInFront() const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [this](const RunRow& row) {
        return row.id == m_current && isImported(row);
    });
    return found == m_rows.end() ? nullptr : &*found;
}

QString CurvesView::sentenceOf(const CurveSource& source) const
{
    const QString text = curveSentence(*source.curves, source.monitor);
    const bool named = m_sources.size() > 1 || importedInFront() != nullptr;
    return named ? tr("%1: %2").arg(source.name, text) : text;
}

std::vector<Figure> CurvesView::figures() const
{
    if (m_sources.empty())
        return {};
    const auto words = [this] {
        QStringList sentences;
        for (const CurveSource& source : m_sources)
            sentences << sentenceOf(source);
        return sentences.join(QLatin1Char('\n'));
    };
    return {{tr("Training curves"), QStringLiteral("curves"), pictureSize(),
             [this](QCPPainter& painter) { draw(painter); },
             [this](TableText& table) { writeCurves(table, m_sources); }, words}};
}

QSize CurvesView::pictureSize() const
{
    const QSize plots = m_splitter->size();
    return plots
        + QSize(2 * kPictureMargin, m_legend->heightForWidth(plots.width()) + 3 * kPictureMargin);
}

/// The legend above the plots, each plot where it stands in the window.
void CurvesView::draw(QCPPainter& painter) const
{
    const int width = m_splitter->width();
    painter.translate(kPictureMargin, kPictureMargin);
    m_legend->draw(painter, width);
    painter.translate(0, m_legend->heightForWidth(width) + kPictureMargin);
    for (CurvePlot* plot : m_plots) {
        if (!plot->isVisible())
            continue;
        plot->refresh(m_controls->settings(), shownRange());
        painter.save();
        painter.translate(plot->mapTo(m_splitter, QPoint()));
        plot->toPainter(&painter, plot->width(), plot->height());
        painter.restore();
    }
}

KeyHelps CurvesView::keys()
{
    return {{QStringLiteral("U"), tr("Update at the cursor"),
             tr("Opens the update at the cursor of a curve, which the arrow keys move, in Updates "
                "with its texts and gradients. A click on the line does the same")}};
}

void CurvesView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    followBaselines();
    redrawAll();
}

} // namespace ui
