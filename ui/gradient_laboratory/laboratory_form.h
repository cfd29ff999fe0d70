#pragma once

#include "core/probe/by_hand/gradient_laboratory.h"
#include "ui/widgets/question_form.h"

namespace ui {

/// The dials of the gradient laboratory with the examples of the lectures.
class LaboratoryForm : public QuestionForm {
    Q_OBJECT
public:
    explicit LaboratoryForm(const core::Catalogue& catalogue, QWidget* parent = nullptr);

    core::AskGradientLaboratory question() const;
    void setQuestion(const core::AskGradientLaboratory& question); ///< Without edited().

protected:
    void followValue() override;
};

} // namespace ui
