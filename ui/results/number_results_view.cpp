#include "ui/results/number_results_view.h"

#include "ui/figure/table_text.h"
#include "ui/results/evaluation_frame.h"
#include "ui/results/number_table.h"
#include "ui/results/scatter_plot.h"
#include "ui/text/sentences.h"
#include "ui/view/asker.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/splitter.h"

#include <QLabel>
#include <QVBoxLayout>

#include <cmath>

namespace ui {

namespace {

QString known(double number)
{
    return std::isnan(number) ? QStringLiteral("\u2013") : value(number);
}

} // namespace

class NumberResultsView::State : public QObject {
public:
    State(NumberResultsView& owner, ViewContext& context);
    void follow(const Shown& shown);
    std::vector<Figure> figures() const;

private:
    void evaluate(bool unlessAsked);
    void show(const core::ScoredNumbers& scored, const QString& run, const QString& split);
    void showFigures();
    void showEmpty();
    void point(int index);
    QWidget* buildContent();

    NumberResultsView& m_view;
    Asker m_asker;
    Shown m_shown;
    EvaluationFrame* m_frame = nullptr;
    ScatterPlot* m_scatter = nullptr;
    QLabel* m_pointed = nullptr;
    NumberTable* m_table = nullptr;
    core::ScoredNumbers m_scored;
};

NumberResultsView::State::State(NumberResultsView& owner, ViewContext& context)
    : m_view(owner)
    , m_asker(
          context, [this](const core::Failure& failure) { m_frame->showFailure(failure); },
          [this](const core::Progress& progress) { m_frame->showProgress(progress); })
{
    m_frame = new EvaluationFrame(tr("validation texts"), tr("test texts"));
    showFigures();
    m_frame->setContent(buildContent());
    auto* whole = new CompactLayout(&m_view);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(m_frame);
    connect(m_frame, &EvaluationFrame::evaluationRequested, this, [this] { evaluate(false); });
    connect(m_frame, &EvaluationFrame::cancelRequested, this, [this] { m_asker.cancel(); });
    const auto look = [&context](const QString& text) {
        context.look(text);
        context.showView(QStringLiteral("sentence"));
    };
    connect(m_table, &NumberTable::textActivated, this, look);
    connect(m_table, &NumberTable::pointed, this, [this](int index) {
        m_scatter->setCurrent(index);
        point(index);
    });
    connect(m_scatter, &ScatterPlot::pointed, this, [this](int index) {
        m_table->setCurrent(index);
        point(index);
    });
    connect(m_scatter, &ScatterPlot::activated, this, [this, look](int index) {
        look(QString::fromStdString(m_scored.predictions[size_t(index)].text));
    });
}

QWidget* NumberResultsView::State::buildContent()
{
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    QLabel* title = makeLabel(tr("Predicted against true"), LabelRole::Group);
    title->setWordWrap(false);
    m_scatter = new ScatterPlot;
    m_pointed = makeLabel({}, LabelRole::Muted);
    m_pointed->setObjectName(QStringLiteral("scatterPointed"));
    m_pointed->setMinimumHeight(2 * m_pointed->fontMetrics().lineSpacing());
    column->addWidget(title);
    column->addWidget(m_scatter, 1);
    column->addWidget(m_pointed);
    m_table = new NumberTable;
    auto* splitter = new Splitter(QStringLiteral("numbers"), Qt::Horizontal);
    splitter->addWidget(left);
    splitter->addWidget(m_table);
    splitter->setSharing([](int whole) { return QList{whole * 2 / 5, whole - whole * 2 / 5}; });
    return splitter;
}

void NumberResultsView::State::showFigures()
{
    const core::RegressionScores& scores = m_scored.scores;
    m_frame->setFigures(
        {{value(scores.meanAbsoluteError), tr("mean absolute error"),
          tr("How far predicted numbers are from the true ones on average"),
          QStringLiteral("meanAbsoluteErrorFigure")},
         {value(scores.rootMeanSquaredError), tr("root mean squared error"),
          tr("The root of the mean of squared errors: large errors count for more"),
          QStringLiteral("rootMeanSquaredErrorFigure")},
         {known(scores.pearson), tr("Pearson"),
          tr("How well predicted and true numbers lie on a straight line, -1 to 1"),
          QStringLiteral("pearsonFigure")},
         {known(scores.spearman), tr("Spearman"),
          tr("Whether the order is right: Pearson's correlation of the ranks"),
          QStringLiteral("spearmanFigure")},
         {known(scores.rSquared), tr("R\u00b2"),
          tr("Share of the numbers' variance that the predictions explain; negative where their "
             "mean would do better"),
          QStringLiteral("rSquaredFigure")},
         {count(scores.count), tr("texts"), tr("How many texts were read"),
          QStringLiteral("countFigure")}});
}

void NumberResultsView::State::evaluate(bool unlessAsked)
{
    if (!m_shown.hasRun())
        return;
    const core::AskNumberScores question{m_frame->split().toStdString()};
    const auto done = [this, run = m_shown.name, split = m_frame->split()](
                          const core::ScoredNumbers& scored) { show(scored, run, split); };
    if (unlessAsked)
        m_asker.follow(m_shown, question, done);
    else
        m_asker.ask(m_shown, question, done);
}

void NumberResultsView::State::follow(const Shown& shown)
{
    const bool otherRun = m_shown.choice.run != shown.choice.run;
    m_shown = shown;
    if (otherRun || !shown.hasRun()) {
        m_asker.withdraw();
        showEmpty();
    }
    // A running training is not held up unasked: there, Evaluate is pressed.
    if (shown.hasRun() && m_view.isSeen() && !shown.live)
        evaluate(true);
}

void NumberResultsView::State::showEmpty()
{
    if (m_shown.hasRun())
        m_frame->showNotScored(tr("Press Evaluate: the network of the chosen run reads every text "
                                  "of the set; its errors and each prediction appear here."));
    else
        m_frame->showEmpty(tr("No network yet"),
                           tr("Press Start to train one, or choose a run on the right. Its errors, "
                              "predicted against true numbers and each text then appear here."));
}

void NumberResultsView::State::show(const core::ScoredNumbers& scored, const QString& run,
                                    const QString& split)
{
    m_scored = scored;
    m_frame->showResults(split, run, scored.epoch);
    showFigures();
    m_scatter->setPredictions(scored.predictions);
    m_table->setPredictions(scored.predictions);
    point(-1);
}

void NumberResultsView::State::point(int index)
{
    if (index < 0) {
        m_pointed->setText(tr("Click a dot to see its text, twice to open it in Sentence. On the "
                              "dashed line predictions are right."));
        return;
    }
    const core::NumberPrediction& each = m_scored.predictions[size_t(index)];
    constexpr int kLetters = 120;
    const QString text = QString::fromStdString(each.text);
    m_pointed->setText(
        tr("true %1, predicted %2: %3")
            .arg(known(each.number), value(each.predicted),
                 text.size() > kLetters ? text.left(kLetters) + QChar(0x2026) : text));
    m_scatter->setAccessibleDescription(m_pointed->text());
}

std::vector<Figure> NumberResultsView::State::figures() const
{
    if (!m_frame->hasResults())
        return {};
    return {m_table->figure(tr("Predictions, the rows shown"), QStringLiteral("predictions")),
            {.title = tr("Predicted against true"),
             .name = QStringLiteral("scatter"),
             .size = m_scatter->size(),
             .paint =
                 [this](QCPPainter& painter) {
                     m_scatter->toPainter(&painter, m_scatter->width(), m_scatter->height());
                 },
             .words = [this] { return m_frame->words(); }}};
}

NumberResultsView::NumberResultsView(ViewContext& context, QWidget* parent)
    : View(parent), m_state(std::make_unique<State>(*this, context))
{
    setAccessibleName(tr("Results"));
    m_state->follow({});
}

NumberResultsView::~NumberResultsView() = default;

void NumberResultsView::follow(const Shown& shown)
{
    m_state->follow(shown);
}

std::vector<Figure> NumberResultsView::figures() const
{
    return m_state->figures();
}

} // namespace ui
