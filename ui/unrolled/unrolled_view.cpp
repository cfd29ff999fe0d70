#include "ui/unrolled/unrolled_view.h"

#include "core/probe/question_kind.h"
#include "core/task/language_model/language_options.h"
#include "ui/decoding/transport_bar.h"
#include "ui/figure/figure.h"
#include "ui/text/sentences.h"
#include "ui/unrolled/cell_panel.h"
#include "ui/unrolled/unrolled_map.h"
#include "ui/unrolled/unrolled_overview.h"
#include "ui/unrolled/unrolled_text.h"
#include "ui/widgets/breaking_row.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QKeyEvent>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

constexpr double kBeatSeconds = 0.25;
constexpr double kZoomStep = 1.25;

} // namespace

UnrolledView::UnrolledView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("unrolled"), tr("Unrolled"),
         tr("Text over which the network is unrolled; earlier texts are in the list"),
         tr("Then type a sentence above: the network appears here, unrolled over its tokens, also "
            "while training runs.")},
        parent)
    , m_trace(std::make_shared<core::Trace>())
{
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [this](int whole) {
        const int needed = m_cell->sizeHint().height() + kGrid;
        const int upper = m_cellArea->isHidden() ? whole : std::max(whole * 3 / 5, whole - needed);
        return QList<int>{upper, whole - upper, whole / 3};
    });
    showNoNetwork();
}

QWidget* UnrolledView::buildUpper()
{
    auto* upper = new QWidget;
    auto* column = makeColumn(upper, {}, 4);
    m_map = named(new UnrolledMap, "unrolledMap",
                  tr("Network unrolled over the text: layers by tokens"));
    connect(m_map, &UnrolledMap::cellChosen, this, &UnrolledView::showCell);
    connect(m_map, &UnrolledMap::headChosen, this,
            [this](int head) { m_heads->setCurrentIndex(head + 1); });
    connect(m_map, &UnrolledMap::beatWanted, this, [this](int beat) { m_transport->goTo(beat); });
    connect(m_map, &UnrolledMap::exported, this, [this] {
        m_exports = true;
        askForGradients();
    });
    m_overview = new UnrolledOverview(*m_map);
    connect(m_map, &UnrolledMap::laidOut, m_overview, &UnrolledOverview::follow);
    connect(m_map, &UnrolledMap::laidOut, this, &UnrolledView::showBeatText);
    m_beat = named(makeLabel({}, LabelRole::Muted), "beatLabel");
    column->addWidget(buildControls());
    column->addWidget(m_map, 1);
    column->addWidget(m_overview);
    column->addWidget(m_beat);
    return upper;
}

QWidget* UnrolledView::buildControls()
{
    auto* choices = new QWidget;
    auto* buttons = new QWidget;
    auto* row = makeRow(choices, {}, kGrid);
    auto* zooms = makeRow(buttons, {}, kGrid);
    m_transport = named(new TransportBar, "unrolledTransportBar");
    m_transport->setIntervalSeconds(kBeatSeconds);
    connect(m_transport, &TransportBar::stepped, this, &UnrolledView::showBeat);
    m_heads = named(new QuietComboBox, "unrolledHeadBox", tr("Head of the attention"),
                    tr("Too many lines: choose one head. The mean of all heads is shown first."));
    connect(m_heads, &QComboBox::currentIndexChanged, this,
            [this](int index) { m_map->setHead(index - 1); });
    m_headChoice = new QWidget;
    makeRow(m_headChoice, {makeNameLabel(tr("&Head"), *m_heads), m_heads}, kGrid);
    row->addWidget(buildWriteButton());
    row->addWidget(buildSetUpButton());
    row->addWidget(m_headChoice);
    row->addWidget(buildTargetChoice());
    const auto addZoom
        = [&](const char* name, const QString& iconName, const QString& help, auto zoom) {
              auto* button = named(new QToolButton, name, help, help);
              setIcon(*button, iconName);
              button->setFocusPolicy(Qt::StrongFocus);
              connect(button, &QToolButton::clicked, m_map, zoom);
              zooms->addWidget(button);
          };
    UnrolledMap* map = m_map;
    addZoom("unrolledSmaller", QStringLiteral("zoom-out"), tr("Smaller (-)"),
            [map] { map->zoom(1.0 / kZoomStep); });
    addZoom("unrolledFit", QStringLiteral("zoom-fit"), tr("Fit the picture to its room (0)"),
            [map] { map->fit(); });
    addZoom("unrolledLarger", QStringLiteral("zoom-in"), tr("Larger (+)"),
            [map] { map->zoom(kZoomStep); });
    return new BreakingRow(*m_transport, *new BreakingRow(*choices, *buttons));
}

QWidget* UnrolledView::buildTargetChoice()
{
    m_targets
        = named(new QuietComboBox, "unrolledTargetBox", tr("Target of the loss"),
                tr("Choose the class that the text should have: the loss and its gradient are "
                   "for this class, so that they can be compared between epochs. As "
                   "predicted: for the class that the network predicts."));
    m_targets->setMinimumContentsLength(10);
    connect(m_targets, &QComboBox::currentIndexChanged, this, [this] {
        m_target = m_targets->currentData().toString();
        askAgain();
    });
    m_targetChoice = new QWidget;
    makeRow(m_targetChoice, {makeNameLabel(tr("Tar&get"), *m_targets), m_targets}, kGrid);
    m_targetChoice->hide();
    return m_targetChoice;
}

QToolButton* UnrolledView::buildSetUpButton()
{
    m_setUp = named(new QToolButton, "unrolledSetUpButton", tr("Network of the set-up"),
                    tr("See what training begins with: the network of the set-up with its random "
                       "values. Checked by each edit of the set-up; off: the run."));
    m_setUp->setText(tr("Set-&up"));
    m_setUp->setCheckable(true);
    m_setUp->setFocusPolicy(Qt::StrongFocus);
    connect(m_setUp, &QToolButton::toggled, this, [this] { follow(Shown(m_offered)); });
    return m_setUp;
}

QToolButton* UnrolledView::buildWriteButton()
{
    m_write = named(new QToolButton, "unrolledWriteButton", tr("Write a token"));
    m_write->setText(tr("&Write"));
    m_write->setFocusPolicy(Qt::StrongFocus);
    m_write->hide();
    connect(m_write, &QToolButton::clicked, this, &UnrolledView::write);
    return m_write;
}

QWidget* UnrolledView::buildLower()
{
    m_cell = new CellPanel;
    m_cellArea = new QScrollArea;
    m_cellArea->setWidgetResizable(true);
    m_cellArea->setFrameShape(QFrame::NoFrame);
    m_cellArea->setWidget(m_cell);
    m_cellArea->hide();
    return m_cellArea;
}

/// The network of the set-up is shown while there is no run, and from an edit of the set-up until
/// another run is chosen.
Shown UnrolledView::chosen(const Shown& shown)
{
    const bool otherRun = shown.choice.run != m_offered.choice.run;
    const bool edited
        = m_lastSetUp != nullptr && shown.setUp != nullptr && shown.setUp != m_lastSetUp;
    // A training that ends in front of the class is played, with the network that it made.
    m_plays = m_plays || (isSeen() && !otherRun && m_offered.live && !shown.live);
    m_offered = shown;
    if (shown.setUp != nullptr)
        m_lastSetUp = shown.setUp;
    const QSignalBlocker quiet(m_setUp);
    if (otherRun || edited)
        m_setUp->setChecked(edited && !otherRun);
    m_setUp->setVisible(!shown.choice.run.isEmpty() && shown.setUp != nullptr);
    if (shown.setUp == nullptr || !(shown.choice.run.isEmpty() || m_setUp->isChecked()))
        return shown;
    Shown setUp = shown;
    setUp.choice = {{}, ModelChoice::kLatest, shown.setUp};
    setUp.name
        = tr("Set-up \u201c%1\u201d, untrained").arg(QString::fromStdString(shown.setUp->name));
    setUp.spec = *shown.setUp;
    setUp.live = false;
    setUp.askable = true;
    setUp.updates = 0;
    return setUp;
}

/// The gradient costs as much as the network itself: it is computed where it can be seen.
bool UnrolledView::wantsGradients() const
{
    const bool back
        = !m_map->picture().isEmpty() && m_map->beat() > m_map->picture().layout().lossBeat();
    return back || m_exports || m_transport->isPlaying() || frame().showsWords();
}

void UnrolledView::askForGradients()
{
    const UnrolledLayout& layout = m_map->picture().layout();
    if (!m_map->picture().isEmpty() && layout.hasLoss() && !layout.hasGradients()
        && wantsGradients())
        askAgain();
}

void UnrolledView::askShown()
{
    core::Example example = this->example();
    if (m_target)
        example.reference = m_target->toStdString();
    asker().follow(shown(), core::AskTrace{example, wantsGradients()},
                   [this](const core::Trace& trace) { setTrace(trace); });
}

void UnrolledView::showOtherRun()
{
    m_exports = false;
}

void UnrolledView::showWords()
{
    TextInspectionView::showWords();
    askForGradients();
}

/// The network reads the longer text as if it had been typed.
void UnrolledView::write()
{
    if (told().toStdString() == m_trace->text)
        setText(QString::fromStdString(m_trace->text + m_trace->continuation));
}

void UnrolledView::setTrace(const core::Trace& trace)
{
    const bool sameText = trace.tokens == m_trace->tokens;
    Q_EMIT runNamesChanged();
    const QString run = shown().choice.run;
    const bool oneUpdate = std::exchange(m_tracedRun, run) == run
        ? sameText && trace.step == m_trace->step + 1
        : trace.step == 1; // The first of a training.
    m_trace = std::make_shared<core::Trace>(trace);
    m_map->setTrace(m_trace);
    m_write->setVisible(core::isConditional(shown().spec)
                        || shown().spec.task.kind == core::kLanguageModelTask);
    m_write->setEnabled(!trace.continuation.empty());
    setHelp(*m_write,
            trace.continuation.empty()
                ? tr("The text ends here: the likeliest next token is its end.")
                : tr("See how the network writes: the likeliest next token, the longest bar above "
                     "the last column, is added to the text and read as its next column."));
    fillHeads();
    fillTargets();
    showContent(stateText());
    if (!sameText || m_transport->count() != m_map->lastBeat()) {
        m_transport->setCount(m_map->lastBeat());
        m_transport->setStep(int(std::ceil(m_map->beat())));
    }
    const bool ended = m_plays && !shown().live && !Theme::instance().reducedMotion()
        && m_map->beat() <= m_map->picture().layout().predicted(); // Else an update is looked at.
    m_plays = m_plays && shown().live;
    // A single step (F7) is shown as it happened.
    if ((oneUpdate || ended) && !m_transport->isPlaying()) {
        m_transport->first();
        m_transport->togglePlay();
    }
    showCell();
    showWords();
    askForGradients();
}

void UnrolledView::fillHeads()
{
    int64_t heads = 0;
    for (const core::AttentionMap& map : m_trace->attention)
        heads = std::max(heads, map.head + 1);
    m_headChoice->setVisible(heads > 1);
    if (m_heads->count() == int(heads) + 1)
        return;
    const QSignalBlocker quiet(m_heads);
    m_heads->clear();
    m_heads->addItem(tr("Mean"));
    for (int64_t head = 0; head < heads; ++head)
        m_heads->addItem(count(head + 1));
    m_map->setHead(-1);
}

/// The class of a text of the data is its target.
void UnrolledView::fillTargets()
{
    const std::vector<std::string>& classes = m_trace->verdict.classes;
    m_targetChoice->setVisible(!classes.empty());
    QuietComboBox::Choices choices{{tr("as predicted"), QString()}};
    for (const std::string& each : classes)
        choices.emplace_back(QString::fromStdString(each), QString::fromStdString(each));
    m_targets->setChoices(choices);
    const QSignalBlocker quiet(m_targets);
    m_targets->setCurrentIndex(std::max(m_targets->findData(m_target.value_or(truth())), 0));
}

void UnrolledView::showBeat(int beat)
{
    m_map->setBeat(beat);
    if (m_transport->isPlaying() && Theme::instance().reducedMotion())
        m_transport->last(); // Without motion, the end is shown at once.
    askForGradients();
}

void UnrolledView::showBeatText()
{
    if (m_map->picture().isEmpty())
        return;
    const UnrolledLayout& layout = m_map->picture().layout();
    QString text = beatText(layout, m_map->beat());
    const QString hint = tr("Space plays the way of the text, then the gradient's way back; a "
                            "click on a vector shows its numbers.");
    const int letters = m_beat->fontMetrics().horizontalAdvance(text + hint);
    if (m_map->beat() == std::ceil(layout.predicted()) && letters < width() - 2 * kGrid)
        text += QLatin1Char(' ') + hint;
    m_beat->setText(text);
}

void UnrolledView::showCell()
{
    const QPoint cell = m_map->current();
    const auto& rows = m_map->picture().layout().rows();
    if (cell.x() < 0 || size_t(cell.y()) >= rows.size()
        || size_t(cell.x()) >= rows[size_t(cell.y())].cells.size())
        m_cellArea->hide();
    else {
        m_cell->showCell(m_map->picture().layout(), size_t(cell.y()), size_t(cell.x()));
        m_cellArea->show();
    }
    frame().shareSoon();
}

/// The network of the set-up is none of the runs.
QStringList UnrolledView::runNames() const
{
    return shown().choice.setUp != nullptr ? QStringList(shown().name) : QStringList();
}

QString UnrolledView::stateText() const
{
    QStringList parts{shown().choice.setUp != nullptr ? tr("random values")
                                                      : updateText(m_trace->step, m_trace->epoch)};
    if (m_trace->verdict.loss)
        parts << unrolledLossText(*m_trace);
    if (!m_trace->unknown.empty())
        parts << unknownText(m_trace->unknown);
    if (m_trace->cutTokens > 0)
        parts << filled(tr("%1 {token|tokens} beyond the picture"), {count(m_trace->cutTokens)});
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString UnrolledView::words() const
{
    return stateText() + QLatin1Char('\n') + unrolledWords(m_map->picture().layout());
}

/// Its frames are the steps of the timeline, laid out for their size, each with its caption. Texts
/// can be read from afar, as in a presentation.
Film UnrolledView::film() const
{
    const auto paint = [this](QCPPainter& painter, int frame, const QSize& size) {
        UnrolledPicture picture = m_map->picture();
        const double text = size.height() / UnrolledMap::kHallLines;
        const QSizeF room(size.width(), size.height() - 2.0 * text);
        picture.fit(room, 1.0, text);
        painter.save();
        painter.setClipRect(QRectF({}, room));
        picture.draw(painter, frame, picture.scrolledAt(frame, room), room, {});
        painter.restore();
        painter.setFont(picture.font());
        painter.setPen(Theme::instance().mutedText());
        const QRectF caption(4.0, room.height(), room.width() - 8.0, 2.0 * text);
        painter.drawText(caption, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(beatText(picture.layout(), frame),
                                                          Qt::ElideRight, int(caption.width())));
    };
    return {.frames = [this] { return m_map->lastBeat() + 1; }, .paint = paint};
}

std::vector<Figure> UnrolledView::contentFigures() const
{
    Q_EMIT m_map->exported();
    return {{.title = told(),
             .name = QStringLiteral("unrolled"),
             .size = m_map->wholeSize(),
             .paint = [this](QCPPainter& painter) { m_map->drawWhole(painter); },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskTrace>(*m_trace); },
             .film = film()}};
}

KeyHelps UnrolledView::keys()
{
    KeyHelps all = TransportBar::keys(tr("Unrolled: step"));
    all.push_back({tr("Left, Right; Up, Down"), tr("Unrolled: picture"),
                   tr("One step back or forward; from layer to layer")});
    all.push_back(
        {tr("+, -"), tr("Unrolled: picture"), tr("Larger, smaller; also Ctrl and the wheel")});
    all.push_back({tr("0, Escape"), tr("Unrolled: picture"), tr("Fit it to its room")});
    all.push_back({tr("Return or double click"), tr("Unrolled: picture"),
                   tr("Open recurrent cells into their equations, or close them")});
    all.push_back({tr("Page Up, Page Down"), tr("Unrolled: open cells"),
                   tr("Numbers of the unit before or after")});
    return all;
}

bool UnrolledView::handleKey(const QKeyEvent& event)
{
    return m_transport->handleKey(event.key(), event.modifiers()) || m_map->handleZoomKey(event);
}

void UnrolledView::keyPressEvent(QKeyEvent* event)
{
    if (!handleKey(*event))
        InspectionView::keyPressEvent(event);
}

void UnrolledView::showEvent(QShowEvent* event)
{
    TextInspectionView::showEvent(event);
    if (window() != this)
        window()->installEventFilter(this);
}

void UnrolledView::hideEvent(QHideEvent* event)
{
    window()->removeEventFilter(this);
    TextInspectionView::hideEvent(event);
}

bool UnrolledView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && watched == window()
        && handleKey(*static_cast<QKeyEvent*>(event)))
        return true;
    return TextInspectionView::eventFilter(watched, event);
}

} // namespace ui
