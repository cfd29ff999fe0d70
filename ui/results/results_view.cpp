#include "ui/results/results_view.h"

#include "ui/results/class_scores_table.h"
#include "ui/results/prediction_filter.h"
#include "ui/results/results_table.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <cmath>

namespace ui {

namespace {

enum Page { Empty, Content };

/// A scroll area asks such a layout for its least height; one that follows its width would be given
/// all that it likes to have, and scrolled on a small screen without need.
class CompactLayout : public QVBoxLayout {
public:
    using QVBoxLayout::QVBoxLayout;
    bool hasHeightForWidth() const override { return false; }
};

/// A number with what it is beneath.
QLabel* addFigure(QHBoxLayout& row, const QString& caption, const QString& help,
                  const QString& name)
{
    auto* group = new QWidget;
    auto* column = new QVBoxLayout(group);
    column->setContentsMargins(0, 0, 3 * Theme::instance().spacing(), 0);
    column->setSpacing(0);
    QLabel* figure = makeLabel(QStringLiteral("\u2013"), LabelRole::Figure);
    figure->setObjectName(name);
    QLabel* words = makeLabel(caption, LabelRole::Muted);
    words->setWordWrap(false);
    group->setToolTip(toolTipText(help));
    column->addWidget(figure);
    column->addWidget(words);
    row.addWidget(group);
    return figure;
}

void setFigure(QLabel& figure, const QString& text, const QString& caption)
{
    figure.setText(text);
    figure.setAccessibleName(caption + QStringLiteral(": ") + text);
}

} // namespace

class ResultsView::State : public QObject {
public:
    explicit State(ResultsView& owner);
    void show(const ResultsContent& content);
    void showProgress(const core::Progress& progress);
    void endProgress();
    void showEmpty(const QString& title, const QString& how);

    MessageBar* message = nullptr;
    SaveChooser chooser = saveDialog();

private:
    QWidget* buildChooser();
    QWidget* buildFigures();
    QWidget* buildBusy();
    QWidget* buildConfusion();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void arrange();
    void showConfusion();
    QString describeCell(int row, int column) const;
    void toggleCell(int row, int column);
    void ask();

    ResultsView& m_view;
    QLabel *m_accuracy = nullptr, *m_macroF1 = nullptr, *m_loss = nullptr, *m_count = nullptr;
    QLabel* m_of = nullptr;
    QComboBox* m_split = nullptr;
    QPushButton *m_evaluate = nullptr, *m_cancel = nullptr;
    QWidget* m_busy = nullptr;
    QLabel* m_stage = nullptr;
    QProgressBar* m_progress = nullptr;
    QStackedLayout* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QSplitter *m_splitter = nullptr, *m_scoresSplitter = nullptr;
    HeatMap* m_confusion = nullptr;
    QLabel* m_pointed = nullptr;
    ClassScoresTable* m_classes = nullptr;
    ResultsTable* m_table = nullptr;
    core::ClassificationScores m_scores;
    bool m_arranged = false; ///< Later sizes are the user's, until the orientation changes.
};

ResultsView::State::State(ResultsView& owner) : m_view(owner)
{
    const int space = Theme::instance().spacing();
    auto* column = new CompactLayout(&m_view);
    column->setContentsMargins(space, space, space, space);
    column->setSpacing(space);
    message = new MessageBar;
    message->hide();
    column->addWidget(buildChooser());
    column->addWidget(message);
    column->addWidget(buildBusy());
    column->addWidget(buildFigures());
    auto* pages = new QWidget;
    m_stack = new QStackedLayout(pages);
    m_empty = new EmptyState(QStringLiteral("info"), {}, {});
    m_table = new ResultsTable;
    m_classes = new ClassScoresTable;
    m_scoresSplitter = new QSplitter;
    m_scoresSplitter->addWidget(buildConfusion());
    m_scoresSplitter->addWidget(m_classes);
    m_splitter = new QSplitter;
    m_splitter->addWidget(m_scoresSplitter);
    m_splitter->addWidget(m_table);
    for (QSplitter* splitter : {m_scoresSplitter, m_splitter})
        splitter->setChildrenCollapsible(false);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_splitter);
    m_view.installEventFilter(this);
    arrange();
    column->addWidget(pages, 1);
    connect(m_table, &ResultsTable::textActivated, &m_view, &ResultsView::textActivated);
    connect(m_table, &ResultsTable::classesCleared, this, [this] {
        m_confusion->setCurrentCell({-1, -1});
    });
    connect(m_table, &ResultsTable::exportRequested, this, [this] {
        const QString path = chooser(&m_view, tr("Export predictions"),
                                     QStringLiteral("predictions.csv"), tr("Tables (*.csv)"));
        if (path.isEmpty())
            return;
        try {
            saveText(m_table->csv(), path);
            message->showMessage(tr("Saved as %1.").arg(path), MessageBar::Kind::Notice);
        } catch (...) { // nothing may leave a handler
            message->showMessage(sentence(core::currentFailure()), MessageBar::Kind::Failure);
        }
    });
    showEmpty(tr("No results yet"),
              tr("Press Evaluate: the network of the chosen run reads every text of the set, and "
                 "its scores, the confusion matrix and each prediction appear here."));
}

QWidget* ResultsView::State::buildFigures()
{
    auto* figures = new QWidget;
    auto* row = new QHBoxLayout(figures);
    row->setContentsMargins(0, 0, 0, 0);
    m_accuracy = addFigure(*row, tr("accuracy"), tr("Share of the texts predicted right"),
                           QStringLiteral("accuracyFigure"));
    m_macroF1 = addFigure(*row, tr("macro F1"),
                          tr("Mean of the classes' F1; every class counts the same, however rare"),
                          QStringLiteral("macroF1Figure"));
    m_loss = addFigure(*row, tr("loss (nats)"),
                       tr("Mean cross-entropy, without label smoothing: minus the logarithm of the "
                          "probability given to the true class"),
                       QStringLiteral("lossFigure"));
    m_count = addFigure(*row, tr("texts"), tr("How many texts were read"),
                        QStringLiteral("countFigure"));
    row->addStretch(1);
    return figures;
}

QWidget* ResultsView::State::buildChooser()
{
    auto* chooserLine = new QWidget;
    auto* row = new QHBoxLayout(chooserLine);
    row->setContentsMargins(0, 0, 0, 0);
    m_split = new QComboBox;
    m_split->setObjectName(QStringLiteral("splitBox"));
    m_split->setAccessibleName(tr("Set of texts"));
    m_split->addItem(tr("validation texts"), QStringLiteral("valid"));
    m_split->addItem(tr("test texts"), QStringLiteral("test"));
    connect(m_split, &QComboBox::activated, this, &State::ask);
    m_evaluate = new QPushButton(tr("E&valuate"));
    m_evaluate->setObjectName(QStringLiteral("evaluateButton"));
    connect(m_evaluate, &QPushButton::clicked, this, &State::ask);
    m_of = makeLabel({}, LabelRole::Muted);
    m_of->setObjectName(QStringLiteral("ofLabel"));
    m_of->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row->addWidget(m_split);
    row->addWidget(m_evaluate);
    row->addWidget(m_of, 1);
    return chooserLine;
}

QWidget* ResultsView::State::buildBusy()
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
        Q_EMIT m_view.cancelRequested();
    });
    row->addWidget(m_stage);
    row->addWidget(m_progress, 1);
    row->addWidget(m_cancel);
    m_busy->hide();
    return m_busy;
}

QWidget* ResultsView::State::buildConfusion()
{
    const int space = Theme::instance().spacing();
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, space, 0);
    auto* head = new QHBoxLayout;
    QLabel* title = makeLabel(tr("Confusion matrix"), LabelRole::Group);
    title->setWordWrap(false);
    auto* scale = new ColourScale;
    scale->setScale(1.0, tr("share of row"));
    head->addWidget(title);
    head->addStretch(1);
    m_confusion = new HeatMap;
    m_confusion->setObjectName(QStringLiteral("confusionMap"));
    m_confusion->setAccessibleName(tr("Confusion matrix: true classes down, predicted across"));
    m_confusion->setDescriber([this](int row, int col) { return describeCell(row, col); });
    m_pointed = makeLabel({}, LabelRole::Muted);
    m_pointed->setObjectName(QStringLiteral("confusionPointed"));
    connect(m_confusion, &HeatMap::cellPointed, this, [this](int row, int col) {
        m_pointed->setText(row < 0 ? tr("Click a cell to see its texts, again to see all.")
                                   : describeCell(row, col));
        m_confusion->setAccessibleDescription(m_pointed->text());
    });
    connect(m_confusion, &HeatMap::cellActivated, this, &State::toggleCell);
    column->addLayout(head);
    column->addWidget(m_confusion, 1);
    column->addWidget(scale);
    column->addWidget(m_pointed);
    left->setMinimumWidth(240);
    return left;
}

bool ResultsView::State::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        arrange();
    return QObject::eventFilter(watched, event);
}

/// A wide view has the scores beside the texts; a narrow one has them above, so that texts stay
/// long enough to be read.
void ResultsView::State::arrange()
{
    const int letter = m_view.fontMetrics().averageCharWidth();
    const int readable = 120 * letter;
    // Of its own: what the wide arrangement needs must not keep the view from becoming narrow.
    m_view.setMinimumSize(60 * letter, 30 * m_view.fontMetrics().lineSpacing());
    const Qt::Orientation main = m_view.width() >= readable ? Qt::Horizontal : Qt::Vertical;
    if (m_arranged && main == m_splitter->orientation())
        return;
    m_arranged = true;
    const bool wide = main == Qt::Horizontal;
    m_splitter->setOrientation(main);
    m_scoresSplitter->setOrientation(wide ? Qt::Vertical : Qt::Horizontal);
    m_splitter->setSizes(wide ? QList<int>{400, 600} : QList<int>{500, 500});
    m_scoresSplitter->setSizes(wide ? QList<int>{600, 400} : QList<int>{500, 500});
}

void ResultsView::State::ask()
{
    Q_EMIT m_view.resultsRequested(m_split->currentData().toString());
}

void ResultsView::State::show(const ResultsContent& content)
{
    endProgress();
    if (message->kind() == MessageBar::Kind::Failure)
        message->hide();
    const QSignalBlocker quiet(m_split);
    int at = m_split->findData(content.split);
    if (at < 0) { // a file's name: can be asked for again like the others
        m_split->addItem(content.split, content.split);
        at = m_split->count() - 1;
    }
    m_split->setCurrentIndex(at);
    m_scores = content.scores;
    setFigure(*m_accuracy, percent(m_scores.accuracy), tr("accuracy"));
    setFigure(*m_macroF1, value(m_scores.macroF1), tr("macro F1"));
    setFigure(*m_loss, value(m_scores.loss), tr("loss (nats)"));
    setFigure(*m_count, count(m_scores.count), tr("texts"));
    m_of->setText(tr("%1, epoch %2").arg(content.runName, count(content.epoch)));
    QStringList classes;
    for (const core::ClassScore& one : m_scores.classes)
        classes << QString::fromStdString(one.name);
    m_classes->setScores(m_scores);
    m_table->setPredictions(content.predictions, classes);
    showConfusion();
    m_stack->setCurrentIndex(Content);
}

/// Colour is the share of the row, because rows of different support must be comparable.
void ResultsView::State::showConfusion()
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

QString ResultsView::State::describeCell(int row, int column) const
{
    const size_t classes = m_scores.classes.size();
    const core::ClassScore& truth = m_scores.classes[size_t(row)];
    const int64_t cell = m_scores.confusion[size_t(row) * classes + size_t(column)];
    return tr("%1 of %2 texts of \u201c%3\u201d predicted as \u201c%4\u201d")
        .arg(count(cell), count(truth.support), QString::fromStdString(truth.name),
             QString::fromStdString(m_scores.classes[size_t(column)].name));
}

void ResultsView::State::toggleCell(int row, int column)
{
    if (m_table->toggleClasses(row, column) == ResultsTable::Filtered::No)
        m_confusion->setCurrentCell({-1, -1});
}

void ResultsView::State::showProgress(const core::Progress& progress)
{
    m_busy->show();
    m_evaluate->setEnabled(false);
    m_split->setEnabled(false);
    QString stage = sentence(progress.stage);
    if (progress.secondsLeft >= 0.0)
        stage += tr(" (%1 left)").arg(duration(progress.secondsLeft));
    m_stage->setText(stage);
    m_progress->setRange(0, progress.fraction < 0.0 ? 0 : 1000);
    m_progress->setValue(int(progress.fraction * 1000.0));
}

void ResultsView::State::endProgress()
{
    m_busy->hide();
    m_cancel->setEnabled(true);
    m_evaluate->setEnabled(true);
    m_split->setEnabled(true);
}

void ResultsView::State::showEmpty(const QString& title, const QString& how)
{
    endProgress();
    for (QLabel* figure : {m_accuracy, m_macroF1, m_loss, m_count})
        figure->setText(QStringLiteral("\u2013"));
    m_of->clear();
    m_empty->setTexts(title, how);
    m_stack->setCurrentIndex(Empty);
}

ResultsView::ResultsView(QWidget* parent) : QWidget(parent), m_state(std::make_unique<State>(*this))
{
    setAccessibleName(tr("Results"));
}

ResultsView::~ResultsView() = default;

void ResultsView::setResults(const ResultsContent& content)
{
    m_state->show(content);
}

void ResultsView::setProgress(const core::Progress& progress)
{
    m_state->showProgress(progress);
}

void ResultsView::setFailure(const core::Failure& failure)
{
    m_state->endProgress();
    if (failure.code != core::ErrorCode::Cancelled)
        m_state->message->showMessage(sentence(failure), MessageBar::Kind::Failure);
}

void ResultsView::setNoModel()
{
    m_state->showEmpty(tr("No network yet"),
                       tr("Press Start to train one, or choose a run on the right. Its scores, the "
                          "confusion matrix and each prediction then appear here."));
}

void ResultsView::setSaveChooser(SaveChooser chooser)
{
    m_state->chooser = std::move(chooser);
}

} // namespace ui
