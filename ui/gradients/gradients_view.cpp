#include "ui/gradients/gradients_view.h"

#include "core/probe/question_kind.h"
#include "ui/gradients/flow_plot.h"
#include "ui/gradients/flow_text.h"
#include "ui/gradients/training_gradients.h"
#include "ui/states/shown_states.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

constexpr size_t kMostComparedRuns = 3;

} // namespace

GradientsView::GradientsView(ViewContext& context, QWidget* parent)
    : TextInspectionView(context,
                         {QStringLiteral("gradients"), tr("Gradients"),
                          tr("Text to read; earlier texts are in the list"),
                          tr("Then type a sentence above: the gradient of its loss at each word "
                             "appears here, also during training.")},
                         parent)
    , m_flow(std::make_shared<core::GradientFlow>())
    , m_besides(
          context, [this] { showBeside(); }, [this] { return isSeen() && !showsBatch(); })
    , m_batchesBeside(
          context, [this] { showBeside(); }, [this] { return isSeen() && showsBatch(); })
    , m_of(new QuietComboBox)
    , m_trainingShown(new TrainingGradients)
{
    frame().setParts(makeInputLine(buildChoice()), buildUpper(), m_trainingShown, [](int whole) {
        const int upper = Theme::instance().presentation() ? whole * 11 / 20 : whole / 2;
        return QList<int>{upper, whole - upper, whole / 3};
    });
    connect(&context.store(), &RunStore::changed, this, &GradientsView::takeChange);
    connect(&context, &ViewContext::runsChanged, this, [this] {
        if (isSeen() && m_beside->isChecked() && shown().hasRun())
            askAgain();
    });
    connect(m_trainingShown, &TrainingGradients::shownChanged, this, &GradientsView::showWords);
    showNoNetwork();
}

QWidget* GradientsView::buildChoice()
{
    named(m_of, "flowOfBox", tr("Source of the gradient"),
          tr("This sentence: the text in the line. Current batch: the texts of the latest update; "
             "if the run is not trained, those of its last update. Each text is evaluated without "
             "dropout, and its own loss is differentiated: n(t) = \u2016dL/dh(t)\u2016. The plot "
             "shows the mean of n over the texts that have that step, with the quartiles. For the "
             "mean loss of the batch, all values would be divided by the number of texts."));
    m_of->addItems({tr("this sentence"), tr("current batch")});
    m_of->setMinimumContentsLength(13);
    connect(m_of, &QComboBox::currentIndexChanged, this, &GradientsView::choose);
    auto* choice = new QWidget;
    makeRow(choice, {makeNameLabel(tr("&Of"), *m_of), m_of});
    return choice;
}

QWidget* GradientsView::buildUpper()
{
    m_upper = named(new QWidget, "flowPart");
    m_plot = new FlowPlot(QStringLiteral("flowPlot"));
    m_matrices = named(makeLabel({}, LabelRole::Plain), "matricesLabel", {},
                       tr("Largest singular value of the state transition matrix. If it is well "
                          "below 1, early words are forgotten and their gradient vanishes. If it "
                          "is well above 1, gradients can explode; clip their norm."));
    makeColumn(m_upper, {buildControls(), {m_plot, 1}, m_matrices}, 4);
    return m_upper;
}

QWidget* GradientsView::buildControls()
{
    auto* controls = new QWidget;
    auto* row = makeRow(controls, {}, kGrid);
    m_what = named(new QuietComboBox, "flowWhatBox", tr("Quantity to draw"),
                   tr("Gradient of the loss: the norm of its derivative with respect to the state "
                      "after each word. Product of Jacobians: the largest factor by which a small "
                      "change of that state changes the last state, independent of the loss."));
    m_what->addItems({tr("gradient of the loss"), tr("product of Jacobians")});
    m_aligned = named(
        new QuietComboBox, "flowAlignedBox", tr("Alignment of texts of different lengths"),
        tr("From the last step: how far the gradient of the loss reaches back, independent of the "
           "text length; there it vanishes or explodes. From the first step: the gradient at the "
           "beginnings of the texts. A backward direction begins with the last word."));
    m_aligned->addItems({tr("counted from the last step"), tr("counted from the first step")});
    m_aligned->hide();
    m_layer = named(new QuietComboBox, "flowLayerBox", tr("Layer and direction"));
    m_length
        = named(new QSlider(Qt::Horizontal), "flowLengthSlider", tr("Number of tokens to read"));
    m_length->setMinimum(1);
    m_lengthSaid = named(makeLabel({}, LabelRole::Muted), "flowLengthLabel");
    m_lengthSaid->setWordWrap(false);
    m_beside = named(new QCheckBox(tr("&Beside ticked runs")), "besideFlowsBox", {},
                     tr("Evaluate the same text with up to two more runs of the same task that are "
                        "checked in the list of runs."));
    m_words = new QWidget;
    makeRow(m_words,
            {makeNameLabel(tr("S&how"), *m_what),
             {m_what, 3},
             makeNameLabel(tr("&Tokens"), *m_length),
             {m_length, 3},
             m_lengthSaid},
            kGrid);
    row->addWidget(m_words, 5);
    row->addWidget(m_aligned, 5);
    row->addWidget(m_layer, 3);
    row->addWidget(m_beside);
    hideInPresentation(*controls);
    connect(m_aligned, &QComboBox::currentIndexChanged, this, [this] {
        showFlow();
        showWords();
    });
    connect(m_what, &QComboBox::currentIndexChanged, this, &GradientsView::showFlow);
    connect(m_layer, &QComboBox::activated, this, &GradientsView::askAgain);
    connect(m_length, &QSlider::valueChanged, this, [this](int words) {
        m_lengthSaid->setText(tr("%1 of %2").arg(count(words), count(m_whole)));
        askAgain();
    });
    connect(m_beside, &QCheckBox::toggled, this, &GradientsView::askAgain);
    return controls;
}

bool GradientsView::showsBatch() const
{
    return m_of->currentIndex() == int(Of::Batch);
}

void GradientsView::choose()
{
    m_words->setVisible(!showsBatch());
    m_aligned->setVisible(showsBatch());
    showFlow();
    askAgain();
    showWords();
}

void GradientsView::showOtherRun()
{
    m_flow = std::make_shared<core::GradientFlow>();
    m_training = {};
    m_trainingShown->setSeries(m_training.series());
    m_read = false;
    m_batch.reset();
    m_batches.reset();
}

void GradientsView::askShown()
{
    context().wantHistory(run());
    followTraining();
    if (showsBatch())
        askBatch();
    else
        askSentence();
    showFlow();
}

void GradientsView::askSentence()
{
    const QPoint place = m_layer->currentData().toPoint();
    core::AskGradientFlow question;
    question.example = example();
    question.layer = m_layer->currentIndex() < 0 ? -1 : place.x();
    question.direction = m_layer->currentIndex() < 0 ? 0 : place.y();
    question.length = m_whole > 0 && m_length->value() < m_whole ? m_length->value() : 0;
    asker().follow(shown(), question, [this](const core::GradientFlow& flow) { setFlow(flow); });
    m_besides.follow(shown(), question, m_beside->isChecked() ? kMostComparedRuns - 1 : 0);
}

void GradientsView::askBatch()
{
    const auto training = context().store().find(run());
    if (!shown().learns() && !context().store().isRead(run()))
        return; // Its updates are not known yet.
    core::AskBatchGradients question;
    question.run = run().toStdString();
    question.batches = m_batches;
    if (!shown().learns())
        question.places = epochEnds(*training, shown().spec);
    const QPoint place = m_layer->currentData().toPoint();
    question.layer = m_layer->currentIndex() < 0 ? -1 : place.x();
    question.direction = m_layer->currentIndex() < 0 ? 0 : place.y();
    asker().follow(shown(), question,
                   [this](const core::BatchGradients& batch) { setBatch(batch); });
    if (m_batch == nullptr && !frame().hasContent())
        frame().showEmpty(tr("Reading the training data"),
                          tr("They contain the texts of the current batch."));
    askBeside();
}

/// Runs beside it read the very texts: only networks differ.
void GradientsView::askBeside()
{
    core::AskBatchGradients others;
    if (m_batch != nullptr) {
        others.place = m_batch->place;
        others.texts = m_batch->texts;
        others.layer = m_batch->layer;
        others.direction = m_batch->direction;
    }
    const bool wanted = m_beside->isChecked() && !others.texts.empty();
    m_batchesBeside.follow(shown(), others, wanted ? kMostComparedRuns - 1 : 0);
}

void GradientsView::showBeside()
{
    showFlow();
    if (showsBatch() ? m_batch != nullptr : !m_flow->tokens.empty())
        showContent(stateText(), layerText());
}

void GradientsView::setBatch(const core::BatchGradients& batch)
{
    if (!isRecurrent(batch.cell) || batch.texts.empty())
        return;
    m_batches = batch.batches;
    if (auto* question = asker().last<core::AskBatchGradients>())
        question->batches = m_batches; // Repeated, it need not read the data again.
    auto kept = std::make_shared<core::BatchGradients>(batch);
    kept->batches.reset();
    m_batch = std::move(kept);
    if (!showsBatch())
        return;
    askBeside();
    fillLayers(m_batch->cell, m_batch->layer, m_batch->direction);
    showContent(stateText(), layerText());
    showFlow();
    showWords();
}

bool GradientsView::isRecurrent(const core::StateCell& cell)
{
    const bool recurrent = !cell.title.empty();
    m_upper->setVisible(recurrent);
    if (!recurrent) { // The gradients of its layers over the training are still shown.
        const QString text
            = tr("This network has no recurrent layers: no gradient flows back from word to "
                 "word. Below, the gradient norm of each of its layers over the training.");
        showContent(text, text);
    }
    return recurrent;
}

/// Where there is a choice of layers, which is away in a presentation.
QString GradientsView::layerText() const
{
    return m_layer->count() > 1 ? m_layer->currentText() : QString();
}

void GradientsView::setFlow(const core::GradientFlow& flow)
{
    if (!isRecurrent(flow.cell) || flow.tokens.empty())
        return;
    m_flow = std::make_shared<core::GradientFlow>(flow);
    if (m_whole == 0) { // A new text is read completely at first.
        m_whole = int(flow.tokens.size());
        const QSignalBlocker quiet(m_length);
        m_length->setMaximum(m_whole);
        m_length->setValue(m_whole);
        m_lengthSaid->setText(tr("%1 of %2").arg(count(m_whole), count(m_whole)));
    }
    if (showsBatch())
        return;
    fillLayers(m_flow->cell, m_flow->layer, m_flow->direction);
    showContent(stateText(), layerText());
    showFlow();
    showWords();
}

void GradientsView::fillLayers(const core::StateCell& cell, int64_t layer, int64_t direction)
{
    const QSignalBlocker quiet(m_layer);
    m_layer->setChoices(layerChoices(cell));
    m_layer->setCurrentIndex(m_layer->findData(QPoint(int(layer), int(direction))));
    m_layer->setEnabled(m_layer->count() > 1);
}

void GradientsView::showFlow()
{
    if (showsBatch())
        showBatchFlow();
    else if (!m_flow->tokens.empty())
        showSentenceFlow();
    else
        m_plot->setLines({}, {}, {}, tr("norm of the gradient"));
}

/// The colour of the list of runs and of the curves.
int GradientsView::ownColour() const
{
    const std::vector<RunRow>& runs = context().runs();
    const auto own = std::find_if(runs.begin(), runs.end(),
                                  [this](const RunRow& each) { return each.id == run(); });
    return own != runs.end() ? own->colourIndex : 0;
}

void GradientsView::showBatchFlow()
{
    const auto aligned = Aligned(m_aligned->currentIndex());
    const QString y = tr("norm of the gradient");
    if (m_batch == nullptr) {
        m_plot->setLines({}, {}, stepTitle(aligned), y);
        m_matrices->setText(tr("Reading the training data: the batch's texts are looked up."));
        return;
    }
    const auto others = m_batchesBeside.runs();
    std::vector<FlowPlot::Line> lines
        = batchLines(*m_batch, aligned, others.empty() ? QString() : shown().name, ownColour());
    for (const auto& other : others) {
        const bool fits = other.answer != nullptr && !other.answer->cell.title.empty()
            && other.answer->texts == m_batch->texts;
        if (fits)
            for (FlowPlot::Line& line :
                 batchLines(*other.answer, aligned, other.name, other.colourIndex))
                lines.push_back(std::move(line));
    }
    m_plot->setLines(std::move(lines), {}, stepTitle(aligned), y);
    m_matrices->setText(batchText(*m_batch));
}

void GradientsView::showSentenceFlow()
{
    const bool jacobian = m_what->currentIndex() == int(Show::Jacobian);
    const auto others = m_besides.runs();
    std::vector<FlowPlot::Line> lines;
    const auto add = [&](const core::GradientFlow& flow, const QString& run, int colour) {
        const auto& all = jacobian ? flow.jacobians : flow.norms;
        for (size_t s = 0; s < all.size(); ++s) {
            const QString state = QString::fromStdString(flow.states[s]);
            lines.push_back(
                {others.empty() ? state : QStringLiteral("%1 \u00b7 %2").arg(run, state), colour,
                 int(s), all[s]});
        }
    };
    add(*m_flow, shown().name, ownColour());
    for (const auto& other : others) // Steps of another text would stand under wrong tokens.
        if (other.answer != nullptr && !other.answer->cell.title.empty()
            && other.answer->text == m_flow->text)
            add(*other.answer, other.name, other.colourIndex);
    m_plot->setLines(std::move(lines), tokenLabels(m_flow->tokens), {},
                     jacobian ? tr("largest singular value") : tr("norm of the gradient"));
    m_matrices->setText(matricesText(*m_flow));
}

void GradientsView::takeChange(const QString& run)
{
    if (run != this->run())
        return;
    if (followTraining() && isSeen() && showsBatch() && !shown().learns())
        askAgain();
}

/// @return whether the run's file was read just now: only it has the names of the layers.
bool GradientsView::followTraining()
{
    if (!context().store().isRead(run()))
        return false;
    m_training.follow(*context().store().find(run()));
    if (isSeen())
        m_trainingShown->setSeries(m_training.series());
    return !std::exchange(m_read, true);
}

QString GradientsView::stateText() const
{
    if (showsBatch())
        return (QStringList{updateText(m_batch->step, m_batch->epoch),
                            QString::fromStdString(m_batch->cell.title),
                            tr("mean loss of the texts %1").arg(value(m_batch->loss))}
                + m_batchesBeside.missing())
            .join(QStringLiteral(" \u00b7 "));
    QStringList parts{updateText(m_flow->step, m_flow->epoch),
                      QString::fromStdString(m_flow->cell.title), predictionText(m_flow->verdict)};
    parts += m_besides.missing();
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString GradientsView::words() const
{
    if (showsBatch() ? m_batch == nullptr : m_flow->tokens.empty())
        return m_trainingShown->text();
    if (showsBatch())
        return QStringList{stateText(), batchText(*m_batch),
                           batchWords(*m_batch, Aligned(m_aligned->currentIndex())),
                           m_trainingShown->text()}
            .join(QLatin1Char('\n'));
    return QStringList{stateText(), matricesText(*m_flow), flowWords(*m_flow),
                       m_trainingShown->text()}
        .join(QLatin1Char('\n'));
}

std::vector<Figure> GradientsView::contentFigures() const
{
    std::vector<Figure> all = showsBatch() ? batchFigures() : std::vector<Figure>{flowFigure()};
    for (Figure& each : m_trainingShown->figures())
        all.push_back(std::move(each));
    return all;
}

Figure GradientsView::flowFigure() const
{
    Figure figure = figureOf(*m_plot, told(), QStringLiteral("gradient_flow"));
    if (!m_flow->tokens.empty())
        figure.answer = [this] { return core::readoutOf<core::AskGradientFlow>(*m_flow); };
    figure.words = [this] { return words(); };
    return figure;
}

std::vector<Figure> GradientsView::batchFigures() const
{
    if (m_batch == nullptr)
        return {};
    Figure flow = flowFigure();
    flow.title = tr("Batch of update %1").arg(count(m_batch->place.step));
    flow.name = QStringLiteral("batch_gradient_flow");
    flow.answer = [this] { return core::readoutOf<core::AskBatchGradients>(*m_batch); };
    return {std::move(flow)};
}

} // namespace ui
