#pragma once

#include "core/task/tagging/tagging_questions.h"
#include "ui/sentence/inspection_view.h"

class QLabel;

namespace ui {

class ProbabilityBars;
class SentenceInput;
class TokenLine;

/// One text with the tag that the network gives to each of its tokens, spans in colour, and how the
/// probability of the chosen token is shared out among the tags.
class TagsView : public InspectionView {
    Q_OBJECT
public:
    explicit TagsView(ViewContext& context, QWidget* parent = nullptr);

    void setTags(const core::TaggedText& tagged);

protected:
    bool showTexts(const Shown& shown) override;
    void ask(const Shown& shown) override;
    std::vector<Figure> contentFigures() const override;

private:
    QWidget* buildInput();
    QWidget* buildUpper();
    QWidget* buildLower();
    void showAll();
    void showTokens();
    void showToken(int token);
    QString tag(size_t token) const;
    double probability(size_t token) const;
    /// The tags that the data give the tokens; empty where they are not known.
    QStringList truth() const;
    QString stateText() const;
    QString spansText() const;
    QString words() const;
    void draw(QPainter& painter, int width) const;

    QString m_told; ///< Which text the view was last told to show.
    QString m_truth; ///< Its tags as the data have them, with blanks between; empty: not known.
    core::TaggedText m_tagged;
    std::vector<int> m_swatches; ///< Of each tag.
    SentenceInput* m_input = nullptr;
    TokenLine* m_line = nullptr;
    QLabel *m_spans = nullptr, *m_chosen = nullptr;
    ProbabilityBars* m_bars = nullptr;
};

} // namespace ui
