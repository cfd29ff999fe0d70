#pragma once

#include "core/task/states/state_questions.h"
#include "ui/gradients/layer_gradients.h"
#include "ui/sentence/text_inspection_view.h"
#include "ui/view/beside_runs.h"

#include <memory>

class QCheckBox;
class QLabel;
class QSlider;

namespace ui {

class ColourScale;
class FlowPlot;
class HeatMap;
class QuietComboBox;

/// Gradient through time (V5): how much the loss of a text depends on the states at each of its
/// words, for up to three runs; how large the recurrent matrices are; and over the training the
/// gradient norm of each layer and what clipping did.
class GradientsView : public TextInspectionView {
    Q_OBJECT
public:
    explicit GradientsView(ViewContext& context, QWidget* parent = nullptr);

    void setFlow(const core::GradientFlow& flow);

protected:
    void showOtherRun() override;
    void showOtherText() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    enum class Show { Loss, Jacobian };
    using ShownFlow = std::shared_ptr<const core::GradientFlow>;

    QWidget* buildUpper();
    QWidget* buildLower();
    void fillLayers();
    void showFlow();
    void showTraining();
    void takeHistory(const QString& run, const core::RunHistory& history);
    void takeUpdates(const RunUpdates& updates);
    QString stateText() const;
    QString matricesText() const;
    QString clippingText() const;

    ShownFlow m_flow;
    BesideRuns<core::AskGradientFlow> m_besides;
    LayerGradients m_training; ///< Of run().
    bool m_known = false; ///< Its history has come.
    int m_whole = 0; ///< Tokens of the whole text; 0: not known yet.
    double m_lowest = -5.0; ///< Power of ten at the map's darkest colour.
    QSlider* m_length = nullptr;
    QLabel* m_lengthSaid = nullptr;
    QuietComboBox *m_layer = nullptr, *m_what = nullptr;
    QCheckBox* m_beside = nullptr;
    FlowPlot *m_plot = nullptr, *m_norms = nullptr;
    QLabel *m_matrices = nullptr, *m_clipping = nullptr;
    HeatMap* m_map = nullptr;
    ColourScale* m_scale = nullptr;
};

} // namespace ui
