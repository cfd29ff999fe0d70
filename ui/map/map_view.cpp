#include "ui/map/map_view.h"

#include "core/base/read_json.h"
#include "core/probe/question_kind.h"
#include "core/projection/alignment.h"
#include "ui/map/map_content.h"
#include "ui/map/map_controls.h"
#include "ui/map/map_picture.h"
#include "ui/text/sentences.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/token_line.h"

#include <QLabel>

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr size_t kMostTrails = 30;
constexpr int kFollowing = 150; ///< Iterations of a map that follows an earlier one.
constexpr double kPull = 0.5; ///< See core::Tsne::startFrom().

} // namespace

MapView::MapView(ViewContext& context, QWidget* parent)
    : View(parent)
    , m_frame(new ViewFrame(*this))
    , m_asker(
          context, [this](const core::Failure& failure) { showFailure(failure); },
          [this](const core::Progress& progress) { m_busy->setProgress(progress); })
{
    setAccessibleName(tr("Map"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_controls = new MapControls;
    hideInPresentation(*m_controls);
    m_frame->addAboveMessages(m_controls);
    m_busy = &m_frame->addBusyLine(tr("Progress of the map"));
    m_frame->setContent(buildContent());
    connectParts();
    m_frame->showNoNetwork(tr("Then its embeddings, texts and states appear here as a map."));
}

MapView::~MapView() = default;

QWidget* MapView::buildContent()
{
    auto* content = new QWidget;
    m_content = new MapContent(m_map, m_clusters);
    m_picture = &m_content->picture();
    m_state = named(makeLabel({}, LabelRole::Muted), "mapStateLabel");
    makeColumn(content, {{m_content, 1}, m_state}, kGrid / 2);
    return content;
}

void MapView::connectParts()
{
    connect(m_controls, &MapControls::questionChanged, this, &MapView::ask);
    const auto startOver = [this] {
        m_earlier.clear();
        m_trails.clear(); // Places of another method are no way of the points.
        m_picture->setTrails({});
        move();
    };
    connect(m_controls, &MapControls::methodChanged, this, startOver);
    connect(m_controls, &MapControls::startOverRequested, this, startOver);
    connect(m_controls, &MapControls::wholeRequested, m_picture, &MapPicture::fit);
    connect(m_controls, &MapControls::colourChanged, this, &MapView::colour);
    connect(m_controls, &MapControls::pauseChanged, this, [this](bool paused) {
        if (m_work)
            m_work->setPaused(paused);
    });
    connect(m_controls, &MapControls::toolChanged, this,
            [this](int tool) { m_picture->setTool(MapPicture::Tool(tool)); });
    connect(m_busy, &BusyLine::cancelRequested, this, [this] { m_asker.cancel(); });
    connect(m_controls, &MapControls::cancelRequested, this, [this] {
        endWork();
        showState();
    });
    connect(m_controls, &MapControls::sideToggled, m_content, &MapContent::showSide);
    connect(m_content, &MapContent::sideShown, m_controls, &MapControls::setSideShown);
}

void MapView::follow(const Shown& shown)
{
    const bool otherRun
        = m_shown.choice.run != shown.choice.run || m_shown.choice.setUp != shown.choice.setUp;
    m_shown = shown;
    if (otherRun) {
        m_controls->chooseWished();
        m_isNew = true;
        m_asker.withdraw();
        m_busy->end();
        endWork();
        m_map = {};
        m_earlier.clear();
    }
    if (!shown.hasRun())
        return m_frame->showNoNetwork(
            tr("Then its embeddings, texts and states appear here as a map."));
    if (otherRun || m_map.labels.empty())
        showWaiting();
    if (isSeen() && shown.askable)
        ask();
}

void MapView::showWaiting()
{
    if (m_shown.preparing())
        m_frame->showEmpty(preparingTitle(m_shown.name),
                           tr("Once it has a network, the map appears here and moves while it "
                              "learns."));
    else
        m_frame->showOpening(m_shown.name);
}

void MapView::ask()
{
    if (!m_shown.askable)
        return;
    core::AskMap question = m_controls->question();
    const core::AskMap defaults; // The settings of t-SNE change no vector.
    question.perplexity = defaults.perplexity;
    question.iterations = defaults.iterations;
    question.seed = defaults.seed;
    m_asker.follow(m_shown, question, [this](const core::VectorMap& map) { setMap(map); });
}

void MapView::showFailure(const core::Failure& failure)
{
    // Other networks have other vectors and layers than the one that they were chosen for.
    if (m_isNew && failure.code == core::ErrorCode::BadSetting && m_controls->giveWay())
        return ask();
    m_busy->end();
    m_frame->showFailure(failure);
    // Nor does the map of an earlier question stay below it.
    if (failure.code != core::ErrorCode::Cancelled || m_map.labels.empty())
        m_frame->showEmpty(tr("No map"), sentence(failure));
}

bool MapView::isSameAs(const core::VectorMap& map) const
{
    return m_map.what == map.what && m_map.layer == map.layer && m_map.labels == map.labels
        && m_map.contexts == map.contexts && !map.labels.empty();
}

void MapView::setMap(const core::VectorMap& map)
{
    m_busy->end();
    m_frame->hideFailure();
    m_isNew = false;
    const bool same = isSameAs(map);
    m_earlierStep = m_map.step;
    m_earlierEpoch = m_map.epoch;
    m_map = map;
    m_unit = std::make_shared<const std::vector<float>>(
        core::normalised(core::VectorsView(map.vectors, size_t(map.features))));
    m_controls->setChoices(map);
    m_frame->showContent();
    if (same) {
        m_earlier = m_picture->points();
        if (!m_moves) { // A map on its way is no place to remember.
            m_trails.push_back(m_earlier);
            if (m_trails.size() > kMostTrails)
                m_trails.erase(m_trails.begin());
            m_picture->setTrails(m_trails);
        }
        m_content->showVectors(m_unit);
    } else {
        endWork();
        m_earlier.clear();
        m_trails.clear();
        m_clusters.clear();
        m_content->showPoints(m_unit);
    }
    colour();
    move();
}

void MapView::move()
{
    if (m_map.labels.empty())
        return;
    if (m_moves && !m_earlier.empty()) { // Points under way arrive first, or they never would.
        m_again = true;
        return showState();
    }
    const bool tsne = m_controls->wantsTsne() && MapService::instance() != nullptr;
    m_isTsne = tsne;
    m_controls->setMovedOn(tsne && !m_earlier.empty());
    m_judgement.reset();
    if (!tsne || m_earlier.empty())
        m_picture->movePoints(m_earlier.empty() ? m_map.points
                                                : core::aligned(m_map.points, m_earlier));
    endWork();
    if (MapService::instance() == nullptr)
        return showState();
    const core::AskMap settings = m_controls->question();
    MapService::Order order{m_unit, size_t(m_map.features), {}, {}};
    order.options.perplexity = settings.perplexity;
    order.options.seed = uint64_t(settings.seed);
    order.options.iterations = tsne ? int(settings.iterations) : 0;
    order.start = m_picture->points();
    if (tsne && m_earlier.empty())
        order.start.clear();
    if (tsne && !m_earlier.empty()) {
        order.options.pull = kPull;
        order.options.iterations = std::min(order.options.iterations, kFollowing);
    }
    m_moves = true;
    m_controls->setMoving(tsne);
    m_work = MapService::instance()->start(
        std::move(order),
        {.progressed = [this](const core::Progress& progress) { showProgress(progress); },
         .moved = [this](const MapService::Moment& moment) { showMoment(moment); },
         .judged = [this](const MapService::Judgement& judgement) { showJudgement(judgement); },
         .failed =
             [this](const core::Failure& failure) {
                 endWork();
                 m_frame->showFailure(failure);
             }});
    showState();
}

void MapView::showProgress(const core::Progress& progress)
{
    m_progress = progressText(progress);
    showState();
}

void MapView::showMoment(const MapService::Moment& moment)
{
    m_picture->movePoints(moment.points);
    showProgress({{"iteration %1 of %2",
                   {std::to_string(moment.iteration), std::to_string(moment.iterations)}},
                  double(moment.iteration) / double(std::max(moment.iterations, 1)),
                  moment.secondsLeft});
}

void MapView::showJudgement(const MapService::Judgement& judgement)
{
    m_judgement = judgement;
    m_clusters = judgement.clusters;
    endWork();
    if (m_controls->colour() == QLatin1String("cluster"))
        colour();
    if (std::exchange(m_again, false)) {
        m_earlier = m_picture->points();
        m_trails.push_back(m_earlier);
        m_picture->setTrails(m_trails);
        move();
    }
    showState();
}

void MapView::endWork()
{
    m_work.reset();
    m_moves = false;
    m_progress.clear();
    m_controls->setMoving(false);
}

QString MapView::perplexityText() const
{
    const double wished = m_controls->question().perplexity;
    const double used = core::usedPerplexity(wished, m_map.labels.size());
    const QString text = tr("t-SNE by cosine, perplexity %1").arg(value(used));
    return used < wished ? tr("%1 (the most for so few points)").arg(text) : text;
}

QString MapView::stateText() const
{
    if (m_map.labels.empty())
        return {};
    const QString points = count(qint64(m_map.labels.size()));
    const bool some = m_map.available > qint64(m_map.labels.size());
    QStringList parts{updateText(m_map.step, m_map.epoch),
                      some ? tr("%1 of %2 vectors of %3 numbers")
                                 .arg(points, count(m_map.available), count(m_map.features))
                           : tr("%1 vectors of %2 numbers").arg(points, count(m_map.features))};
    if (!m_map.unknown.empty())
        parts << unknownText(m_map.unknown);
    if (m_isTsne)
        parts << perplexityText()
              << (m_earlier.empty() ? tr("seed %1").arg(m_controls->question().seed)
                                    : tr("moved on from the map of update %1, on which it depends")
                                          .arg(count(m_earlierStep)));
    else if (m_map.shares.size() > 1)
        parts << tr("principal components with %1 and %2 of the variance")
                     .arg(percent(m_map.shares[0]), percent(m_map.shares[1]));
    // Where nearly all points are neighbours, every map keeps them.
    constexpr size_t kFew = 20, kMany = 100;
    if (m_judgement && m_map.labels.size() >= kMany)
        parts << tr("keeps %1 of the 10 and %2 of the 50 nearest neighbours")
                     .arg(percent(m_judgement->recall10), percent(m_judgement->recall50));
    else if (!m_progress.isEmpty())
        parts << m_progress;
    else if (m_judgement && m_map.labels.size() >= kFew)
        parts << tr("keeps %1 of the 10 nearest neighbours").arg(percent(m_judgement->recall10));
    return parts.join(QStringLiteral(" \u00b7 "))
        .replace(QStringLiteral(" %"), QStringLiteral("\u00a0%"));
}

void MapView::showState()
{
    m_state->setText(stateText());
}

void MapView::colour()
{
    const QString name = m_controls->colour();
    const size_t points = m_map.labels.size();
    MapColouring colouring = MapColouring::alike(points);
    if (name == QLatin1String("cluster") && m_clusters.size() == points) {
        std::vector<std::string> names;
        for (const int32_t each : m_clusters)
            names.push_back(tr("cluster %1").arg(each + 1).toStdString());
        colouring = MapColouring::byNames(m_controls->colourTitle(), names);
    }
    for (const core::MapColumn& each : m_map.columns)
        if (name == QString::fromStdString(each.name))
            colouring = each.names.empty()
                ? MapColouring::byNumbers(m_controls->colourTitle(), each.numbers)
                : MapColouring::byNames(m_controls->colourTitle(), each.names);
    m_picture->setColouring(std::move(colouring));
    m_content->setColumn(name);
}

QString MapView::words() const
{
    constexpr int kMost = 100;
    QStringList lines{stateText()};
    lines << m_content->neighbourWords();
    for (int i = 0; i < std::min(m_picture->count(), kMost); ++i)
        lines << m_content->texts().describe(i).replace(QLatin1Char('\n'), QStringLiteral(", "));
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> MapView::figures() const
{
    if (!m_frame->hasContent() || m_map.labels.empty())
        return {};
    const QSize size = m_picture->size();
    return {{.title = tr("Map"),
             .name = QStringLiteral("map"),
             .size = size,
             .paint =
                 [this, size](QCPPainter& painter) {
                     m_picture->draw(painter, QRect({0, 0}, size));
                 },
             .table
             = [this](TableText& table) { m_content->texts().write(table, m_picture->points()); },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskMap>(m_map); }}};
}

QByteArray MapView::state() const
{
    return QByteArray::fromStdString(m_controls->state().dump());
}

void MapView::setState(const QByteArray& state)
{
    const auto settings = core::readJson(state.toStdString()).value;
    if (settings && settings->is_object())
        m_controls->setState(*settings);
}

KeyHelps MapView::keys()
{
    return MapPicture::keys();
}

} // namespace ui
