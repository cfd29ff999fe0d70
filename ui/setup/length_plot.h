#pragma once

#include "ui/setup/histogram_plot.h"
#include "ui/setup/token_lengths.h"

namespace ui {

/// How many texts have how many tokens, or words where tokens are not known, with the maximum
/// length of the spec marked.
class LengthPlot : public HistogramPlot {
    Q_OBJECT
public:
    explicit LengthPlot(QWidget* parent = nullptr);

    /// Whether a text is one sentence whose words the data divide: they are the tokens.
    void setTagged(bool tagged);
    void setWords(const core::LengthHistogram& words); ///< Between white space, until ...
    void setTokens(const TokenLengths& tokens); ///< ... it is known what is counted at last.
    void setMaximumLength(qint64 tokens); ///< 0: no mark.
    void setBrief(); ///< There is no room for the title of the upright axis.
    /// What was counted, and the lengths in numbers.
    QString text() const;

private:
    void show();
    const core::LengthHistogram& lengths() const;

    core::LengthHistogram m_words;
    TokenLengths m_tokens;
    bool m_tagged = false, m_brief = false;
    qint64 m_maximum = 0;
};

} // namespace ui
