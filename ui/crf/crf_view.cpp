#include "ui/crf/crf_view.h"

#include "core/probe/question_kind.h"
#include "ui/crf/transition_panel.h"
#include "ui/crf/trellis_map.h"
#include "ui/decoding/transport_bar.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QLabel>

#include <numeric>

namespace ui {

namespace {

constexpr int kMostPaths = 6;

} // namespace

PathList::PathList(QWidget* parent)
    : RowView(QStringLiteral("pathTable"), tr("Best paths, best first"), parent)
    , m_trellis(std::make_shared<core::Trellis>())
{
    setColumns(pathColumns());
    rows().setLook([](int row, int) { return RowLook{.bold = row == 0}; });
    setMostRows(kMostPaths);
    connect(this, &RowView::rowChosen, this, &PathList::pathChosen);
}

std::vector<RowColumn> PathList::pathColumns() const
{
    return {
        numberColumn(
            "place", {}, tr("Rank by score"), [](int row) { return int64_t{row} + 1; }, {},
            QStringLiteral("0")),
        textColumn("path", tr("Path"),
                   tr("Tags of the best path; for the other paths, only the tags that differ"),
                   [this](int row) { return pathText(*m_trellis, size_t(row)).toStdString(); }),
        numberColumn(
            "score", tr("Score"), tr("Begin + emissions + transitions + end"),
            [this](int row) { return at(row).score; }, scoreText, QStringLiteral("\u221200.00")),
        numberColumn(
            "probability", tr("Probability"), tr("exp(score) divided by the sum over all paths"),
            [this](int row) { return at(row).probability; }, percent, QStringLiteral("100.0 %"))};
}

void PathList::setTrellis(ShownTrellis trellis)
{
    const int chosen = currentRow();
    reset(m_known ? int(trellis->paths.size()) : 0, [&] { m_trellis = std::move(trellis); });
    setCurrentRow(chosen < count() ? chosen : -1);
}

void PathList::setKnown(bool known)
{
    if (known == m_known)
        return;
    m_known = known;
    reset(count());
}

CrfView::CrfView(ViewContext& context, QWidget* parent)
    : TextInspectionView(context,
                         {QStringLiteral("crf"), tr("CRF"),
                          tr("Text to tag; earlier texts are in the list"),
                          tr("Then type a sentence above: the search for the best tags of its "
                             "words appears here step by step, also during training.")},
                         parent)
    , m_trellis(std::make_shared<core::Trellis>())
{
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [](int whole) {
        const int upper = Theme::instance().presentation() ? whole * 7 / 10 : whole * 3 / 5;
        return QList<int>{upper, whole - upper, whole / 3};
    });
    showNoNetwork();
}

QWidget* CrfView::buildUpper()
{
    auto* upper = new QWidget;
    QWidget* controls = buildControls();
    m_map = named(new TrellisMap, "trellisMap", tr("Trellis: tokens across, tags down"));
    connect(m_map, &TrellisMap::nodePointed, this, &CrfView::showNode);
    m_transport = named(new TransportBar, "crfTransportBar");
    connect(m_transport, &TransportBar::stepped, this, &CrfView::showStep);
    m_step = named(makeLabel({}, LabelRole::Muted), "viterbiStepLabel");
    m_node = named(makeLabel({}, LabelRole::Plain), "nodeLabel");
    makeColumn(upper, {controls, {m_map, 1}, m_node, m_step, m_transport}, 4);
    return upper;
}

QWidget* CrfView::buildControls()
{
    auto* controls = new QWidget;
    auto* row = makeRow(controls, {}, kGrid);
    m_values = named(
        new QuietComboBox, "trellisValuesBox", tr("Values of the nodes"),
        tr("Emissions: the network's scores for each token on its own. Viterbi scores: of the "
           "best path that reaches the node. Marginals: the probability of the tag there, over "
           "all paths; where it is low on the best path, the network is unsure."));
    m_values->addItems({tr("Emissions"), tr("Viterbi scores"), tr("Marginals")});
    connect(m_values, &QComboBox::currentIndexChanged, this, &CrfView::showValues);
    m_scale = new ColourScale;
    m_arrows = named(new QCheckBox(tr("A&rrows")), "arrowsBox", {},
                     tr("An arrow leads to each node from the best previous tag. If there are too "
                        "many lines, switch them off."));
    m_arrows->setChecked(true);
    m_allTags = named(new QCheckBox(tr("All &tags")), "allTagsBox", {},
                      tr("Also show tags that are on none of the paths and below 1 % at every "
                         "token. If a tag is missing from the picture, switch this on."));
    connect(m_arrows, &QCheckBox::toggled, this, [this](bool on) { m_map->setArrows(on); });
    connect(m_allTags, &QCheckBox::toggled, this, &CrfView::showRows);
    QLabel* name = makeNameLabel(tr("S&how"), *m_values);
    for (QWidget* each : std::initializer_list<QWidget*>{name, m_arrows, m_allTags})
        hideInPresentation(*each);
    row->addWidget(name);
    row->addWidget(m_values);
    row->addWidget(m_scale);
    row->addStretch(1);
    row->addWidget(m_arrows);
    row->addWidget(m_allTags);
    return controls;
}

QWidget* CrfView::buildLower()
{
    auto* left = new QWidget;
    m_pathsTitle = named(makeLabel({}, LabelRole::Group), "pathsTitle");
    m_pathsTitle->setWordWrap(false);
    m_paths = new PathList;
    connect(m_paths, &PathList::pathChosen, this, [this](int path) { m_map->setPath(path); });
    m_withoutCrf = named(makeLabel({}, LabelRole::Plain), "withoutCrfLabel");
    m_changed = named(makeLabel({}, LabelRole::Plain), "changedLabel");
    makeColumn(left, {m_pathsTitle, {m_paths, 1}}, 4);
    m_transitions = new TransitionPanel;
    connect(m_transitions, &TransitionPanel::changed, this, &CrfView::askAgain);
    hideInPresentation(*m_transitions); // The trellis needs the room.
    auto* parts = new Splitter(QStringLiteral("crfLower"), Qt::Horizontal);
    parts->addWidget(left);
    parts->addWidget(m_transitions);
    parts->setSharing([](int whole) { return QList{whole * 9 / 20, whole - whole * 9 / 20}; });
    auto* lower = new QWidget;
    makeColumn(lower, {m_withoutCrf, m_changed, {parts, 1}}, 4);
    return lower;
}

void CrfView::showOtherRun()
{
    m_transitions->clear(); // Its tags are others.
}

void CrfView::askShown()
{
    const core::AskTrellis question{example(), m_transitions->changes()};
    asker().follow(shown(), question, [this](const core::Trellis& answer) { setTrellis(answer); });
}

void CrfView::setTrellis(const core::Trellis& trellis)
{
    if (trellis.paths.empty()) { // Everything is forbidden, or there is no token.
        setFailure({core::ErrorCode::BadSetting,
                    {"Every path through the tags is forbidden.", {}},
                    {"Reset the transitions.", {}},
                    {}});
        return;
    }
    const bool otherText = trellis.tokens != m_trellis->tokens;
    m_trellis = std::make_shared<core::Trellis>(trellis);
    showContent(stateText(), pathsText());
    if (otherText) { // The answer first; it can be stepped through from the beginning.
        m_paths->setCurrentRow(-1);
        m_map->setPath(0);
    }
    m_paths->setTrellis(m_trellis);
    showRows();
    showSteps();
    m_withoutCrf->setText(withoutCrfText(trellis));
    m_changed->setText(changesText(trellis, m_transitions->changes().size()));
    if (m_changed->text().isEmpty()) // Its line stays, so that the matrix does.
        m_changed->setText(tr("No transition is set by hand."));
    showWords();
}

void CrfView::showRows()
{
    const int tags = int(m_trellis->tagNames.size());
    std::vector<int> all(size_t(tags), 0);
    std::iota(all.begin(), all.end(), 0);
    const std::vector<int> some = tagsThatMatter(*m_trellis, m_transitions->changes());
    const std::vector<int>& shown = m_allTags->isChecked() ? all : some;
    m_allTags->setText(tr("All %1 &tags").arg(count(tags)));
    m_allTags->setEnabled(some.size() < all.size() || m_allTags->isChecked());
    m_map->setTrellis(m_trellis, shown);
    m_transitions->setTrellis(m_trellis, shown);
    showValues();
}

void CrfView::showValues()
{
    const auto values = static_cast<TrellisValues>(m_values->currentIndex());
    m_map->setValues(values);
    switch (values) {
    case TrellisValues::Emissions:
        m_scale->setScale(m_map->picture().scaleEnd(), tr("score"), ColourMap::Signed);
        break;
    case TrellisValues::Scores:
        m_scale->setScale(1.0, tr("exp(score \u2212 best of its column)"));
        break;
    case TrellisValues::Marginals:
        m_scale->setScale(1.0, tr("probability"));
        break;
    }
}

/// The current step stays while the network learns.
void CrfView::showSteps()
{
    const int steps = viterbiSteps(*m_trellis);
    const bool wasAtEnd = m_transport->step() >= m_transport->count();
    m_transport->setCount(steps);
    if (wasAtEnd)
        m_transport->setStep(steps);
    showStep();
}

void CrfView::showStep()
{
    m_map->setStep(m_transport->step());
    m_step->setText(stepText(*m_trellis, m_transport->step()));
    const bool ended = m_transport->step() >= m_transport->count();
    m_paths->setKnown(ended);
    m_pathsTitle->setText(ended ? tr("Best paths") : tr("Best paths: known after the last step"));
    const QPoint node = m_map->currentNode();
    showNode(node.x(), node.y());
}

void CrfView::showNode(int token, int tag)
{
    const bool known = token >= 0 && size_t(token) < m_trellis->tokens.size();
    m_node->setText(known ? nodeText(*m_trellis, token, tag, m_transport->step())
                          : tr("Choose a node to see how its score is computed."));
    m_node->setMinimumHeight(2 * m_node->fontMetrics().lineSpacing()); // Pictures stay in place.
}

QString CrfView::stateText() const
{
    QStringList parts{updateText(m_trellis->step, m_trellis->epoch)};
    parts << tr("tokens: %1").arg(count(qint64(m_trellis->tokens.size())))
          << tr("tags: %1").arg(count(qint64(m_trellis->tagNames.size())));
    if (const QString paths = pathsText(); !paths.isEmpty())
        parts << paths;
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString CrfView::pathsText() const
{
    if (!m_trellis->hasCrf)
        return tr("no CRF");
    return m_trellis->constrained
        ? tr("illegal transitions are on no best path; probabilities are over all paths")
        : QString();
}

QString CrfView::words() const
{
    return stateText() + QLatin1Char('\n')
        + trellisText(*m_trellis, m_transitions->changes().size());
}

std::vector<Figure> CrfView::contentFigures() const
{
    const HeatMap& moves = m_transitions->map();
    const QSize scale = m_transitions->scale().sizeHint();
    const int line = scale.height() + kGrid;
    return {{.title = told(),
             .name = QStringLiteral("trellis"),
             .size = m_map->wholeSize(),
             .paint = [this](QCPPainter& painter) { m_map->drawWhole(painter); },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskTrellis>(*m_trellis); }},
            {.title = tr("Transitions"),
             .name = QStringLiteral("transitions"),
             .size = moves.wholeSize().expandedTo(scale) + QSize(0, line),
             .paint = [this, scale, line](QCPPainter& painter) {
                 m_transitions->scale().draw(painter, QRect(QPoint(0, 0), scale));
                 painter.translate(0, line);
                 m_transitions->map().drawWhole(painter);
             }}};
}

KeyHelps CrfView::keys()
{
    KeyHelps all = TransportBar::keys(tr("CRF: step"));
    all.push_back({tr("Arrow keys"), tr("CRF: node"),
                   tr("Move between the nodes of the trellis; Esc clears the selection")});
    return all;
}

void CrfView::keyPressEvent(QKeyEvent* event)
{
    if (!m_transport->handleKey(event->key(), event->modifiers()))
        InspectionView::keyPressEvent(event);
}

} // namespace ui
