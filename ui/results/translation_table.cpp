#include "ui/results/translation_table.h"

#include "core/base/message.h"
#include "ui/results/difference_delegate.h"
#include "ui/results/row_filter.h"
#include "ui/results/row_model.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/theme.h"

#include <QComboBox>
#include <QLocale>
#include <QTableView>
#include <QToolButton>

namespace ui {

namespace {

enum Judgement { All, OnlyExact, NotExact };

QString oneDecimal(double number)
{
    return QLocale().toString(number, 'f', 1);
}

QString sign(double exact)
{
    return exact > 0.0 ? QStringLiteral("=") : QStringLiteral("\u2260");
}

} // namespace

TranslationTable::TranslationTable(QWidget* parent)
    : RowTable(parent), m_model(new RowModel(this)), m_filter(new RowFilter(*m_model, this))
{
    describeColumns();
    build(*m_filter, QStringLiteral("translationTable"),
          tr("Translations; Return opens one in Sentence"), Source);
    for (const Column column : {Reference, Hypothesis})
        table().setItemDelegateForColumn(column, new DifferenceDelegate(this));
    buildFilters();
    fitColumns();
}

void TranslationTable::describeColumns()
{
    using Text = core::ScoredTranslation;
    const auto text = [this](std::string Text::*part) {
        return [this, part](int row) -> std::string_view { return at(row).*part; };
    };
    const auto number
        = [this](double Text::*part) { return [this, part](int row) { return at(row).*part; }; };
    m_model->setColumns({{tr("="),
                          tr("= where the hypothesis is the reference, \u2260 where it is not"),
                          {},
                          [this](int row) { return at(row).exact ? 1.0 : 0.0; },
                          sign},
                         {tr("Source"), {}, text(&Text::source), {}},
                         {tr("Reference"),
                          tr("Underlined: words that the hypothesis does not have"),
                          text(&Text::reference),
                          {},
                          {},
                          text(&Text::hypothesis)},
                         {tr("Hypothesis"),
                          tr("Underlined: words that the reference does not have"),
                          text(&Text::hypothesis),
                          {},
                          {},
                          text(&Text::reference)},
                         {tr("BLEU"),
                          tr("BLEU of this sentence alone, 0 to 100, smoothed"),
                          {},
                          number(&Text::bleu),
                          oneDecimal},
                         {tr("chrF"),
                          tr("Share of letter n-grams in common, 0 to 100"),
                          {},
                          number(&Text::chrf),
                          oneDecimal},
                         {tr("log p"),
                          tr("Log probability of the hypothesis: sum over its tokens, in nats"),
                          {},
                          number(&Text::logProbability),
                          scoreText}});
}

void TranslationTable::buildFilters()
{
    QComboBox* judgement = makeFilterBox(QStringLiteral("exactBox"), tr("Exact or not"),
                                         {tr("all"), tr("= exact"), tr("\u2260 not exact")}, 8);
    connect(judgement, &QComboBox::currentIndexChanged, this, [this](int chosen) {
        m_filter->setCondition([this, chosen](int row) {
            return chosen == All || at(row).exact == (chosen == OnlyExact);
        });
    });
    addFilter(judgement);
    auto* decode = new QToolButton;
    decode->setObjectName(QStringLiteral("decodeButton"));
    decode->setText(tr("Decode"));
    setHelp(*decode, tr("Open the chosen sentence in Decoding: every step of the search"));
    connect(decode, &QToolButton::clicked, this, [this] {
        if (currentRow() >= 0)
            Q_EMIT decodeActivated(
                QString::fromStdString(at(m_filter->sourceRow(currentRow())).source));
    });
    addButton(decode);
}

void TranslationTable::setTranslations(std::vector<core::ScoredTranslation> translations)
{
    const int rows = int(translations.size());
    m_model->reset(rows, [&] { m_translations = std::move(translations); });
    restyle();
    showCount();
}

void TranslationTable::activate(int row)
{
    const core::ScoredTranslation& chosen = at(m_filter->sourceRow(row));
    Q_EMIT textActivated(QString::fromStdString(chosen.source),
                         QString::fromStdString(chosen.reference));
}

QString TranslationTable::countText(int shown, int all) const
{
    return shown == all ? tr("%1 pairs. Click one to open it in Sentence.").arg(count(all))
                        : tr("%1 of %2 pairs shown.").arg(count(shown), count(all));
}

void TranslationTable::fitColumns()
{
    const QFontMetrics words(Theme::instance().textFont());
    const QFontMetrics numbers(Theme::instance().numberFont());
    constexpr int margin = 28; // with the sort arrow
    table().setColumnWidth(Exact, words.horizontalAdvance(QStringLiteral("=")) + margin);
    int taken = table().columnWidth(Exact);
    for (const auto& [column, widest] :
         {std::pair(Bleu, QStringLiteral("100.0")), std::pair(Chrf, QStringLiteral("100.0")),
          std::pair(LogProbability, QStringLiteral("\u2212100.00"))}) {
        const int head = words.horizontalAdvance(m_model->column(column).title) + margin;
        table().setColumnWidth(column, std::max(head, numbers.horizontalAdvance(widest) + 12));
        taken += table().columnWidth(column);
    }
    const int text = std::max((table().viewport()->width() - taken) / 3, 80);
    for (const Column column : {Reference, Hypothesis})
        table().setColumnWidth(column, text);
}

std::string TranslationTable::csv() const
{
    std::string csv = "source,reference,hypothesis,exact,bleu,chrf,log_probability,tokens\n";
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const core::ScoredTranslation& one = at(m_filter->sourceRow(row));
        csv += csvField(one.source) + ',' + csvField(one.reference) + ',' + csvField(one.hypothesis)
            + ',' + (one.exact ? "1," : "0,") + core::numberText(one.bleu) + ','
            + core::numberText(one.chrf) + ',' + core::numberText(one.logProbability) + ','
            + std::to_string(one.tokens) + '\n';
    }
    return csv;
}

} // namespace ui
