#include "ui/setup/length_plot.h"

#include "ui/text/sentences.h"

namespace ui {

LengthPlot::LengthPlot(QWidget* parent) : HistogramPlot(parent)
{
    setObjectName(QStringLiteral("lengthPlot"));
    setAxisTitles(tr("tokens a text, separated at white space"), tr("texts"));
}

void LengthPlot::setLengths(const core::LengthHistogram& lengths)
{
    m_lengths = lengths;
    std::vector<double> bounds;
    for (const int64_t bound : lengths.upperBounds) // Inclusive: the next bin begins one further.
        bounds.push_back(static_cast<double>(bound) + 1.0);
    setBins(bounds, lengths.counts);
    describe();
}

void LengthPlot::setMaximumLength(qint64 tokens)
{
    m_maximum = tokens;
    if (tokens > 0)
        setMark(static_cast<double>(tokens), tr("maximum length %1").arg(count(tokens)),
                tr("max. %1").arg(count(tokens)));
    else
        clearMark();
    describe();
}

void LengthPlot::describe()
{
    setAccessibleTexts(
        tr("Lengths of the texts"),
        tr("Median %1 tokens, 95 percent have at most %2, the longest has %3; maximum length %4.")
            .arg(count(m_lengths.median), count(m_lengths.percentile95), count(m_lengths.longest),
                 count(m_maximum)));
}

} // namespace ui
