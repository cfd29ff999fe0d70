#pragma once

#include "ui/updates/loss_picker.h"
#include "ui/view/asker.h"
#include "ui/view/view.h"

#include <memory>

class QCheckBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTimer;

namespace ui {

class BatchPage;
class HistogramPage;
class LandscapePage;
class LossPicker;
class MatrixPage;
class NumberBox;
class QuietComboBox;
class ViewFrame;

/// Single updates of a run explained: why the loss jumped (which texts were in the batch, which
/// layer had the gradient), what happened to weights and moments, the loss around them, and the
/// weight matrices as pictures.
///
/// Data are recorded and read only on request of the user here.
class UpdatesView : public View {
    Q_OBJECT
public:
    explicit UpdatesView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    void trained() override;
    std::vector<Figure> figures() const override;
    QByteArray state() const override;
    void setState(const QByteArray& state) override;
    static KeyHelps keys();

private:
    enum class Page { Batch, Histograms, Landscape, Matrix };

    QWidget* buildControls();
    QWidget* buildContent();
    void connectPages();
    void choose(int64_t step); ///< Chooses the nearest update for the user.
    void followPick(int64_t step); ///< Chooses an update picked in another view.
    bool takeRead();
    void showSeries();
    void showUpdate();
    void showPage();
    void showPages(); ///< Shows the pages, or why there are none.
    QString updateText() const;
    void askBatch();
    void askRecording();
    void askMatrix();
    void measure();
    void withdrawOtherLandscape();
    void takeChange(const QString& run); ///< The context's store has changed.
    void followColour();
    int64_t firstDrawn() const; ///< The first update that is drawn.
    Page page() const;
    core::UpdateQuestion updateQuestion() const;

    ViewContext& m_context;
    Asker m_batch, m_recorded, m_landscape, m_matrix;
    Shown m_shown;
    UpdateSeries m_series; ///< Series of the shown run.
    bool m_read = false; ///< Its file has been read.
    int64_t m_chosen = 0; ///< 0: none.
    int64_t m_wanted = 0; ///< The update that was picked; m_chosen is the nearest one.
    bool m_picked = false; ///< The user picked it: data are then read during a training, too.
    std::shared_ptr<core::UpdateBatches> m_batches; ///< Batches of the run, once they are read.
    QTimer* m_redraw;

    ViewFrame* m_frame;
    NumberBox* m_step = nullptr;
    QPushButton* m_jump = nullptr;
    QCheckBox* m_recent = nullptr;
    QuietComboBox* m_what = nullptr;
    LossPicker* m_picker = nullptr;
    QLabel* m_said = nullptr;
    QStackedWidget* m_pages = nullptr;
    BatchPage* m_batchPage = nullptr;
    HistogramPage* m_histograms = nullptr;
    LandscapePage* m_landscapePage = nullptr;
    MatrixPage* m_matrixPage = nullptr;
};

} // namespace ui
