#pragma once

#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;

namespace ui {

class Plot;

/// A number that a schedule gives for every update of a run, drawn before it is trained.
class PlanCurve : public QWidget {
    Q_OBJECT
public:
    /// @param title  "Learning rate over the whole run". @param axis  "learning rate".
    PlanCurve(const QString& title, const QString& axis, const QString& plotName,
              QWidget* parent = nullptr);

    void setPoints(const std::vector<double>& step, const std::vector<double>& values);
    /// The axis runs from 0 to `high` whatever the values are.
    void setHighest(double high);
    /// A box that draws the values on a logarithmic axis.
    void offerLogarithmic(const QString& boxName);

private:
    void style();

    QString m_title;
    Plot* m_plot;
    QCheckBox* m_logarithmic;
    double m_highest = 0.0; ///< 0: as the values need it.
};

} // namespace ui
