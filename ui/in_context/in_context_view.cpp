#include "ui/in_context/in_context_view.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/table/cosine_column.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/sentence_input.h"

#include <QLabel>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

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

/// The mean over the pairs of given uses.
double meanCosine(const core::LayerUses& layer, size_t given)
{
    double sum = 0.0;
    size_t pairs = 0;
    for (size_t i = 0; i < given; ++i)
        for (size_t k = i + 1; k < given; ++k, ++pairs)
            sum += double{layer.cosines[i * given + k]};
    return pairs > 0 ? sum / double(pairs) : std::numeric_limits<double>::quiet_NaN();
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
    const auto column = [this](const char* name, const QString& title, const QString& help,
                               double Row::*part, QString (*format)(double)) {
        return withBars(
            numberColumn(name, title, help, cells(m_rows, part), format, QStringLiteral("-0.000")));
    };
    RowColumn layer = textColumn(
        "layer", tr("Layer"), tr("Layer of the network, in the order in which data pass it."),
        [this](int row) -> Cell { return layerTitle(m_rows[size_t(row)].layer); });
    layer.share = 0.0;
    layer.letters = kLayerLetters;
    m_layers->setColumns(
        {std::move(layer),
         column("cosine", tr("Sentences"),
                tr("Cosine between the vectors of the word in the sentences; with more than two "
                   "uses, the mean of all pairs."),
                &Row::cosine, &cosineText),
         column("self_similarity", tr("Self-similarity"),
                tr("Mean cosine between two uses of the word in the data (Ethayarajh 2019). Low: "
                   "its vectors depend on the context."),
                &Row::similarity, &cosineText),
         column("baseline", tr("Random words"),
                tr("Mean cosine between random words of the same texts. Where it is high, all "
                   "vectors point into one direction, and cosines say little."),
                &Row::random, &cosineText),
         column("sense_accuracy", tr("Same meaning"),
                tr("Share of the uses in the data whose nearest other use has the same meaning, "
                   "where the data tell it."),
                &Row::sense, &shareInText)});
    connect(m_layers, &RowView::rowChosen, this, [this](int row) {
        m_layer = m_rows[size_t(row)].layer;
        if (m_shown.hasRun())
            ask(m_shown);
    });
    makeColumn(upper, {m_given, {m_layers, 1}}, kGrid);
    return upper;
}

QWidget* InContextView::buildLower()
{
    auto* lower = new QWidget;
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
    QLabel* help = makeLabel(
        tr("Click a layer to list the nearest uses at this layer. Vectors of the embedding do not "
           "depend on the context: there all uses have cosine 1."),
        LabelRole::Muted);
    hideInPresentation(*help);
    makeColumn(lower, {m_nearest, {m_uses, 1}, help}, kGrid);
    return lower;
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
    core::AskInContext question{m_word->text().trimmed().toStdString(), {}, kUsesInData, m_layer};
    for (const QString& line : m_sentences->text().split(u'\n', Qt::SkipEmptyParts))
        if (!line.trimmed().isEmpty())
            question.sentences.push_back(line.trimmed().toStdString());
    asker().follow(shown, std::move(question),
                   [this](const core::InContext& answer) { setFound(answer); });
}

void InContextView::setFound(const core::InContext& found)
{
    m_uses->reset(int(found.nearest.size()), [&] { m_found = found; });
    m_uses->showColumn(1, found.senses > 0);
    showLayers();
    m_given->setText(givenText());
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
        rows.push_back({layer.layer, meanCosine(layer, m_found.given.size()), layer.selfSimilarity,
                        layer.baseline, layer.senseAccuracy});
    }
    m_layers->reset(int(rows.size()), [&] { m_rows = std::move(rows); });
    m_layers->showColumn(4, m_found.senses > 0);
    m_layers->setCurrentRow(chosen);
}

QString InContextView::givenText() const
{
    QStringList lines;
    for (const core::WordUse& use : m_found.given) {
        const QString text = QString::fromStdString(use.text);
        lines << (use.sense.empty() ? text
                                    : tr("%1 (%2)").arg(text, QString::fromStdString(use.sense)));
    }
    const QString word = QString::fromStdString(m_found.word);
    const QString given
        = tr("\u201c%1\u201d in: %2").arg(word, lines.join(QStringLiteral(" \u00b7 ")));
    if (m_found.without.empty())
        return given;
    return tr("%1 (%2 of your sentences without this word: not used)")
        .arg(given, count(std::ssize(m_found.without)));
}

QString InContextView::stateText() const
{
    QStringList parts{updateText(m_found.step, m_found.epoch),
                      tr("%1 uses in the data").arg(count(m_found.inData))};
    if (m_found.senses > 0)
        parts << tr("%1 meanings, the most frequent in %2")
                     .arg(count(m_found.senses), percent(m_found.commonestSense));
    return parts.join(QStringLiteral(" \u00b7 "));
}

QString InContextView::words() const
{
    QStringList lines{stateText(), m_given->text()};
    for (const Row& row : m_rows) {
        lines << tr("%1: cosine %2, self-similarity %3, random words %4")
                     .arg(QString::fromStdString(row.layer), cosineText(row.cosine),
                          cosineText(row.similarity), cosineText(row.random));
        if (m_found.senses > 0)
            lines.back() += tr(", same meaning %1").arg(shareInText(row.sense));
    }
    lines << m_nearest->text();
    for (const core::NearUse& use : m_found.nearest)
        lines << QStringLiteral("%1 %2").arg(cosineText(use.cosine),
                                             QString::fromStdString(use.text));
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> InContextView::contentFigures() const
{
    return {{.title = m_given->text(),
             .name = QStringLiteral("in_context"),
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskInContext>(m_found); }}};
}

} // namespace ui
