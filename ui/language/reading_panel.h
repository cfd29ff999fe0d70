#pragma once

#include "core/probe/language_model/language_questions.h"
#include "ui/figure/figure.h"
#include "ui/language/reading_sums.h"
#include "ui/language/text_glass.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;

namespace ui {

class FactsRow;
class GlassLegend;
class ProbabilityBars;
class Splitter;

/// The predictions of a model for a token: its likeliest candidates as bars with their
/// ranks, and the true one among or below them.
class TokenCandidates : public QWidget {
    Q_OBJECT
public:
    explicit TokenCandidates(QWidget* parent = nullptr);

    /// @param index  of the token in its text; -1: none is pointed at.
    void show(const core::ReadText& text, int index);
    void clear();
    QString words() const;

private:
    QLabel *m_place, *m_numbers;
    ProbabilityBars* m_bars;
};

/// Texts as a language model reads them: the large numbers, the meaning of the colours, the texts
/// through the glass, and below them what was expected at the place that is pointed at.
class ReadingPanel : public QWidget {
    Q_OBJECT
public:
    /// @param name  of the texts; @param id  under which the heights of the parts are remembered.
    ReadingPanel(const QString& name, const QString& id, TextGlass::Colours colours,
                 QWidget* parent = nullptr);

    void setTexts(std::vector<GlassText> texts);
    const ReadingSums& sums() const { return m_sums; }
    TextGlass& glass() const { return *m_glass; }
    void addBesideCandidates(QWidget* widget);
    Figure figure(const QString& title, const QString& name) const;
    QString words() const; ///< Numbers, the place that is pointed at, and every token.

private:
    QWidget* buildKey(TextGlass::Colours colours);
    void showLegend();
    void point(int index);
    void paint(QPainter& painter, int width) const;

    ReadingSums m_sums;
    FactsRow* m_facts;
    GlassLegend* m_legend;
    TextGlass* m_glass;
    TokenCandidates* m_candidates;
    QHBoxLayout* m_below = nullptr;
    QComboBox* m_colours = nullptr;
};

} // namespace ui
