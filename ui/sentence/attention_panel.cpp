#include "ui/sentence/attention_panel.h"

#include "ui/sentence/attention_grid.h"
#include "ui/sentence/attention_lines.h"
#include "ui/sentence/attention_path.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/formula_sheet.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kPathWidth = 300; ///< That its lines of numbers like to have.
enum Picture { Map, Lines };

/// "film -> not".
QString cellName(const ShownMap& map, int row, int column)
{
    return QStringLiteral("%1 \u2192 %2")
        .arg(map.rows[size_t(row)].text, map.columns[size_t(column)].text);
}

} // namespace

AttentionPanel::AttentionPanel(QWidget* parent) : QWidget(parent)
{
    m_splitter = new Splitter(QStringLiteral("attention"), Qt::Horizontal);
    m_splitter->addWidget(buildLeft());
    m_splitter->addWidget(buildRight());
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSharing([this](int whole) { return shares(whole); });
    QWidget* words = buildWords();
    makeColumn(this, {{m_splitter, 1}, words}, kGrid);
    hideInPresentation(*words);
    hideInPresentation(*m_pointed);
    connect(&Theme::instance(), &Theme::changed, this, &AttentionPanel::showLeft);
    connect(m_grid, &AttentionGrid::currentChanged, this, [this](int map) {
        const QRect place = m_grid->thumbnailRect(map);
        m_gridArea->ensureVisible(place.center().x(), place.center().y(), place.width(),
                                  place.height());
        showMap();
        Q_EMIT mapChosen(map);
    });
    connect(m_map, &HeatMap::cellPointed, this, &AttentionPanel::point);
    connect(m_lines, &AttentionLines::pointed, this, &AttentionPanel::pointAt);
    m_map->setDescriber([this](int row, int column) { return describe(row, column); });
}

QWidget* AttentionPanel::buildLeft()
{
    m_left = new QWidget;
    auto* column = makeColumn(m_left, {}, -1, {0, 0, kGrid, 0});
    m_maps = new QWidget;
    auto* title = makeLabel(tr("Layers and heads"), LabelRole::Group);
    setHelp(*title,
            tr("Shown large first: the head of the last layer whose attention depends most on the "
               "query, by the mutual information of query and key."));
    m_ownScales
        = named(new QCheckBox(tr("each on its &own scale")), "ownScalesBox", {},
                tr("All heads have one scale of colours, so that they can be compared. If a head "
                   "is too faint to be read, check this: its largest weight then has the strongest "
                   "colour."));
    connect(m_ownScales, &QAbstractButton::toggled, this, [this](bool on) {
        m_grid->setOwnScales(on);
        m_scaleEnd = 0.0; // Of the other heads.
        showMap();
    });
    hideInPresentation(*m_ownScales);
    m_grid = new AttentionGrid;
    m_gridArea = new QScrollArea;
    m_gridArea->setWidget(m_grid);
    m_gridArea->setWidgetResizable(true);
    m_gridArea->setFrameShape(QFrame::NoFrame);
    m_gridArea->setFocusPolicy(Qt::NoFocus);
    makeColumn(m_maps, {title, m_ownScales, {m_gridArea, 1}});
    column->addWidget(m_maps, 1);
    m_path = new AttentionPathPanel;
    column->addWidget(m_path);
    return m_left;
}

QWidget* AttentionPanel::buildWords()
{
    auto* words = new QWidget;
    m_formula = named(new FormulaLabel, "attentionFormula");
    m_meaning = makeLabel({}, LabelRole::Muted);
    m_byHand = named(
        new QPushButton(tr("By &hand")), "attentionByHandButton", {},
        tr("If a weight is a surprise: this copies the queries, keys and values of the framed cell "
           "into Attention by hand, where they can be changed and set in the network."));
    connect(m_byHand, &QPushButton::clicked, this, &AttentionPanel::takeByHand);
    hideInPresentation(*m_byHand);
    makeRow(words, {{m_formula, 0, Qt::AlignTop}, {m_meaning, 1}, {m_byHand, 0, Qt::AlignTop}},
            2 * kGrid);
    return words;
}

QLayout* AttentionPanel::buildTop()
{
    m_title = named(makeLabel({}, LabelRole::Group), "attentionTitle");
    m_title->setWordWrap(false);
    m_group = named(new QuietComboBox, "groupBox", tr("Attention group"));
    m_group->setMinimumContentsLength(10); // of the widest letter
    connect(m_group, &QComboBox::activated, this,
            [this] { m_grid->setGroup(m_group->currentData().toString().toStdString()); });
    m_asLines
        = named(new QCheckBox(tr("as &lines")), "asLinesBox", {},
                tr("Show lines between the two rows of tokens instead of the map: the larger the "
                   "weight, the thicker the line. Point at a token to highlight its lines"));
    connect(m_asLines, &QAbstractButton::toggled, this, [this](bool on) {
        m_pictures->setCurrentIndex(on ? Lines : Map);
        m_scale->setVisible(!on);
        Q_EMIT mapChosen(m_grid->current());
    });
    return makeRow(nullptr, {m_title, m_group, buildToggles(), freeSpace(), m_asLines});
}

QWidget* AttentionPanel::buildToggles()
{
    auto* toggles = new QWidget;
    auto* row = makeRow(toggles);
    m_asWords = named(new QCheckBox(tr("whole &words")), "asWordsBox");
    setHelp(*m_asWords,
            tr("Combine subwords into words: the columns of a word are summed, and its rows are "
               "averaged, so that each row still sums to 1"));
    m_gold = named(new QCheckBox(tr("&gold")), "goldBox", tr("Gold alignment"));
    m_gold->setChecked(true);
    for (QAbstractButton* toggle : {m_asWords, m_gold}) {
        connect(toggle, &QAbstractButton::toggled, this, &AttentionPanel::showMap);
        row->addWidget(toggle);
    }
    hideInPresentation(*toggles);
    return toggles;
}

QWidget* AttentionPanel::buildRight()
{
    auto* right = new QWidget;
    m_map = named(new HeatMap, "attentionMap");
    m_lines = new AttentionLines;
    m_pictures = new QStackedWidget;
    m_pictures->addWidget(m_map);
    auto* lines = new QScrollArea;
    lines->setWidget(m_lines);
    lines->setWidgetResizable(true);
    lines->setFrameShape(QFrame::NoFrame);
    lines->setFocusPolicy(Qt::NoFocus);
    m_pictures->addWidget(lines);
    m_scale = new ColourScale;
    // On one line, whatever it says: what is hovered must not change its place.
    m_pointed = named(makeLabel({}, LabelRole::Plain), "attentionPointed");
    m_pointed->setWordWrap(false);
    m_pointed->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_steps = named(new QCheckBox(tr("&score to weight")), "stepsBox", {},
                    tr("Shows step by step how the score of the cell becomes its weight"));
    connect(m_steps, &QAbstractButton::toggled, this, [this] {
        showLeft();
        point(m_pointedCell.y(), m_pointedCell.x());
    });
    makeColumn(right,
               {buildTop(), {m_pictures, 1}, makeRow(nullptr, {{m_pointed, 1}, m_steps, m_scale})},
               -1, {kGrid, 0, 0, 0});
    return right;
}

void AttentionPanel::setContent(AttentionContent content)
{
    m_content = std::move(content);
    m_grid->setMaps(m_content.maps);
    showGroups();
    showToggles();
    m_splitter->share();
    showMap();
}

void AttentionPanel::showGroups()
{
    const QSignalBlocker quiet(m_group);
    m_group->clear();
    for (const std::string& group : m_grid->groups())
        m_group->addItem(attentionGroupTitle(group), QString::fromStdString(group));
    m_group->setVisible(m_group->count() > 1);
}

void AttentionPanel::showToggles()
{
    m_asWords->setVisible(m_content.hasSubwords());
    setHelp(*m_gold,
            tr("Frames the cells that belong together in the data. Alignment error rate: %1, the "
               "share of target tokens whose largest weight lies on another source token")
                .arg(percent(m_content.alignmentErrorRate)));
    m_scored = std::any_of(m_content.maps.begin(), m_content.maps.end(),
                           [](const core::AttentionMap& map) { return !map.scores.empty(); });
    showLeft();
}

/// The small maps, and in front of those who want to know it how a score becomes a weight.
void AttentionPanel::showLeft()
{
    const bool maps = m_content.maps.size() > 1;
    const bool offered = m_scored && !Theme::instance().presentation();
    const bool steps = offered && m_steps->isChecked();
    m_steps->setVisible(offered);
    m_maps->setVisible(maps);
    m_path->setVisible(steps);
    m_left->setVisible(maps || steps);
    m_splitter->shareSoon();
}

/// The grid takes what it needs, up to nearly half, until the user decides otherwise.
QList<int> AttentionPanel::shares(int whole) const
{
    constexpr int scrollBar = 24;
    const int least = m_path->isHidden() ? 160 : kPathWidth;
    const int wish = std::max(m_grid->sizeHint().width() + scrollBar, least);
    const int left = std::min(wish, whole * 9 / 20);
    return {left, whole - left};
}

void AttentionPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitWords();
}

/// The meaning of a map stands beneath it if there is room, else in the formula's tool tip.
void AttentionPanel::fitWords()
{
    constexpr int lines = 24;
    m_meaning->setVisible(height() > lines * fontMetrics().lineSpacing());
}

int AttentionPanel::currentMap() const
{
    return m_grid->current();
}

/// The cell that was clicked or reached by the keyboard, else that which was pointed at.
void AttentionPanel::takeByHand()
{
    const QPoint current = m_map->currentCell();
    const QPoint cell = current.x() >= 0 ? current : m_pointedCell;
    const auto tokenOf = [](const std::vector<WordSpan>& spans, int index) {
        return spans[size_t(std::clamp<qsizetype>(index, 0, std::ssize(spans) - 1))].first;
    };
    Q_EMIT byHandWanted({m_shown.group, m_shown.layer, m_shown.head},
                        tokenOf(m_shown.rows, cell.y()),
                        cell.x() < 0 ? -1 : tokenOf(m_shown.columns, cell.x()));
}

QString AttentionPanel::title() const
{
    const QString which = m_content.maps.size() == 1 && m_shown.group == "cross"
        ? attentionGroupTitle(m_shown.group)
        : m_grid->describe(m_grid->current());
    return which.isEmpty() ? which : which.at(0).toUpper() + which.mid(1);
}

/// The weight that has the last colour: of all heads, or of the one that is shown. The weights of
/// words are sums and may be larger.
double AttentionPanel::largestShown() const
{
    const std::vector<float>& weights = m_shown.weights;
    const double shown
        = weights.empty() ? 1.0 : double(*std::max_element(weights.begin(), weights.end()));
    return m_ownScales->isChecked() ? shown : std::max(shown, m_grid->largest());
}

void AttentionPanel::showMap()
{
    const int current = m_grid->current();
    if (current < 0) {
        m_shown = {};
        m_map->setContent({});
        return;
    }
    const bool words = m_asWords->isChecked() && !m_asWords->isHidden();
    m_shown = shownMap(m_content, current, words ? Grain::Words : Grain::Tokens);
    const core::AttentionMap& map = m_content.maps[size_t(current)];
    HeatMapContent content;
    content.rows = int(m_shown.rows.size());
    content.columns = int(m_shown.columns.size());
    content.values = m_shown.weights;
    content.high = m_scaleEnd = steadyScaleEnd(largestShown(), m_scaleEnd);
    for (const WordSpan& row : m_shown.rows)
        content.rowLabels << row.text;
    for (const WordSpan& column : m_shown.columns)
        content.columnLabels << column.text;
    content.rowTips = m_shown.rowTips;
    content.columnTips = m_shown.columnTips;
    content.rowTitle = m_content.rows(map).rowTitle;
    content.columnTitle = m_content.columns(map).columnTitle;
    content.rowMark = tokenMarks(m_content.rows(map).marks, content.rowLabels);
    content.columnMark = tokenMarks(m_content.columns(map).marks, content.columnLabels);
    content.struck = m_shown.masked;
    if (m_gold->isChecked())
        content.outlined = m_shown.gold;
    m_scale->setScale(content.high, tr("weight"));
    m_lines->setContent(content);
    m_map->setContent(std::move(content));
    m_map->setAccessibleName(tr("Attention weights of %1").arg(title()));
    m_title->setText(m_group->isHidden()
                         ? title()
                         : tr("Layer %1, head %2").arg(map.layer + 1).arg(map.head + 1));
    m_group->setCurrentIndex(m_group->findData(QString::fromStdString(m_shown.group)));
    m_gold->setVisible(!m_shown.gold.empty());
    m_byHand->setEnabled(m_shown.group != "pooling"); // Its scores are no products.
    showWords();
    if (m_pointedCell.x() >= int(m_shown.columns.size())
        || m_pointedCell.y() >= int(m_shown.rows.size()))
        m_pointedCell = m_map->currentCell();
    point(m_pointedCell.y(), m_pointedCell.x());
}

void AttentionPanel::showFormula(const core::Formula& score)
{
    static const core::Formula unknown{
        "A = softmax(Q Kᵀ / √d)",
        R"tex(A = \operatorname{softmax}\left(\frac{QK^\top}{\sqrt d}\right))tex"};
    static const core::Formula softmax{"a = softmax(e)", R"tex(a = \operatorname{softmax}(e))tex"};
    const auto both = [&](const auto& of) {
        return score.empty() ? tr("%1, row by row").arg(of(unknown))
                             : tr("%1;  %2, row by row").arg(of(score), of(softmax));
    };
    m_formula->setHtml(both([](const core::Formula& each) { return formulaHtml(each); }),
                       both([](const core::Formula& each) { return formulaText(each); }));
}

/// The formula of the map's score, and what its weights mean.
void AttentionPanel::showWords()
{
    const core::AttentionMap& map = m_content.maps[size_t(m_grid->current())];
    const bool heads = m_content.maps.size() > 1;
    showFormula(map.formula);
    QString text;
    if (map.group == "cross")
        text = tr("Row i holds the weights of the source states when the decoder predicts target "
                  "token i; each row sums to 1. A diagonal means the same word order on both "
                  "sides; uniform cells mean that no alignment has been learned yet.");
    else if (map.group == "decoder")
        text = tr("Row i holds the weights of the earlier target tokens at target position i; "
                  "later tokens are masked. Each row sums to 1.");
    else
        text = tr("Row i holds the weights of all words in the new vector of word i; each row sums "
                  "to 1.");
    if (heads)
        text += tr(" Every head has its own Q and K and attends to different tokens; the weights "
                   "alone do not explain the prediction.");
    m_meaning->setText(text);
    setHelp(*m_formula, text);
}

QString AttentionPanel::describe(int row, int column) const
{
    const size_t columns = m_shown.columns.size();
    if (size_t(row) >= m_shown.rows.size() || size_t(column) >= columns)
        return {};
    const size_t cell = size_t(row) * columns + size_t(column);
    QString text = tr("%1: %2").arg(cellName(m_shown, row, column), value(m_shown.weights[cell]));
    if (!m_shown.masked.empty() && m_shown.masked[cell] != 0)
        text += tr(", masked");
    if (m_gold->isChecked() && !m_shown.gold.empty() && m_shown.gold[cell] != 0)
        text += tr(", aligned in the data");
    return text;
}

void AttentionPanel::point(int row, int column)
{
    m_pointedCell = {column, row};
    const bool there = row >= 0 && column >= 0;
    // Beside the way to a weight this would be said twice.
    const QString text = there ? m_map->describe(row, column)
        : m_path->isHidden()   ? tr("Point at a cell to read its weight.")
                               : QString();
    showPath(row, column);
    if (text == m_pointed->text())
        return;
    m_pointed->setText(text);
    m_map->setAccessibleDescription(text);
}

/// Describes a token's lines; without a token, the cell that was pointed at.
void AttentionPanel::pointAt(const QString& lines)
{
    if (lines.isEmpty())
        point(m_pointedCell.y(), m_pointedCell.x());
    else
        m_pointed->setText(lines);
}

void AttentionPanel::showPath(int row, int column)
{
    const int map = m_grid->current();
    const bool there = size_t(row) < m_shown.rows.size() && size_t(column) < m_shown.columns.size();
    if (map < 0 || row < 0 || column < 0 || !there) {
        m_path->setSentence({});
        return;
    }
    const WordSpan &rows = m_shown.rows[size_t(row)], &columns = m_shown.columns[size_t(column)];
    if (rows.count > 1 || columns.count > 1) {
        m_path->setSentence(
            filled(tr("%1: mean over the word's %2 {row|rows} of the sum over %3 {column|columns}. "
                      "Switch off \u201cwhole words\u201d to follow one of them."),
                   {describe(row, column), count(rows.count), count(columns.count)}));
        return;
    }
    m_path->setCell(m_content.maps[size_t(map)], rows.first, columns.first,
                    cellName(m_shown, row, column));
}

QSize AttentionPanel::wholeSize() const
{
    if (m_asLines->isChecked())
        return m_lines->size();
    const QSize map = m_map->wholeSize();
    const int line = m_scale->sizeHint().height() + kGrid;
    const int title = QFontMetrics(Theme::instance().textFont()).horizontalAdvance(this->title());
    return {std::max(map.width(), m_scale->sizeHint().width() + title + 2 * kGrid),
            map.height() + line};
}

void AttentionPanel::drawWhole(QPainter& painter) const
{
    if (m_asLines->isChecked()) {
        m_lines->draw(painter, m_lines->rect());
        return;
    }
    const Theme& theme = Theme::instance();
    const QSize scale = m_scale->sizeHint();
    painter.setFont(theme.textFont());
    painter.setPen(theme.text());
    const int width = QFontMetrics(theme.textFont()).horizontalAdvance(title()) + 2 * kGrid;
    painter.drawText(QRect(0, 0, width, scale.height()), Qt::AlignLeft | Qt::AlignVCenter, title());
    m_scale->draw(painter, QRect(QPoint(width, 0), scale));
    painter.translate(0, scale.height() + kGrid);
    m_map->drawWhole(painter);
}

} // namespace ui
