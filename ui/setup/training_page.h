#pragma once

#include "core/base/option.h"
#include "core/data/cells/column.h"
#include "core/optimise/schedule_curve.h"
#include "core/task/translation/teacher_forcing.h"
#include "ui/setup/preview_page.h"

namespace ui {

class FactsRow;
class PlanCurve;

/// The plan of the run in words; the learning rate and, for a translator, the teacher forcing
/// drawn over the whole of it.
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
    QString m_items; ///< That batches are made of; empty: rows of the data.
    double m_updates = 0.0; ///< 0: not known.
    FactsRow* m_facts;
    QLabel* m_plan;
    PlanCurve* m_rate;
    QLabel* m_note;
    PlanCurve* m_forcing; ///< Hidden for other tasks.
    QLabel* m_forcingNote;
};

} // namespace ui
