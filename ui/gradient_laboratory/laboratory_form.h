#pragma once

#include "core/base/json.h"
#include "core/base/option.h"
#include "core/probe/by_hand/gradient_laboratory.h"

#include <QWidget>

class QSlider;

namespace ui {

class NumberBox;
class OptionForm;
class QuietComboBox;

/// The dials of the gradient laboratory, made from the options of its question, with the examples
/// of the lectures above them.
class LaboratoryForm : public QWidget {
    Q_OBJECT
public:
    explicit LaboratoryForm(const core::Catalogue& catalogue, QWidget* parent = nullptr);

    core::AskGradientLaboratory question() const;
    void setQuestion(const core::AskGradientLaboratory& question); ///< Without edited().
    core::Json state() const;
    void setState(const core::Json& state); ///< Ignores what cannot be read; without edited().

Q_SIGNALS:
    void edited();

private:
    void takeExample(int index);
    void followChoices();

    QuietComboBox* m_examples;
    OptionForm* m_form;
};

} // namespace ui
