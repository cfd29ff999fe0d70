#include "ui/results/results_view.h"

#include "ui/results/class_results.h"
#include "ui/text/sentences.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QSignalBlocker>

namespace ui {

namespace {

enum Wanted { All, OnlyRight, OnlyWrong };
enum Verdict { Wrong, Right, NotKnown }; ///< In the order in which they are sorted.

Verdict verdict(const core::Prediction& prediction)
{
    if (prediction.label < 0)
        return NotKnown;
    return prediction.label == prediction.predicted ? Right : Wrong;
}

} // namespace

ResultsTable::ResultsTable(QWidget* parent)
    : RowTable(QStringLiteral("predictionTable"), tr("Texts and predictions; Return opens a text"),
               &RowTable::countOfTexts, parent)
{
    view().setColumns(columns());
    view().rows().setLook([this](int row, int column) {
        const Verdict judged = verdict(at(row));
        if (column != Sign || judged == NotKnown)
            return RowLook();
        return RowLook{.colour
                       = judged == Right ? Theme::instance().good() : Theme::instance().bad()};
    });
    buildFilters();
    connect(&view(), &RowView::rowActivated, this, [this](int row) {
        Q_EMIT textActivated(QString::fromStdString(at(row).text), m_classes.value(at(row).label));
    });
}

RowColumn ResultsTable::signColumn() const
{
    RowColumn sign{
        {}, {}, tr("Right or wrong"), [this](int row) { return int64_t{verdict(at(row))}; }};
    sign.shown = [this](int row) {
        const QString signs[] = {QStringLiteral("\u2717"), QStringLiteral("\u2713"), {}};
        return signs[verdict(at(row))];
    };
    sign.said = [this](int row) {
        const QString words[] = {tr("wrong"), tr("right"), tr("true class not known")};
        return words[verdict(at(row))];
    };
    sign.alignment = Qt::AlignHCenter;
    return sign;
}

std::vector<RowColumn> ResultsTable::columns() const
{
    const auto classColumn = [this](const QString& title, int32_t core::Prediction::*which) {
        RowColumn column{{}, title, {}, [this, which](int row) { return int64_t{at(row).*which}; }};
        column.shown = [this, which](int row) { return className(at(row).*which); };
        column.letters = 16;
        return column;
    };
    const auto classWritten = [this](const char* name, int32_t core::Prediction::*which) {
        return writtenColumn(name, [this, which](int row) -> Cell {
            const int index = at(row).*which;
            return index < 0 ? Cell() : className(index).toStdString();
        });
    };
    std::vector<RowColumn> all{
        signColumn(),
        textColumn("text", tr("Text"), {}, cells(m_predictions, &core::Prediction::text)),
        classColumn(tr("True"), &core::Prediction::label),
        classWritten("true", &core::Prediction::label),
        classColumn(tr("Predicted"), &core::Prediction::predicted),
        classWritten("predicted", &core::Prediction::predicted),
        numberColumn("confidence", tr("Confidence"), tr("Probability of the predicted class"),
                     cells(m_predictions, &core::Prediction::confidence), percent,
                     QStringLiteral("100.0 %")),
        writtenColumn("right", [this](int row) -> Cell {
            const Verdict judged = verdict(at(row));
            return judged == NotKnown ? Cell() : int64_t{judged};
        })};
    for (size_t i = 0; i < size_t(m_classes.size()); ++i) {
        all.push_back(writtenColumn("p(" + m_classes[qsizetype(i)].toStdString() + ')',
                                    [this, i](int row) -> Cell {
                                        const std::vector<float>& each = at(row).probabilities;
                                        return i < each.size() ? double(each[i]) : Cell();
                                    }));
    }
    return all;
}

QString ResultsTable::className(int index) const
{
    return m_classes.value(index, QStringLiteral("\u2013"));
}

void ResultsTable::buildFilters()
{
    m_judgement = addFilter(QStringLiteral("judgementBox"), tr("Right or wrong"),
                            {tr("all"), tr("\u2713 right"), tr("\u2717 wrong")}, 4);
    m_true = addFilter(QStringLiteral("trueBox"), tr("True class"), {}, 9);
    m_predicted = addFilter(QStringLiteral("predictedBox"), tr("Predicted class"), {}, 9);
    for (QComboBox* box : {m_judgement, m_true, m_predicted})
        connect(box, &QComboBox::currentIndexChanged, this, &ResultsTable::applyFilters);
    for (QComboBox* box : {m_true, m_predicted})
        connect(box, &QComboBox::currentIndexChanged, this, &ResultsTable::classesCleared);
}

bool ResultsTable::isShown(const core::Prediction& prediction) const
{
    const auto fits = [](const QComboBox& box, int index) {
        return box.currentIndex() < 1 || index == box.currentIndex() - 1;
    };
    const int judgement = m_judgement->currentIndex();
    return fits(*m_true, prediction.label) && fits(*m_predicted, prediction.predicted)
        && (judgement == All || verdict(prediction) == (judgement == OnlyRight ? Right : Wrong));
}

void ResultsTable::applyFilters()
{
    view().filter().setCondition([this](int row) { return isShown(at(row)); });
}

void ResultsTable::fillClasses(const QStringList& classes)
{
    const QSignalBlocker trueQuiet(m_true), predictedQuiet(m_predicted);
    for (QComboBox* box : {m_true, m_predicted}) {
        if (classes != m_classes || box->count() == 0) {
            box->clear();
            box->addItem(box == m_true ? tr("any true") : tr("any predicted"));
            box->addItems(classes);
        }
        box->setCurrentIndex(0);
    }
}

void ResultsTable::setPredictions(const std::vector<core::Prediction>& predictions,
                                  const QStringList& classes)
{
    fillClasses(classes);
    const bool others = classes != m_classes;
    reset(int(predictions.size()), [&] {
        m_predictions = predictions;
        m_classes = classes;
    });
    if (others)
        view().setColumns(columns());
}

ResultsTable::Filtered ResultsTable::toggleClasses(int trueClass, int predictedClass)
{
    const bool same = m_true->currentIndex() == trueClass + 1
        && m_predicted->currentIndex() == predictedClass + 1;
    {
        const QSignalBlocker trueQuiet(m_true), predictedQuiet(m_predicted);
        m_true->setCurrentIndex(same ? 0 : trueClass + 1);
        m_predicted->setCurrentIndex(same ? 0 : predictedClass + 1);
    }
    applyFilters();
    return same ? Filtered::No : Filtered::Yes;
}

ResultsView::ResultsView(ViewContext& context, QWidget* parent)
    : EvaluationOf(
        context,
        wordsOfTexts(
            tr("Its scores, the confusion matrix and each prediction then appear here."),
            tr("Press Evaluate: the network of the chosen run reads every text of the set, and its "
               "scores, the confusion matrix and each prediction appear here.")),
        parent)
{
    showFigures();
    frame().setContent(pagesWith(buildContent(), tr("&Predictions"), core::Grouping::Length));
    showNoNetwork();
    m_parts->arrange(*this);
    connect(m_table, &ResultsTable::textActivated, this,
            [this](const QString& text, const QString& truth) { look(text, truth); });
    connect(m_table, &ResultsTable::classesCleared, this, [this] { m_confusion->chooseNone(); });
}

void ResultsView::showFigures()
{
    setFigures(
        {{percent(scored().scores.accuracy), tr("accuracy"),
          tr("Share of the texts predicted right"), QStringLiteral("accuracyFigure")},
         {fourDigits(scored().scores.macroF1), tr("macro F1"),
          tr("Mean of the classes' F1; every class counts the same, however rare"),
          QStringLiteral("macroF1Figure")},
         {value(scored().scores.loss), tr("loss (nats)"),
          tr("Mean cross-entropy, without label smoothing: minus the logarithm of the probability "
             "given to the true class"),
          QStringLiteral("lossFigure")}},
        scored().scores.count);
}

QWidget* ResultsView::buildContent()
{
    m_table = new ResultsTable;
    hideInPresentation(*m_table);
    m_classes
        = new ClassScoresTable({tr("Scores of every class"), tr("Class"),
                                tr("Share of the texts predicted as this class that belong to it"),
                                tr("Share of the texts of this class that are predicted as it"),
                                tr("Number of texts of this class"),
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

void ResultsView::showScored()
{
    showFigures();
    QStringList classes;
    for (const core::ClassScore& one : scored().scores.classes)
        classes << QString::fromStdString(one.name);
    m_classes->setScores(scored().scores.classes,
                         {tr("mean").toStdString(), scored().scores.macroPrecision,
                          scored().scores.macroRecall, scored().scores.macroF1,
                          scored().scores.count});
    m_table->setPredictions(scored().rows, classes);
    m_confusion->setCounts(classes, scored().scores.confusion);
}

void ResultsView::toggleCell(int row, int column)
{
    if (m_table->toggleClasses(row, column) == ResultsTable::Filtered::No)
        m_confusion->chooseNone();
}

std::vector<Figure> ResultsView::resultFigures() const
{
    return {m_table->figure(tr("Predictions, the rows shown"), QStringLiteral("predictions")),
            m_confusion->figure()};
}

} // namespace ui
