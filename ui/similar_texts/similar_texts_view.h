#pragma once

#include "core/probe/map/similar_texts.h"
#include "ui/sentence/text_inspection_view.h"

class QLabel;
class QSpinBox;

namespace ui {

class QuietComboBox;
class RowView;
class TextBox;

/// The texts of the data, or sentences of the user, whose vectors by the network are most similar
/// to that of the typed text.
class SimilarTextsView : public TextInspectionView {
    Q_OBJECT
public:
    explicit SimilarTextsView(ViewContext& context, QWidget* parent = nullptr);

    void setSimilar(const core::SimilarTexts& similar);

protected:
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    QWidget* buildInput();
    QWidget* buildChoices();
    QWidget* buildTable();
    QString stateText() const;

    core::SimilarTexts m_similar;
    QuietComboBox* m_split = nullptr;
    QSpinBox* m_texts = nullptr;
    TextBox* m_sentences = nullptr;
    QLabel* m_title = nullptr;
    RowView* m_table = nullptr;
};

} // namespace ui
