#include "ui/setup/setup_panel.h"

#include "ui/setup/column_choice.h"
#include "ui/setup/data_page.h"
#include "ui/setup/data_source_bar.h"
#include "ui/setup/model_page.h"
#include "ui/setup/section_options.h"
#include "ui/setup/setup_panel_state.h"
#include "ui/setup/spec_access.h"
#include "ui/setup/step_header.h"
#include "ui/setup/text_page.h"
#include "ui/setup/training_page.h"
#include "ui/setup/tuning_bar.h"
#include "ui/text/sentences.h"
#include "ui/widgets/option_form.h"
#include "ui/widgets/option_rows.h"
#include "ui/widgets/problem_line.h"

#include <QStackedWidget>

namespace ui {

SetupPanel::SetupPanel(const Knowledge& knowledge, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(*this, knowledge))
{
    setObjectName(QStringLiteral("setupPanel"));
    setAccessibleName(tr("Set-up"));
    m_state->make();
}

SetupPanel::~SetupPanel()
{
    if (m_state->preview != nullptr && m_state->preview->parent() == nullptr)
        delete m_state->preview.data(); // Nobody put it into a layout.
    else if (m_state->dataPage != nullptr)
        m_state->dataPage->disconnect(this); // It may live on for a moment.
}

QWidget* SetupPanel::preview() const
{
    return m_state->preview;
}

void SetupPanel::setSpec(const core::Json& spec)
{
    if (spec == m_state->spec || !spec.is_object())
        return;
    const bool wasPending = m_state->pending.isActive(); // An earlier edit is still to be told.
    m_state->showSpec(spec);
    m_state->history.amend(m_state->spec);
    if (!wasPending)
        m_state->pending.stop();
}

void SetupPanel::takeSpec(const core::Json& spec, const QString& step)
{
    if (!spec.is_object())
        return;
    const core::Json before = m_state->spec;
    m_state->showSpec(spec);
    m_state->pending.stop();
    m_state->record(before, step);
}

QUndoStack& SetupPanel::history() const
{
    return m_state->history.stack();
}

core::Json SetupPanel::settingsOf(const std::string& task, DataFrom from) const
{
    return m_state->settingsOf(task, from);
}

void SetupPanel::chooseTask(const std::string& task)
{
    m_state->chooseTask(task);
}

core::Json SetupPanel::spec() const
{
    return m_state->spec;
}

void SetupPanel::flush()
{
    if (!m_state->pending.isActive())
        return;
    m_state->pending.stop();
    Q_EMIT specChanged(m_state->spec);
}

void SetupPanel::setFolded(bool folded)
{
    m_state->folded = folded;
    m_state->showStep();
}

bool SetupPanel::isFolded() const
{
    return m_state->folded;
}

void SetupPanel::setCorner(QWidget* corner)
{
    m_state->firstLine->addWidget(corner, 0, Qt::AlignTop | Qt::AlignRight);
}

void SetupPanel::setStep(SetupStep step)
{
    const bool changes = step != m_state->current;
    m_state->current = step;
    m_state->showStep();
    if (changes)
        Q_EMIT stepChanged(step);
}

SetupStep SetupPanel::step() const
{
    return m_state->current;
}

void SetupPanel::setProblems(const std::vector<core::Problem>& problems)
{
    m_state->head->clearProblems();
    m_state->taskRows->clearProblems();
    std::array<std::vector<core::Problem>, State::kSteps> sorted;
    for (const core::Problem& problem : problems) {
        if (m_state->head->showProblem(problem))
            continue;
        const SetupStep step = stepOf(m_state->knowledge, m_state->task, problem.path);
        sorted[static_cast<size_t>(step)].push_back(problem);
    }
    for (size_t i = 0; i < State::kSteps; ++i) {
        State::Step& step = m_state->steps[i];
        QStringList homeless;
        for (const core::Problem& problem : step.form->setProblems(sorted[i])) {
            if (!m_state->taskRows->showProblem(problem))
                homeless << sentence(problem.what);
        }
        step.problem->setText(homeless.join(u'\n'));
        step.header->setProblemCount(static_cast<int>(sorted[i].size()));
    }
}

void SetupPanel::setEditable(bool editable)
{
    State& state = *m_state;
    state.editable = editable;
    state.head->setEnabled(editable);
    state.taskRows->setEnabled(editable);
    state.source->setEnabled(editable);
    for (State::Step& step : state.steps)
        step.form->setEditable(editable);
    if (state.dataPage != nullptr)
        state.dataPage->setEditable(editable);
}

void SetupPanel::setTuning(const QString& run)
{
    State& state = *m_state;
    if (state.tuningBar->run() == run)
        return;
    state.tuningBar->setRun(run);
    OptionForm::Open open;
    if (!run.isEmpty() && state.knowledge.tunable)
        open = [&state](const std::string& path) {
            return state.knowledge.tunable(path, state.task);
        };
    for (State::Step& step : state.steps)
        step.form->setOpen(open, tr("Decides what the run is: stop it and start a new one."));
    if (run.isEmpty())
        setTuned({});
}

void SetupPanel::setTuned(const std::vector<TunedSetting>& settings)
{
    m_state->tuningBar->setSettings(settings);
}

void SetupPanel::setRecent(const QStringList& paths)
{
    m_state->source->setRecent(paths);
}

void SetupPanel::setDataProgress(const core::Progress& progress)
{
    if (m_state->dataPage != nullptr)
        m_state->dataPage->setProgress(progress);
}

void SetupPanel::setDataPreview(const core::DataPreview& preview)
{
    State& state = *m_state;
    state.dataPreview = preview;
    state.hasData = true;
    state.shownData = member(state.spec, "data");
    if (state.dataPage != nullptr) {
        const ColumnChoice choice = choosableColumns(preview, state.knowledge.catalogue);
        state.dataPage->setColumnsChoosable(choice.text, choice.label);
        state.dataPage->setPreview(preview);
    }
    state.showKnownTexts();
    state.summarise();
}

void SetupPanel::setTokenLengths(const std::vector<TokenLengths>& sides)
{
    if (m_state->dataPage != nullptr)
        m_state->dataPage->setTokenLengths(sides);
}

void SetupPanel::setDataFailure(const core::Failure& failure)
{
    if (m_state->dataPage != nullptr)
        m_state->dataPage->setFailure(failure);
}

void SetupPanel::setTextProgress(const core::Progress& progress)
{
    if (m_state->textPage != nullptr)
        m_state->textPage->setProgress(progress);
}

void SetupPanel::setTextPreview(const core::TextPreview& preview)
{
    m_state->keepTexts(preview, nullptr);
    if (m_state->textPage != nullptr)
        m_state->textPage->setPreview(preview);
}

void SetupPanel::setPairTextPreview(const core::PairTextPreview& preview)
{
    m_state->keepTexts(preview.source, &preview.target);
    if (m_state->textPage != nullptr)
        m_state->textPage->setPairPreview(preview);
}

void SetupPanel::setTextFailure(const core::Failure& failure)
{
    if (m_state->textPage != nullptr)
        m_state->textPage->setFailure(failure);
}

void SetupPanel::setModelSummary(const core::ModelSummary& summary)
{
    if (m_state->modelPage != nullptr)
        m_state->modelPage->setSummary(summary);
}

void SetupPanel::setModelFailure(const core::Failure& failure)
{
    if (m_state->modelPage != nullptr)
        m_state->modelPage->setFailure(failure);
}

void SetupPanel::setScheduleCurve(const core::ScheduleCurve& curve, const core::Message& items)
{
    if (m_state->trainingPage != nullptr)
        m_state->trainingPage->setCurve(curve, items);
}

void SetupPanel::setTeacherForcingCurve(const core::TeacherForcingCurve& curve)
{
    if (m_state->trainingPage != nullptr)
        m_state->trainingPage->setTeacherForcing(curve);
}

} // namespace ui
