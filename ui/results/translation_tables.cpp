#include "ui/results/translation_tables.h"

#include "ui/text/score_text.h"
#include "ui/text/sentences.h"

#include <QComboBox>
#include <QLocale>
#include <QToolButton>

namespace ui {

namespace {

enum ExactFilter { AllTranslations, OnlyExact, NotExact };

QString sign(double exact)
{
    return exact > 0.0 ? QStringLiteral("=") : QStringLiteral("\u2260");
}

QString scoreDifference(double number)
{
    return QLocale().toString(number, 'f', 2);
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
    const auto number = [this](double Pair::*part) { return cells(m_translations, part); };
    const auto exact = cells(m_translations, &Pair::exact);
    RowColumn reference = textColumn("reference", tr("Reference"),
                                     tr("Underlined: words that the hypothesis does not have"),
                                     text(&Pair::reference));
    reference.other = text(&Pair::hypothesis);
    RowColumn hypothesis = textColumn("hypothesis", tr("Hypothesis"),
                                      tr("Underlined: words that the reference does not have"),
                                      text(&Pair::hypothesis));
    hypothesis.other = text(&Pair::reference);
    return {numberColumn({}, tr("="),
                         tr("=: the hypothesis equals the reference; \u2260: it differs"), exact,
                         sign, QStringLiteral("=")),
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
            writtenColumn("tokens", cells(m_translations, &Pair::tokens))};
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

GainsTable::GainsTable(QWidget* parent)
    : RowTable(
        QStringLiteral("gainsTable"),
        tr("Sentences on which the search beats greedy; Return opens one in Decoding"),
        [](int shown, int all) {
            return shown == all
                ? filled(tr("%1 {sentence. Click it|sentences. Click one} to open it in Decoding."),
                         {count(all)})
                : filled(tr("%1 of %2 {sentence|sentences} shown."), {count(shown), count(all)});
        },
        parent)
{
    view().setColumns(columns());
    connect(&view(), &RowView::rowActivated, this,
            [this](int row) { Q_EMIT decodeActivated(QString::fromStdString(at(row).source)); });
}

std::vector<RowColumn> GainsTable::columns() const
{
    using Row = core::SearchGain;
    const auto text = [this](std::string Row::*part) {
        return [this, part](int row) { return std::string_view(at(row).*part); };
    };
    const auto number = [this](double Row::*part) { return cells(m_gains, part); };
    RowColumn greedy = textColumn(
        "greedy", tr("Greedy"), tr("Underlined: words that the search's translation does not have"),
        text(&Row::greedy));
    greedy.other = text(&Row::searched);
    RowColumn searched = textColumn("searched", tr("Search"),
                                    tr("Underlined: words that greedy's translation does not have"),
                                    text(&Row::searched));
    searched.other = text(&Row::greedy);
    return {textColumn("source", tr("Source"), {}, text(&Row::source)),
            writtenColumn("reference", text(&Row::reference)),
            greedy,
            searched,
            numberColumn(
                "first_difference", tr("Differ at"), tr("The first token at which the two differ"),
                [this](int row) { return int64_t{at(row).firstDifference} + 1; }, {},
                QStringLiteral("100")),
            numberColumn(
                {}, tr("Gain"), tr("Log probability minus that of the greedy translation, in nats"),
                [this](int row) {
                    return at(row).searchedLogProbability - at(row).greedyLogProbability;
                },
                scoreDifference, QStringLiteral("100.00")),
            writtenColumn("greedy_log_probability", number(&Row::greedyLogProbability)),
            writtenColumn("searched_log_probability", number(&Row::searchedLogProbability)),
            numberColumn("greedy_bleu", tr("BLEU greedy"),
                         tr("Sentence BLEU of greedy's translation"), number(&Row::greedyBleu),
                         pointsText, QStringLiteral("100.0")),
            numberColumn(
                "searched_bleu", tr("BLEU search"),
                tr("Sentence BLEU of the search's translation; more probable is not always better"),
                number(&Row::searchedBleu), pointsText, QStringLiteral("100.0"))};
}

void GainsTable::setGains(std::vector<core::SearchGain> gains)
{
    reset(int(gains.size()), [&] { m_gains = std::move(gains); });
}

} // namespace ui
