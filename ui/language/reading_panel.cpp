#include "ui/language/reading_panel.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/language/glass_legend.h"
#include "ui/language/rank_level.h"
#include "ui/language/reading_sums.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollArea>

#include <cmath>

namespace ui {

namespace {

constexpr qsizetype kContextLetters = 28; ///< Shown letters before the place.

QString before(const core::ReadText& text, const core::ReadToken& token)
{
    QString all = QString::fromUtf8(
        text.text.data(),
        qsizetype(std::min(size_t(std::max<int64_t>(token.begin, 0)), text.text.size())));
    all.replace(u'\n', QChar(0x21b5));
    return all.size() > kContextLetters ? QChar(0x2026) + all.right(kContextLetters) : all;
}

} // namespace

TokenCandidates::TokenCandidates(QWidget* parent)
    : QWidget(parent)
    , m_place(named(makeLabel({}, LabelRole::Group), "placeLabel"))
    , m_numbers(named(makeLabel({}, LabelRole::Muted), "placeNumbers"))
    , m_bars(new ProbabilityBars)
{
    makeColumn(this, {m_place, m_numbers, m_bars, freeSpace()}, 4);
    clear();
}

void TokenCandidates::clear()
{
    m_place->setText(tr("Point at a token, or use the arrow keys"));
    m_numbers->setText(tr("The predictions for its position appear here."));
    m_bars->hide();
}

void TokenCandidates::show(const core::ReadText& text, int index)
{
    if (index < 0 || size_t(index) >= text.tokens.size()) {
        clear();
        return;
    }
    const core::ReadToken& token = text.tokens[size_t(index)];
    const QString looks = readableToken(text, token);
    m_place->setText(tr("After \u201c%1\u201d").arg(before(text, token)));
    if (token.rank <= 0) {
        m_numbers->setText(
            tr("\u201c%1\u201d: no prediction, because the text begins here.").arg(looks));
        m_bars->hide();
        return;
    }
    const QString said
        = tr("\u201c%1\u201d has rank %2 of %3: probability %4, %5 nats (entropy %6)")
              .arg(looks, count(token.rank), count(text.vocabularySize),
                   smallShare(std::exp(-token.nats)), value(token.nats), value(token.entropy));
    m_numbers->setText(isUnknown(token) ? tr("%1. %2").arg(said, unknownNote()) : said);
    QStringList names;
    std::vector<float> shares;
    int truth = -1;
    for (size_t i = 0; i < token.candidates.size(); ++i) {
        const core::NextToken& next = token.candidates[i];
        if (next.id == token.id)
            truth = int(i);
        names << QStringLiteral("%1. %2").arg(count(qint64(i + 1)), readableToken(next.text));
        shares.push_back(next.probability);
    }
    if (truth < 0) {
        truth = int(shares.size());
        names << QStringLiteral("%1. %2").arg(count(token.rank), readableToken(token.text));
        shares.push_back(float(std::exp(-token.nats)));
    }
    m_bars->setProbabilities(names, shares, truth, tr("the true one"));
    m_bars->show();
}

QString TokenCandidates::words() const
{
    QStringList lines{m_place->text(), m_numbers->text()};
    if (!m_bars->isHidden())
        lines << m_bars->accessibleDescription();
    return lines.join(u'\n');
}

ReadingPanel::ReadingPanel(const QString& name, const QString& id, TextGlass::Colours colours,
                           QWidget* parent)
    : QWidget(parent)
    , m_facts(named(new FactsRow, "readingFacts"))
    , m_legend(new GlassLegend)
    , m_glass(named(new TextGlass(name), "textGlass"))
    , m_candidates(named(new TokenCandidates, "tokenCandidates"))
{
    m_glass->setColours(colours);
    auto* below = new QWidget;
    m_below = makeRow(below, {}, 2 * kGrid, {0, kGrid, 0, 0});
    auto* scroll = new QScrollArea;
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_candidates);
    m_below->addWidget(scroll, 1);
    auto* halves = new Splitter(id, Qt::Vertical);
    halves->addWidget(m_glass);
    halves->addWidget(below);
    halves->setStretchFactor(0, 1);
    halves->setSharing([](int whole) {
        const int lower = std::clamp(whole * 45 / 100, 130, 340);
        return QList{whole - lower, lower};
    });
    makeColumn(this, {m_facts, buildKey(colours), {halves, 1}}, kGrid);
    connect(m_glass, &TextGlass::tokenPointed, this, &ReadingPanel::point);
    showLegend();
}

QWidget* ReadingPanel::buildKey(TextGlass::Colours colours)
{
    auto* line = new QWidget;
    auto* row = makeRow(line);
    m_colours = named(new QComboBox, "coloursBox", tr("Quantity that the colours show"));
    m_colours->addItem(tr("Colour: rank of the true token"), int(TextGlass::Colours::Ranks));
    m_colours->addItem(tr("Colour: loss"), int(TextGlass::Colours::Losses));
    m_colours->setCurrentIndex(m_colours->findData(int(colours)));
    connect(m_colours, &QComboBox::currentIndexChanged, this, [this] {
        m_glass->setColours(TextGlass::Colours(m_colours->currentData().toInt()));
        showLegend();
    });
    auto* choice = new QWidget;
    makeRow(choice, {m_colours});
    hideInPresentation(*choice);
    row->addWidget(m_legend, 1);
    row->addWidget(choice, 0, Qt::AlignTop);
    return line;
}

void ReadingPanel::addBesideCandidates(QWidget* widget)
{
    m_below->addWidget(widget, 1);
}

void ReadingPanel::setTexts(std::vector<GlassText> texts)
{
    std::vector<core::ReadText> read;
    for (const GlassText& text : texts)
        read.push_back(text.read);
    m_sums = sumOf(read);
    m_glass->setTexts(std::move(texts));
    m_facts->setFacts(factsOf(m_sums));
    showLegend();
    point(m_glass->current());
}

void ReadingPanel::showLegend()
{
    if (m_glass->colours() == TextGlass::Colours::Ranks)
        m_legend->setRanks(m_sums.levels, m_sums.vocabularySize);
    else
        m_legend->setLosses(std::log(double(std::max<int64_t>(m_sums.vocabularySize, 2))));
}

void ReadingPanel::point(int index)
{
    if (index < 0 || index >= m_glass->tokens())
        m_candidates->clear();
    else
        m_candidates->show(m_glass->textOf(index), m_glass->inText(index));
}

void ReadingPanel::paint(QPainter& painter, int width) const
{
    const int legend = m_legend->heightForWidth(width);
    m_legend->draw(painter, QRect(0, 0, width, legend));
    painter.translate(0, legend + kGrid);
    m_glass->drawWhole(painter, width);
}

Figure ReadingPanel::figure(const QString& title, const QString& name) const
{
    const int space = 2 * kGrid;
    const int tall
        = m_legend->heightForWidth(kPictureWidth) + kGrid + m_glass->heightFor(kPictureWidth);
    return {.title = title,
            .name = name,
            .size = QSize(kPictureWidth + 2 * space, tall + 2 * space),
            .paint =
                [this, space](QCPPainter& painter) {
                    painter.translate(space, space);
                    paint(painter, kPictureWidth);
                },
            .words = [this] { return words(); },
            .answer =
                [this] {
                    std::vector<core::ReadText> rows;
                    for (const GlassText& text : m_glass->texts())
                        rows.push_back(text.read);
                    return core::readoutOf<core::AskRowReadings>(rows);
                }};
}

QString ReadingPanel::words() const
{
    QStringList lines{wordsOf(m_sums), m_candidates->words()};
    for (int index = 0; index < m_glass->tokens(); ++index)
        lines << m_glass->describe(index);
    return lines.join(u'\n');
}

} // namespace ui
