#include "ui/gradient_laboratory/laboratory_form.h"

#include "ui/text/sentences.h"

#include <algorithm>

namespace ui {

namespace {

constexpr const char* kPath = "laboratory";
/// Only the written answer depends on it.
constexpr const char* kLeftOut = "numbers";

const core::Schema<core::AskGradientLaboratory>& laboratorySchema()
{
    static const core::Schema<core::AskGradientLaboratory> schema
        = core::AskGradientLaboratory::kind().options;
    return schema;
}

std::vector<core::OptionDescription> laboratoryDials()
{
    std::vector<core::OptionDescription> options = laboratorySchema().options();
    std::erase_if(options, [](const auto& each) { return each.name == kLeftOut; });
    return options;
}

core::Json dialled(const core::AskGradientLaboratory& question)
{
    core::Json value = laboratorySchema().toJson(question);
    value.erase(kLeftOut);
    return value;
}

QuestionForm::Examples laboratoryValues()
{
    QuestionForm::Examples values;
    for (const core::LaboratoryExample& each : core::laboratoryExamples())
        values.emplace_back(coreText(each.title), dialled(each.question));
    return values;
}

/// Whether a chosen cell has a bias with a block of this name.
bool hasGate(const core::AskGradientLaboratory& question, const std::string& gate)
{
    for (const std::string& id : {question.cell, question.beside, question.third}) {
        if (id == core::AskGradientLaboratory::kNoCell)
            continue;
        if (id == core::AskGradientLaboratory::kTypedCell)
            return true; // It may have.
        for (const core::CellParameter& each : core::laboratoryGraph(id, {}).parameters())
            if (std::find(each.blocks.begin(), each.blocks.end(), gate) != each.blocks.end())
                return true;
    }
    return false;
}

} // namespace

LaboratoryForm::LaboratoryForm(const core::Catalogue& catalogue, QWidget* parent)
    : QuestionForm(catalogue, laboratoryDials(), kPath, laboratoryValues(), parent)
{
    followValue();
}

core::AskGradientLaboratory LaboratoryForm::question() const
{
    return laboratorySchema().fromJson(value());
}

void LaboratoryForm::setQuestion(const core::AskGradientLaboratory& question)
{
    setValue(dialled(question));
}

/// Dials without an effect are greyed.
void LaboratoryForm::followValue()
{
    const core::AskGradientLaboratory chosen = question();
    std::vector<std::string> idle;
    for (const char* gate : {"f", "i", "o", "z", "r"})
        if (!hasGate(chosen, gate))
            idle.push_back(std::string("bias_") + gate);
    if (chosen.weights != "normal")
        idle.emplace_back("deviation");
    if (chosen.input == "zero")
        idle.emplace_back("input_scale");
    const std::string typed = core::AskGradientLaboratory::kTypedCell;
    if (chosen.cell != typed && chosen.beside != typed && chosen.third != typed)
        idle.emplace_back("equations");
    setIdle(idle, tr("This dial has no effect with the cells, weights and inputs chosen."));
}

} // namespace ui
