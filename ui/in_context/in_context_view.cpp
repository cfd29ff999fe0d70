#include "ui/in_context/in_context_view.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/table/cosine_column.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/token_line.h"

#include <QLabel>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>
#include <variant>

namespace ui {

namespace {

constexpr int64_t kUsesInData = 200;
constexpr int kLayerLetters = 32; ///< Widest column of layers.

QString shareInText(double share)
{
    return std::isnan(share) ? QString() : percent(share);
}

/// "layers.0" for "encoder.transformer.layers.0".
std::string_view layerTitle(std::string_view layer)
{
    for (const std::string_view outer : {"encoder.", "transformer."})
        if (layer.starts_with(outer))
            layer.remove_prefix(outer.size());
    return layer;
}

/// More uses have a map of all pairs at one layer, and a column with their mean.
constexpr size_t kPairedUses = 4;

/// Pairs of uses: those of fewer uses come first.
std::vector<std::pair<size_t, size_t>> usePairs(size_t uses)
{
    std::vector<std::pair<size_t, size_t>> pairs;
    for (size_t k = 1; k < uses; ++k)
        for (size_t i = 0; i < k; ++i)
            pairs.emplace_back(i, k);
    return pairs;
}

QString usePairTitle(const std::pair<size_t, size_t>& pair)
{
    return InContextView::tr("Cosine %1\u2013%2").arg(pair.first + 1).arg(pair.second + 1);
}

double meanOfPairs(const std::vector<double>& cosines)
{
    return cosines.empty()
        ? std::numeric_limits<double>::quiet_NaN()
        : std::accumulate(cosines.begin(), cosines.end(), 0.0) / double(cosines.size());
}

bool isNumber(const Cell& cell)
{
    const double* number = std::get_if<double>(&cell);
    return number != nullptr && !std::isnan(*number);
}

} // namespace

InContextView::InContextView(ViewContext& context, QWidget* parent)
    : InspectionView(context, QStringLiteral("inContext"),
                     tr("Then type a word, and sentences with it: how similar its vectors are at "
                        "each layer appears here, also while training runs."),
                     parent)
{
    setAccessibleName(tr("In context"));
    frame().setParts(buildInput(), buildUpper(), buildLower(), [](int whole) {
        return QList<int>{whole / 2, whole / 2, whole / 3};
    });
    showNoNetwork();
}

QWidget* InContextView::buildInput()
{
    auto* line = new QWidget;
    m_word = named(new SentenceInput(tr("A word of the data")), "contextWordBox",
                   tr("Word that is compared; earlier words are in the list"));
    m_word->setText({});
    m_sentences = named(new TextBox(tr("Sentences with the word, one on each line; without any, "
                                       "two of the data")),
                        "contextSentencesBox", tr("Sentences with the word, one on each line"));
    m_sentences->setLines(2, 4);
    auto* wordColumn = new QWidget;
    makeColumn(wordColumn, {makeNameLabel(tr("&Word"), *m_word), m_word, {new QWidget, 1}}, kGrid);
    auto* sentencesColumn = new QWidget;
    makeColumn(sentencesColumn, {makeNameLabel(tr("&Sentences"), *m_sentences), m_sentences},
               kGrid);
    makeRow(line, {wordColumn, {sentencesColumn, 1}, frame().asTextButton()}, kGrid);
    connect(m_word, &SentenceInput::asked, this, &InContextView::askTyped);
    connect(m_sentences, &TextBox::asked, this, &InContextView::askTyped);
    return line;
}

QWidget* InContextView::buildUpper()
{
    auto* upper = new QWidget;
    m_given = named(makeLabel({}, LabelRole::Group), "givenUsesLabel");
    m_layers = new RowView(QStringLiteral("contextLayersTable"), tr("Similarity by layer"));
    m_layers->setColumns(layerColumns());
    connect(m_layers, &RowView::rowChosen, this, [this](int row) {
        m_layer = m_rows[size_t(row)].layer;
        if (m_shown.hasRun())
            ask(m_shown);
    });
    m_help = named(makeLabel({}, LabelRole::Muted), "contextHelpLabel");
    hideInPresentation(*m_help);
    auto* layers = new QWidget;
    makeRow(layers, {{m_layers, 2}, {buildPairs(), 1}}, 2 * kGrid);
    makeColumn(upper, {m_given, {layers, 1}, m_help}, kGrid);
    return upper;
}

QWidget* InContextView::buildPairs()
{
    m_pairs = new QWidget;
    m_pairsTitle = named(makeLabel({}, LabelRole::Group), "pairsLabel");
    m_map = named(new HeatMap, "pairsMap", tr("Cosine of each pair of sentences"));
    m_map->setDescriber([this](int row, int column) {
        return tr("Sentences %1 and %2: cosine %3")
            .arg(count(row + 1), count(column + 1), cosineText(pairCosine(row, column)));
    });
    makeColumn(m_pairs, {m_pairsTitle, {m_map, 1}}, kGrid);
    return m_pairs;
}

std::vector<RowColumn> InContextView::layerColumns()
{
    RowColumn layer = textColumn(
        "layer", tr("Layer"), tr("Layer of the network, in the order in which data pass it."),
        [this](int row) -> Cell { return layerTitle(m_rows[size_t(row)].layer); });
    layer.share = 0.0;
    layer.letters = kLayerLetters;
    std::vector<RowColumn> columns{std::move(layer)};
    const auto add = [&](const char* name, const QString& title, const QString& help,
                         std::function<Cell(int)> number, QString (*format)(double)) {
        columns.push_back(withBars(
            numberColumn(name, title, help, std::move(number), format, QStringLiteral("-0.000"))));
    };
    const auto pairs = usePairs(kPairedUses);
    for (size_t pair = 0; pair < pairs.size(); ++pair)
        add(
            "cosine", usePairTitle(pairs[pair]),
            tr("Cosine between the vectors of the word in the sentences %1 and %2, by their "
               "numbers above: 1 for the same direction, 0 for a right angle.")
                .arg(pairs[pair].first + 1)
                .arg(pairs[pair].second + 1),
            [this, pair](int row) -> Cell {
                const std::vector<double>& all = m_rows[size_t(row)].pairs;
                return !hasMap() && pair < all.size() ? all[pair]
                                                      : std::numeric_limits<double>::quiet_NaN();
            },
            &cosineText);
    add(
        "mean_cosine", tr("Mean cosine"),
        tr("Mean cosine between the vectors of the word in two of the sentences, over all pairs."),
        [this](int row) -> Cell {
            return hasMap() ? meanOfPairs(m_rows[size_t(row)].pairs)
                            : std::numeric_limits<double>::quiet_NaN();
        },
        &cosineText);
    add("self_similarity", tr("Self-similarity"),
        tr("Mean cosine between two uses of the word in the data (Ethayarajh 2019). Low: "
           "its vectors depend on the context."),
        cells(m_rows, &Row::similarity), &cosineText);
    add("baseline", tr("Random words"),
        tr("Mean cosine between random words of the data's texts with this word, or of the "
           "sentences if there are no data. Where it is high, all vectors point into one "
           "direction, and cosines say little."),
        cells(m_rows, &Row::random), &cosineText);
    add("sense_accuracy", tr("Same meaning"),
        tr("Share of the uses in the data whose nearest other use has the same meaning, "
           "where the data tell it."),
        cells(m_rows, &Row::sense), &shareInText);
    return columns;
}

QWidget* InContextView::buildLower()
{
    m_lower = new QWidget;
    m_nearest = named(makeLabel({}, LabelRole::Group), "nearestUsesLabel");
    m_uses = new RowView(QStringLiteral("nearestUsesTable"),
                         tr("Uses in the data nearest to the first sentence"));
    RowColumn cosine = cosineColumn(tr("Cosine between the vector of the word in the first "
                                       "sentence and that in this text."),
                                    cells(m_found.nearest, &core::NearUse::cosine));
    RowColumn sense = textColumn("sense", tr("Meaning"), tr("Meaning that the data tell."),
                                 cells(m_found.nearest, &core::NearUse::sense));
    sense.share = 0.0;
    sense.letters = kLayerLetters;
    m_uses->setColumns({std::move(cosine), std::move(sense),
                        textColumn("text", tr("Text"), tr("Text of the data."),
                                   cells(m_found.nearest, &core::NearUse::text))});
    makeColumn(m_lower, {m_nearest, {m_uses, 1}}, kGrid);
    return m_lower;
}

void InContextView::askTyped()
{
    if (m_shown.hasRun())
        ask(m_shown);
}

bool InContextView::showTexts(const Shown& shown)
{
    if (m_shown.choice.run != shown.choice.run)
        m_layer.clear(); // The other network has layers of its own.
    m_shown = shown;
    return true;
}

void InContextView::ask(const Shown& shown)
{
    m_word->stopWaiting();
    asker().follow(shown,
                   core::AskInContext{m_word->text().trimmed().toStdString(), m_sentences->lines(),
                                      kUsesInData, m_layer},
                   [this](const core::InContext& answer) { setFound(answer); });
}

void InContextView::setFound(const core::InContext& found)
{
    m_uses->reset(int(found.nearest.size()), [&] { m_found = found; });
    m_uses->showColumn(1, found.senses > 0);
    showLayers();
    showPairs();
    m_given->setText(givenText());
    m_help->setText(helpText());
    if (m_lower->isHidden() != m_found.nearest.empty()) {
        m_lower->setHidden(m_found.nearest.empty());
        frame().shareSoon();
    }
    m_nearest->setText(tr("Uses nearest to the first sentence, at %1")
                           .arg(QString::fromStdString(found.nearestLayer)));
    showContent(stateText());
    showWords();
}

void InContextView::showLayers()
{
    std::vector<Row> rows;
    int chosen = -1;
    for (const core::LayerUses& layer : m_found.layers) {
        if (layer.layer == m_found.nearestLayer)
            chosen = int(rows.size());
        std::vector<double> pairs;
        for (const auto& [i, k] : usePairs(m_found.given.size()))
            pairs.push_back(double{layer.cosines[i * m_found.given.size() + k]});
        rows.push_back({layer.layer, std::move(pairs), layer.selfSimilarity, layer.baseline,
                        layer.senseAccuracy});
    }
    m_layers->reset(int(rows.size()), [&] { m_rows = std::move(rows); });
    for (int column = 1; column < m_layers->rows().columnCount(); ++column)
        m_layers->showColumn(column, hasNumbers(column));
    m_layers->setCurrentRow(chosen, RowView::Scrolling::None);
}

bool InContextView::hasNumbers(int column) const
{
    for (int row = 0; row < int(m_rows.size()); ++row)
        if (isNumber(m_layers->rows().column(column).value(row)))
            return true;
    return false;
}

bool InContextView::hasMap() const
{
    return m_found.given.size() > kPairedUses;
}

double InContextView::pairCosine(int first, int second) const
{
    for (const core::LayerUses& layer : m_found.layers)
        if (layer.layer == m_found.nearestLayer)
            return double{layer.cosines[size_t(first) * m_found.given.size() + size_t(second)]};
    return std::numeric_limits<double>::quiet_NaN();
}

void InContextView::showPairs()
{
    m_pairs->setVisible(hasMap());
    if (!hasMap())
        return;
    m_pairsTitle->setText(tr("Cosine of each pair of sentences, at %1")
                              .arg(QString::fromStdString(m_found.nearestLayer)));
    HeatMapContent content;
    content.rows = content.columns = int(m_found.given.size());
    content.colours = ColourMap::Signed;
    content.textsWhereTheyFit = true;
    for (int row = 0; row < content.rows; ++row) {
        content.rowLabels << count(row + 1);
        content.rowTips << QString::fromStdString(m_found.given[size_t(row)].text);
        for (int column = 0; column < content.columns; ++column) {
            const double cosine = pairCosine(row, column);
            content.values.push_back(float(cosine));
            content.cellTexts << QString::number(cosine, 'f', 2);
        }
    }
    content.columnLabels = content.rowLabels;
    content.columnTips = content.rowTips;
    m_map->setContent(std::move(content));
}

QString InContextView::helpText() const
{
    QStringList sentences;
    if (m_found.given.size() >= 2 || m_found.inData >= 2)
        sentences << tr(
            "A vector of the embedding does not depend on the context: there uses of the same "
            "tokens have cosine 1. \u201cBank\u201d and \u201cbank\u201d can be two tokens.");
    if (m_found.given.size() < 2)
        sentences << tr("A single use has no cosine: give another sentence with the word.");
    if (m_found.inData < 2)
        sentences << tr("Self-similarity and nearest uses need uses of the word in the data.");
    if (!m_found.nearest.empty())
        sentences << tr("Click a layer to list the nearest uses at this layer.");
    else if (hasMap())
        sentences << tr("Click a layer to see the pairs at this layer.");
    return sentences.join(u' ');
}

QString InContextView::givenText() const
{
    QStringList lines;
    for (const core::WordUse& use : m_found.given) {
        const QString text = QString::fromStdString(use.text);
        const QString numbered = tr("%1. %2").arg(lines.size() + 1).arg(text);
        lines << (use.sense.empty()
                      ? numbered
                      : tr("%1 (%2)").arg(numbered, QString::fromStdString(use.sense)));
    }
    const QString word = QString::fromStdString(m_found.word);
    const bool isKnown = std::none_of(m_found.given.begin(), m_found.given.end(),
                                      [](const core::WordUse& use) { return use.unknown; });
    const QString given = (isKnown ? tr("\u201c%1\u201d in: %2")
                                   : tr("\u201c%1\u201d, which is not in the vocabulary (it is "
                                        "read like any unknown word), in: %2"))
                              .arg(word, lines.join(QStringLiteral(" \u00b7 ")));
    if (m_found.without.empty())
        return given;
    return tr("%1 (%2 of your sentences without this word: not used)")
        .arg(given, count(std::ssize(m_found.without)));
}

QString InContextView::stateText() const
{
    QStringList parts{updateText(m_found.step, m_found.epoch),
                      tr("%1 uses in the data").arg(count(m_found.inData))};
    if (!m_found.unknown.empty())
        parts << unknownText(m_found.unknown);
    if (m_found.senses > 0)
        parts << tr("%1 meanings, the most frequent in %2")
                     .arg(count(m_found.senses), percent(m_found.commonestSense));
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString InContextView::words() const
{
    QStringList lines{stateText(), m_given->text()};
    for (const Row& row : m_rows)
        lines << rowText(row);
    if (!m_found.nearest.empty())
        lines << m_nearest->text();
    for (const core::NearUse& use : m_found.nearest)
        lines << QStringLiteral("%1 %2").arg(cosineText(use.cosine),
                                             QString::fromStdString(use.text));
    return lines.join(QLatin1Char('\n'));
}

QString InContextView::rowText(const Row& row) const
{
    QStringList parts;
    const auto add = [&parts](const QString& title, const QString& value) {
        parts << QStringLiteral("%1 %2").arg(title.toLower(), value);
    };
    const auto pairs = usePairs(m_found.given.size());
    for (size_t pair = 0; pair < pairs.size(); ++pair)
        add(usePairTitle(pairs[pair]), cosineText(row.pairs[pair]));
    const std::array<std::pair<QString, QString>, 3> others{
        std::pair(tr("Self-similarity"), cosineText(row.similarity)),
        std::pair(tr("Random words"), cosineText(row.random)),
        std::pair(tr("Same meaning"), shareInText(row.sense))};
    for (const auto& [title, value] : others)
        if (!value.isEmpty())
            add(title, value);
    return QStringLiteral("%1: %2").arg(QString::fromStdString(row.layer),
                                        parts.join(QStringLiteral(", ")));
}

std::vector<Figure> InContextView::contentFigures() const
{
    Figure figure{.title = m_given->text(),
                  .name = QStringLiteral("in_context"),
                  .words = [this] { return words(); },
                  .answer = [this] { return core::readoutOf<core::AskInContext>(m_found); }};
    if (hasMap()) {
        figure.size = m_map->wholeSize();
        figure.paint = [this](QCPPainter& painter) { m_map->drawWhole(painter); };
    }
    return {std::move(figure)};
}

} // namespace ui
