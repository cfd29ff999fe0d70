#pragma once

#include "core/base/monitor.h"
#include "core/probe/updates/update_questions.h"
#include "ui/figure/figure.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace ui {

class BusyLine;
class ColourScale;
class LandscapePlot;
class NumberBox;
class QuietComboBox;

/// The loss of the chosen update's batch around the weights: along the step that was taken, along
/// the gradient, in a random direction or a plane of two. Measured when it is asked for.
class LandscapePage : public QWidget {
    Q_OBJECT
public:
    explicit LandscapePage(QWidget* parent = nullptr);

    /// What is chosen; who asks fills in run and place.
    core::AskLandscape question() const;
    void setUpdate(int64_t step, const std::vector<int64_t>& keptWeights);
    void setLandscape(const core::Landscape& landscape);
    void clear();
    void setColour(int index); ///< That of the run.
    void setProgress(const core::Progress& progress);
    void setEnded();
    std::vector<Figure> figures() const;
    QString words() const;

Q_SIGNALS:
    void measureRequested();
    void cancelRequested();

private:
    void buildControls();
    void showChoice();
    core::LandscapePath path() const;
    bool isPlane() const { return path() == core::LandscapePath::RandomPlane; }
    QString landscapeText() const;
    QString directionText() const;

    QWidget* m_controls;
    QuietComboBox* m_path = nullptr;
    NumberBox *m_points = nullptr, *m_reach = nullptr, *m_seed = nullptr;
    QWidget* m_random = nullptr; ///< What only random directions need.
    QPushButton* m_measure = nullptr;
    BusyLine* m_busy = nullptr;
    QLabel *m_said = nullptr, *m_hint = nullptr;
    LandscapePlot* m_plot = nullptr;
    QLabel* m_range = nullptr;
    std::optional<core::Landscape> m_landscape;
    int64_t m_step = 0;
    bool m_kept = false; ///< The weights around that update are in memory.
};

} // namespace ui
