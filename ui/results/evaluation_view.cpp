#include "ui/results/evaluation_view.h"

#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

namespace ui {

EvaluationWords wordsOfTexts(const QString& afterTraining, const QString& afterEvaluate)
{
    using Frame = EvaluationFrame;
    return {Frame::tr("validation texts"), Frame::tr("test texts"), Frame::tr("{text|texts}"),
            Frame::tr("Number of texts"),  afterTraining,           afterEvaluate};
}

EvaluationFrame::EvaluationFrame(EvaluationWords words, View& view)
    : ViewFrame(view)
    , m_words(std::move(words))
    , m_figures(new FactsRow)
    , m_busy(&addBusyLine(tr("Progress of the evaluation")))
{
    QWidget* chooser = buildChooser();
    hideInPresentation(*chooser);
    addAboveMessages(chooser);
    addAboveMessages(buildPresentedSplit());
    addBelowMessages(m_figures);
    connect(m_busy, &BusyLine::cancelRequested, this, &EvaluationFrame::cancelRequested);
}

QWidget* EvaluationFrame::buildChooser()
{
    auto* line = new QWidget;
    m_split = named(new QComboBox, "splitBox", tr("Set of texts"));
    m_split->addItem(m_words.valid, QStringLiteral("valid"));
    m_split->addItem(m_words.test, QStringLiteral("test"));
    m_evaluate = named(new QPushButton(tr("E&valuate")), "evaluateButton");
    const auto ask = [this] { Q_EMIT evaluationRequested(split()); };
    connect(m_split, &QComboBox::activated, this, ask);
    connect(m_evaluate, &QPushButton::clicked, this, ask);
    m_of = named(makeLabel({}, LabelRole::Muted), "ofLabel");
    m_of->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    makeRow(line, {m_split, m_evaluate, {m_of, 1}});
    return line;
}

/// Names the set where the choice of sets is hidden.
QWidget* EvaluationFrame::buildPresentedSplit()
{
    auto* line = new QWidget;
    m_presentedSplit = named(makeLabel({}, LabelRole::Muted), "presentedSplitLabel");
    makeRow(line, {m_presentedSplit});
    const Theme& theme = Theme::instance();
    const auto follow = [line, &theme] { line->setVisible(theme.presentation()); };
    connect(&theme, &Theme::changed, line, follow);
    if (!theme.presentation())
        line->hide();
    return line;
}

void EvaluationFrame::setFigures(std::vector<Fact> figures, qint64 rows)
{
    m_facts = std::move(figures);
    m_facts.push_back({count(rows), m_words.rows, m_words.rowsHelp, QStringLiteral("countFigure")});
    m_figures->setFacts(m_facts);
}

void EvaluationFrame::setRowsName(const QString& rows, const QString& help)
{
    m_words.rows = rows;
    m_words.rowsHelp = help;
}

QString EvaluationFrame::split() const
{
    return m_split->currentData().toString();
}

void EvaluationFrame::showResults(const QString& split, const QString& runName, qint64 epoch)
{
    endProgress();
    hideFailure();
    const QSignalBlocker quiet(m_split);
    int at = m_split->findData(split);
    if (at < 0) { // a file's name: can be asked for again like the others
        m_split->addItem(split, split);
        at = m_split->count() - 1;
    }
    m_split->setCurrentIndex(at);
    m_presentedSplit->setText(m_split->currentText());
    m_of->setText(tr("%1, epoch %2").arg(runName, count(epoch)));
    showContent();
}

void EvaluationFrame::clear()
{
    endProgress();
    for (Fact& fact : m_facts)
        fact.figure = QStringLiteral("\u2013");
    m_figures->setFacts(m_facts);
    m_presentedSplit->clear();
    m_of->clear();
}

void EvaluationFrame::showNoNetwork()
{
    clear();
    ViewFrame::showNoNetwork(m_words.afterTraining);
}

void EvaluationFrame::showNotScored()
{
    clear();
    showEmpty(tr("No results yet"),
              tr("%1 A running training waits meanwhile; at its end, and for each epoch that is "
                 "chosen, the scores appear automatically.")
                  .arg(m_words.afterEvaluate));
}

void EvaluationFrame::showProgress(const core::Progress& progress)
{
    const bool began = m_busy->isHidden();
    if (began && !hasContent())
        ViewFrame::showEmpty(tr("Evaluating"),
                             tr("The network evaluates the texts; the results then appear here."));
    m_busy->setProgress(progress);
    m_evaluate->setEnabled(false);
    m_split->setEnabled(false);
    if (began)
        Q_EMIT busyChanged(true);
}

void EvaluationFrame::endProgress()
{
    m_busy->end();
    m_evaluate->setEnabled(true);
    m_split->setEnabled(true);
    Q_EMIT busyChanged(false);
}

void EvaluationFrame::showFailure(const core::Failure& failure)
{
    endProgress();
    ViewFrame::showFailure(failure);
}

QString EvaluationFrame::words() const
{
    QStringList lines{m_of->text()};
    for (const Fact& fact : m_facts)
        lines << tr("%1: %2").arg(captionOf(fact), fact.figure);
    return lines.join(QLatin1Char('\n'));
}

EvaluationView::EvaluationView(ViewContext& context, const EvaluationWords& words, QWidget* parent)
    : View(parent), m_context(context), m_frame(new EvaluationFrame(words, *this))
{
    setAccessibleName(tr("Results"));
    connect(m_frame, &EvaluationFrame::evaluationRequested, this, [this] {
        if (!m_shown.hasRun())
            return;
        m_askers.front()->withdraw(); // Evaluate always sends the question again.
        evaluate();
    });
    connect(m_frame, &EvaluationFrame::cancelRequested, this, [this] {
        for (const auto& asker : m_askers)
            asker->cancel();
    });
}

Asker& EvaluationView::addAsker()
{
    m_askers.push_back(std::make_unique<Asker>(
        m_context, [this](const core::Failure& failure) { m_frame->showFailure(failure); },
        [this](const core::Progress& progress) { m_frame->showProgress(progress); }));
    return *m_askers.back();
}

void EvaluationView::look(const QString& text, const QString& reference, const QString& place)
{
    m_context.look(text, reference);
    m_context.showView(place);
}

void EvaluationView::follow(const Shown& shown)
{
    const bool otherRun = m_shown.choice.run != shown.choice.run;
    m_shown = shown;
    if (otherRun || !shown.hasRun()) {
        for (const auto& asker : m_askers)
            asker->withdraw();
        if (shown.hasRun())
            m_frame->showNotScored();
        else
            m_frame->showNoNetwork();
    }
    // Evaluation delays a training: it needs a click on Evaluate or the choice of an epoch.
    if (shown.hasRun() && isSeen() && (!shown.live || shown.choice.epoch >= 0))
        evaluate();
}

std::vector<Figure> EvaluationView::figures() const
{
    return m_frame->hasContent() ? resultFigures() : std::vector<Figure>();
}

} // namespace ui
