#include "ui/results/number_results_view.h"

#include "ui/figure/figure.h"
#include "ui/results/scatter_plot.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/splitter.h"

#include <QLabel>
#include <QLocale>

#include <cmath>

namespace ui {

namespace {

Cell knownOrNone(double number)
{
    return std::isnan(number) ? Cell() : Cell(number);
}

} // namespace

QString numberAsData(double number)
{
    return std::isnan(number) ? QString()
                              : QString::number(number, 'g', QLocale::FloatingPointShortest);
}

NumberTable::NumberTable(QWidget* parent)
    : RowTable(QStringLiteral("numberTable"), tr("Texts and numbers; Return opens a text"),
               &RowTable::countOfTexts, parent)
{
    const QString widest = QStringLiteral("-9.999e-05");
    view().setColumns(
        {textColumn("text", tr("Text"), {}, cells(m_predictions, &core::NumberPrediction::text)),
         numberColumn(
             "true", tr("True"), {}, [this](int row) { return knownOrNone(at(row).number); }, {},
             widest),
         numberColumn("predicted", tr("Predicted"), {},
                      cells(m_predictions, &core::NumberPrediction::predicted), {}, widest),
         numberColumn(
             "error", tr("Error"), tr("Predicted minus true"),
             [this](int row) { return knownOrNone(at(row).predicted - at(row).number); }, {},
             widest)});
    connect(&view(), &RowView::rowChosen, this, &NumberTable::pointed);
    connect(&view(), &RowView::rowActivated, this, [this](int row) {
        Q_EMIT textActivated(QString::fromStdString(at(row).text), numberAsData(at(row).number));
    });
}

void NumberTable::setPredictions(const std::vector<core::NumberPrediction>& predictions)
{
    reset(int(predictions.size()), [&] { m_predictions = predictions; });
}

NumberResultsView::NumberResultsView(ViewContext& context, QWidget* parent)
    : EvaluationOf(
        context,
        wordsOfTexts(
            tr("Its errors, predicted against true numbers and each text then appear here."),
            tr("Press Evaluate: the network of the chosen run reads every text of the set; its "
               "errors and each prediction appear here.")),
        parent)
{
    showFigures();
    frame().setContent(pagesWith(buildContent(), tr("&Predictions"), core::Grouping::Length));
    showNoNetwork();
    connect(m_table, &NumberTable::textActivated, this,
            [this](const QString& text, const QString& truth) { look(text, truth); });
    connect(m_table, &NumberTable::pointed, this, [this](int index) {
        m_scatter->setCurrent(index);
        point(index);
    });
    connect(m_scatter, &ScatterPlot::pointed, this, [this](int index) {
        m_table->setCurrent(index);
        point(index);
    });
    connect(m_scatter, &ScatterPlot::activated, this, [this](int index) {
        const core::NumberPrediction& each = scored().rows[size_t(index)];
        look(QString::fromStdString(each.text), numberAsData(each.number));
    });
}

QWidget* NumberResultsView::buildContent()
{
    auto* left = new QWidget;
    QLabel* title = makeLabel(tr("Predicted against true"), LabelRole::Group);
    title->setWordWrap(false);
    m_scatter = new ScatterPlot;
    m_pointed = named(makeLabel({}, LabelRole::Muted), "scatterPointed");
    m_pointed->setMinimumHeight(2 * m_pointed->fontMetrics().lineSpacing());
    makeColumn(left, {title, {m_scatter, 1}, m_pointed});
    m_table = new NumberTable;
    for (QWidget* part : QWidgetList{m_pointed, m_table})
        hideInPresentation(*part);
    auto* splitter = new Splitter(QStringLiteral("numbers"), Qt::Horizontal);
    splitter->addWidget(left);
    splitter->addWidget(m_table);
    splitter->setSharing([](int whole) { return QList{whole * 2 / 5, whole - whole * 2 / 5}; });
    return splitter;
}

void NumberResultsView::showFigures()
{
    const core::RegressionScores& scores = scored().scores;
    setFigures({{value(scores.meanAbsoluteError), tr("mean absolute error"),
                 tr("Mean distance between predicted and true numbers"),
                 QStringLiteral("meanAbsoluteErrorFigure")},
                {value(scores.rootMeanSquaredError), tr("root mean squared error"),
                 tr("Square root of the mean squared error: large errors count more"),
                 QStringLiteral("rootMeanSquaredErrorFigure")},
                {value(scores.pearson), tr("Pearson"),
                 tr("Linear correlation of predicted and true numbers, -1 to 1"),
                 QStringLiteral("pearsonFigure")},
                {value(scores.spearman), tr("Spearman"),
                 tr("Pearson's correlation of the ranks: whether the order is right"),
                 QStringLiteral("spearmanFigure")},
                {value(scores.rSquared), tr("R\u00b2"),
                 tr("Share of the variance that the predictions explain; negative if they "
                    "are worse than the mean"),
                 QStringLiteral("rSquaredFigure")}},
               scores.count);
}

void NumberResultsView::showScored()
{
    showFigures();
    m_scatter->setPredictions(scored().rows);
    m_table->setPredictions(scored().rows);
    point(-1);
}

void NumberResultsView::point(int index)
{
    if (index < 0) {
        m_pointed->setText(tr("Click a dot to see its text; double-click it to open the text in "
                              "Sentence. On the dashed line, predictions equal the targets."));
        return;
    }
    const core::NumberPrediction& each = scored().rows[size_t(index)];
    constexpr int kLetters = 120;
    const QString text = QString::fromStdString(each.text);
    m_pointed->setText(
        tr("true %1, predicted %2: %3")
            .arg(value(each.number), value(each.predicted),
                 text.size() > kLetters ? text.left(kLetters) + QChar(0x2026) : text));
    m_scatter->setAccessibleDescription(m_pointed->text());
}

std::vector<Figure> NumberResultsView::resultFigures() const
{
    return {m_table->figure(tr("Predictions, the rows shown"), QStringLiteral("predictions")),
            {.title = tr("Predicted against true"),
             .name = QStringLiteral("scatter"),
             .size = m_scatter->size(),
             .paint = [this](QCPPainter& painter) {
                 m_scatter->toPainter(&painter, m_scatter->width(), m_scatter->height());
             }}};
}

} // namespace ui
