#include "ui/results/evaluation_frame.h"

#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

namespace ui {

EvaluationWords wordsOfTexts(const QString& afterTraining, const QString& afterEvaluate)
{
    using Frame = EvaluationFrame;
    return {
        Frame::tr("validation texts"),         Frame::tr("test texts"), Frame::tr("{text|texts}"),
        Frame::tr("How many texts were read"), afterTraining,           afterEvaluate};
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
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    m_split = new QComboBox;
    m_split->setObjectName(QStringLiteral("splitBox"));
    m_split->setAccessibleName(tr("Set of texts"));
    m_split->addItem(m_words.valid, QStringLiteral("valid"));
    m_split->addItem(m_words.test, QStringLiteral("test"));
    m_evaluate = new QPushButton(tr("E&valuate"));
    m_evaluate->setObjectName(QStringLiteral("evaluateButton"));
    const auto ask = [this] { Q_EMIT evaluationRequested(split()); };
    connect(m_split, &QComboBox::activated, this, ask);
    connect(m_evaluate, &QPushButton::clicked, this, ask);
    m_of = makeLabel({}, LabelRole::Muted);
    m_of->setObjectName(QStringLiteral("ofLabel"));
    m_of->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_split);
    row->addWidget(m_evaluate);
    row->addWidget(m_of, 1);
    return line;
}

/// Which set was read has to be said where its choice is away.
QWidget* EvaluationFrame::buildPresentedSplit()
{
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins(0, 0, 0, 0);
    m_presentedSplit = makeLabel({}, LabelRole::Muted);
    m_presentedSplit->setObjectName(QStringLiteral("presentedSplitLabel"));
    row->addWidget(m_presentedSplit);
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
        ViewFrame::showEmpty(tr("Being scored"),
                             tr("The texts go through the network; the results then appear here."));
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

} // namespace ui
