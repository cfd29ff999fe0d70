#include "ui/results/results_view.h"

#include "ui/results/class_scores_table.h"
#include "ui/results/results_table.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <cmath>

namespace ui {

ResultsView::ResultsView(ViewContext& context, QWidget* parent)
    : EvaluationOf(context,
                   wordsOfTexts(tr("Its scores, the confusion matrix and each prediction then "
                                   "appear here."),
                                tr("Press Evaluate: the network of the chosen run reads every "
                                   "text of the set, and its scores, the confusion matrix and "
                                   "each prediction appear here.")),
                   parent)
{
    showFigures();
    frame().setContent(buildContent());
    frame().showNoNetwork();
    arrange();
    connect(m_table, &ResultsTable::textActivated, this,
            [this](const QString& text, const QString& truth) { look(text, truth); });
    connect(m_table, &ResultsTable::classesCleared, this, [this] {
        m_confusion->setCurrentCell({-1, -1});
    });
}

void ResultsView::showFigures()
{
    frame().setFigures(
        {{percent(m_scores.accuracy), tr("accuracy"), tr("Share of the texts predicted right"),
          QStringLiteral("accuracyFigure")},
         {value(m_scores.macroF1), tr("macro F1"),
          tr("Mean of the classes' F1; every class counts the same, however rare"),
          QStringLiteral("macroF1Figure")},
         {value(m_scores.loss), tr("loss (nats)"),
          tr("Mean cross-entropy, without label smoothing: minus the logarithm of the probability "
             "given to the true class"),
          QStringLiteral("lossFigure")}},
        m_scores.count);
}

QWidget* ResultsView::buildContent()
{
    m_table = new ResultsTable;
    hideInPresentation(*m_table);
    m_classes = new ClassScoresTable;
    m_splitter = new Splitter(QStringLiteral("results"), Qt::Horizontal);
    m_scoresSplitter = new Splitter(QStringLiteral("scores"), Qt::Vertical);
    m_scoresSplitter->addWidget(buildConfusion());
    m_scoresSplitter->addWidget(m_classes);
    m_splitter->addWidget(m_scoresSplitter);
    m_splitter->addWidget(m_table);
    const auto shareByWidth = [this](Splitter& splitter, double wide, double narrow) {
        splitter.setSharing([this, wide, narrow](int whole) {
            const int first = int(whole * (isWide() ? wide : narrow));
            return QList{first, whole - first};
        });
    };
    shareByWidth(*m_splitter, 0.4, 0.5);
    shareByWidth(*m_scoresSplitter, 0.6, 0.5);
    return m_splitter;
}

QWidget* ResultsView::buildConfusion()
{
    const int space = Theme::instance().spacing();
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, space, 0);
    auto* head = new QHBoxLayout;
    QLabel* title = makeLabel(tr("Confusion matrix"), LabelRole::Group);
    title->setWordWrap(false);
    m_scale = new ColourScale;
    m_scale->setScale(1.0, tr("share of row"));
    head->addWidget(title);
    head->addStretch(1);
    m_confusion = new HeatMap;
    m_confusion->setObjectName(QStringLiteral("confusionMap"));
    m_confusion->setAccessibleName(tr("Confusion matrix: true classes down, predicted across"));
    m_confusion->setDescriber([this](int row, int col) { return describeCell(row, col); });
    m_pointed = makeLabel({}, LabelRole::Muted);
    m_pointed->setObjectName(QStringLiteral("confusionPointed"));
    m_pointed->setWordWrap(false); // What is hovered must not change the size of the map.
    m_pointed->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    hideInPresentation(*m_pointed);
    connect(m_confusion, &HeatMap::cellPointed, this, [this](int row, int col) {
        m_pointed->setText(row < 0 ? tr("Click a cell to see its texts, again to see all.")
                                   : describeCell(row, col));
        m_confusion->setAccessibleDescription(m_pointed->text());
    });
    connect(m_confusion, &HeatMap::cellActivated, this, &ResultsView::toggleCell);
    column->addLayout(head);
    column->addWidget(m_confusion, 1);
    column->addWidget(m_scale);
    column->addWidget(m_pointed);
    left->setMinimumWidth(240);
    return left;
}

void ResultsView::resizeEvent(QResizeEvent* event)
{
    EvaluationOf::resizeEvent(event);
    arrange();
}

bool ResultsView::isWide() const
{
    return m_splitter->orientation() == Qt::Horizontal;
}

/// A wide view has the scores beside the texts; a narrow one has them above, so that texts stay
/// long enough to be read.
void ResultsView::arrange()
{
    const int letter = fontMetrics().averageCharWidth();
    const int readable = 120 * letter;
    // Of its own: what the wide arrangement needs must not keep the view from becoming narrow.
    const int lines = Theme::instance().presentation() ? 18 : 30;
    setMinimumSize(60 * letter, lines * fontMetrics().lineSpacing());
    const Qt::Orientation main = width() >= readable ? Qt::Horizontal : Qt::Vertical;
    if (main == m_splitter->orientation())
        return;
    m_splitter->setOrientation(main);
    m_scoresSplitter->setOrientation(isWide() ? Qt::Vertical : Qt::Horizontal);
    m_splitter->share();
    m_scoresSplitter->share();
}

void ResultsView::showScored(const core::ScoredTexts& scored)
{
    m_scores = scored.scores;
    showFigures();
    QStringList classes;
    for (const core::ClassScore& one : m_scores.classes)
        classes << QString::fromStdString(one.name);
    m_classes->setScores(m_scores);
    m_table->setPredictions(scored.rows, classes);
    showConfusion();
}

/// Colour is the share of the row, because rows of different support must be comparable.
void ResultsView::showConfusion()
{
    const size_t classes = m_scores.classes.size();
    HeatMapContent content;
    content.rows = content.columns = int(classes);
    content.rowTitle = tr("true class");
    content.columnTitle = tr("predicted class");
    for (size_t row = 0; row < classes; ++row) {
        const QString name = QString::fromStdString(m_scores.classes[row].name);
        content.rowLabels << name;
        content.columnLabels << name;
        const int64_t support = m_scores.classes[row].support;
        for (size_t column = 0; column < classes; ++column) {
            const int64_t cell = m_scores.confusion[row * classes + column];
            const double share = support > 0 ? double(cell) / double(support) : 0.0;
            content.values.push_back(float(share));
            content.cellTexts << tr("%1\n%2 %").arg(count(cell)).arg(std::lround(100.0 * share));
        }
    }
    m_confusion->setContent(std::move(content));
    // Room for two lines always: the map must not move while it is read.
    m_pointed->setMinimumHeight(2 * m_pointed->fontMetrics().lineSpacing());
    m_confusion->setCurrentCell({-1, -1});
    m_pointed->setText(tr("Click a cell to see its texts, again to see all."));
}

QString ResultsView::describeCell(int row, int column) const
{
    const size_t classes = m_scores.classes.size();
    const core::ClassScore& truth = m_scores.classes[size_t(row)];
    const int64_t cell = m_scores.confusion[size_t(row) * classes + size_t(column)];
    return tr("%1 of %2 texts of \u201c%3\u201d predicted as \u201c%4\u201d")
        .arg(count(cell), count(truth.support), QString::fromStdString(truth.name),
             QString::fromStdString(m_scores.classes[size_t(column)].name));
}

void ResultsView::toggleCell(int row, int column)
{
    if (m_table->toggleClasses(row, column) == ResultsTable::Filtered::No)
        m_confusion->setCurrentCell({-1, -1});
}

std::vector<Figure> ResultsView::resultFigures() const
{
    const int line = m_scale->sizeHint().height() + Theme::instance().spacing();
    const QSize map = m_confusion->wholeSize().expandedTo(m_scale->sizeHint());
    return {m_table->figure(tr("Predictions, the rows shown"), QStringLiteral("predictions")),
            {tr("Confusion matrix"), QStringLiteral("confusion"), map + QSize(0, line),
             [this](QCPPainter& painter) { drawConfusion(painter); },
             [this](TableText& table) { writeConfusion(table); }},
            {.title = tr("Scores"),
             .name = QStringLiteral("scores"),
             .table = [this](TableText& table) { m_classes->filter().write(table); },
             .words = [this] { return frame().words(); }}};
}

void ResultsView::drawConfusion(QPainter& painter) const
{
    const QSize scale = m_scale->sizeHint();
    m_scale->draw(painter, QRect(QPoint(0, 0), scale));
    painter.translate(0, scale.height() + Theme::instance().spacing());
    m_confusion->drawWhole(painter);
}

/// One row a true class: true,predicted ...
void ResultsView::writeConfusion(TableText& table) const
{
    table.add("true");
    for (const core::ClassScore& one : m_scores.classes)
        table.add(one.name);
    table.endRow();
    size_t cell = 0;
    for (const core::ClassScore& one : m_scores.classes) {
        table.add(one.name);
        for (size_t column = 0; column < m_scores.classes.size(); ++column)
            table.add(m_scores.confusion[cell++]);
        table.endRow();
    }
}

} // namespace ui
