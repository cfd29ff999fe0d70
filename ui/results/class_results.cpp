#include "ui/results/class_results.h"

#include "ui/figure/figure.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QLocale>

#include <cmath>
#include <numeric>

namespace ui {

namespace {

constexpr int kMostClassRows = 8;

QString scoreFigure(double number)
{
    return QLocale().toString(number, 'f', 3);
}

} // namespace

ClassScoresTable::ClassScoresTable(ClassScoresWords words, QWidget* parent)
    : RowView(QStringLiteral("classTable"), words.title, parent), m_words(std::move(words))
{
    setColumns(columns());
    rows().setLook(
        [this](int row, int) { return RowLook{.bold = size_t(row) + 1 == m_scores.size()}; });
    setMostRows(kMostClassRows);
}

std::vector<RowColumn> ClassScoresTable::columns() const
{
    const auto number = [this](const char* name, const QString& title, const QString& help,
                               double core::ClassScore::*part) {
        return numberColumn(name, title, help, cells(m_scores, part), scoreFigure,
                            QStringLiteral("0.000"));
    };
    RowColumn name
        = textColumn("class", m_words.name, {}, cells(m_scores, &core::ClassScore::name));
    name.tip = [this](int row) {
        return size_t(row) + 1 == m_scores.size()
            ? m_words.last
            : QString::fromStdString(m_scores[size_t(row)].name);
    };
    return {
        name, number("precision", tr("Precision"), m_words.precision, &core::ClassScore::precision),
        number("recall", tr("Recall"), m_words.recall, &core::ClassScore::recall),
        number("f1", tr("F1"),
               tr("2 p r / (p + r): high only if both precision and recall are high"),
               &core::ClassScore::f1),
        numberColumn("support", tr("Support"), m_words.support,
                     cells(m_scores, &core::ClassScore::support), {}, QStringLiteral("00,000"))};
}

void ClassScoresTable::setScores(std::vector<core::ClassScore> scores, core::ClassScore last)
{
    scores.push_back(std::move(last));
    reset(int(scores.size()), [&] { m_scores = std::move(scores); });
}

ConfusionPanel::ConfusionPanel(ConfusionWords words, QWidget* parent)
    : QWidget(parent)
    , m_words(std::move(words))
    , m_scale(new ColourScale)
    , m_map(new HeatMap)
    , m_pointed(named(makeLabel({}, LabelRole::Muted), "confusionPointed"))
{
    QLabel* title = makeLabel(tr("Confusion matrix"), LabelRole::Group);
    title->setWordWrap(false);
    m_scale->setScale(1.0, tr("share of row"));
    named(m_map, "confusionMap",
          tr("Confusion matrix: %1 down, %2 across").arg(m_words.rows, m_words.columns));
    m_map->setDescriber([this](int row, int column) { return describe(row, column); });
    m_pointed->setWordWrap(false); // Its text must not change the size of the map.
    m_pointed->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    hideInPresentation(*m_pointed);
    connect(m_map, &HeatMap::cellPointed, this, [this](int row, int column) {
        m_pointed->setText(row < 0 ? m_words.help : describe(row, column));
        m_map->setAccessibleDescription(m_pointed->text());
    });
    connect(m_map, &HeatMap::cellActivated, this, &ConfusionPanel::cellActivated);
    makeColumn(this, {title, {m_map, 1}, m_scale, m_pointed}, -1, {0, 0, kGrid, 0});
    setMinimumWidth(240);
}

int64_t ConfusionPanel::support(int row) const
{
    const auto begin = m_counts.begin() + row * m_classes.size();
    return std::accumulate(begin, begin + m_classes.size(), int64_t{0});
}

QString ConfusionPanel::describe(int row, int column) const
{
    const int64_t cell = m_counts[size_t(row * m_classes.size() + column)];
    return m_words.describe(cell, support(row), m_classes[row], m_classes[column]);
}

void ConfusionPanel::setCounts(const QStringList& classes, std::vector<int64_t> counts)
{
    m_classes = classes;
    m_counts = std::move(counts);
    HeatMapContent content;
    content.rows = content.columns = int(classes.size());
    content.textsWhereTheyFit = true;
    content.rowTitle = m_words.rows;
    content.columnTitle = m_words.columns;
    content.rowLabels = content.columnLabels = classes;
    const bool written = classes.size() <= m_words.mostWritten;
    for (int row = 0; row < content.rows; ++row) {
        const int64_t whole = support(row);
        for (int column = 0; column < content.columns; ++column) {
            const int64_t cell = m_counts[size_t(row * content.columns + column)];
            const double share = whole > 0 ? double(cell) / double(whole) : 0.0;
            content.values.push_back(float(share));
            if (written)
                content.cellTexts << tr("%1\n%2 %").arg(count(cell)).arg(std::lround(100 * share));
        }
    }
    m_map->setContent(std::move(content));
    // Room for two lines always: the map must not move while it is read.
    m_pointed->setMinimumHeight(2 * m_pointed->fontMetrics().lineSpacing());
    chooseNone();
    m_pointed->setText(m_words.help);
}

void ConfusionPanel::chooseNone()
{
    m_map->setCurrentCell({-1, -1});
}

Figure ConfusionPanel::figure() const
{
    const QSize scale = m_scale->sizeHint();
    const int line = scale.height() + kGrid;
    const QSize map = m_map->wholeSize().expandedTo(scale);
    return {tr("Confusion matrix"), QStringLiteral("confusion"), map + QSize(0, line),
            [this, scale, line](QCPPainter& painter) {
                m_scale->draw(painter, QRect(QPoint(0, 0), scale));
                painter.translate(0, line);
                m_map->drawWhole(painter);
            }};
}

ScoresAndRows::ScoresAndRows(QWidget* confusion, QWidget* scores, QWidget* rows,
                             double confusionShare, QWidget* parent)
    : Splitter(QStringLiteral("results"), Qt::Horizontal, parent)
    , m_scores(new Splitter(QStringLiteral("scores"), Qt::Vertical))
{
    m_scores->addWidget(confusion);
    m_scores->addWidget(scores);
    addWidget(m_scores);
    addWidget(rows);
    shareByWidth(*this, 0.4, 0.5);
    shareByWidth(*m_scores, confusionShare, 0.5);
    connect(&Theme::instance(), &Theme::changed, m_scores, &Splitter::shareSoon);
}

void ScoresAndRows::shareByWidth(Splitter& splitter, double wide, double narrow)
{
    splitter.setSharing([this, &splitter, wide, narrow](int whole) {
        const int first = int(whole * (isWide() ? wide : narrow));
        const QWidget* last = splitter.widget(1);
        if (!Theme::instance().presentation() || splitter.orientation() == Qt::Horizontal)
            return QList{first, whole - first};
        const int second = std::min(last->sizeHint().height() + kGrid, whole / 2);
        return QList{whole - second, second}; // All rows, and the picture has the rest.
    });
}

void ScoresAndRows::arrange(QWidget& view)
{
    const int letter = view.fontMetrics().averageCharWidth();
    const int readable = 120 * letter;
    // Explicit, so that the needs of the wide arrangement do not keep the view wide.
    const int lines = Theme::instance().presentation() ? 18 : 30;
    view.setMinimumSize(60 * letter, lines * view.fontMetrics().lineSpacing());
    const Qt::Orientation main = view.width() >= readable ? Qt::Horizontal : Qt::Vertical;
    if (main == orientation())
        return;
    setOrientation(main);
    m_scores->setOrientation(isWide() ? Qt::Vertical : Qt::Horizontal);
    share();
    m_scores->share();
}

} // namespace ui
