#include "ui/sentence/word_effects_view.h"

#include "core/probe/question_kind.h"
#include "core/text/text_pipeline.h"
#include "ui/figure/figure.h"
#include "ui/sentence/effect_bars.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

namespace ui {

namespace {

constexpr size_t kMostEffects = 15; ///< Rows of the ranking.

QString wordOf(const core::WordEffects& effects, int token)
{
    return readableToken(effects.tokens[size_t(token)]);
}

QString classOf(const core::WordEffects& effects, int32_t index)
{
    const auto i = size_t(index);
    return i < effects.classes.size() ? QString::fromStdString(effects.classes[i])
                                      : QString::number(index + 1);
}

/// The value that the effects change: the probability of the predicted class, or the number.
double moved(const core::WordEffects& effects, const core::TextPrediction& saying)
{
    const auto i = size_t(effects.whole.predicted);
    return saying.number                  ? *saying.number
        : i < saying.probabilities.size() ? double(saying.probabilities[i])
                                          : 0.0;
}

double effect(const core::WordEffects& effects, const core::TextPrediction& saying)
{
    return moved(effects, saying) - moved(effects, effects.whole);
}

bool turns(const core::WordEffects& effects, const core::TextPrediction& saying)
{
    return !saying.number && saying.predicted != effects.whole.predicted;
}

QString shown(const core::TextPrediction& saying, double moving)
{
    return saying.number ? value(moving) : percent(moving);
}

/// "98 % → 3 %, now positive"
QString saidOf(const core::WordEffects& effects, const core::TextPrediction& saying)
{
    const QString way = QStringLiteral("%1 \u2192 %2")
                            .arg(shown(saying, moved(effects, effects.whole)),
                                 shown(saying, moved(effects, saying)));
    return turns(effects, saying)
        ? WordEffectsView::tr("%1, now %2").arg(way, classOf(effects, saying.predicted))
        : way;
}

/// The ends of the axis: of probabilities 0 and 1, of numbers those that there are.
std::pair<double, double> axisOf(const core::WordEffects& effects)
{
    if (!effects.whole.number)
        return {0.0, 1.0};
    double low = *effects.whole.number, high = low;
    for (const core::TextPrediction& each : effects.without)
        std::tie(low, high) = std::pair(std::min(low, *each.number), std::max(high, *each.number));
    if (effects.swapped)
        std::tie(low, high) = std::pair(std::min(low, *effects.swapped->number),
                                        std::max(high, *effects.swapped->number));
    return {low, high};
}

/// One row a class, or one for the number.
void showWay(EffectBars& bars, const core::WordEffects& effects, const core::TextPrediction* saying)
{
    constexpr size_t kMostClasses = 6;
    std::vector<EffectBars::Row> rows;
    if (saying != nullptr && saying->number)
        rows.push_back({WordEffectsView::tr("predicted number"), *effects.whole.number,
                        *saying->number, saidOf(effects, *saying), false});
    const auto& before = effects.whole.probabilities;
    std::vector<size_t> order(before.size());
    std::iota(order.begin(), order.end(), size_t{0});
    const auto most = [&](size_t i) {
        return saying == nullptr ? 0.0F : std::max(before[i], saying->probabilities[i]);
    };
    if (order.size() > kMostClasses) {
        std::stable_sort(order.begin(), order.end(),
                         [&](size_t a, size_t b) { return most(a) > most(b); });
        order.resize(kMostClasses);
    }
    for (const size_t i : order) {
        if (saying == nullptr)
            break;
        const double from = before[i], to = saying->probabilities[i];
        rows.push_back({classOf(effects, int32_t(i)), from, to,
                        QStringLiteral("%1 \u2192 %2").arg(percent(from), percent(to)),
                        turns(effects, *saying) && int32_t(i) == saying->predicted});
    }
    bars.setVisible(!rows.empty());
    const auto [low, high] = axisOf(effects);
    bars.setRows(std::move(rows), low, high);
}

} // namespace

WordEffectsView::WordEffectsView(ViewContext& context, QWidget* parent)
    : TextInspectionView(context,
                         {QStringLiteral("words"), tr("Words"),
                          tr("Text whose words are left out; earlier texts are in the list"),
                          tr("Then type a sentence above: the effect of each of its words on the "
                             "prediction appears here, also during training.")},
                         parent)
{
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [this](int whole) {
        const int beside = Theme::instance().presentation() ? 2 : 5; // Above and below the words.
        const int lines = beside * fontMetrics().lineSpacing();
        const int words = m_line->wishedHeight(std::max(m_line->width(), 300));
        const int upper = std::min(words + lines, 3 * whole / 5);
        return QList<int>{upper, whole - upper, whole / 3};
    });
    showNoNetwork();
}

QWidget* WordEffectsView::buildUpper()
{
    auto* upper = new QWidget;
    m_sum = named(makeLabel({}, LabelRole::Heading), "wholeSentenceLabel");
    m_line = named(new TokenLine(TokenLine::Size::Large), "effectLine",
                   tr("Tokens with the change of the prediction when each is left out"));
    connect(m_line, &TokenLine::tokenPointed, this, [this] { choose(m_line->current()); });
    QLabel* hint = makeLabel(
        tr("The network evaluates the sentence without each word. A tall bar marks a word without "
           "which the prediction changes much. Click a word to leave it out or to swap it."),
        LabelRole::Muted);
    hideInPresentation(*hint);
    makeColumn(upper, {m_sum, {new TokenArea(m_line), 1}, hint}, kGrid);
    return upper;
}

QWidget* WordEffectsView::buildLower()
{
    constexpr int kGrows = 100; // In a presentation; else the free space below does.
    auto* lower = new QWidget;
    auto* row = makeRow(lower, {}, 3 * kGrid);
    m_ranking
        = named(new EffectBars(tr("Words by the change of the prediction when each is left out")),
                "effectRanking");
    connect(m_ranking, &EffectBars::rowChosen, this, [this](int which) {
        if (size_t(which) < m_ranked.size()) {
            m_line->setCurrent(m_ranked[size_t(which)]);
            choose(m_ranked[size_t(which)]);
        }
    });
    auto* left = new QWidget;
    auto* ranking = new QVBoxLayout(left);
    ranking->addWidget(makeLabel(tr("Leaving each word out"), LabelRole::Group));
    ranking->addWidget(m_ranking, kGrows);
    ranking->addStretch(1);
    auto* right = new QWidget;
    auto* chosen = new QVBoxLayout(right);
    m_chosen = named(makeLabel({}, LabelRole::Group), "chosenWordLabel");
    m_without = named(new EffectBars(tr("The prediction without the chosen word")), "withoutBars");
    m_other = named(new SentenceInput(tr("another word")), "swapWordBox",
                    tr("Swap this word with; the list has the words with the nearest vectors"));
    connect(m_other, &SentenceInput::asked, this, &WordEffectsView::swap);
    m_swapSaid = named(makeLabel({}, LabelRole::Muted), "swapSaidLabel");
    m_swapped = named(new EffectBars(tr("The prediction with the other word")), "swappedBars");
    auto* swapRow
        = makeRow(nullptr, {makeNameLabel(tr("S&wap this word with"), *m_other), {m_other, 1}});
    chosen->addWidget(m_chosen);
    chosen->addWidget(m_without, kGrows);
    chosen->addLayout(swapRow);
    chosen->addWidget(m_swapSaid);
    chosen->addWidget(m_swapped, kGrows);
    chosen->addStretch(1);
    for (QWidget* side : {left, right}) {
        auto* scroll = new QScrollArea;
        scroll->setFrameShape(QFrame::NoFrame);
        scroll->setWidgetResizable(true);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        scroll->setWidget(side);
        row->addWidget(scroll, 1);
    }
    return lower;
}

/// The other network may divide the text into fewer tokens.
void WordEffectsView::showOtherRun()
{
    if (m_token >= 0)
        m_tokenBefore = std::exchange(m_token, -1);
}

void WordEffectsView::showOtherText()
{
    m_token = m_tokenBefore = -1;
    m_line->setCurrent(-1);
    m_other->setText({});
}

void WordEffectsView::askShown()
{
    asker().follow(
        shown(),
        core::AskWordEffects{example(), m_token, m_other->currentText().trimmed().toStdString()},
        [this](const core::WordEffects& answer) { setEffects(answer); });
}

void WordEffectsView::choose(int token)
{
    if (token < 0 || token == m_token || size_t(token) >= m_effects.tokens.size())
        return;
    m_token = token;
    m_other->setText({});
    m_effects.swapped.reset();
    m_effects.nearest.clear();
    showChosen();
    askAgain();
}

void WordEffectsView::swap()
{
    m_other->stopWaiting();
    if (m_token >= 0)
        askAgain();
}

void WordEffectsView::setEffects(const core::WordEffects& effects)
{
    m_effects = effects;
    m_ranked.resize(effects.without.size());
    std::iota(m_ranked.begin(), m_ranked.end(), 0);
    std::stable_sort(m_ranked.begin(), m_ranked.end(), [&](int a, int b) {
        return std::abs(effect(effects, effects.without[size_t(a)]))
            > std::abs(effect(effects, effects.without[size_t(b)]));
    });
    frame().shareSoon();
    showContent(updateText(effects.step, effects.epoch));
    m_sum->setText(effects.whole.number
                       ? tr("The whole sentence: %1").arg(value(*effects.whole.number))
                       : tr("The whole sentence: %1, %2")
                             .arg(classOf(effects, effects.whole.predicted),
                                  percent(moved(effects, effects.whole))));
    showTokens();
    showRanking();
    const int before = std::exchange(m_tokenBefore, -1);
    if (m_token < 0 && before >= 0 && size_t(before) < effects.tokens.size()) {
        m_token = before;
        askAgain();
    }
    if (m_token < 0 && !m_ranked.empty()) { // The word that counts most, to begin with.
        m_line->setCurrent(m_ranked.front());
        choose(m_ranked.front());
    } else {
        showChosen();
    }
    showWords();
}

void WordEffectsView::showTokens()
{
    std::vector<ShownToken> tokens;
    double high = 0.0;
    for (size_t i = 0; i < m_effects.tokens.size(); ++i) {
        ShownToken token;
        token.text = readableToken(m_effects.tokens[i]);
        token.id = i < m_effects.ids.size() ? m_effects.ids[i] : core::kUnknownId;
        token.unknown = token.id == core::kUnknownId;
        if (i < m_effects.without.size()) {
            const core::TextPrediction& without = m_effects.without[i];
            token.weight = std::abs(effect(m_effects, without));
            token.remark = tr("without it %1").arg(saidOf(m_effects, without));
            high = std::max(high, token.weight);
        }
        tokens.push_back(std::move(token));
    }
    m_line->setTokens(std::move(tokens), high > 0.0 ? high : 1.0);
}

void WordEffectsView::showRanking()
{
    std::vector<EffectBars::Row> rows;
    for (const int token : m_ranked) {
        if (rows.size() == kMostEffects)
            break;
        const core::TextPrediction& without = m_effects.without[size_t(token)];
        rows.push_back({wordOf(m_effects, token), moved(m_effects, m_effects.whole),
                        moved(m_effects, without), saidOf(m_effects, without),
                        turns(m_effects, without)});
    }
    const auto [low, high] = axisOf(m_effects);
    m_ranking->setRows(std::move(rows), low, high);
}

void WordEffectsView::showChosen()
{
    const bool known = m_token >= 0 && size_t(m_token) < m_effects.without.size();
    const auto place = std::find(m_ranked.begin(), m_ranked.end(), m_token);
    m_ranking->setCurrent(place == m_ranked.end() ? -1 : int(place - m_ranked.begin()));
    m_chosen->setText(
        known ? tr("Leave this word out: \u201c%1\u201d").arg(wordOf(m_effects, m_token))
              : QString());
    showWay(*m_without, m_effects, known ? &m_effects.without[size_t(m_token)] : nullptr);
    m_other->setEnabled(known);
    showSuggestions();
    showWay(*m_swapped, m_effects, m_effects.swapped ? &*m_effects.swapped : nullptr);
    QString said;
    if (m_effects.swapped && m_effects.replacementUnknown)
        said = tr("This word is not in the vocabulary: it is replaced by the unknown token.");
    else if (m_effects.swapped && turns(m_effects, *m_effects.swapped))
        said = tr("The prediction becomes %1.")
                   .arg(classOf(m_effects, m_effects.swapped->predicted));
    else if (known && !m_effects.nearest.empty() && !m_effects.swapped)
        said = tr("Nearest vectors: %1").arg([this] {
            QStringList some;
            for (const std::string& each : m_effects.nearest)
                some << readableToken(each);
            return some.mid(0, 6).join(QStringLiteral(", "));
        }());
    m_swapSaid->setText(said);
}

void WordEffectsView::showSuggestions()
{
    QStringList words;
    for (const std::string& each : m_effects.nearest)
        words << QString::fromStdString(each);
    QStringList there;
    for (int i = 0; i < m_other->count(); ++i)
        there << m_other->itemText(i);
    if (words == there)
        return;
    const QSignalBlocker quiet(m_other);
    const QString typed = m_other->currentText();
    m_other->clear();
    m_other->addItems(words);
    m_other->setText(typed);
}

QString WordEffectsView::words() const
{
    QStringList lines{m_sum->text()};
    for (const int token : m_ranked)
        lines << tr("Without \u201c%1\u201d: %2")
                     .arg(wordOf(m_effects, token),
                          saidOf(m_effects, m_effects.without[size_t(token)]));
    if (m_effects.swapped && m_token >= 0)
        lines << tr("\u201c%1\u201d instead of \u201c%2\u201d: %3")
                     .arg(m_other->currentText(), wordOf(m_effects, m_token),
                          saidOf(m_effects, *m_effects.swapped));
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> WordEffectsView::contentFigures() const
{
    const int space = 2 * kGrid;
    const int line = m_line->wishedHeight(kPictureWidth);
    const QSize size(kPictureWidth + 2 * space, line + m_ranking->sizeHint().height() + 3 * space);
    return {{.title = told(),
             .name = QStringLiteral("words"),
             .size = size,
             .paint =
                 [this, space, line](QCPPainter& painter) {
                     painter.translate(space, space);
                     m_line->draw(painter, QRect(0, 0, kPictureWidth, line));
                     painter.translate(0, line + space);
                     m_ranking->draw(painter, QRect(0, 0, kPictureWidth, m_ranking->height()));
                 },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskWordEffects>(m_effects); }}};
}

} // namespace ui
