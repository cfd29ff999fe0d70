#pragma once

#include "core/probe/states/batch_gradients.h"
#include "ui/gradients/training_gradients.h"
#include "ui/sentence/text_inspection_view.h"
#include "ui/view/answer_set.h"

#include <memory>
#include <optional>
#include <utility>

class QCheckBox;
class QLabel;
class QSlider;

namespace ui {

class FlowPlot;
class QuietComboBox;
class TrainingGradients;

/// Gradient through time (V5): how much the loss of a text depends on the states at each of its
/// words, or what the texts of a batch say of that on the average, for up to three runs; how large
/// the recurrent matrices are; and over the training the gradient norm of each layer and what
/// clipping did.
///
/// The batch is the one that the training has just learnt from; of a run that is not trained the
/// last one that its network has learnt from. Its data are read when it is chosen.
class GradientsView : public TextInspectionView {
    Q_OBJECT
public:
    explicit GradientsView(ViewContext& context, QWidget* parent = nullptr);

    void setFlow(const core::GradientFlow& flow);
    void setBatch(const core::BatchGradients& batch);

protected:
    bool needsText() const override { return !showsBatch(); }
    void showOtherRun() override;
    void showOtherText() override { m_whole = 0; }
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    enum class Show { Loss, Jacobian };
    enum class Of { Sentence, Batch };
    using ShownFlow = std::shared_ptr<const core::GradientFlow>;

    QWidget* buildChoice();
    QWidget* buildUpper();
    QWidget* buildControls();
    bool showsBatch() const;
    void choose(); ///< Sentence or batch.
    void askSentence();
    void askBatch();
    void askBeside();
    void showBeside();
    bool isRecurrent(const core::StateCell& cell); ///< Else says so.
    void fillLayers(const core::StateCell& cell, int64_t layer, int64_t direction);
    void showFlow();
    void showSentenceFlow();
    int ownColour() const; ///< Colour of the shown run.
    void showBatchFlow();
    void takeChange(const QString& run); ///< A run of the context's store has changed.
    bool followTraining();
    QString stateText() const;
    QString layerText() const;
    Figure flowFigure() const;
    std::vector<Figure> batchFigures() const;

    ShownFlow m_flow;
    std::shared_ptr<const core::BatchGradients> m_batch; ///< Null: none has come.
    std::shared_ptr<core::UpdateBatches> m_batches; ///< Batches of run(), once its data were read.
    BesideRuns<core::AskGradientFlow> m_besides;
    BesideRuns<core::AskBatchGradients> m_batchesBeside;
    FollowedLayers m_training; ///< Layers of run().
    bool m_read = false; ///< Its file has been, as far as it is shown here.
    int m_whole = 0; ///< Tokens of the whole text; 0: not known yet.
    QuietComboBox* m_of;
    QWidget* m_upper = nullptr; ///< All but the training's gradients.
    QWidget* m_words = nullptr; ///< How many of the sentence are read.
    QSlider* m_length = nullptr;
    QLabel* m_lengthSaid = nullptr;
    QuietComboBox *m_layer = nullptr, *m_what = nullptr, *m_aligned = nullptr;
    QCheckBox* m_beside = nullptr;
    FlowPlot* m_plot = nullptr;
    QLabel* m_matrices = nullptr;
    TrainingGradients* m_trainingShown;
};

} // namespace ui
