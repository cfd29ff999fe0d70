#include "ui/answer/answer_results_view.h"

#include "ui/figure/figure.h"
#include "ui/text/sentences.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QComboBox>

#include <algorithm>

namespace ui {

namespace {

enum JudgementFilter { AllAnswers, WrongAnswers, ExactAnswers };

QString countOfQuestions(int shown, int all)
{
    return shown == all
        ? filled(AnswerTable::tr("%1 {question. Click it|questions. Click one} to open it in "
                                 "Answer."),
                 {count(all)})
        : filled(AnswerTable::tr("%1 of %2 {question|questions} shown."),
                 {count(shown), count(all)});
}

EvaluationWords wordsOfQuestions()
{
    return {AnswerResultsView::tr("validation questions"),
            AnswerResultsView::tr("test questions"),
            AnswerResultsView::tr("{question|questions}"),
            AnswerResultsView::tr("Number of questions"),
            AnswerResultsView::tr("Exact match, F1 and each answer then appear here."),
            AnswerResultsView::tr("Press Evaluate: the network of the chosen run answers every "
                                  "question of the set; exact match, F1 and each answer appear "
                                  "here.")};
}

std::string inOneLine(const std::vector<std::string>& texts)
{
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? "" : " | ") + text;
    return all;
}

} // namespace

AnswerTable::AnswerTable(QWidget* parent)
    : RowTable(QStringLiteral("answersTable"),
               tr("Questions and their answers; Return opens a question"), &countOfQuestions,
               parent)
{
    RowColumn sign = numberColumn(
        "f1", tr("F1"), tr("F1 of the words of the answer; \u2713: exact match"),
        [this](int row) { return at(row).match.f1; }, &percent, QStringLiteral("\u2713 100.0 %"));
    sign.shown = [this](int row) {
        const core::AnswerMatch& match = at(row).match;
        return match.exact > 0.0 ? QStringLiteral("\u2713")
                                 : QStringLiteral("\u2717 ") + percent(match.f1);
    };
    view().setColumns({std::move(sign),
                       textColumn("question", tr("Question"), {},
                                  cells(m_predictions, &core::AnswerPrediction::question)),
                       textColumn("references", tr("Reference answers"), {},
                                  [this](int row) { return inOneLine(at(row).references); }),
                       textColumn("answer", tr("Predicted answer"), {},
                                  cells(m_predictions, &core::AnswerPrediction::answer)),
                       numberColumn("probability", tr("Probability"),
                                    tr("Probability of its first word times that of its last word"),
                                    cells(m_predictions, &core::AnswerPrediction::probability),
                                    &percent, QStringLiteral("100.0 %")),
                       writtenColumn("text", cells(m_predictions, &core::AnswerPrediction::text))});
    view().rows().setLook([this](int row, int column) {
        if (column != 0)
            return RowLook();
        return RowLook{.colour = at(row).match.exact > 0.0 ? Theme::instance().good()
                                                           : Theme::instance().bad()};
    });
    m_judgement = addFilter(QStringLiteral("answerJudgementBox"), tr("Right or wrong"),
                            {tr("all"), tr("\u2717 no exact match"), tr("\u2713 exact match")}, 8);
    connect(m_judgement, &QComboBox::currentIndexChanged, this, &AnswerTable::applyFilter);
    connect(&view(), &RowView::rowActivated, this, [this](int row) {
        Q_EMIT questionActivated(QString::fromStdString(at(row).text),
                                 QString::fromStdString(at(row).cell));
    });
}

void AnswerTable::setPredictions(const std::vector<core::AnswerPrediction>& predictions)
{
    reset(int(predictions.size()), [&] { m_predictions = predictions; });
}

void AnswerTable::applyFilter()
{
    view().filter().setCondition([this](int row) {
        const int judgement = m_judgement->currentIndex();
        return judgement == AllAnswers
            || (at(row).match.exact > 0.0) == (judgement == ExactAnswers);
    });
}

AnswerResultsView::AnswerResultsView(ViewContext& context, QWidget* parent)
    : EvaluationOf(context, wordsOfQuestions(), parent)
{
    showFigures();
    m_table = new AnswerTable;
    hideInPresentation(*m_table);
    frame().setContent(pagesWith(m_table, tr("&Answers"), core::Grouping::Length));
    showNoNetwork();
    connect(m_table, &AnswerTable::questionActivated, this,
            [this](const QString& text, const QString& reference) {
                look(text, reference, QStringLiteral("answer"));
            });
}

void AnswerResultsView::showFigures()
{
    const core::AnswerScores& scores = scored().scores;
    setFigures({{percent(scores.exactMatch), tr("exact match"),
                 tr("Share of answers that equal a reference without regard to capitals, "
                    "punctuation and articles"),
                 QStringLiteral("exactMatchFigure")},
                {percent(scores.f1), tr("F1"),
                 tr("Harmonic mean of precision and recall of the words of an answer against the "
                    "reference that it agrees with most, the mean over questions"),
                 QStringLiteral("answerF1Figure")},
                {value(scores.loss), tr("loss (nats)"),
                 tr("Mean of the cross-entropies of the first and the last word, over questions "
                    "whose answer is read"),
                 QStringLiteral("lossFigure")},
                {count(scores.outOfReach), tr("beyond the maximum length"),
                 tr("Questions whose answer is behind the part of the passage that is read: raise "
                    "the maximum length if there are many"),
                 QStringLiteral("outOfReachFigure")}},
               scores.count);
}

void AnswerResultsView::showScored()
{
    showFigures();
    m_table->setPredictions(scored().rows);
}

std::vector<Figure> AnswerResultsView::resultFigures() const
{
    return {m_table->figure(tr("Answers, the rows shown"), QStringLiteral("answers"))};
}

} // namespace ui
