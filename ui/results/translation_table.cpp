#include "ui/results/translation_table.h"

#include "ui/text/score_text.h"
#include "ui/text/sentences.h"

#include <QComboBox>
#include <QToolButton>

namespace ui {

namespace {

enum ExactFilter { AllTranslations, OnlyExact, NotExact };

QString sign(double exact)
{
    return exact > 0.0 ? QStringLiteral("=") : QStringLiteral("\u2260");
}

} // namespace

TranslationTable::TranslationTable(QWidget* parent)
    : RowTable(
        QStringLiteral("translationTable"), tr("Translations; Return opens one in Sentence"),
        [](int shown, int all) {
            return shown == all
                ? filled(tr("%1 {pair. Click it|pairs. Click one} to open it in Sentence."),
                         {count(all)})
                : filled(tr("%1 of %2 {pair|pairs} shown."), {count(shown), count(all)});
        },
        parent)
{
    view().setColumns(columns());
    connect(&view(), &RowView::rowActivated, this, [this](int row) {
        Q_EMIT textActivated(QString::fromStdString(at(row).source),
                             QString::fromStdString(at(row).reference));
    });
    buildFilters();
}

std::vector<RowColumn> TranslationTable::columns() const
{
    using Pair = core::ScoredTranslation;
    const auto text = [this](std::string Pair::*part) {
        return [this, part](int row) { return std::string_view(at(row).*part); };
    };
    const auto number
        = [this](double Pair::*part) { return [this, part](int row) { return at(row).*part; }; };
    const auto exact = [this](int row) { return int64_t{at(row).exact}; };
    RowColumn reference = textColumn("reference", tr("Reference"),
                                     tr("Underlined: words that the hypothesis does not have"),
                                     text(&Pair::reference));
    reference.other = text(&Pair::hypothesis);
    RowColumn hypothesis = textColumn("hypothesis", tr("Hypothesis"),
                                      tr("Underlined: words that the reference does not have"),
                                      text(&Pair::hypothesis));
    hypothesis.other = text(&Pair::reference);
    return {numberColumn({}, tr("="),
                         tr("= where the hypothesis is the reference, \u2260 where it is not"),
                         exact, sign, QStringLiteral("=")),
            textColumn("source", tr("Source"), {}, text(&Pair::source)),
            reference,
            hypothesis,
            writtenColumn("exact", exact),
            numberColumn("bleu", tr("BLEU"), tr("BLEU of this sentence alone, 0 to 100, smoothed"),
                         number(&Pair::bleu), pointsText, QStringLiteral("100.0")),
            numberColumn("chrf", tr("chrF"), tr("Share of letter n-grams in common, 0 to 100"),
                         number(&Pair::chrf), pointsText, QStringLiteral("100.0")),
            numberColumn("log_probability", tr("log p"),
                         tr("Log probability of the hypothesis: sum over its tokens, in nats"),
                         number(&Pair::logProbability), scoreText, QStringLiteral("\u2212100.00")),
            writtenColumn("tokens", [this](int row) { return int64_t{at(row).tokens}; })};
}

void TranslationTable::buildFilters()
{
    QComboBox* judgement = addFilter(QStringLiteral("exactBox"), tr("Exact or not"),
                                     {tr("all"), tr("= exact"), tr("\u2260 not exact")}, 8);
    connect(judgement, &QComboBox::currentIndexChanged, this, [this](int chosen) {
        view().filter().setCondition([this, chosen](int row) {
            return chosen == AllTranslations || at(row).exact == (chosen == OnlyExact);
        });
    });
    QToolButton* decode
        = addButton(QStringLiteral("decodeButton"), tr("Decode"),
                    tr("Open the chosen sentence in Decoding: every step of the search"));
    connect(decode, &QToolButton::clicked, this, [this] {
        if (view().currentRow() >= 0)
            Q_EMIT decodeActivated(QString::fromStdString(at(view().currentRow()).source));
    });
}

void TranslationTable::setTranslations(std::vector<core::ScoredTranslation> translations)
{
    reset(int(translations.size()), [&] { m_translations = std::move(translations); });
}

} // namespace ui
