#pragma once

#include "core/probe/updates/weight_matrix.h"
#include "ui/figure/figure.h"

#include <QWidget>

#include <cstdint>
#include <vector>

class QLabel;
class QSlider;

namespace ui {

class ColourScale;
class HeatMap;
class QuietComboBox;

/// A weight matrix of the network as a picture, and the step of an update beside it: those that
/// were recorded one after another, or the network of the shown epoch.
class MatrixPage : public QWidget {
    Q_OBJECT
public:
    explicit MatrixPage(QWidget* parent = nullptr);

    /// The chosen parameter at the chosen update, or at the last one if none is chosen; of the
    /// network itself if nothing was recorded. The caller adds the run.
    core::AskWeightMatrix question() const;
    void setMatrix(const core::WeightMatrix& matrix);
    void clear();
    bool setUpdate(int64_t step); ///< @return whether question() is another one.
    std::vector<Figure> figures() const;
    QString words() const;

Q_SIGNALS:
    void picked(qint64 step);
    void parameterChosen();

private:
    /// A matrix in colours with the scale above it.
    struct Picture {
        QWidget* whole = nullptr;
        ColourScale* scale = nullptr;
        HeatMap* map = nullptr;
    };
    Picture makePicture(const QString& name, const QString& title,
                        const std::vector<float> core::WeightMatrix::*values);
    void show(Picture& picture, const std::vector<float>& values, double largest,
              const QString& title);
    void moveSlider();
    QString rowName(int64_t row) const;
    QString cellText(int row, int column, float value) const;
    QString matrixText() const;

    core::WeightMatrix m_matrix; ///< Without cells: none has come.
    std::vector<int64_t> m_kept;
    int64_t m_chosen = 0; ///< Update.
    QuietComboBox* m_names;
    QSlider* m_time;
    QLabel *m_timeSaid, *m_said;
    Picture m_weights, m_change;
};

} // namespace ui
