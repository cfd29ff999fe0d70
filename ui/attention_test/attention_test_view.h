#pragma once

#include "ui/attention_test/shown_test.h"
#include "ui/sentence/text_inspection_view.h"

class QLabel;
class QTabWidget;

namespace ui {

class AgreementPage;
class AttentionScoresPage;
class ColourScale;
class EntropyPage;
class HeatMap;
class QuietComboBox;
class ReplacedPage;
class WeightsPage;

/// Attention put to the test (V3): what becomes of an answer when weights are replaced or set by
/// hand, whether they agree with other measures of what counts, how spread they are over the
/// epochs, and what replacing them costs over the data.
class AttentionTestView : public TextInspectionView {
    Q_OBJECT
public:
    explicit AttentionTestView(ViewContext& context, QWidget* parent = nullptr);

    /// Networks with attention have an option that says so.
    static bool fits(const core::ExperimentSpec& spec);

    void setTest(const core::AttentionTest& test);

protected:
    void showOtherRun() override;
    void showOtherText() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    QWidget* buildUpper();
    QWidget* buildLower();
    void fillHeads();
    void choose(const core::AttentionSite& site);
    void showOtherHead();
    void showMap();
    void followPages();
    const core::AttentionHeadFacts* shownHead() const; ///< Null: none.
    const core::AttentionMap& shownMap() const; ///< With edits, if there are any. @pre shownHead().
    QString describe(int row, int column) const;
    QString stateText() const;
    QString factsText() const;

    ShownTest m_test;
    bool m_chosen = false; ///< The head, by the user.
    double m_scaleEnd = 0.0; ///< End of the map's colour scale; 0: not known yet.
    QuietComboBox* m_heads = nullptr;
    QLabel* m_facts = nullptr;
    HeatMap* m_map = nullptr;
    ColourScale* m_scale = nullptr;
    QTabWidget* m_tabs = nullptr;
    ReplacedPage* m_replaced = nullptr;
    AgreementPage* m_agreement = nullptr;
    WeightsPage* m_weights = nullptr;
    EntropyPage* m_entropy = nullptr;
    AttentionScoresPage* m_scores = nullptr;
};

} // namespace ui
