#include "ui/results/evaluation_frame.h"

#include "ui/text/sentences.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedLayout>

namespace ui {

namespace {

enum Page { Empty, Content };

} // namespace

EvaluationWords wordsOfTexts(const QString& afterTraining, const QString& afterEvaluate)
{
    using Frame = EvaluationFrame;
    return {
        Frame::tr("validation texts"),         Frame::tr("test texts"), Frame::tr("{text|texts}"),
        Frame::tr("How many texts were read"), afterTraining,           afterEvaluate};
}

EvaluationFrame::EvaluationFrame(EvaluationWords words, QWidget* parent)
    : QWidget(parent)
    , m_words(std::move(words))
    , m_column(new CompactLayout(this))
    , m_figures(new FactsRow)
    , m_message(new MessageBar)
{
    const int space = Theme::instance().spacing();
    m_column->setContentsMargins(space, space, space, space);
    m_column->setSpacing(space);
    m_message->hide();
    QWidget* chooser = buildChooser();
    hideInPresentation(*chooser);
    m_column->addWidget(chooser);
    m_column->addWidget(buildPresentedSplit());
    m_column->addWidget(m_message);
    m_column->addWidget(buildBusy());
    m_column->addWidget(m_figures);
    auto* pages = new QWidget;
    m_stack = new QStackedLayout(pages);
    m_empty = new EmptyState(QStringLiteral("info"), {}, {});
    m_stack->addWidget(m_empty);
    m_column->addWidget(pages, 1);
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

QWidget* EvaluationFrame::buildBusy()
{
    m_busy = new QWidget;
    auto* row = new QHBoxLayout(m_busy);
    row->setContentsMargins(0, 0, 0, 0);
    m_stage = makeLabel({}, LabelRole::Plain);
    m_stage->setWordWrap(false);
    m_stage->setObjectName(QStringLiteral("stageLabel"));
    m_progress = new QProgressBar;
    m_progress->setObjectName(QStringLiteral("progressBar"));
    m_progress->setAccessibleName(tr("Progress of the evaluation"));
    m_cancel = new QPushButton(tr("Cancel"));
    m_cancel->setObjectName(QStringLiteral("cancelButton"));
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_cancel->setEnabled(false);
        Q_EMIT cancelRequested();
    });
    row->addWidget(m_stage);
    row->addWidget(m_progress, 1);
    row->addWidget(m_cancel);
    m_busy->hide();
    return m_busy;
}

void EvaluationFrame::setContent(QWidget* content)
{
    m_stack->addWidget(content);
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

void EvaluationFrame::addBelowFigures(QWidget* widget)
{
    m_column->insertWidget(m_column->count() - 1, widget);
}

QString EvaluationFrame::split() const
{
    return m_split->currentData().toString();
}

void EvaluationFrame::showResults(const QString& split, const QString& runName, qint64 epoch)
{
    endProgress();
    if (m_message->kind() == MessageBar::Kind::Failure)
        m_message->hide();
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

void EvaluationFrame::showContent()
{
    m_stack->setCurrentIndex(Content);
}

void EvaluationFrame::showEmpty(const QString& title, const QString& how)
{
    endProgress();
    for (Fact& fact : m_facts)
        fact.figure = QStringLiteral("\u2013");
    m_figures->setFacts(m_facts);
    m_presentedSplit->clear();
    m_of->clear();
    m_empty->setTexts(title, how);
    m_stack->setCurrentIndex(Empty);
}

void EvaluationFrame::showNoNetwork()
{
    showEmpty(tr("No network yet"),
              tr("Press Start to train one, or choose a run on the right. %1")
                  .arg(m_words.afterTraining));
}

void EvaluationFrame::showNotScored()
{
    showEmpty(tr("No results yet"),
              tr("%1 A running training waits meanwhile; at its end, and for each epoch that is "
                 "chosen, the scores appear automatically.")
                  .arg(m_words.afterEvaluate));
}

void EvaluationFrame::showProgress(const core::Progress& progress)
{
    const bool began = m_busy->isHidden();
    if (began && m_stack->currentIndex() == Empty)
        m_empty->setTexts(tr("Being scored"),
                          tr("The texts go through the network; the results then appear here."));
    m_busy->show();
    m_evaluate->setEnabled(false);
    m_split->setEnabled(false);
    m_stage->setText(progressText(progress));
    m_progress->setRange(0, progress.fraction < 0.0 ? 0 : 1000);
    m_progress->setValue(int(progress.fraction * 1000.0));
    if (began)
        Q_EMIT busyChanged(true);
}

void EvaluationFrame::endProgress()
{
    m_busy->hide();
    m_cancel->setEnabled(true);
    m_evaluate->setEnabled(true);
    m_split->setEnabled(true);
    Q_EMIT busyChanged(false);
}

void EvaluationFrame::showFailure(const core::Failure& failure)
{
    endProgress();
    if (failure.code != core::ErrorCode::Cancelled)
        m_message->showMessage(sentence(failure), MessageBar::Kind::Failure);
}

bool EvaluationFrame::hasResults() const
{
    return m_stack->currentIndex() == Content;
}

QString EvaluationFrame::words() const
{
    QStringList lines{m_of->text()};
    for (const Fact& fact : m_facts)
        lines << tr("%1: %2").arg(captionOf(fact), fact.figure);
    return lines.join(QLatin1Char('\n'));
}

} // namespace ui
