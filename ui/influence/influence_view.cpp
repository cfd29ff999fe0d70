#include "ui/influence/influence_view.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/influence/influential_texts.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace ui {

namespace {

constexpr size_t kMostOtherRuns = 8; ///< Beside the shown one.

QString runPrediction(const core::ExampleLoss& answer)
{
    const QString text = QString::fromStdString(answer.prediction.text).simplified();
    return answer.prediction.probability < 0.0
        ? text
        : InfluenceView::tr("%1, %2").arg(text, percent(answer.prediction.probability));
}

/// The settings but for the name and the texts that are left out: those of runs to compare.
core::ExperimentSpec withAllTexts(core::ExperimentSpec spec)
{
    spec.name.clear();
    spec.training.leaveOut.clear();
    return spec;
}

/// "without-20-reviews"
std::string nameWithout(const std::string& name, size_t leftOut)
{
    const QRegularExpression earlier(QStringLiteral("^without-\\d+-"));
    const QString plain = QString::fromStdString(name).remove(earlier);
    return "without-" + std::to_string(leftOut) + '-' + plain.toStdString();
}

} // namespace

InfluenceView::InfluenceView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("influence"), tr("Influence"),
         tr("Text whose loss is traced; earlier texts are in the list"),
         tr("Then type a sentence above: the updates that taught the network its prediction appear "
            "here, if the training was recorded on disk (Updates, Histograms).")},
        parent)
    , m_ranking(
          context,
          [this](const core::Failure& failure) {
              m_busy->end();
              showNoRanking(sentence(failure.what), sentence(failure.advice));
          },
          [this](const core::Progress& progress) { m_busy->setProgress(progress); })
    , m_textAsker(
          context,
          [this](const core::Failure& failure) {
              m_busy->end();
              m_texts->clear(sentence(failure));
          },
          [this](const core::Progress& progress) { m_busy->setProgress(progress); })
    , m_besides(
          context, [this] { showNetworks(); }, [this] { return isSeen(); })
    , m_busy(&frame().addBusyLine(tr("Progress of ranking")))
{
    connect(m_busy, &BusyLine::cancelRequested, this, [this] {
        m_ranking.cancel();
        m_textAsker.cancel();
    });
    connect(&context, &ViewContext::runsChanged, this, [this] {
        if (isSeen() && shown().hasRun() && !told().isEmpty())
            askNetworks();
    });
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [](int whole) {
        return QList<int>{9 * whole / 20, whole - 9 * whole / 20, whole / 3};
    });
    connectTexts();
    showNoNetwork();
}

InfluenceView::~InfluenceView() = default;

QWidget* InfluenceView::buildUpper()
{
    auto* upper = new QWidget;
    m_sums = named(makeLabel({}, LabelRole::Plain), "influenceSumsLabel");
    m_gaps = named(makeLabel({}, LabelRole::Muted), "influenceGapsLabel");
    m_at = named(new QuietComboBox, "influenceAtBox", tr("Weights of the gradient"),
                 tr("If estimated and measured changes differ much, take the gradient halfway "
                    "through the update: large steps leave the range in which the gradient before "
                    "them is right."));
    m_at->setChoices({{tr("before the update"), int(core::InfluenceAt::Before)},
                      {tr("halfway"), int(core::InfluenceAt::Middle)}});
    m_at->setMinimumContentsLength(14);
    connect(m_at, &QComboBox::activated, this, &InfluenceView::rank);
    m_rank = named(new QPushButton(tr("Ran&k again")), "influenceRankButton", {},
                   tr("During a training, ranks the updates that are recorded so far."));
    connect(m_rank, &QPushButton::clicked, this, [this] {
        m_ranking.withdraw();
        rank();
    });
    auto* controls = new QWidget;
    makeRow(controls, {{m_sums, 1}, makeNameLabel(tr("&Gradient"), *m_at), m_at, m_rank}, kGrid);

    using Update = core::UpdateInfluence;
    m_updates = new RowView(QStringLiteral("influenceUpdatesTable"),
                            tr("Updates by their influence on the loss of the sentence"));
    const auto number = [this](auto part) { return cells(m_influence.updates, part); };
    RowColumn estimated = numberColumn(
        "estimated", tr("Estimated"),
        tr("Product of the gradient of the sentence's loss and the step of the update: the change "
           "of the loss to first order (TracIn). Negative, with a bar: the update taught the "
           "sentence."),
        number(&Update::estimated), &value, QStringLiteral("-0.000e-00"));
    estimated.share = 1.0;
    estimated.bar = [this](int row) {
        // The updates that taught the sentence; others have none.
        const double largest = std::abs(m_influence.updates.front().estimated);
        const double change = m_influence.updates[size_t(row)].estimated;
        return change < 0.0 ? -change / largest : -1.0;
    };
    m_updates->setColumns(
        {numberColumn("update", tr("Update"), {}, number(&Update::step), {},
                      QStringLiteral("000000")),
         numberColumn("epoch", tr("Epoch"), {}, number(&Update::epoch), {}, QStringLiteral("000")),
         std::move(estimated),
         numberColumn("measured", tr("Measured"),
                      tr("Loss of the sentence after the update minus that before it."),
                      number(&Update::measured), &value, QStringLiteral("-0.000e-00")),
         numberColumn("loss_before", tr("Loss before"),
                      tr("Loss of the sentence before the update."), number(&Update::lossBefore),
                      &value, QStringLiteral("0.0000")),
         numberColumn("texts", tr("Texts"), tr("Texts of the batch"), number(&Update::texts), {},
                      QStringLiteral("0000")),
         numberColumn("batch_loss", tr("Loss of the batch"), tr("In training, at the update."),
                      number(&Update::batchLoss), &value, QStringLiteral("0.0000"))});
    m_updates->setSortable();
    m_updates->link([this](int row) {
        return Mark{Mark::Kind::Update, m_influence.updates[size_t(row)].step, {}};
    });
    connect(m_updates, &RowView::rowChosen, this, [this](int row) {
        if (row >= 0)
            askTexts(m_influence.updates[size_t(row)].step);
    });
    auto* ranked = new QWidget;
    makeColumn(ranked, {{m_updates, 1}, m_gaps}, kGrid / 2);
    m_ranked = new ContentOrEmpty;
    m_ranked->setContent(ranked);
    makeColumn(upper, {controls, {m_ranked, 1}}, kGrid / 2);
    return upper;
}

QWidget* InfluenceView::buildLower()
{
    auto* lower = new QWidget;
    m_texts = new InfluentialTexts;
    makeRow(lower, {{m_texts, 3}, {buildNetworks(), 2}}, 2 * kGrid);
    return lower;
}

QWidget* InfluenceView::buildNetworks()
{
    auto* right = new QWidget;
    m_table = new RowView(QStringLiteral("influenceNetworksTable"),
                          tr("Runs with their predictions for the sentence"));
    RowColumn name = textColumn(
        "network", tr("Network"),
        tr("The shown run and ticked runs with its settings, but for the texts that are left "
           "out."),
        [this](int row) { return Cell(m_networks[size_t(row)].name.toStdString()); });
    RowColumn said = textColumn(
        "prediction", tr("Prediction"), tr("Prediction for the sentence."), [this](int row) {
            const auto& answer = m_networks[size_t(row)].answer;
            return answer ? Cell(runPrediction(*answer).toStdString()) : Cell();
        });
    name.elided = Qt::ElideMiddle;
    said.share = 1.5; // "negative, 50.8 %"
    m_table->setColumns(
        {std::move(name),
         numberColumn(
             "left_out", tr("Out"), tr("Texts that the training left out."),
             [this](int row) { return Cell(m_networks[size_t(row)].leftOut); }, {},
             QStringLiteral("0000")),
         std::move(said),
         numberColumn(
             "loss", tr("Loss"), tr("Loss of the sentence for the target of the ranking."),
             [this](int row) {
                 const auto& answer = m_networks[size_t(row)].answer;
                 return answer ? Cell(answer->loss) : Cell();
             },
             &value, QStringLiteral("0.000000"))});
    m_leftOut = named(makeLabel({}, LabelRole::Muted), "influenceLeftOutLabel");
    makeColumn(right,
               {makeLabel(tr("Predictions with and without the texts"), LabelRole::Group),
                {m_table, 1},
                m_leftOut},
               kGrid);
    return right;
}

void InfluenceView::connectTexts()
{
    connect(m_texts, &InfluentialTexts::allRequested, this, [this] { askTexts(0); });
    connect(m_texts, &InfluentialTexts::trainRequested, this, &InfluenceView::train);
}

void InfluenceView::showOtherRun()
{
    m_batches.reset();
    m_texts->forgetChoice();
    showOtherText();
}

void InfluenceView::showOtherText()
{
    m_ranking.withdraw();
    m_textAsker.withdraw();
    m_busy->end();
    m_answer.reset();
    m_texts->clear({});
    m_updates->reset(0, [this] { m_influence = {}; });
    m_gaps->clear();
    showNoRanking(tr("The updates are being ranked."), {});
}

core::AskInfluence InfluenceView::question() const
{
    core::AskInfluence question;
    question.run = run().toStdString();
    question.example = example();
    question.at = core::InfluenceAt(m_at->currentData().toInt());
    question.batches = m_batches;
    return question;
}

void InfluenceView::askShown()
{
    if (shown().choice.setUp == nullptr)
        context().wantHistory(run());
    askNetworks();
    if (shown().live)
        showNoRanking(tr("The updates are ranked once the training has ended."),
                      tr("Ranking them now delays the training."));
    else
        rank();
}

/// In place of tables without rows.
void InfluenceView::showNoRanking(const QString& why, const QString& how)
{
    m_ranked->showEmpty(why, how);
    m_texts->hide();
    m_noRanking = QStringLiteral("%1 %2").arg(why, how).trimmed();
    m_sums->clear();
    showWords();
}

void InfluenceView::rank()
{
    m_ranking.follow(shown(), question(),
                     [this](const core::Influence& influence) { setInfluence(influence); });
}

void InfluenceView::setInfluence(const core::Influence& influence)
{
    m_busy->end();
    m_batches = influence.batches;
    m_updates->reset(int(influence.updates.size()), [&] { m_influence = influence; });
    m_influence.batches.reset();
    m_noRanking.clear();
    m_ranked->showContent();
    m_texts->show();
    m_sums->setText(sumsText());
    m_gaps->setText(gapsText());
    m_gaps->setVisible(!m_gaps->text().isEmpty());
    m_texts->clear(tr("Choose an update: its texts appear here, ranked by their products."));
    showWords();
}

QString InfluenceView::sumsText() const
{
    const QString of = m_influence.loss.of.empty()
        ? tr("Loss")
        : tr("Loss of \u201c%1\u201d")
              .arg(QString::fromStdString(m_influence.loss.of).simplified());
    const auto& updates = m_influence.updates;
    const auto [first, last]
        = std::minmax_element(updates.begin(), updates.end(),
                              [](const auto& a, const auto& b) { return a.step < b.step; });
    return tr("%1: %2 before update %3, %4 after update %5. Sum of changes: measured %6, estimated "
              "%7.")
        .arg(of, value(m_influence.firstLoss), count(first->step), value(m_influence.lastLoss),
             count(last->step), value(m_influence.measuredSum), value(m_influence.estimatedSum));
}

QString InfluenceView::gapsText() const
{
    QStringList lines;
    if (!m_influence.loss.ofTruth)
        lines << tr("The target is the network's own prediction; open a text of the data to trace "
                    "the loss of its true answer.");
    if (m_influence.notRanked + m_influence.between > 0)
        lines << filled(
            tr("%1 recorded {update|updates} cannot be ranked, because the weights "
               "around them are not stored: slow the training down while it is recorded, or "
               "train with --record-share 1. Between the ranked updates, %2 others changed the "
               "loss by %3."),
            {count(m_influence.notRanked), count(m_influence.between),
             value(m_influence.lastLoss - m_influence.firstLoss - m_influence.measuredSum)});
    return lines.join(QLatin1Char(' '));
}

void InfluenceView::askTexts(int64_t step)
{
    core::AskTextInfluences question;
    question.run = run().toStdString();
    question.batches = m_batches;
    question.example = example();
    question.allUpdates = step == 0;
    if (step > 0)
        question.place = UpdateSeries(context().store().find(run())).place(step, shown().spec);
    question.place.step = step;
    m_textAsker.ask(shown(), question, [this](const core::TextInfluences& texts) {
        m_busy->end();
        m_batches = texts.batches;
        m_texts->setTexts(texts);
        showWords();
    });
}

void InfluenceView::askNetworks()
{
    asker().follow(shown(), core::AskExampleLoss{example()},
                   [this](const core::ExampleLoss& answer) {
                       m_answer = std::make_shared<const core::ExampleLoss>(answer);
                       showContent(updateText(answer.step, answer.epoch));
                       askBesides();
                       showNetworks();
                   });
    if (m_answer != nullptr)
        askBesides();
    showNetworks();
}

/// All runs are measured by one target: without a known answer, the prediction of the shown one.
void InfluenceView::askBesides()
{
    core::AskExampleLoss question{example()};
    question.example.reference = m_answer->target.of;
    m_besides.follow(shown(), question, kMostOtherRuns, [this](const RunRow& row) {
        return withAllTexts(row.summary.spec) == withAllTexts(shown().spec);
    });
}

void InfluenceView::showNetworks()
{
    const auto leftOutBy = [this](const QString& id) -> int64_t {
        const auto& runs = context().runs();
        const auto found = std::find_if(runs.begin(), runs.end(),
                                        [&](const RunRow& each) { return each.id == id; });
        return found == runs.end() ? 0 : std::ssize(found->summary.spec.training.leaveOut);
    };
    std::vector<Network> networks{{shown().name, leftOutBy(run()), m_answer}};
    for (const auto& each : m_besides.runs())
        networks.push_back({each.name, leftOutBy(each.id), each.answer});
    m_leftOut->setText(m_besides.leftOut());
    m_leftOut->setVisible(!m_leftOut->text().isEmpty());
    m_table->reset(int(networks.size()), [&] { m_networks = std::move(networks); });
    showWords();
}

void InfluenceView::train(const std::vector<int64_t>& rows)
{
    core::ExperimentSpec spec = shown().spec;
    std::set<int64_t> leftOut(rows.begin(), rows.end());
    leftOut.insert(spec.training.leaveOut.begin(), spec.training.leaveOut.end());
    spec.training.leaveOut.assign(leftOut.begin(), leftOut.end());
    spec.name = nameWithout(spec.name, leftOut.size());
    Q_EMIT context().trainRequested(spec);
}

QString InfluenceView::words() const
{
    QStringList lines{m_noRanking, m_sums->text(), m_gaps->text()};
    for (const core::UpdateInfluence& each : m_influence.updates)
        lines << tr("Update %1: estimated %2, measured %3")
                     .arg(count(each.step), value(each.estimated), value(each.measured));
    lines << m_texts->words();
    for (const Network& network : m_networks)
        if (network.answer != nullptr)
            lines << tr("%1: %2, loss %3")
                         .arg(network.name, runPrediction(*network.answer),
                              value(network.answer->loss));
    lines << m_besides.missing() << m_besides.leftOut();
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> InfluenceView::contentFigures() const
{
    std::vector<Figure> all;
    if (!m_influence.updates.empty())
        all.push_back(
            {.title = told(),
             .name = QStringLiteral("influence"),
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskInfluence>(m_influence); }});
    if (!m_texts->texts().texts.empty())
        all.push_back(
            {.title = tr("Texts by their influence"),
             .name = QStringLiteral("influential_texts"),
             .words = [this] { return m_texts->words(); },
             .answer
             = [this] { return core::readoutOf<core::AskTextInfluences>(m_texts->texts()); }});
    return all;
}

} // namespace ui
