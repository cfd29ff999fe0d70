#include "ui/setup/setup_panel.h"

#include "ui/setup/field_fits.h"
#include "ui/setup/plan_text.h"
#include "ui/setup/section_options.h"
#include "ui/setup/setup_bars.h"
#include "ui/setup/spec_access.h"
#include "ui/text/sentences.h"
#include "ui/text/setting_names.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/option_form.h"
#include "ui/widgets/option_rows.h"
#include "ui/widgets/problem_line.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int kEditIntervalMs = 200;
constexpr int kLeastWidth = 296; ///< Pixels, unless folded.

/// Whether the rows of files for a task can be read for another one, too: a class or a number
/// beside a text, or the texts alone.
bool readsRowsOf(const core::TaskColumns& now, const core::TaskColumns& before)
{
    const auto isOne = [](const core::TaskColumns& columns) {
        return columns.answers(core::ColumnKind::Class)
            || columns.answers(core::ColumnKind::Number);
    };
    return isOne(before) && (isOne(now) || isRunningText(now));
}

constexpr std::array kStepTitles{
    QT_TRANSLATE_NOOP("ui::SetupPanel", "Data"), QT_TRANSLATE_NOOP("ui::SetupPanel", "Text"),
    QT_TRANSLATE_NOOP("ui::SetupPanel", "Model"), QT_TRANSLATE_NOOP("ui::SetupPanel", "Training")};

} // namespace

SetupPanel::SetupPanel(const Knowledge& knowledge, QWidget* parent)
    : QWidget(parent)
    , m_knowledge(knowledge)
    , m_names(m_knowledge.catalogue, m_knowledge.specOptions)
{
    named(this, "setupPanel", tr("Set-up"));
    make();
}

SetupPanel::~SetupPanel() = default;

QWidget* SetupPanel::preview() const
{
    return m_pages->widget();
}

void SetupPanel::setSpec(const core::Json& spec)
{
    if (spec == m_spec || !spec.is_object())
        return;
    const bool wasPending = m_pending.isActive(); // An earlier edit is still to be told.
    showSpec(spec);
    m_history.amend(m_spec);
    if (!wasPending)
        m_pending.stop();
}

void SetupPanel::takeSpec(const core::Json& spec, const QString& step)
{
    if (!spec.is_object())
        return;
    const core::Json before = m_spec;
    showSpec(spec);
    m_pending.stop();
    record(before, step);
}

void SetupPanel::flush()
{
    if (!m_pending.isActive())
        return;
    m_pending.stop();
    Q_EMIT specChanged(m_spec);
}

void SetupPanel::setFolded(bool folded)
{
    m_folded = folded;
    showStep();
}

void SetupPanel::setCorner(QWidget* corner)
{
    m_firstLine->addWidget(corner, 0, Qt::AlignTop | Qt::AlignRight);
}

void SetupPanel::setStep(SetupStep step)
{
    const bool changes = step != m_current;
    m_current = step;
    showStep();
    if (changes)
        Q_EMIT stepChanged(step);
}

void SetupPanel::setProblems(const std::vector<core::Problem>& problems)
{
    m_head->clearProblems();
    m_taskRows->clearProblems();
    std::array<std::vector<core::Problem>, kSteps> sorted;
    for (const core::Problem& problem : problems) {
        if (m_head->showProblem(problem))
            continue;
        const SetupStep step = stepOf(m_knowledge, m_task, problem.path);
        sorted[size_t(step)].push_back(problem);
    }
    for (size_t i = 0; i < kSteps; ++i) {
        Step& step = m_steps[i];
        QStringList general;
        for (const core::Problem& problem : step.form->setProblems(sorted[i])) {
            if (!m_taskRows->showProblem(problem))
                general << sentence(problem.what);
        }
        step.problem->setText(general.join(u'\n'));
        step.header->setProblemCount(int(sorted[i].size()));
    }
}

void SetupPanel::setEditable(bool editable)
{
    m_editable = editable;
    m_head->setEnabled(editable);
    m_taskRows->setEnabled(editable);
    m_source->setEnabled(editable);
    for (Step& step : m_steps)
        step.form->setEditable(editable);
    m_pages->setEditable(editable);
}

void SetupPanel::setTuning(const QString& run)
{
    if (m_tuningBar->run() == run)
        return;
    m_tuningBar->setRun(run);
    OptionForm::Open open;
    if (!run.isEmpty() && m_knowledge.tunable)
        open = [this](const std::string& path) { return m_knowledge.tunable(path, m_task); };
    for (Step& step : m_steps)
        step.form->setOpen(
            open, tr("This setting cannot change during a training: stop it and start a new run."));
    if (run.isEmpty())
        setTuned({});
}

void SetupPanel::setTuned(const std::vector<TunedSetting>& settings)
{
    m_tuningBar->setSettings(settings);
}

void SetupPanel::setRecent(const QStringList& paths)
{
    m_source->setRecent(paths);
}

void SetupPanel::setDataPreview(const core::DataPreview& preview)
{
    m_known.takeData(preview, m_spec);
    if (offerSheets(m_knowledge.catalogue, preview.sheets))
        at(SetupStep::Data)
            .form->setOptions(m_task, stepOptions(m_knowledge, SetupStep::Data, m_task));
    m_pages->setData(preview);
    if (m_known.hasTextsOf(m_spec))
        m_pages->showTextsAgain();
    summarise();
}

void SetupPanel::setTextPreview(const core::TextPreview& preview)
{
    m_known.takeTexts(preview, nullptr, m_spec);
    showFits();
    m_pages->setTexts(preview);
}

void SetupPanel::setPairTextPreview(const core::PairTextPreview& preview)
{
    m_known.takeTexts(preview.source, &preview.target, m_spec);
    showFits();
    m_pages->setPairTexts(preview);
}

void SetupPanel::make()
{
    setSettingNames(m_names);
    m_task = m_knowledge.taskColumns.empty() ? std::string() : m_knowledge.taskColumns.front().task;
    m_pages = std::make_unique<SetupPages>(m_knowledge.catalogue);
    connectPages();
    m_head = new OptionRows({m_knowledge.catalogue, {}}, headOptions(m_knowledge), "", this);
    m_firstLine = makeRow(nullptr, {{m_head, 1}}, -1, {2 * kGrid, kGrid, kGrid, kGrid});
    auto* layout = makeColumn(this, {m_firstLine}, 0);
    for (size_t i = 0; i < kSteps; ++i)
        makeStep(i, *layout);
    layout->addStretch(0);
    m_tuningBar = new TuningBar(this);
    connect(m_tuningBar, &TuningBar::applied, this, &SetupPanel::tuningApplied);
    connect(m_tuningBar, &TuningBar::discarded, this, &SetupPanel::tuningDiscarded);
    layout->addWidget(m_tuningBar);
    makeDataHead();
    connect(m_head, &OptionRows::edited, this, [this] { takeEdit(); });
    connect(&m_history, &SetupHistory::restored, this,
            [this](const core::Json& shown, const std::string& field) { restore(shown, field); });
    m_pending.setSingleShot(true);
    m_pending.setInterval(kEditIntervalMs);
    connect(&m_pending, &QTimer::timeout, this, [this] { Q_EMIT specChanged(m_spec); });
    readForms();
    m_pending.stop(); // The defaults are no edit of the user.
    m_history.amend(m_spec);
    showStep();
    connect(&Theme::instance(), &Theme::changed, this, [this] { showStep(); });
}

void SetupPanel::connectPages()
{
    connect(m_pages.get(), &SetupPages::chooseRequested, this, &SetupPanel::openRequested);
    connect(m_pages.get(), &SetupPages::columnsChosen, this,
            [this](const std::vector<int64_t>& texts, int label) {
                if (const core::DataPreview* known = m_known.data())
                    applyData(withColumns(member(m_spec, "data"), *known, m_knowledge.catalogue,
                                          texts, label),
                              tr("choice of columns"));
            });
    connect(m_pages.get(), &SetupPages::sheetChosen, this, [this](const std::string& sheet) {
        if (const core::DataPreview* known = m_known.data())
            applyData(withSheet(member(m_spec, "data"), *known, sheet), tr("choice of the sheet"));
    });
    connect(m_pages.get(), &SetupPages::skipBadRowsRequested, this, [this] {
        core::Json section = member(m_spec, "data");
        section["skip_bad_rows"] = true;
        applyData(section, tr("skipping of bad rows"));
    });
    connect(m_pages.get(), &SetupPages::settingRequested, this, &SetupPanel::showSetting);
    connect(m_pages.get(), &SetupPages::exchangeSidesRequested, this, [this] {
        if (!m_editable)
            return;
        flush(); // Includes what was typed a moment ago.
        Q_EMIT exchangeSidesRequested();
    });
}

void SetupPanel::makeStep(size_t index, QVBoxLayout& layout)
{
    Step& step = m_steps[index];
    const auto which = static_cast<SetupStep>(index);
    step.header = new StepHeader(int(index) + 1, tr(kStepTitles[index]), this);
    step.header->setObjectName(QStringLiteral("step%1Header").arg(index + 1));
    step.body = new QWidget(this);
    step.problem = new ProblemLine(step.body);
    step.problem->setContentsMargins(8, 8, 8, 0);
    step.form = new OptionForm(m_knowledge.catalogue, m_task,
                               stepOptions(m_knowledge, which, m_task), "", step.body);
    makeColumn(step.body, {step.problem, {step.form, 1}}, 0);
    layout.addWidget(step.header);
    layout.addWidget(step.body, 1);
    connect(step.header, &QAbstractButton::clicked, this, [this, which] {
        setStep(which);
        at(which).header->setChecked(true); // A click on the open step leaves it open ...
        Q_EMIT stepActivated(which); // ... and brings its preview to the front.
    });
    connect(step.form, &OptionForm::edited, this, [this] { takeEdit(); });
}

/// Makes the parts above the fields of the Data step: the task and the source of the data.
void SetupPanel::makeDataHead()
{
    OptionForm* form = at(SetupStep::Data).form;
    m_taskRows = new OptionRows({m_knowledge.catalogue, {}}, taskOptions(m_knowledge), "", this);
    m_taskRows->setVisible(!m_taskRows->isEmpty());
    form->addAbove(m_taskRows);
    m_source = new DataSourceBar(this);
    m_source->setColumns(columns());
    form->addAbove(m_source);
    connect(m_source, &DataSourceBar::openRequested, this, &SetupPanel::openRequested);
    connect(m_source, &DataSourceBar::filesChosen, this, &SetupPanel::filesChosen);
    connect(m_taskRows, &OptionRows::edited, this,
            [this] { chooseTask(text(m_taskRows->value(), "task")); });
}

/// Reads the forms into the spec and schedules specChanged().
void SetupPanel::readForms()
{
    const core::Json top = m_head->value();
    for (const auto& [name, value] : top.items())
        m_spec[name] = value;
    core::Json own = {{"kind", m_task}};
    std::array<core::Json, kSteps> values;
    for (size_t i = 0; i < kSteps; ++i)
        values[i] = m_steps[i].form->value();
    for (const core::OptionDescription& option : ownOptions(m_knowledge, m_task))
        own[option.name] = values[size_t(stepOf(option))]["task"][option.name];
    m_spec["task"] = own;
    for (size_t i = 0; i < kSteps; ++i) {
        const std::string section = sectionOf(static_cast<SetupStep>(i));
        m_spec[section] = values[i][section];
    }
    followData();
    summarise();
    if (!m_pending.isActive())
        m_pending.start();
}

/// Hides previews that belong to other data.
void SetupPanel::followData()
{
    if (!m_known.forgetOtherData(m_spec))
        return;
    m_pages->awaitData();
}

void SetupPanel::takeEdit()
{
    const core::Json before = m_spec;
    followSheet();
    readForms();
    record(before, {});
}

/// Another sheet that is chosen in the form keeps those of the chosen columns that it has.
void SetupPanel::followSheet()
{
    const auto sheetOf
        = [](const core::Json& section) { return text(member(section, "format"), "sheet"); };
    OptionForm& form = *at(SetupStep::Data).form;
    const core::Json section = member(form.value(), "data");
    const core::DataPreview* known = m_known.data();
    if (known != nullptr && !known->sheets.empty()
        && sheetOf(section) != sheetOf(member(m_spec, "data")))
        form.setValue({{"data", withSheet(section, *known, sheetOf(section))}});
}

void SetupPanel::record(const core::Json& before, const QString& step)
{
    if (!step.isEmpty()) {
        m_history.record(m_spec, step);
        return;
    }
    const std::string field = changedSetting(before, m_spec);
    QString name = m_names.labelOf(QString::fromStdString(field));
    if (name.size() > 1 && name[1].isLower())
        name[0] = name[0].toLower(); // Lower case inside a sentence, but not in "BLEU".
    m_history.record(m_spec, name.isEmpty() ? tr("change") : tr("change of %1").arg(name), field);
}

/// Shows the spec of an undo or a redo and opens the step of the change.
void SetupPanel::restore(const core::Json& shown, const std::string& field)
{
    showSpec(shown);
    m_history.amend(m_spec);
    m_pending.stop();
    Q_EMIT restored();
    Q_EMIT specChanged(m_spec);
    if (field.find('.') != std::string::npos)
        setStep(stepOf(m_knowledge, m_task, field));
}

void SetupPanel::applyData(const core::Json& section, const QString& step)
{
    if (!m_editable)
        return;
    const core::Json before = m_spec;
    at(SetupStep::Data).form->setValue({{"data", section}});
    readForms();
    record(before, step);
}

/// Shows a spec in the forms, which are made anew for another task.
void SetupPanel::showSpec(const core::Json& shown)
{
    m_spec = shown;
    const std::string wanted = taskOf(m_spec);
    const bool otherTask = !wanted.empty() && wanted != m_task;
    if (otherTask) {
        m_task = wanted;
        m_known.forgetData(); // The pages show data of the old task.
        m_pages->setColumns(columns());
        m_source->setColumns(columns());
    }
    m_taskRows->setValue({{"task", m_task}});
    core::Json top = core::Json::object();
    for (const core::OptionDescription& option : headOptions(m_knowledge)) {
        if (m_spec.contains(option.name))
            top[option.name] = m_spec[option.name];
    }
    m_head->setValue(top);
    for (size_t i = 0; i < kSteps; ++i) {
        const auto which = static_cast<SetupStep>(i);
        if (otherTask)
            m_steps[i].form->setOptions(m_task, stepOptions(m_knowledge, which, m_task));
        core::Json sections = core::Json::object();
        for (const std::string& name : {sectionOf(which), std::string("task")}) {
            if (m_spec.contains(name))
                sections[name] = m_spec[name];
        }
        m_steps[i].form->setValue(sections);
    }
    readForms();
}

core::Json SetupPanel::settingsOf(const std::string& task, DataFrom from) const
{
    return presetSettings(m_knowledge, m_spec, task, from);
}

void SetupPanel::chooseTask(const std::string& chosen)
{
    const core::KindDescription* kind = core::findKind(m_knowledge.catalogue, "task", chosen);
    const bool files = !member(member(m_spec, "data"), "train").empty()
        && readsRowsOf(columnsOf(chosen), columns());
    core::Json settings = settingsOf(chosen, files ? DataFrom::Files : DataFrom::Sample);
    if (files)
        settings["data"] = withoutColumns(member(m_spec, "data"));
    takeSpec(settings,
             tr("choice of task: %1")
                 .arg(kind == nullptr ? QString::fromStdString(chosen) : coreText(kind->title)));
    if (files)
        Q_EMIT taskOfFilesChosen();
    Q_EMIT specChanged(m_spec); // At once, because no further edit follows.
}

void SetupPanel::showSetting(const std::string& path)
{
    const SetupStep step = stepOf(m_knowledge, m_task, path);
    setStep(step);
    Q_EMIT stepActivated(step); // Brings the form to the front.
    at(step).form->focusSetting(path);
}

/// With one vocabulary for both sides, the target's own settings of it have no effect.
void SetupPanel::greyIdleOptions()
{
    const bool joint = flag(member(member(m_spec, "task"), "target_text"), "joint");
    const std::set<std::string> idle{"task.target_text.tokeniser",
                                     "task.target_text.vocabulary_size",
                                     "task.target_text.minimum_frequency"};
    at(SetupStep::Text)
        .form->setIdle(
            joint ? idle : std::set<std::string>(),
            tr("Both sides share one vocabulary: the settings of the source text apply."));
}

core::TaskColumns SetupPanel::columnsOf(const std::string& task) const
{
    const auto& all = m_knowledge.taskColumns;
    const auto found
        = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.task == task; });
    return found == all.end() ? core::TaskColumns() : *found;
}

void SetupPanel::showFits()
{
    const std::vector<FieldFit> fits = fieldFits(m_spec, m_known.of(m_spec));
    std::array<int, kSteps> misfits{};
    for (const FieldFit& fit : fits)
        misfits[size_t(stepOf(m_knowledge, m_task, fit.path))] += fit.fits ? 0 : 1;
    for (size_t i = 0; i < kSteps; ++i) {
        m_steps[i].form->setFits(fits);
        m_steps[i].header->setMisfitCount(misfits[i]);
    }
}

/// Headers and pages follow the spec.
void SetupPanel::summarise()
{
    const core::Catalogue& catalogue = m_knowledge.catalogue;
    at(SetupStep::Data)
        .header->setSummary(dataSummary(member(m_spec, "data"), m_known.data(), catalogue));
    at(SetupStep::Text).header->setSummary(textSummary(m_spec, catalogue));
    at(SetupStep::Model).header->setSummary(modelSummary(member(m_spec, "model"), catalogue));
    at(SetupStep::Training)
        .header->setSummary(trainingSummary(member(m_spec, "training"), catalogue));
    greyIdleOptions();
    showFits();
    m_pages->setSpec(m_spec, columns());
}

void SetupPanel::showStep()
{
    int rail = 0;
    for (size_t i = 0; i < kSteps; ++i) {
        const bool open = i == size_t(m_current);
        m_steps[i].header->setChecked(open);
        m_steps[i].body->setVisible(open && !m_folded);
        rail = std::max(rail, m_steps[i].header->minimumSizeHint().width());
    }
    m_head->setVisible(!m_folded);
    m_tuningBar->setFolded(m_folded);
    setMinimumWidth(m_folded ? rail : kLeastWidth);
    setMaximumWidth(m_folded ? rail : QWIDGETSIZE_MAX);
    m_pages->setStep(m_current);
}

} // namespace ui
