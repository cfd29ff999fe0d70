#include "ui/counterfactuals/counterfactuals_view.h"

#include "core/probe/question_kind.h"
#include "ui/counterfactuals/outcome_lines.h"
#include "ui/figure/figure.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/sentence_input.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int64_t kOrders = 20; ///< Random orders that are tried at once.
constexpr int kMostLetters = 80; ///< The beginning of a continuation is enough to compare.
constexpr int kChangeLetters = 14; ///< The widest change.

/// The beginning of a text on one line: a poem has several.
QString shortText(const std::string& whole)
{
    const QString text = QString::fromStdString(whole).simplified();
    return text.size() > kMostLetters ? text.left(kMostLetters) + QChar(0x2026) : text;
}

/// "positive, 98 %"; with -ln p first, because the predicted text may be long.
QString predictionOf(const core::Outcome& outcome)
{
    QStringList nats;
    for (const core::OutcomeSeries& series : outcome.series)
        if (series.unit == core::OutcomeSeries::Unit::Nats)
            nats << QStringLiteral("%1 %2").arg(coreText(series.title), value(series.mean()));
    const QString text = shortText(outcome.text);
    if (!nats.isEmpty())
        return QStringLiteral("%1 \u00b7 %2").arg(nats.join(QStringLiteral(", ")), text);
    return outcome.probability < 0.0
        ? text
        : CounterfactualsView::tr("%1, %2").arg(text, percent(outcome.probability));
}

QString sameText(bool same)
{
    return same ? CounterfactualsView::tr("= the same") : CounterfactualsView::tr("\u2260 another");
}

} // namespace

CounterfactualsView::CounterfactualsView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("counterfactuals"), tr("Counterfactuals"),
         tr("Text to change; earlier texts are in the list"),
         tr("Then type a sentence above: its predictions with other words, or with the words in "
            "another order, appear here, also during training.")},
        parent)
    , m_besides(
          context, [this] { showNetworks(); }, [this] { return isSeen(); })
{
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [this](int whole) {
        // Few changed texts, but long ones, are looked at word by word.
        const int upper = m_outcomes->hasTokens() ? 2 * whole / 5 : 3 * whole / 5;
        return QList<int>{upper, whole - upper, whole / 3};
    });
    connect(&context, &ViewContext::runsChanged, this, [this] {
        if (isSeen() && shown().hasRun() && !told().isEmpty()) {
            m_besides.follow(shown(), question(), m_besides.kMost);
            showNetworks();
        }
    });
    showNoNetwork();
}

CounterfactualsView::~CounterfactualsView() = default;

QWidget* CounterfactualsView::buildUpper()
{
    auto* upper = new QWidget;
    QLabel* hint = makeLabel(
        tr("Shuffle the words to see whether the network reads their order. To exchange a word, "
           "change it in the line above the list and press Return. Return or a double click on a "
           "changed text opens it in all views."),
        LabelRole::Muted);
    hideInPresentation(*hint);
    m_changes = new RowView(QStringLiteral("counterfactualsChangesTable"),
                            tr("Changed texts with their predictions"));
    const auto row = [this](int index) -> const core::Counterfactual& {
        return m_answer->rows[size_t(index)];
    };
    RowColumn change
        = textColumn("change", tr("Change"), tr("How the text was changed."),
                     [this, row](int index) { return Cell(changeName(row(index)).toStdString()); });
    change.letters = kChangeLetters;
    RowColumn text = textColumn(
        "text", tr("Text"), tr("The changed text; words that the text lacks are underlined."),
        [row](int index) { return Cell(std::string_view(row(index).text)); });
    text.other = [this](int) { return std::string_view(m_answer->text); };
    text.share = 3.0;
    RowColumn said
        = textColumn("answer", tr("Prediction"), tr("Prediction for the changed text."),
                     [row](int index) { return Cell(std::string_view(row(index).answer.text)); });
    said.shown = [row](int index) { return predictionOf(row(index).answer); };
    said.said = said.shown;
    said.share = 2.0;
    RowColumn same
        = textColumn("same", tr("Compared"), tr("Whether the prediction is the same."),
                     [row](int index) { return Cell(sameText(row(index).same).toStdString()); });
    same.letters = kChangeLetters;
    m_changes->setColumns({std::move(change), std::move(text), std::move(said), std::move(same)});
    m_changes->rows().setLook([row](int index, int) { return RowLook{.bold = !row(index).same}; });
    connect(m_changes, &RowView::rowChosen, this, [this](int) { showNetworks(); });
    // A click only chooses a row, whose predictions stand below: the list is of one text.
    const auto open
        = [this, row](int index) { this->context().look(QString::fromStdString(row(index).text)); };
    connect(m_changes, &RowView::returnPressed, this, open);
    connect(m_changes, &QTableView::doubleClicked, this,
            [this, open](const QModelIndex&) { open(m_changes->currentRow()); });
    makeColumn(upper, {buildText(), buildTyped(), {m_changes, 1}, hint}, kGrid);
    return upper;
}

/// The prediction for the text beside those buttons that change this one.
QWidget* CounterfactualsView::buildText()
{
    auto* text = new QWidget;
    m_before = named(new ElidedLabel, "counterfactualsBeforeLabel");
    m_shuffle = named(new QPushButton(tr("Sh&uffle words")), "counterfactualsShuffleButton", {},
                      tr("Shuffles the words of the text in the uppermost line; of a question with "
                         "its passage, only those of the passage. If the prediction stays in any "
                         "order, the network does not read the order of the words. Each press "
                         "lists another order, up to %1.")
                          .arg(kOrders));
    m_gender = named(new QPushButton(tr("Exchange &gender")), "counterfactualsGenderButton", {},
                     tr("Exchanges he and she, his and her, man and woman in the text in the "
                        "uppermost line, in English and German. If only the person differs and the "
                        "prediction changes, the data have taught the network a bias."));
    connect(m_shuffle, &QPushButton::clicked, this, &CounterfactualsView::shuffle);
    connect(m_gender, &QPushButton::clicked, this, &CounterfactualsView::exchangeGender);
    makeRow(text, {{m_before, 1}, m_shuffle, m_gender}, kGrid);
    return text;
}

QWidget* CounterfactualsView::buildTyped()
{
    auto* line = new QWidget;
    m_typed
        = named(new SentenceInput(tr("Change a word and press Return")), "counterfactualsTypedBox",
                tr("Changed text, to which the prediction is compared"));
    connect(m_typed->lineEdit(), &QLineEdit::returnPressed, this, &CounterfactualsView::addTyped);
    m_clear = named(new QPushButton(tr("C&lear")), "counterfactualsClearButton", {},
                    tr("Removes all changed texts from the list."));
    connect(m_clear, &QPushButton::clicked, this, [this] {
        m_variants.clear();
        askAgain();
    });
    makeRow(line, {makeNameLabel(tr("Chan&ged text"), *m_typed), {m_typed, 1}, m_clear}, kGrid);
    return line;
}

QWidget* CounterfactualsView::buildLower()
{
    auto* lower = new QWidget;
    m_summary = named(makeLabel({}, LabelRole::Group), "counterfactualsSummaryLabel");
    m_table = new RowView(QStringLiteral("counterfactualsNetworksTable"),
                          tr("Networks with their predictions before and after the chosen change"));
    const auto answerOf = [this](int row) { return m_networks[size_t(row)].answer; };
    RowColumn name
        = textColumn("network", tr("Network"), tr("The shown run and the ticked ones."),
                     [this](int row) { return Cell(m_networks[size_t(row)].name.toStdString()); });
    name.elided = Qt::ElideMiddle;
    RowColumn before
        = textColumn("before", tr("Before"), tr("Prediction for the text."), [answerOf](int row) {
              const auto answer = answerOf(row);
              return answer ? Cell(predictionOf(answer->before).toStdString()) : Cell();
          });
    before.share = 2.0;
    RowColumn after = textColumn(
        "after", tr("After"), tr("Prediction for the changed text that is chosen above."),
        [this, answerOf](int row) {
            const auto answer = answerOf(row);
            const size_t change = chosenChange();
            return answer && change < answer->rows.size()
                ? Cell(predictionOf(answer->rows[change].answer).toStdString())
                : Cell();
        });
    after.share = 2.0;
    RowColumn orders = textColumn(
        "orders", tr("Same in other orders"),
        tr("In how many random orders of the words the prediction stays."), [answerOf](int row) {
            const auto answer = answerOf(row);
            return answer && answer->shuffled > 0
                ? Cell(tr("%1 of %2")
                           .arg(count(answer->shuffledSame), count(answer->shuffled))
                           .toStdString())
                : Cell();
        });
    orders.letters = kChangeLetters + 8;
    m_table->setColumns({std::move(name), std::move(before), std::move(after), std::move(orders)});
    m_leftOut = named(makeLabel({}, LabelRole::Muted), "counterfactualsLeftOutLabel");
    m_outcomes = new OutcomeLines;
    makeColumn(lower, {{m_outcomes, 2}, m_summary, {m_table, 1}, m_leftOut}, kGrid);
    return lower;
}

void CounterfactualsView::showOtherText()
{
    m_variants.clear();
    m_typed->setText(told());
    m_shuffle->setEnabled(false); // Their texts come with the answer.
    m_gender->setEnabled(false);
}

/// The buttons take their texts from the answer, so that core alone knows how a text is changed.
core::AskCounterfactuals CounterfactualsView::question() const
{
    const core::Example given = example();
    core::AskCounterfactuals question{.text = given.text, .className = given.className};
    question.variants = m_variants;
    question.gender = true;
    question.shuffles = kOrders;
    return question;
}

void CounterfactualsView::askShown()
{
    if (m_typed->text().isEmpty())
        m_typed->setText(told());
    asker().follow(shown(), question(),
                   [this](const core::Counterfactuals& answer) { setAnswer(answer); });
    m_besides.follow(shown(), question(), m_besides.kMost);
}

void CounterfactualsView::shuffle()
{
    if (const core::Counterfactual* order = nextOrder())
        offer(order->text);
}

void CounterfactualsView::exchangeGender()
{
    if (const core::Counterfactual* exchanged = exchangedGender())
        offer(exchanged->text);
}

/// A change of the text can be changed further by hand.
void CounterfactualsView::offer(std::string text)
{
    m_typed->setText(QString::fromStdString(text));
    add(text);
}

void CounterfactualsView::addTyped()
{
    m_typed->stopWaiting();
    add(m_typed->text().trimmed().toStdString());
}

/// The newest is chosen when its answer comes.
void CounterfactualsView::add(const std::string& text)
{
    if (text.empty() || told().isEmpty())
        return;
    std::erase(m_variants, text);
    m_variants.push_back(text);
    askAgain();
}

size_t CounterfactualsView::firstMade() const
{
    return m_answer == nullptr ? 0 : std::min(m_variants.size(), m_answer->rows.size());
}

const core::Counterfactual* CounterfactualsView::nextOrder() const
{
    for (size_t i = firstMade(); m_answer != nullptr && i < m_answer->rows.size(); ++i)
        if (const core::Counterfactual& row = m_answer->rows[i]; row.change == "shuffled"
            && std::find(m_variants.begin(), m_variants.end(), row.text) == m_variants.end())
            return &row;
    return nullptr;
}

const core::Counterfactual* CounterfactualsView::exchangedGender() const
{
    for (size_t i = firstMade(); m_answer != nullptr && i < m_answer->rows.size(); ++i)
        if (const core::Counterfactual& row = m_answer->rows[i];
            row.change == "gender" && row.text != m_answer->text)
            return &row;
    return nullptr;
}

void CounterfactualsView::setAnswer(const core::Counterfactuals& answer)
{
    const bool isNew = m_answer == nullptr || m_answer->text != answer.text
        || m_variants.size() > size_t(m_changes->rows().rowCount());
    const int current = m_changes->currentRow();
    const auto count = int(std::min(m_variants.size(), answer.rows.size()));
    m_changes->reset(count,
                     [&] { m_answer = std::make_shared<const core::Counterfactuals>(answer); });
    m_changes->setCurrentRow(isNew ? count - 1 : std::min(current, count - 1));
    m_before->setFullText(tr("Prediction: %1").arg(predictionOf(answer.before)));
    m_shuffle->setEnabled(nextOrder() != nullptr);
    m_gender->setEnabled(exchangedGender() != nullptr);
    m_clear->setEnabled(!m_variants.empty());
    m_summary->setText(summary());
    showContent(updateText(answer.step, answer.epoch));
    showNetworks();
    frame().shareSoon();
}

QString CounterfactualsView::summary() const
{
    if (m_answer == nullptr || m_answer->shuffled == 0)
        return tr("Networks");
    return tr("The prediction stays in %1 of %2 random orders of the words")
        .arg(count(m_answer->shuffledSame), count(m_answer->shuffled));
}

size_t CounterfactualsView::chosenChange() const
{
    const int row = m_changes->currentRow();
    return row < 0 || m_variants.empty() ? SIZE_MAX : size_t(row);
}

void CounterfactualsView::showNetworks()
{
    if (m_answer == nullptr)
        return;
    const size_t change = chosenChange();
    m_outcomes->setOutcomes(m_answer->before,
                            change < m_answer->rows.size() ? &m_answer->rows[change].answer
                                                           : nullptr);
    m_leftOut->setText(m_besides.leftOut());
    m_leftOut->setVisible(!m_leftOut->text().isEmpty());
    std::vector<Network> networks{{shown().name, m_answer}};
    for (const auto& run : m_besides.runs())
        networks.push_back({run.name, run.answer});
    m_table->reset(int(networks.size()), [&] { m_networks = std::move(networks); });
    showWords();
}

QString CounterfactualsView::changeName(const core::Counterfactual& row) const
{
    if (row.text == m_answer->text)
        return tr("none");
    return row.change == "gender"  ? tr("gender")
        : row.change == "shuffled" ? tr("order")
                                   : tr("words");
}

QString CounterfactualsView::words() const
{
    if (m_answer == nullptr)
        return {};
    QStringList lines{m_before->fullText()};
    for (size_t i = 0; i < std::min(m_variants.size(), m_answer->rows.size()); ++i) {
        const core::Counterfactual& row = m_answer->rows[i];
        lines << QStringLiteral("%1: %2 \u2192 %3 (%4)")
                     .arg(changeName(row), QString::fromStdString(row.text),
                          predictionOf(row.answer), sameText(row.same));
    }
    for (const Network& network : m_networks)
        if (network.answer != nullptr && network.answer->shuffled > 0)
            lines << tr("%1: the same in %2 of %3 random orders")
                         .arg(network.name, count(network.answer->shuffledSame),
                              count(network.answer->shuffled));
    lines << m_besides.missing() << m_besides.leftOut() << m_outcomes->words();
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> CounterfactualsView::contentFigures() const
{
    std::vector<Figure> figures{
        {.title = told(),
         .name = QStringLiteral("counterfactuals"),
         .words = [this] { return words(); },
         .answer = [this] { return core::readoutOf<core::AskCounterfactuals>(*m_answer); }}};
    if (m_outcomes->hasTokens())
        figures.push_back({.title = tr("Before and after the change"),
                           .name = QStringLiteral("before_and_after"),
                           .size = m_outcomes->pictureSize(),
                           .paint = [this](QCPPainter& painter) { m_outcomes->draw(painter); },
                           .words = [this] { return m_outcomes->words().join(QLatin1Char('\n')); },
                           .answer = figures.front().answer});
    return figures;
}

} // namespace ui
