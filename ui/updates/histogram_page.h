#pragma once

#include "core/probe/updates/update_questions.h"
#include "ui/figure/figure.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QLabel;

namespace ui {

class ColourScale;
class HeatMap;
class HistogramBars;
class QuietComboBox;
class RowView;

/// The effect of updates on a layer or a parameter: histograms of weights, gradients, moments and
/// steps over the last updates, and the norms of all parameters at the chosen update.
class HistogramPage : public QWidget {
    Q_OBJECT
public:
    explicit HistogramPage(QWidget* parent = nullptr);

    core::RecordingWish wish() const; ///< As chosen by the user.
    void setWish(const core::RecordingWish& wish); ///< Without wished().
    void setRecording(const core::ShownRecording& recording);
    void clear();
    void setColour(int index); ///< That of the run.
    void setChosen(int64_t step);
    const core::ShownRecording& recording() const { return m_recording; }
    std::vector<Figure> figures() const;
    QString words() const;

Q_SIGNALS:
    void wished(); ///< wish() has changed.
    void picked(qint64 step);

private:
    void buildControls();
    void buildPictures();
    RowView* buildTable();
    void fillNames();
    void show();
    void showMap();
    void showUpdate();
    core::UpdateQuantity quantity() const;
    /// The histogram of an update that is shown; null: not recorded.
    const core::SignedHistogram* histogram(const core::RecordedUpdate& update) const;
    QString stateText() const;
    QString updateText() const;

    core::ShownRecording m_recording;
    std::vector<core::ShownUpdate> m_columns; ///< Updates with a histogram of what is shown.
    core::ShownUpdate m_update; ///< The one that is chosen, or the nearest with histograms.
    int64_t m_chosen = 0;
    int m_firstBin = 0, m_lastBin = -1;
    QWidget* m_controls;
    QCheckBox *m_record = nullptr, *m_onDisk = nullptr;
    QuietComboBox *m_names = nullptr, *m_quantity = nullptr;
    QLabel *m_state = nullptr, *m_said = nullptr;
    HeatMap* m_map = nullptr;
    ColourScale* m_scale = nullptr;
    HistogramBars* m_bars = nullptr;
    RowView* m_norms = nullptr;
    QWidget* m_parts = nullptr; ///< Hidden while there is nothing to draw.
};

} // namespace ui
