#pragma once

#include "core/probe/tagging/tagging_questions.h"
#include "ui/sentence/text_inspection_view.h"

class QLabel;

namespace ui {

class ProbabilityBars;
class TokenLine;

/// One text with the tag that the network gives to each of its tokens, spans in colour, and how the
/// probability of the chosen token is shared out among the tags.
class TagsView : public TextInspectionView {
    Q_OBJECT
public:
    explicit TagsView(ViewContext& context, QWidget* parent = nullptr);

    void setTags(const core::TaggedText& tagged);

protected:
    void showOtherTruth() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    QWidget* buildUpper();
    QWidget* buildLower();
    void showAll();
    void showTokens();
    void showToken(int token);
    QString tag(size_t token) const;
    double probability(size_t token) const;
    /// The tags that the data give the tokens; empty where they are not known.
    QStringList trueTags() const;
    QString stateText() const;
    QString spansText() const;
    void draw(QPainter& painter, int width) const;

    core::TaggedText m_tagged;
    std::vector<int> m_swatches; ///< Swatch of each tag.
    TokenLine* m_line = nullptr;
    QLabel *m_spans = nullptr, *m_chosen = nullptr;
    ProbabilityBars* m_bars = nullptr;
};

} // namespace ui
