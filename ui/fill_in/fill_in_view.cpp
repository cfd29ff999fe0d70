#include "ui/fill_in/fill_in_view.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/token_line.h"

#include <QCheckBox>
#include <QLabel>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ui {

namespace {

constexpr int64_t kPredictions = 10; ///< For each hidden token.
constexpr double kUnknownValue = std::numeric_limits<double>::quiet_NaN();
constexpr int kTokenLetters = 40; ///< Widest column of tokens.
constexpr int kLinesOfAWord = 2; ///< The likeliest token and its probability.

/// Probability of a word: the product of those of its pieces; negative where it is not known.
double wordProbability(const core::FillIn& filled, int64_t word)
{
    double nats = 0.0;
    bool found = false;
    for (const core::FilledPlace& place : filled.places)
        if (place.word == word) {
            if (place.unknown)
                return -1.0;
            nats += place.nats();
            found = true;
        }
    return found ? std::exp(-nats) : -1.0;
}

} // namespace

FillInView::FillInView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("fillIn"), tr("Fill in"),
         tr("Text whose words are hidden; earlier texts are in the list"),
         tr("Then type a sentence above and click a word: what the network predicts in its place "
            "appears here, also while training runs.")},
        parent)
    , m_turnAsker(context,
                  [](const core::Failure&) { /* The view's own question fails as well. */ })
{
    auto* beside = new QWidget;
    m_several = named(new QCheckBox(tr("Hide se&veral")), "severalBox", {},
                      tr("Each word that is chosen is hidden in addition to those before. "
                         "Escape in the sentence hides none."));
    m_all = named(new QCheckBox(tr("Probabilities of a&ll words")), "likelihoodBox", {},
                  tr("Hides each token in turn and shows the probability of every word, which "
                     "needs as many passes as there are tokens."));
    makeRow(beside, {m_several, m_all}, kGrid);
    connect(m_all, &QCheckBox::toggled, this, [this] {
        askInTurn();
        showSentence();
    });
    frame().setParts(makeInputLine(beside), buildUpper(), buildLower(), [this](int whole) {
        const int tokens = m_line->wishedHeight(std::max(m_line->width(), 300));
        const int upper = std::min(tokens + 3 * fontMetrics().lineSpacing(), whole / 2);
        return QList<int>{upper, whole - upper, whole / 3};
    });
    showNoNetwork();
}

QWidget* FillInView::buildUpper()
{
    auto* upper = new QWidget;
    m_line = named(new TokenLine(TokenLine::Size::Large), "fillInLine", tr("Words of the text"));
    m_line->keepRoomFor(kLinesOfAWord);
    connect(m_line, &TokenLine::tokenPointed, this, &FillInView::chooseWord);
    QLabel* help = makeLabel(
        tr("Click a word, or choose it by the arrow keys, to hide it from the network: its "
           "predictions for this place are listed. The bars show how probable each word is when "
           "it is hidden by itself. A click on a prediction puts it into the sentence."),
        LabelRole::Muted);
    hideInPresentation(*help);
    makeColumn(upper, {{new TokenArea(m_line), 1}, help}, kGrid);
    return upper;
}

QWidget* FillInView::buildLower()
{
    auto* lower = new QWidget;
    auto* column = makeColumn(lower, {}, kGrid);
    m_chosen = named(makeLabel({}, LabelRole::Group), "hiddenLabel");
    m_table = new RowView(QStringLiteral("fillInTable"), tr("Predictions for the hidden places"));
    RowColumn probability
        = numberColumn("probability", tr("Probability"),
                       tr("Probability of the prediction among all tokens of the vocabulary."),
                       cells(m_rows, &Row::probability), &percent, QStringLiteral("100.0 %"));
    probability.bar = [this](int row) { return m_rows[size_t(row)].probability; };
    probability.share = 1.0;
    probability.alignment = Qt::AlignLeft;
    RowColumn prediction
        = textColumn("prediction", tr("Prediction"), tr("Token of the vocabulary."),
                     cells(m_rows, &Row::prediction));
    prediction.shown = [this](int row) { return spelled(m_rows[size_t(row)].prediction); };
    prediction.letters = kTokenLetters;
    RowColumn hidden = textColumn("hidden", tr("Hidden"), tr("Token that stands in the text."),
                                  cells(m_rows, &Row::hidden));
    hidden.shown = [this](int row) { return spelled(m_rows[size_t(row)].hidden); };
    hidden.letters = kTokenLetters;
    m_table->setColumns(
        {std::move(hidden),
         numberColumn("own", tr("Its probability"), tr("Probability of the token in the text."),
                      cells(m_rows, &Row::own), &percent, QStringLiteral("100.0 %")),
         numberColumn("rank", tr("Its rank"),
                      tr("Place of the token in the text among all of the vocabulary, by "
                         "probability."),
                      cells(m_rows, &Row::rank), {}, QStringLiteral("100,000")),
         std::move(prediction), std::move(probability)});
    m_table->rows().setLook([this](int row, int) {
        return RowLook{.bold = m_rows[size_t(row)].hidden == m_rows[size_t(row)].prediction};
    });
    connect(m_table, &RowView::rowActivated, this, &FillInView::putIn);
    column->addWidget(m_chosen);
    column->addWidget(m_table, 1);
    return lower;
}

void FillInView::showOtherRun()
{
    m_turn = {};
}

void FillInView::showOtherText()
{
    m_hidden = std::exchange(m_hiddenNext, {});
    if (m_hidden.empty())
        m_line->setCurrent(-1);
}

void FillInView::putIn(int row)
{
    const Row& chosen = m_rows[size_t(row)];
    const QString next = QString::fromStdString(m_filled.textWith(chosen.token, chosen.prediction));
    if (next == told())
        return;
    m_hiddenNext = m_hidden; // What else would fit can be tried at once.
    setText(next);
}

/// The current word is hidden, with those before where several are.
void FillInView::chooseWord()
{
    const int64_t word = m_line->current();
    std::set<int64_t> hidden = m_several->isChecked() ? m_hidden : std::set<int64_t>();
    if (word >= 0 && word < std::ssize(m_filled.words))
        hidden.insert(word);
    else
        hidden.clear();
    if (hidden == m_hidden)
        return;
    m_hidden = std::move(hidden);
    m_word = word;
    askAgain();
}

void FillInView::askShown()
{
    asker().follow(
        shown(),
        core::AskFillIn{told().toStdString(), hiddenWords(), m_hidden.empty() ? 1 : kPredictions},
        [this](const core::FillIn& answer) { setFilled(answer); });
}

/// A chosen word is asked for alone: the probabilities of all words are a question of their own.
void FillInView::askInTurn()
{
    if (m_all->isChecked() && !m_hidden.empty() && shown().hasRun() && shown().askable)
        m_turnAsker.follow(shown(), core::AskFillIn{told().toStdString(), {}, 1},
                           [this](const core::FillIn& answer) { setInTurn(answer); });
    else
        m_turnAsker.withdraw();
}

void FillInView::setFilled(const core::FillIn& filled)
{
    m_filled = filled;
    if (filled.inTurn)
        m_turn = filled;
    askInTurn();
    if (m_all->isChecked() && m_turn.step != filled.step && !m_turnAsker.waits())
        m_turnAsker.repeat();
    showSentence();
    showPredictions();
    showContent(stateText());
    frame().shareSoon();
    showWords();
}

void FillInView::setInTurn(const core::FillIn& filled)
{
    m_turn = filled;
    showSentence();
    showWords();
}

bool FillInView::hasTurn() const
{
    return m_turn.tokens == m_filled.tokens && (m_turn.step == m_filled.step || m_all->isChecked());
}

void FillInView::showSentence()
{
    std::vector<ShownToken> chips;
    const bool anyHidden = !m_hidden.empty();
    for (int64_t word = 0; word < std::ssize(m_filled.words); ++word) {
        ShownToken chip;
        chip.text = readableToken(m_filled.wordText(word));
        chip.unknown = m_filled.isUnknown(word);
        chip.marked = m_hidden.contains(word);
        if (hasTurn()) {
            chip.weight = wordProbability(m_turn, word);
            if (chip.weight >= 0.0)
                chip.remark = tr("probability %1 when hidden by itself").arg(percent(chip.weight));
        }
        for (const core::FilledPlace& place : m_filled.places)
            if (anyHidden && place.word == word && !place.best.empty() && chip.lines.isEmpty()) {
                chip.lines
                    = {spelled(place.best.front().token), percent(place.best.front().probability)};
                chip.remark = tr("hidden; predicted: %1, %2").arg(chip.lines[0], chip.lines[1]);
            }
        chips.push_back(std::move(chip));
    }
    m_line->setTokens(std::move(chips), 1.0);
    if (m_line->current() < 0 && (m_hidden.size() == 1 || (anyHidden && m_several->isChecked())))
        m_line->setCurrent(int(m_hidden.contains(m_word) ? m_word : *m_hidden.rbegin()));
}

void FillInView::showPredictions()
{
    std::vector<Row> rows;
    for (const core::FilledPlace& place : m_filled.places)
        for (const core::FilledToken& token : place.best)
            rows.push_back({place.token, m_filled.tokens[size_t(place.token)], token.token,
                            place.knownProbability().value_or(kUnknownValue),
                            place.unknown ? kUnknownValue : double(place.rank), token.probability});
    m_table->reset(int(rows.size()), [&] { m_rows = std::move(rows); });
    const bool several
        = m_filled.places.size() > 1; // Else the heading has the token's own numbers.
    for (const int ofToken : {0, 1, 2})
        m_table->showColumn(ofToken, several);
    m_chosen->setText(chosenText());
}

QString FillInView::chosenText() const
{
    if (m_filled.places.empty())
        return tr("The vocabulary has none of these tokens.");
    if (m_filled.inTurn)
        return inTurnText();
    QStringList names;
    for (const int64_t word : m_hidden)
        if (word < std::ssize(m_filled.words))
            names << QStringLiteral("\u201c%1\u201d").arg(readableToken(m_filled.wordText(word)));
    const QString title = tr("Predictions in place of %1").arg(names.join(QStringLiteral(", ")));
    if (m_filled.places.size() != 1)
        return title;
    const core::FilledPlace& place = m_filled.places.front();
    if (m_filled.isUnknown(place.word))
        return tr("%1, which is not in the vocabulary").arg(title);
    return tr("%1, which has %2 and rank %3")
        .arg(title, percent(place.probability), count(place.rank));
}

/// Fewer tokens count where the text has unknown words, which can lower the perplexity.
QString FillInView::inTurnText() const
{
    const QString text
        = tr("Each token hidden in turn: pseudo-perplexity %1 (mean of \u2212ln p %2)")
              .arg(value(std::exp(m_filled.meanNats())), value(m_filled.meanNats()));
    const int64_t all = std::ssize(m_filled.tokens), counted = core::knownPlaces(m_filled.places);
    return counted == all ? tr("%1 over %2 tokens").arg(text, count(all))
                          : tr("%1 over %2 of %3 tokens: unknown and special ones are left out")
                                .arg(text, count(counted), count(all));
}

/// Language models show the blank of a piece in the same way.
QString FillInView::spelled(const std::string& token) const
{
    return readableToken(m_filled.marks == core::WordMarks::Continued
                             ? token
                             : core::withBlank(m_filled.marks, token));
}

QString FillInView::stateText() const
{
    QStringList parts{updateText(m_filled.step, m_filled.epoch),
                      tr("vocabulary of %1 tokens, %2 of them special, such as <unk>")
                          .arg(count(m_filled.vocabularySize), count(m_filled.specialTokens))};
    if (const auto unknown = core::unknownWords(m_filled.marks, m_filled.tokens, m_filled.ids);
        !unknown.empty())
        parts << unknownText(unknown);
    if (m_filled.cutTokens > 0)
        parts << tr("%1 tokens beyond the maximum length are not read")
                     .arg(count(m_filled.cutTokens));
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString FillInView::words() const
{
    QStringList lines{stateText()};
    for (int word = 0; word < int(m_line->tokens().size()); ++word)
        lines << m_line->describe(word);
    lines << m_chosen->text();
    for (const Row& row : m_rows)
        lines << QStringLiteral("%1: %2 %3")
                     .arg(spelled(row.hidden), spelled(row.prediction), percent(row.probability));
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> FillInView::contentFigures() const
{
    const QSize size(kPictureWidth, m_line->wishedHeight(kPictureWidth));
    return {{.title = told(),
             .name = QStringLiteral("fill_in"),
             .size = size,
             .paint =
                 [this, size](QCPPainter& painter) {
                     m_line->draw(painter, QRect({0, 0}, size));
                 },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskFillIn>(m_filled); }}};
}

} // namespace ui
