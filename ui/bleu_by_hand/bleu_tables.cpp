#include "ui/bleu_by_hand/bleu_tables.h"

#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"

#include <QLabel>
#include <QPainter>

namespace ui {

namespace {

QString joinedTokens(const std::vector<std::string>& tokens)
{
    QStringList all;
    for (const std::string& token : tokens)
        all << QString::fromStdString(token);
    return all.join(u' ');
}

/// Letters of the marked tokens in joinedTokens(); neighbours are one part.
std::vector<TextPart> partsOf(const std::vector<std::string>& tokens,
                              const std::vector<bool>& marked)
{
    std::vector<TextPart> parts;
    int at = 0;
    for (size_t i = 0; i < tokens.size(); ++i) {
        const auto length = int(QString::fromStdString(tokens[i]).size());
        if (marked[i] && i > 0 && marked[i - 1])
            parts.back().length = at + length - parts.back().first;
        else if (marked[i])
            parts.push_back({at, length});
        at += length + 1;
    }
    return parts;
}

QString precisionText(const core::BleuByHand& sentence, int64_t order)
{
    const auto n = size_t(order - 1);
    return BleuTables::tr("%1 of %2").arg(sentence.bleu.matches[n]).arg(sentence.bleu.totals[n]);
}

} // namespace

BleuTables::BleuTables(QWidget* parent)
    : QWidget(parent)
    , m_orders(new RowView(QStringLiteral("bleuOrders"),
                           tr("Counted n-grams of the hypothesis, by their length")))
    , m_references(new RowView(QStringLiteral("bleuReferences"), tr("References")))
    , m_ngrams(new RowView(QStringLiteral("bleuNgrams"), tr("n-grams of the chosen length")))
    , m_title(named(makeLabel({}, LabelRole::Group), "bleuOrderTitle"))
{
    buildOrders();
    buildReferences();
    buildNgrams();
    makeColumn(this, {m_orders, m_title, m_references, {m_ngrams, 1}}, 4);
    connect(m_orders, &RowView::rowChosen, this, &BleuTables::chooseOrder);
}

void BleuTables::buildOrders()
{
    const auto count = [this](auto array) {
        return [this, array](int row) -> Cell { return (m_sentence.bleu.*array)[size_t(row)]; };
    };
    RowColumn text = textColumn("hypothesis", tr("Hypothesis"),
                                tr("Underlined: tokens in a counted n-gram of this length."),
                                [this](int) -> Cell { return std::string_view(m_hypothesis); });
    text.marks = [this](int row) {
        return partsOf(m_sentence.tokens, core::countedTokens(m_sentence, row + 1));
    };
    text.share = 1.0;
    RowColumn precision = numberColumn(
        "precision", tr("Precision"),
        tr("Counted n-grams divided by all of the hypothesis, in per cent. A precision of 0 is "
           "smoothed: the first to half an n-gram, the second to a quarter."),
        [this](int row) -> Cell { return m_sentence.bleu.precisions[size_t(row)]; }, {},
        tr("%1 %, smoothed").arg(QStringLiteral("100.0")));
    precision.shown = [this](int row) {
        const QString number = value(m_sentence.bleu.precisions[size_t(row)]);
        return core::isSmoothed(m_sentence.bleu, size_t(row)) ? tr("%1 %, smoothed").arg(number)
                                                              : tr("%1 %").arg(number);
    };
    precision.share = 0.3;
    precision.bar = [this](int row) { return m_sentence.bleu.precisions[size_t(row)] / 100.0; };
    m_orders->setColumns(
        {numberColumn(
             "order", tr("n"), tr("Length of the n-grams, in tokens."),
             [](int row) -> Cell { return int64_t{row} + 1; }, {}, QStringLiteral("4")),
         std::move(text),
         numberColumn("matches", tr("Counted"),
                      tr("n-grams that also stand in a reference; each at most as often as in the "
                         "reference that has it most often."),
                      count(&core::BleuScore::matches), {}, QStringLiteral("Counted")),
         numberColumn("total", tr("n-grams"), tr("All n-grams of the hypothesis."),
                      count(&core::BleuScore::totals), {}, QStringLiteral("n-grams")),
         std::move(precision)});
}

void BleuTables::buildReferences()
{
    RowColumn text
        = textColumn("reference", tr("Reference"),
                     tr("Underlined: tokens in an n-gram that the hypothesis has."),
                     [this](int row) -> Cell { return std::string_view(m_texts[size_t(row)]); });
    text.marks = [this](int row) {
        return partsOf(m_sentence.references[size_t(row)].tokens,
                       core::sharedTokens(m_sentence, size_t(row), m_order));
    };
    text.share = 1.0;
    const auto score = [this](const char* name, const QString& title, const QString& help,
                              double core::ComparedReference::*part) {
        return numberColumn(name, title, help, cells(m_sentence.references, part), {},
                            QStringLiteral("100.0"));
    };
    m_references->setColumns(
        {std::move(text),
         numberColumn(
             "length", tr("Tokens"),
             tr("Bold: the length that the brevity penalty compares with, the closest one."),
             [this](int row) -> Cell {
                 return int64_t(m_sentence.references[size_t(row)].tokens.size());
             },
             {}, QStringLiteral("Tokens")),
         score("bleu", tr("BLEU"), tr("BLEU against this reference alone."),
               &core::ComparedReference::bleu),
         score("chrf", tr("chrF"), tr("chrF against this reference alone; the best one counts."),
               &core::ComparedReference::chrf)});
    m_references->rows().setLook([this](int row, int column) {
        return RowLook{.bold = column == 1 && m_sentence.references[size_t(row)].closest};
    });
}

void BleuTables::buildNgrams()
{
    const auto at = [this](int row) -> const core::CountedNgram& {
        return m_sentence.ngrams[m_shown[size_t(row)]];
    };
    RowColumn text = textColumn("ngram", tr("n-gram"), tr("Bold: counted."),
                                [at](int row) -> Cell { return std::string_view(at(row).text); });
    text.share = 1.0;
    m_ngrams->setColumns(
        {std::move(text),
         numberColumn(
             "hypothesis", tr("In the hypothesis"), tr("How often it stands in the hypothesis."),
             [at](int row) -> Cell { return at(row).inHypothesis(); }, {},
             QStringLiteral("In the hypothesis")),
         numberColumn(
             "references", tr("In a reference"),
             tr("How often it stands in the reference that has it most often."),
             [at](int row) -> Cell { return at(row).inReferences; }, {},
             QStringLiteral("In a reference")),
         numberColumn(
             "counted", tr("Counted"), tr("The smaller of both numbers: it is clipped."),
             [at](int row) -> Cell { return at(row).counted(); }, {}, QStringLiteral("Counted"))});
    m_ngrams->rows().setLook([at](int row, int column) {
        return RowLook{.bold = column == 0 && at(row).counted() > 0};
    });
}

void BleuTables::show(const core::BleuByHand& sentence)
{
    const auto orders = int(sentence.bleu.options.largestOrder);
    m_orders->reset(orders, [&] {
        m_references->reset(int(sentence.references.size()), [&] {
            m_ngrams->reset(0, [&] {
                m_sentence = sentence;
                m_shown.clear();
                m_hypothesis = joinedTokens(sentence.tokens).toStdString();
                m_texts.clear();
                for (const core::ComparedReference& each : sentence.references)
                    m_texts.push_back(joinedTokens(each.tokens).toStdString());
            });
        });
    });
    m_orders->fitRows(orders);
    m_references->fitRows(int(core::AskBleuByHand::kMostReferences));
    m_order = std::min<int64_t>(m_order, orders);
    m_orders->setCurrentRow(int(m_order) - 1);
    showOrder();
}

void BleuTables::chooseOrder(int row)
{
    m_order = row + 1;
    showOrder();
}

void BleuTables::showOrder()
{
    std::vector<size_t> shown;
    for (size_t i = 0; i < m_sentence.ngrams.size(); ++i)
        if (m_sentence.ngrams[i].order == m_order)
            shown.push_back(i);
    m_ngrams->reset(int(shown.size()), [&] { m_shown = std::move(shown); });
    m_references->reset(int(m_sentence.references.size()));
    m_title->setText(
        tr("n-grams of %1: %2 counted").arg(m_order).arg(precisionText(m_sentence, m_order)));
}

int paintOrders(QPainter& painter, const core::BleuByHand& sentence, int width)
{
    const QFontMetrics metrics(Theme::instance().textFont());
    const int line = metrics.lineSpacing() + 6;
    const int indent = metrics.horizontalAdvance(QStringLiteral("n = 4: 88 of 88  "));
    painter.setFont(Theme::instance().textFont());
    int y = 0;
    for (int64_t order = 1; order <= sentence.bleu.options.largestOrder; ++order) {
        const std::vector<bool> counted = core::countedTokens(sentence, order);
        painter.setPen(Theme::instance().text());
        painter.drawText(
            QRect(0, y, indent, line), Qt::AlignVCenter,
            BleuTables::tr("n = %1: %2").arg(order).arg(precisionText(sentence, order)));
        int x = indent;
        for (size_t i = 0; i < sentence.tokens.size(); ++i) {
            const QString token = QString::fromStdString(sentence.tokens[i]) + u' ';
            const int needed = metrics.horizontalAdvance(token);
            if (x > indent && x + needed > width) {
                x = indent;
                y += line;
            }
            QFont font = Theme::instance().textFont();
            font.setUnderline(counted[i]);
            painter.setFont(font);
            painter.setPen(counted[i] ? Theme::instance().text() : Theme::instance().mutedText());
            painter.drawText(QRect(x, y, needed, line), Qt::AlignVCenter, token);
            x += needed;
        }
        painter.setFont(Theme::instance().textFont());
        y += line;
    }
    return y;
}

} // namespace ui
