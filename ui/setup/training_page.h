#pragma once

#include "core/base/option.h"
#include "core/train/schedule_curve.h"
#include "ui/setup/preview_page.h"

class QCheckBox;

namespace ui {

class FactsRow;
class Plot;

/// The plan of the run in words, and the learning rate drawn over the whole of it.
class TrainingPage : public PreviewPage {
    Q_OBJECT
public:
    /// @param catalogue  outlives the page.
    explicit TrainingPage(const core::Catalogue& catalogue, QWidget* parent = nullptr);

    void setSpec(const core::Json& spec);
    void setCurve(const core::ScheduleCurve& curve);

private:
    void showFacts();
    void styleCurve();

    const core::Catalogue& m_catalogue;
    core::Json m_training = core::Json::object();
    double m_updates = 0.0; ///< 0: not known.
    FactsRow* m_facts;
    QLabel* m_plan;
    Plot* m_plot;
    QCheckBox* m_logarithmic;
    QLabel* m_note;
};

} // namespace ui
