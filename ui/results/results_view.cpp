#include "ui/results/results_view.h"

#include "ui/results/class_scores_table.h"
#include "ui/results/confusion_panel.h"
#include "ui/results/results_table.h"
#include "ui/results/scores_and_rows.h"
#include "ui/text/sentences.h"
#include "ui/widgets/presentation.h"

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
    m_parts->arrange(*this);
    connect(m_table, &ResultsTable::textActivated, this,
            [this](const QString& text, const QString& truth) { look(text, truth); });
    connect(m_table, &ResultsTable::classesCleared, this, [this] { m_confusion->chooseNone(); });
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
    m_classes
        = new ClassScoresTable({tr("Scores of every class"), tr("Class"),
                                tr("Of the texts predicted as this class, the share that belong to "
                                   "it"),
                                tr("Of the texts that are this class, the share found"),
                                tr("Texts whose true class this is"),
                                tr("Mean over the classes (macro); every class counts the same")});
    m_confusion = new ConfusionPanel(
        {tr("true class"), tr("predicted class"),
         tr("Click a cell to see its texts, again to see all."),
         [](qint64 cell, qint64 support, const QString& truth, const QString& predicted) {
             return filled(
                 tr("%1 of %2 {text|texts} of \u201c%3\u201d predicted as \u201c%4\u201d"),
                 {count(cell), count(support), truth, predicted});
         }});
    connect(m_confusion, &ConfusionPanel::cellActivated, this, &ResultsView::toggleCell);
    m_parts = new ScoresAndRows(m_confusion, m_classes, m_table);
    return m_parts;
}

void ResultsView::resizeEvent(QResizeEvent* event)
{
    EvaluationOf::resizeEvent(event);
    m_parts->arrange(*this);
}

void ResultsView::showScored(const core::ScoredTexts& scored)
{
    m_scores = scored.scores;
    showFigures();
    QStringList classes;
    for (const core::ClassScore& one : m_scores.classes)
        classes << QString::fromStdString(one.name);
    m_classes->setScores(m_scores.classes,
                         {tr("mean").toStdString(), m_scores.macroPrecision, m_scores.macroRecall,
                          m_scores.macroF1, m_scores.count});
    m_table->setPredictions(scored.rows, classes);
    m_confusion->setCounts(classes, m_scores.confusion);
}

void ResultsView::toggleCell(int row, int column)
{
    if (m_table->toggleClasses(row, column) == ResultsTable::Filtered::No)
        m_confusion->chooseNone();
}

std::vector<Figure> ResultsView::resultFigures() const
{
    return {m_table->figure(tr("Predictions, the rows shown"), QStringLiteral("predictions")),
            m_confusion->figure(),
            {.title = tr("Scores"),
             .name = QStringLiteral("scores"),
             .table = [this](TableText& table) { m_classes->filter().write(table); },
             .words = [this] { return frame().words(); }}};
}

} // namespace ui
