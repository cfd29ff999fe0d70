#include "ui/language/reading_panel.h"

#include "ui/figure/table_text.h"
#include "ui/language/glass_legend.h"
#include "ui/language/token_candidates.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QScrollArea>

#include <cmath>

namespace ui {

ReadingPanel::ReadingPanel(const QString& name, const QString& id, TextGlass::Colours colours,
                           QWidget* parent)
    : QWidget(parent)
    , m_facts(new FactsRow)
    , m_legend(new GlassLegend)
    , m_glass(new TextGlass(name))
    , m_candidates(new TokenCandidates)
{
    const int space = Theme::instance().spacing();
    auto* column = makeColumn(*this, space);
    m_facts->setObjectName(QStringLiteral("readingFacts"));
    m_glass->setObjectName(QStringLiteral("textGlass"));
    m_candidates->setObjectName(QStringLiteral("tokenCandidates"));
    m_glass->setColours(colours);
    column->addWidget(m_facts);
    column->addWidget(buildKey(colours));
    auto* below = new QWidget;
    m_below = makeRow(*below, 2 * space, space);
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
    column->addWidget(halves, 1);
    connect(m_glass, &TextGlass::tokenPointed, this, &ReadingPanel::point);
    showLegend();
}

QWidget* ReadingPanel::buildKey(TextGlass::Colours colours)
{
    auto* line = new QWidget;
    auto* row = makeRow(*line, -1);
    m_colours = named(new QComboBox, "coloursBox", tr("Quantity that the colours show"));
    m_colours->addItem(tr("Colour: rank of the true token"), int(TextGlass::Colours::Ranks));
    m_colours->addItem(tr("Colour: loss"), int(TextGlass::Colours::Losses));
    m_colours->setCurrentIndex(m_colours->findData(int(colours)));
    connect(m_colours, &QComboBox::currentIndexChanged, this, [this] {
        m_glass->setColours(TextGlass::Colours(m_colours->currentData().toInt()));
        showLegend();
    });
    auto* choice = new QWidget;
    auto* inside = makeRow(*choice, -1);
    inside->addWidget(m_colours);
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
    painter.translate(0, legend + Theme::instance().spacing());
    m_glass->drawWhole(painter, width);
}

Figure ReadingPanel::figure(const QString& title, const QString& name) const
{
    const int space = 2 * Theme::instance().spacing();
    const int tall = m_legend->heightForWidth(kPictureWidth) + Theme::instance().spacing()
        + m_glass->heightFor(kPictureWidth);
    return {title,
            name,
            QSize(kPictureWidth + 2 * space, tall + 2 * space),
            [this, space](QCPPainter& painter) {
                painter.translate(space, space);
                paint(painter, kPictureWidth);
            },
            [this](TableText& table) {
                table.row("text", "place", "token", "rank", "probability", "nats", "entropy",
                          "word");
                const auto& texts = m_glass->texts();
                for (size_t i = 0; i < texts.size(); ++i)
                    writeTokens(table,
                                texts[i].head.isEmpty() ? QString::number(i + 1)
                                                        : texts[i].head.section(u' ', 0, 0),
                                texts[i].read);
            },
            [this] { return words(); }};
}

QString ReadingPanel::words() const
{
    QStringList lines{wordsOf(m_sums), m_candidates->words()};
    for (int index = 0; index < m_glass->tokens(); ++index)
        lines << m_glass->describe(index);
    return lines.join(u'\n');
}

} // namespace ui
