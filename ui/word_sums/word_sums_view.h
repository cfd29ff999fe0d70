#pragma once

#include "core/probe/texts/neighbours.h"
#include "ui/sentence/inspection_view.h"

class QLabel;

namespace ui {

class RowView;
class SentenceInput;
class WordPlane;

/// Sums of words, such as king - man + woman: the tokens with the vectors most similar to the sum,
/// and the words in a plane. Follows the epochs and the training.
class WordSumsView : public InspectionView {
    Q_OBJECT
public:
    explicit WordSumsView(ViewContext& context, QWidget* parent = nullptr);

    void setSum(const core::WordSum& sum);

protected:
    bool showTexts(const Shown& shown) override;
    void ask(const Shown& shown) override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    QWidget* buildInput();
    QWidget* buildLower();
    QString sumText() const; ///< "king − man + woman"
    QString stateText() const;

    Shown m_shown;
    core::WordSum m_sum;
    QString m_proposed; ///< By the network, as long as the user types no other.
    SentenceInput* m_input = nullptr;
    WordPlane* m_plane = nullptr;
    QLabel *m_title = nullptr, *m_share = nullptr;
    RowView* m_table = nullptr;
};

} // namespace ui
