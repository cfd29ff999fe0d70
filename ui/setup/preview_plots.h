#pragma once

#include "core/data/preview.h"
#include "ui/setup/setup_panel.h"
#include "ui/widgets/plot.h"

#include <QWidget>

class QLabel;

namespace ui {

struct TokenLengths;

/// A histogram as a filled outline, with at most one labelled mark on the axis. A wider last bin,
/// which holds a long tail, is drawn as wide as the others and labelled "300 or more".
class HistogramPlot : public Plot {
    Q_OBJECT
public:
    explicit HistogramPlot(QWidget* parent = nullptr);

protected:
    /// @param upperBounds  of the bins, ascending, each to be taken as the next one's lower bound.
    void setBins(const std::vector<double>& upperBounds, const std::vector<int64_t>& counts);
    /// A mark far beyond the bins is a label at the edge, so that it does not squeeze them.
    /// @param brief  replaces `text` in little room.
    void setMark(double place, const QString& text, const QString& brief);
    void clearMark();
    void applyTheme() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void placeMark();
    void placeTail();

    QCPGraph* m_graph;
    QCPItemStraightLine* m_mark;
    QCPItemText* m_markText;
    QCPItemText* m_tailText;
    QCPItemRect* m_tail;
    double m_tailBegin = 0.0; ///< Start of the last bin; 0: it is as wide as the others.
    double m_tailHeight = 0.0;
    double m_highest = 1.0; ///< Height of the highest bin.
    double m_place = 0.0;
    QString m_text, m_brief;
    bool m_marked = false;
};

/// The lengths of texts in tokens, or in words if tokens are unknown, with the maximum length of
/// the spec marked.
class LengthPlot : public HistogramPlot {
    Q_OBJECT
public:
    explicit LengthPlot(QWidget* parent = nullptr);

    /// Whether texts are tagged sentences: the words of the data are the tokens.
    void setTagged(bool tagged);
    void setWords(const core::LengthHistogram& words); ///< Between white space.
    void setTokens(const TokenLengths& tokens); ///< Replace the words.
    void setMaximumLength(qint64 tokens); ///< 0: no mark.
    void setBrief(); ///< There is no room for the title of the upright axis.
    /// The unit and the lengths in numbers.
    QString text() const;

private:
    void show();
    const core::LengthHistogram& lengths() const;

    core::LengthHistogram m_words;
    TokenLengths m_tokens;
    bool m_tagged = false, m_brief = false;
    qint64 m_maximum = 0;
};

/// The ratios of target to source words, with the median marked: sides that do not match are far
/// from it.
class RatioPlot : public HistogramPlot {
    Q_OBJECT
public:
    explicit RatioPlot(QWidget* parent = nullptr);

    void setRatios(const core::RatioHistogram& ratios);
};

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

/// Texts per class, or words per tag, as horizontal bars of all splits: solid for training, hatched
/// for validation, crossed for test. At most twenty classes, the largest first.
class ClassBars : public Plot {
    Q_OBJECT
public:
    explicit ClassBars(QWidget* parent = nullptr);

    enum class Counted { Texts, Words };
    void setClasses(const std::vector<core::ClassCount>& classes, Counted counted = Counted::Texts);
    int shownClasses() const { return m_shown; }

protected:
    void applyTheme() override;

private:
    void rebuild();
    void addBars(const QString& name, const QVector<double>& places, const QVector<double>& counts,
                 int series);

    std::vector<core::ClassCount> m_classes;
    Counted m_counted = Counted::Texts;
    int m_shown = 0;
};

} // namespace ui
