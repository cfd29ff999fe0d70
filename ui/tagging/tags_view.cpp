#include "ui/tagging/tags_view.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/tagging/tag_names.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QLabel>
#include <QScrollArea>

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr double kLargestType = 3.2, kTagBarsScale = 1.3;
constexpr int kWidestTagBars = 80; ///< Letters: longer bars are no easier to compare.

} // namespace

TagsView::TagsView(ViewContext& context, QWidget* parent)
    : TextInspectionView(
        context,
        {QStringLiteral("tags"), tr("Sentence"),
         tr("Text whose words are tagged; earlier texts are in the list"),
         tr("Then type a sentence above: the tag of each of its words appears here, "
            "also while training runs.")},
        parent)
{
    frame().setParts(makeInputLine(), buildUpper(), buildLower(), [this](int whole) {
        const int line = fontMetrics().lineSpacing();
        const int words = m_line->wishedHeight(std::max(m_line->width(), 300)) + 6 * line;
        const int most = 3 * whole / 4; // The tags of one word can be scrolled, words hardly.
        const int least = Theme::instance().presentation() ? whole / 2 : 0; // Filled by large type.
        const int upper = std::clamp(words, least, most);
        return QList<int>{upper, whole - upper, whole / 3};
    });
    showNoNetwork();
}

QWidget* TagsView::buildUpper()
{
    auto* upper = new QWidget;
    m_line = named(new TokenLine(TokenLine::Size::Large), "tagLine", tr("Tokens with their tags"));
    m_line->setLargest(kLargestType);
    connect(m_line, &TokenLine::tokenPointed, this, &TagsView::showToken);
    m_spans = named(makeLabel({}, LabelRole::Plain), "spansLabel");
    QLabel* hint = makeLabel(
        tr("Under each word its tag and how probable that is. A dashed frame: the vocabulary does "
           "not have the word. Point at a word, or choose it by the arrow keys, to see all of its "
           "tags."),
        LabelRole::Muted);
    hideInPresentation(*hint);
    makeColumn(upper, {{new TokenArea(m_line), 1}, m_spans, hint}, kGrid);
    return upper;
}

QWidget* TagsView::buildLower()
{
    auto* lower = new QWidget;
    auto* column = makeColumn(lower);
    m_chosen = named(makeLabel({}, LabelRole::Group), "chosenTokenLabel");
    m_bars = named(new ProbabilityBars, "tagBars");
    m_bars->setScale(kTagBarsScale);
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* inside = new QWidget;
    makeColumn(inside, {m_bars, freeSpace()});
    scroll->setWidget(inside);
    column->addWidget(m_chosen);
    column->addWidget(scroll, 1);
    return lower;
}

void TagsView::showOtherTruth()
{
    if (frame().hasContent())
        showAll();
}

void TagsView::askShown()
{
    asker().follow(shown(), core::AskTags{example()},
                   [this](const core::TaggedText& answer) { setTags(answer); });
}

QString TagsView::tag(size_t token) const
{
    return tagName(m_tagged.tagNames, m_tagged.tags[token]);
}

double TagsView::probability(size_t token) const
{
    const size_t place = token * m_tagged.tagNames.size() + size_t(m_tagged.tags[token]);
    return place < m_tagged.probabilities.size() ? double(m_tagged.probabilities[place]) : 0.0;
}

QStringList TagsView::trueTags() const
{
    const QStringList tags = truth().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const bool fits
        = tags.size() == qsizetype(m_tagged.tokens.size()) && told().toStdString() == m_tagged.text;
    return fits ? tags : QStringList();
}

void TagsView::setTags(const core::TaggedText& tagged)
{
    const bool otherText = tagged.tokens != m_tagged.tokens;
    m_tagged = tagged;
    m_swatches = swatchesOf(tagged.tagNames);
    showAll();
    if (!otherText)
        return;
    int least = -1; // The least certain, to begin with.
    for (int i = 0; i < int(tagged.tokens.size()); ++i) {
        if (least < 0 || probability(size_t(i)) < probability(size_t(least)))
            least = i;
    }
    m_line->setCurrent(least);
}

void TagsView::showAll()
{
    showContent(stateText());
    showTokens();
    QStringList below;
    if (!m_tagged.spans.empty())
        below << spansText();
    if (!m_tagged.note.empty())
        below << sentence(m_tagged.note);
    m_spans->setText(below.join(QLatin1Char('\n')));
    m_spans->setVisible(!m_spans->text().isEmpty());
    showToken(m_line->current());
    m_line->setAccessibleDescription(words());
    frame().shareSoon();
    showWords();
}

QString TagsView::stateText() const
{
    QStringList parts{updateText(m_tagged.step, m_tagged.epoch)};
    parts << tr("tokens: %1").arg(count(qint64(m_tagged.tokens.size())));
    if (const auto unknown = std::count(m_tagged.known.begin(), m_tagged.known.end(), false))
        parts << tr("unknown: %1").arg(count(unknown));
    if (const QStringList right = trueTags(); !right.isEmpty()) {
        qint64 wrong = 0;
        for (size_t i = 0; i < m_tagged.tokens.size(); ++i)
            wrong += tag(i) != right[qsizetype(i)] ? 1 : 0;
        parts << (wrong == 0 ? tr("all tags right \u2713")
                             : tr("\u2717 wrong tags: %1").arg(count(wrong)));
    }
    return parts.join(QStringLiteral(" \u00b7 "));
}

void TagsView::showTokens()
{
    const QStringList right = trueTags();
    std::vector<ShownToken> tokens;
    for (size_t i = 0; i < m_tagged.tokens.size(); ++i) {
        ShownToken token;
        token.text = readableToken(m_tagged.tokens[i]);
        token.unknown = i < m_tagged.known.size() && !m_tagged.known[i];
        token.swatch = m_swatches[size_t(m_tagged.tags[i])];
        token.joined = std::any_of(m_tagged.spans.begin(), m_tagged.spans.end(),
                                   [i](const core::TagSpan& span) {
                                       return span.first < int64_t(i) && int64_t(i) < span.last;
                                   });
        token.lines = {tag(i), percent(probability(i))};
        token.remark = tr("%1, %2").arg(token.lines[0], token.lines[1]);
        if (!right.isEmpty() && right[qsizetype(i)] != tag(i)) {
            token.lines << QStringLiteral("\u2717 ") + right[qsizetype(i)];
            token.remark += tr(", wrong: the true tag is %1").arg(right[qsizetype(i)]);
        }
        tokens.push_back(std::move(token));
    }
    m_line->setTokens(std::move(tokens), 1.0);
}

void TagsView::showToken(int token)
{
    const bool known = token >= 0 && size_t(token) < m_tagged.tokens.size();
    m_chosen->setText(known ? m_line->describe(token) : QString());
    m_bars->setVisible(known);
    if (!known)
        return;
    const size_t tags = m_tagged.tagNames.size();
    const float* probabilities = m_tagged.probabilities.data() + size_t(token) * tags;
    std::vector<size_t> order(tags); // The likeliest is in sight without scrolling.
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return probabilities[a] > probabilities[b]; });
    QStringList names;
    std::vector<float> sorted;
    int chosen = -1;
    for (const size_t tag : order) {
        if (tag == size_t(m_tagged.tags[size_t(token)]))
            chosen = int(sorted.size());
        names << QString::fromStdString(m_tagged.tagNames[tag]);
        sorted.push_back(probabilities[tag]);
    }
    m_bars->setProbabilities(names, sorted, chosen);
    m_bars->setMaximumWidth(kWidestTagBars
                            * QFontMetrics(Theme::instance().textFont()).averageCharWidth());
}

QString TagsView::spansText() const
{
    QStringList spans;
    for (const core::TagSpan& span : m_tagged.spans) {
        QStringList inside;
        for (int64_t i = span.first; i < span.last; ++i)
            inside << readableToken(m_tagged.tokens[size_t(i)]);
        spans << QStringLiteral("%1: %2").arg(QString::fromStdString(span.type),
                                              inside.join(QLatin1Char(' ')));
    }
    return spans.join(QStringLiteral(" \u00b7 "));
}

QString TagsView::words() const
{
    QStringList lines{stateText()};
    if (!m_tagged.spans.empty())
        lines << tr("Spans: %1").arg(spansText());
    for (size_t i = 0; i < m_tagged.tokens.size(); ++i)
        lines << m_line->describe(int(i));
    return lines.join(QLatin1Char('\n'));
}

void TagsView::draw(QPainter& painter, int width) const
{
    const int space = 2 * kGrid;
    painter.translate(space, space);
    const int words = m_line->wishedHeight(width);
    m_line->draw(painter, QRect(0, 0, width, words));
    painter.translate(0, words + space);
    m_bars->draw(painter, QRect(0, 0, width / 2, m_bars->sizeHint().height()));
}

std::vector<Figure> TagsView::contentFigures() const
{
    const int space = 2 * kGrid;
    const QSize size(kPictureWidth + 2 * space,
                     m_line->wishedHeight(kPictureWidth) + m_bars->sizeHint().height() + 3 * space);
    return {{.title = told(),
             .name = QStringLiteral("tags"),
             .size = size,
             .paint = [this](QCPPainter& painter) { draw(painter, kPictureWidth); },
             .words = [this] { return words(); },
             .answer =
                 [this] {
                     core::Readout all = core::readoutOf<core::AskTags>(m_tagged);
                     std::vector<std::string> right;
                     for (const QString& tag : trueTags())
                         right.push_back(tag.toStdString());
                     all.list({"reference", "True tags"}, right, "tokens");
                     return all;
                 }}};
}

} // namespace ui
