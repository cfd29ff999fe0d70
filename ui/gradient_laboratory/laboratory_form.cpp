#include "ui/gradient_laboratory/laboratory_form.h"

#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/option_form.h"
#include "ui/widgets/quiet_combo_box.h"

#include <algorithm>
#include <set>

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

std::vector<core::OptionDescription> dials()
{
    std::vector<core::OptionDescription> options = laboratorySchema().options();
    std::erase_if(options, [](const auto& each) { return each.name == kLeftOut; });
    return options;
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
    : QWidget(parent)
    , m_examples(named(new QuietComboBox, "laboratoryExamples", tr("Examples"),
                       tr("Situations of the lectures. An example sets all dials.")))
    , m_form(named(new OptionForm(catalogue, {}, dials(), kPath), "laboratoryDials"))
{
    m_examples->addItem(tr("Example ..."));
    for (const core::LaboratoryExample& example : core::laboratoryExamples())
        m_examples->addItem(coreText(example.title));
    makeColumn(this, {m_examples, {m_form, 1}}, 4);
    connect(m_examples, &QComboBox::activated, this, &LaboratoryForm::takeExample);
    connect(m_form, &OptionForm::edited, this, [this] {
        followChoices();
        Q_EMIT edited();
    });
    setQuestion(core::laboratoryExamples().front().question);
}

core::AskGradientLaboratory LaboratoryForm::question() const
{
    return laboratorySchema().fromJson(m_form->value());
}

void LaboratoryForm::setQuestion(const core::AskGradientLaboratory& question)
{
    core::Json value = laboratorySchema().toJson(question);
    value.erase(kLeftOut);
    m_form->setValue(value);
    followChoices();
}

/// Dials without an effect are greyed.
void LaboratoryForm::followChoices()
{
    const core::AskGradientLaboratory chosen = question();
    const std::string path = std::string(kPath) + '.';
    std::set<std::string> idle;
    for (const char* gate : {"f", "i", "o", "z", "r"})
        if (!hasGate(chosen, gate))
            idle.insert(path + "bias_" + gate);
    if (chosen.weights != "normal")
        idle.insert(path + "deviation");
    if (chosen.input == "zero")
        idle.insert(path + "input_scale");
    const std::string typed = core::AskGradientLaboratory::kTypedCell;
    if (chosen.cell != typed && chosen.beside != typed && chosen.third != typed)
        idle.insert(path + "equations");
    m_form->setIdle(idle, tr("This dial has no effect with the cells, weights and inputs chosen."));
}

void LaboratoryForm::takeExample(int index)
{
    m_examples->setCurrentIndex(0); // Dials that are turned later are no longer the example.
    if (index < 1)
        return;
    setQuestion(core::laboratoryExamples()[size_t(index - 1)].question);
    Q_EMIT edited();
}

core::Json LaboratoryForm::state() const
{
    return laboratorySchema().toJson(question());
}

void LaboratoryForm::setState(const core::Json& state)
{
    std::vector<core::Problem> problems;
    const core::Json whole
        = core::completed(state, laboratorySchema().options(), {}, std::string(), problems);
    if (state.is_object() && problems.empty())
        setQuestion(laboratorySchema().fromJson(whole));
}

} // namespace ui
