#include "ui/language/reading_sums.h"

#include "core/text/text_pipeline.h"
#include "ui/language/rank_level.h"
#include "ui/language/reading_panel.h"
#include "ui/text/sentences.h"
#include "ui/widgets/facts_row.h"
#include "ui/widgets/token_line.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ui {

namespace {

void add(ReadingSums& sums, const core::ReadText& text)
{
    sums.unit = text.unit;
    sums.vocabularySize = text.vocabularySize;
    sums.nats += text.nats;
    sums.unigramNats += text.unigramNats;
    sums.spellingNats += text.spellingNats;
    sums.characters += text.characters;
    for (const core::ReadToken& token : text.tokens) {
        if (const int level = rankLevel(token.rank); level >= 0) {
            if (token.id == core::kUnknownId) {
                ++sums.unknown;
                sums.unknownNats += token.nats;
            }
            ++sums.tokens;
            ++sums.levels[size_t(level)];
            sums.likeliest += token.rank == 1 ? 1 : 0;
        }
    }
}

double quotient(double sum, int64_t number)
{
    return number > 0 ? sum / double(number) : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

double ReadingSums::perToken() const
{
    return quotient(nats, tokens);
}

double ReadingSums::perplexity() const
{
    return std::exp(perToken());
}

double ReadingSums::unigramPerplexity() const
{
    return std::exp(quotient(unigramNats, tokens));
}

double ReadingSums::unknownShare() const
{
    return quotient(double(unknown), tokens);
}

double ReadingSums::knownPerplexity() const
{
    return std::exp(quotient(nats - unknownNats, tokens - unknown));
}

double ReadingSums::bitsPerCharacter() const
{
    return quotient((nats + spellingNats) / std::numbers::ln2, characters);
}

ReadingSums sumOf(const std::vector<core::ReadText>& texts)
{
    ReadingSums sums;
    for (const core::ReadText& text : texts)
        add(sums, text);
    return sums;
}

ReadingSums sumOf(const core::ReadText& text)
{
    ReadingSums sums;
    add(sums, text);
    return sums;
}

bool isBlank(const core::ReadText& text)
{
    return text.text.find_first_not_of(" \t\r\n") == std::string::npos;
}

ReadingSums sumOf(const std::vector<const core::ReadText*>& texts)
{
    ReadingSums sums;
    for (const core::ReadText* text : texts)
        add(sums, *text);
    return sums;
}

std::vector<Fact> factsOf(const ReadingSums& sums)
{
    const double uniform = double(sums.tokens) * std::log(double(sums.vocabularySize));
    const auto beside = [&](const QString& what, double guessed, double counted) {
        return std::isnan(counted)
            ? ReadingPanel::tr("%1 (uniform %2)").arg(what, shortNumber(guessed))
            : ReadingPanel::tr("%1 (uniform %2, unigram %3)")
                  .arg(what, shortNumber(guessed), shortNumber(counted));
    };
    const auto bits = [&](double nats) {
        return quotient((nats + sums.spellingNats) / std::numbers::ln2, sums.characters);
    };
    const QString byFrequencies = std::isnan(sums.unigramNats) ? QString()
                                                               : u' '
            + ReadingPanel::tr("By the tokens' frequencies alone: %1.")
                  .arg(value(sums.unigramNats));
    return {{value(sums.nats), ReadingPanel::tr("nats in total"),
             ReadingPanel::tr("\u2212\u03a3 log p over all tokens. A uniform guess over the "
                              "whole vocabulary: %1.")
                     .arg(value(uniform))
                 + byFrequencies,
             QStringLiteral("natsFigure")},
            {value(sums.perToken()), ReadingPanel::tr("nats %1").arg(unitName(sums.unit)),
             ReadingPanel::tr("The total over %1 tokens").arg(count(sums.tokens)),
             QStringLiteral("lossFigure")},
            {shortNumber(sums.perplexity()),
             beside(ReadingPanel::tr("perplexity %1").arg(unitName(sums.unit)),
                    double(sums.vocabularySize), sums.unigramPerplexity()),
             ReadingPanel::tr("exp(nats / tokens): the number of equally likely tokens with the "
                              "same uncertainty. Perplexities of different units or vocabularies "
                              "cannot be compared; bits per character can."),
             QStringLiteral("perplexityFigure")},
            unknownFact(sums.unknownShare(), sums.knownPerplexity()),
            {value(sums.bitsPerCharacter()),
             beside(ReadingPanel::tr("bits per character"), bits(uniform), bits(sums.unigramNats)),
             ReadingPanel::tr("nats / ln 2 / characters, with log2 257 bits for each byte and "
                              "for the end of an unknown token, as if it were spelt out: to "
                              "be compared between words, characters and subwords"),
             QStringLiteral("bitsFigure")}};
}

QString wordsOf(const ReadingSums& sums)
{
    QStringList lines;
    for (const Fact& fact : factsOf(sums))
        lines << QStringLiteral("%1: %2").arg(fact.caption, fact.figure);
    for (int level = 0; level < rankLevelsOf(sums.vocabularySize); ++level)
        lines << ReadingPanel::tr("Rank %1: %2 tokens")
                     .arg(rankLevelName(level), count(sums.levels[size_t(level)]));
    return lines.join(u'\n');
}

QString stateOf(int64_t step, int64_t epoch, double milliseconds)
{
    const QString when = updateText(step, epoch);
    return milliseconds > 0.0 ? when + QStringLiteral(" \u00b7 ")
            + ReadingPanel::tr("answered in %1 ms").arg(ui::milliseconds(milliseconds))
                              : when;
}

QString shortNumber(double number)
{
    return number < 999.5 ? QLocale().toString(number, 'g', 3) : compact(number);
}

bool isUnknown(const core::ReadToken& token)
{
    return token.id == core::kUnknownId && token.end > token.begin;
}

QString unknownNote()
{
    return ReadingPanel::tr(
        "It is not in the vocabulary and is read as unknown: this is the probability of the "
        "unknown token.");
}

QString smallShare(double quotient)
{
    constexpr double kSmallest = 1e-7;
    if (quotient >= 0.0005 || quotient <= 0.0)
        return percent(quotient);
    return quotient < kSmallest
        ? ReadingPanel::tr("below 0.00001 %")
        : ReadingPanel::tr("%1 %").arg(QLocale().toString(
            100.0 * quotient, 'f', 1 - int(std::floor(std::log10(100.0 * quotient)))));
}

QString readableToken(const core::ReadText& text, const core::ReadToken& token)
{
    if (!isUnknown(token))
        return readableToken(token.text);
    const auto begin = size_t(std::clamp<int64_t>(token.begin, 0, int64_t(text.text.size())));
    return QString::fromStdString(text.text.substr(begin, size_t(token.end - token.begin)))
        .trimmed();
}

QString threeDecimals(double number)
{
    return QLocale().toString(number, 'f', 3);
}

QString twoDecimals(double number)
{
    return QLocale().toString(number, 'f', 2);
}

QString unitName(const std::string& unit)
{
    if (unit == "word")
        return ReadingPanel::tr("per word");
    if (unit == "character")
        return ReadingPanel::tr("per character");
    if (unit == "subword")
        return ReadingPanel::tr("per subword");
    if (unit == "byte")
        return ReadingPanel::tr("per byte");
    return ReadingPanel::tr("per token");
}

} // namespace ui
