#include "ui/setup/length_plot.h"

#include "ui/text/sentences.h"

namespace ui {

LengthPlot::LengthPlot(QWidget* parent) : HistogramPlot(parent)
{
    setObjectName(QStringLiteral("lengthPlot"));
    show();
}

void LengthPlot::setTagged(bool tagged)
{
    m_tagged = tagged;
    show();
}

void LengthPlot::setWords(const core::LengthHistogram& words)
{
    m_words = words;
    m_tokens = {};
    show();
}

void LengthPlot::setTokens(const TokenLengths& tokens)
{
    m_tokens = tokens;
    show();
}

void LengthPlot::setMaximumLength(qint64 tokens)
{
    m_maximum = tokens;
    if (tokens > 0)
        setMark(static_cast<double>(tokens), tr("maximum length %1").arg(count(tokens)),
                tr("max. %1").arg(count(tokens)));
    else
        clearMark();
    show();
}

void LengthPlot::setBrief()
{
    m_brief = true;
    show();
}

const core::LengthHistogram& LengthPlot::lengths() const
{
    return !m_tagged && m_tokens.lengths ? *m_tokens.lengths : m_words;
}

QString LengthPlot::text() const
{
    const core::LengthHistogram& shown = lengths();
    const QString median = count(shown.median), most = count(shown.percentile95);
    const QString longest = count(shown.longest), tokeniser = coreText(m_tokens.tokeniser);
    if (m_tagged)
        return filled(tr("Median %1, 95 % have at most %2, the longest has %3 {word|words}."),
                      {median, most, longest});
    if (m_tokens.lengths && m_tokens.sample > 0)
        return filled(tr("Median %1, 95 % have at most %2 {token|tokens}: %3, counted in %4 "
                         "{text|texts} from all over the data."),
                      {median, most, tokeniser, count(m_tokens.sample)});
    if (m_tokens.lengths)
        return filled(tr("Median %1, 95 % have at most %2, the longest has %3 {token|tokens}: %4, "
                         "counted in all training texts."),
                      {median, most, longest, tokeniser});
    const QString words = filled(tr("Median %1, 95 % have at most %2, the longest has %3 "
                                    "{word|words} between white space."),
                                 {median, most, longest});
    return tokeniser.isEmpty()
        ? words
        : tr("%1 The tokeniser %2 has to be trained before its tokens can be counted, which the "
             "step Text does.")
              .arg(words, tokeniser);
}

void LengthPlot::show()
{
    std::vector<double> bounds;
    for (const int64_t bound : lengths().upperBounds) // Inclusive: the next bin begins one further.
        bounds.push_back(static_cast<double>(bound) + 1.0);
    const QString upright = m_tagged ? tr("sentences") : tr("texts");
    setAxisTitles(m_tagged               ? tr("words per sentence")
                      : m_tokens.lengths ? tr("tokens per text")
                                         : tr("words per text"),
                  m_brief ? QString() : upright);
    setBins(bounds, lengths().counts);
    setAccessibleTexts(tr("Lengths of the texts"),
                       tr("%1 Maximum length: %2 tokens.").arg(text(), count(m_maximum)));
}

} // namespace ui
