#include "ui/results/results_view.h"

#include "core/task/classification/classification_questions.h"
#include "ui/results/class_scores_table.h"
#include "ui/results/evaluation_frame.h"
#include "ui/results/results_table.h"
#include "ui/text/sentences.h"
#include "ui/view/asker.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <cmath>
#include <functional>

namespace ui {

class ResultsView::State : public QObject {
public:
    State(ResultsView& owner, ViewContext& context);
    void show(const ResultsContent& content);
    void follow(const Shown& shown);
    std::vector<Figure> figures() const;

    EvaluationFrame* frame = nullptr;

private:
    core::AskScores question() const { return {frame->split().toStdString()}; }
    /// Shows scores of the run that is shown now.
    std::function<void(const core::ScoredTexts&)> shower();
    void showFigures();
    QWidget* buildContent();
    QWidget* buildConfusion();
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool isWide() const { return m_splitter->orientation() == Qt::Horizontal; }
    void arrange();
    void drawConfusion(QPainter& painter) const;
    void writeConfusion(TableText& table) const;
    void showConfusion();
    QString describeCell(int row, int column) const;
    void toggleCell(int row, int column);

    ResultsView& m_view;
    Asker m_asker;
    Shown m_shown;
    Splitter *m_splitter = nullptr, *m_scoresSplitter = nullptr;
    ColourScale* m_scale = nullptr;
    HeatMap* m_confusion = nullptr;
    QLabel* m_pointed = nullptr;
    ClassScoresTable* m_classes = nullptr;
    ResultsTable* m_table = nullptr;
    core::ClassificationScores m_scores;
};

ResultsView::State::State(ResultsView& owner, ViewContext& context)
    : m_view(owner)
    , m_asker(
          context, [this](const core::Failure& failure) { frame->showFailure(failure); },
          [this](const core::Progress& progress) { frame->showProgress(progress); })
{
    frame = new EvaluationFrame(tr("validation texts"), tr("test texts"));
    showFigures();
    frame->setContent(buildContent());
    auto* whole = new CompactLayout(&m_view);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(frame);
    m_view.installEventFilter(this);
    arrange();
    connect(frame, &EvaluationFrame::evaluationRequested, this, [this] {
        if (m_shown.hasRun())
            m_asker.ask(m_shown, question(), shower());
    });
    connect(frame, &EvaluationFrame::cancelRequested, this, [this] { m_asker.cancel(); });
    connect(m_table, &ResultsTable::textActivated, &context, [&context](const QString& text) {
        context.look(text);
        context.showView(QStringLiteral("sentence"));
    });
    connect(m_table, &ResultsTable::classesCleared, this, [this] {
        m_confusion->setCurrentCell({-1, -1});
    });
}

std::function<void(const core::ScoredTexts&)> ResultsView::State::shower()
{
    return [this, name = m_shown.name, split = frame->split()](const core::ScoredTexts& scored) {
        show({name, split, scored.epoch, scored.scores, scored.predictions});
    };
}

void ResultsView::State::follow(const Shown& shown)
{
    const bool otherRun = m_shown.choice.run != shown.choice.run;
    m_shown = shown;
    if (otherRun || !shown.hasRun())
        m_asker.withdraw();
    if (!shown.hasRun())
        m_view.setNoModel();
    else if (otherRun)
        m_view.setNotScored();
    // A running training is not held up unasked: there, Evaluate is pressed.
    if (shown.hasRun() && m_view.isSeen() && !shown.live)
        m_asker.follow(m_shown, question(), shower());
}

void ResultsView::State::showFigures()
{
    frame->setFigures(
        {{percent(m_scores.accuracy), tr("accuracy"), tr("Share of the texts predicted right"),
          QStringLiteral("accuracyFigure")},
         {value(m_scores.macroF1), tr("macro F1"),
          tr("Mean of the classes' F1; every class counts the same, however rare"),
          QStringLiteral("macroF1Figure")},
         {value(m_scores.loss), tr("loss (nats)"),
          tr("Mean cross-entropy, without label smoothing: minus the logarithm of the probability "
             "given to the true class"),
          QStringLiteral("lossFigure")},
         {count(m_scores.count), tr("texts"), tr("How many texts were read"),
          QStringLiteral("countFigure")}});
}

QWidget* ResultsView::State::buildContent()
{
    m_table = new ResultsTable;
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

QWidget* ResultsView::State::buildConfusion()
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
    connect(m_confusion, &HeatMap::cellPointed, this, [this](int row, int col) {
        m_pointed->setText(row < 0 ? tr("Click a cell to see its texts, again to see all.")
                                   : describeCell(row, col));
        m_confusion->setAccessibleDescription(m_pointed->text());
    });
    connect(m_confusion, &HeatMap::cellActivated, this, &State::toggleCell);
    column->addLayout(head);
    column->addWidget(m_confusion, 1);
    column->addWidget(m_scale);
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
    if (main == m_splitter->orientation())
        return;
    m_splitter->setOrientation(main);
    m_scoresSplitter->setOrientation(isWide() ? Qt::Vertical : Qt::Horizontal);
    m_splitter->share();
    m_scoresSplitter->share();
}

void ResultsView::State::show(const ResultsContent& content)
{
    frame->showResults(content.split, content.runName, content.epoch);
    m_scores = content.scores;
    showFigures();
    QStringList classes;
    for (const core::ClassScore& one : m_scores.classes)
        classes << QString::fromStdString(one.name);
    m_classes->setScores(m_scores);
    m_table->setPredictions(content.predictions, classes);
    showConfusion();
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

std::vector<Figure> ResultsView::State::figures() const
{
    if (!frame->hasResults())
        return {};
    const int line = m_scale->sizeHint().height() + Theme::instance().spacing();
    const QSize map = m_confusion->wholeSize().expandedTo(m_scale->sizeHint());
    return {m_table->figure(tr("Predictions, the rows shown"), QStringLiteral("predictions")),
            {tr("Confusion matrix"), QStringLiteral("confusion"), map + QSize(0, line),
             [this](QCPPainter& painter) { drawConfusion(painter); },
             [this](TableText& table) { writeConfusion(table); }},
            {.title = tr("Scores"),
             .name = QStringLiteral("scores"),
             .table = [this](TableText& table) { m_classes->filter().write(table); },
             .words = [this] { return frame->words(); }}};
}

void ResultsView::State::drawConfusion(QPainter& painter) const
{
    const QSize scale = m_scale->sizeHint();
    m_scale->draw(painter, QRect(QPoint(0, 0), scale));
    painter.translate(0, scale.height() + Theme::instance().spacing());
    m_confusion->drawWhole(painter);
}

/// One row a true class: true,predicted ...
void ResultsView::State::writeConfusion(TableText& table) const
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

ResultsView::ResultsView(ViewContext& context, QWidget* parent)
    : View(parent), m_state(std::make_unique<State>(*this, context))
{
    setAccessibleName(tr("Results"));
    setNoModel();
}

ResultsView::~ResultsView() = default;

void ResultsView::follow(const Shown& shown)
{
    m_state->follow(shown);
}

void ResultsView::setResults(const ResultsContent& content)
{
    m_state->show(content);
}

void ResultsView::setProgress(const core::Progress& progress)
{
    m_state->frame->showProgress(progress);
}

void ResultsView::setFailure(const core::Failure& failure)
{
    m_state->frame->showFailure(failure);
}

void ResultsView::setNoModel()
{
    m_state->frame->showEmpty(
        tr("No network yet"),
        tr("Press Start to train one, or choose a run on the right. Its scores, the "
           "confusion matrix and each prediction then appear here."));
}

void ResultsView::setNotScored()
{
    m_state->frame->showNotScored(
        tr("Press Evaluate: the network of the chosen run reads every text of the "
           "set, and its scores, the confusion matrix and each prediction appear "
           "here."));
}

std::vector<Figure> ResultsView::figures() const
{
    return m_state->figures();
}

} // namespace ui
