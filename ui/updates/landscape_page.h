#pragma once

#include "core/base/monitor.h"
#include "core/probe/updates/update_questions.h"
#include "ui/figure/figure.h"
#include "ui/widgets/plot.h"

#include <QWidget>

#include <optional>
#include <vector>

class QLabel;
class QPushButton;

namespace ui {

class BusyLine;
class ColourScale;
class NumberBox;
class QuietComboBox;

/// The loss around the weights: a curve along a line, or colours with contour lines over a plane.
/// The weights are marked; along a step, the weights after it, too.
class LandscapePlot : public Plot {
    Q_OBJECT
public:
    explicit LandscapePlot(QWidget* parent = nullptr);

    /// @param loss  the axis' title. @param x, y  of d₁ and d₂.
    void setLandscape(const core::Landscape& landscape, const QString& loss, const QString& x,
                      const QString& y);
    void clear();
    void setColour(int index); ///< That of the run.
    /// Range of the colours; empty without a landscape.
    QCPRange losses() const { return m_losses; }

protected:
    void applyTheme() override;

private:
    void keepSquare();
    void drawLine(const core::Landscape& landscape);
    void drawPlane(const core::Landscape& landscape);
    void drawContours(const core::Landscape& landscape);

    QCPGraph *m_line, *m_marks;
    QCPColorMap* m_map;
    std::vector<QCPCurve*> m_contours;
    QCPRange m_losses;
    int m_colour = 0;
    bool m_plane = false; ///< Drawn as a square, because both directions have the same length.
};

/// The loss of the chosen update's batch around the weights: along the step, along the gradient, in
/// a random direction or in a random plane. It is measured on request.
class LandscapePage : public QWidget {
    Q_OBJECT
public:
    explicit LandscapePage(QWidget* parent = nullptr);

    /// The choices of the user; the caller adds run and place.
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
    QWidget* m_random = nullptr; ///< Options of random directions.
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
