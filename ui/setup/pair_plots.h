#pragma once

#include "core/data/preview.h"

#include <QWidget>

class QLabel;

namespace ui {

class LengthPlot;
class RatioPlot;
struct TokenLengths;

/// The lengths of sentence pairs: source and target side by side, and their ratio.
class PairPlots : public QWidget {
    Q_OBJECT
public:
    explicit PairPlots(QWidget* parent = nullptr);

    void setPreview(const core::DataPreview& preview);
    void setTokens(const TokenLengths& source, const TokenLengths& target);
    void setMaximumLengths(qint64 source, qint64 target); ///< Tokens; 0: no mark.

private:
    void showTexts();

    QLabel *m_sourceTitle, *m_targetTitle;
    LengthPlot *m_source, *m_target;
    RatioPlot* m_ratios;
    QLabel *m_sourceText, *m_targetText, *m_ratioText;
};

} // namespace ui
