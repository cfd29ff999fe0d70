#pragma once

#include "core/base/option.h"
#include "core/data/cells/column.h"
#include "core/optimise/schedule_curve.h"
#include "core/task/teacher_forcing/teacher_forcing.h"
#include "ui/setup/preview_page.h"

#include <QWidget>

#include <vector>

class QCheckBox;
class QLabel;

namespace ui {

class FactsRow;
class Plot;

/// A value that a schedule sets at every update, drawn for the whole run in advance.
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

/// The plan of the run in words, and curves of the learning rate and, where a task has it, of
/// teacher forcing.
class TrainingPage : public PreviewPage {
    Q_OBJECT
public:
    /// @param catalogue  outlives the page.
    explicit TrainingPage(const core::Catalogue& catalogue, QWidget* parent = nullptr);

    void setSpec(const core::Json& spec, const core::TaskColumns& columns);
    void setCurve(const core::ScheduleCurve& curve, const core::Message& items);
    void setTeacherForcing(const core::TeacherForcingCurve& curve);

private:
    void showFacts();

    const core::Catalogue& m_catalogue;
    core::Json m_spec = core::Json::object();
    bool m_pairs = false, m_isRunning = false; ///< The data.
    QString m_items; ///< Items of batches; empty: rows of the data.
    double m_updates = 0.0; ///< 0: not known.
    FactsRow* m_facts;
    QLabel* m_plan;
    PlanCurve* m_rate;
    QLabel* m_note;
    PlanCurve* m_forcing; ///< Hidden for other tasks.
    QLabel* m_forcingNote;
};

} // namespace ui
