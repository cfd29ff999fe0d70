#include "ui/setup/setup_panel_state.h"

#include "ui/setup/column_choice.h"
#include "ui/setup/data_page.h"
#include "ui/setup/data_source_bar.h"
#include "ui/setup/field_fits.h"
#include "ui/setup/model_page.h"
#include "ui/setup/plan_text.h"
#include "ui/setup/section_options.h"
#include "ui/setup/spec_access.h"
#include "ui/setup/step_header.h"
#include "ui/setup/text_page.h"
#include "ui/setup/training_page.h"
#include "ui/setup/tuning_bar.h"
#include "ui/text/sentences.h"
#include "ui/text/setting_names.h"
#include "ui/widgets/option_form.h"
#include "ui/widgets/option_rows.h"
#include "ui/widgets/problem_line.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kEditIntervalMs = 200;
constexpr int kLeastWidth = 296; ///< Pixels, unless folded.

QString stepTitle(size_t step)
{
    switch (static_cast<SetupStep>(step)) {
    case SetupStep::Data:
        return SetupPanel::tr("Data");
    case SetupStep::Text:
        return SetupPanel::tr("Text");
    case SetupStep::Model:
        return SetupPanel::tr("Model");
    case SetupStep::Training:
        return SetupPanel::tr("Training");
    }
    return {};
}

/// What decides which tokens the texts have; how many of them are kept is another matter.
core::Json tokensOf(const core::Json& spec)
{
    core::Json all
        = {member(spec, "data"), member(spec, "text"), member(member(spec, "task"), "target_text")};
    for (core::Json& section : all) {
        if (section.is_object())
            section.erase("maximum_length");
    }
    return all;
}

} // namespace

void SetupPanel::State::make()
{
    setSettingNames(names);
    task = knowledge.taskColumns.empty() ? std::string() : knowledge.taskColumns.front().task;
    makePages();
    auto* layout = new QVBoxLayout(&panel);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    head = new OptionRows({knowledge.catalogue, {}}, headOptions(knowledge), "", &panel);
    const int grid = Theme::instance().spacing();
    firstLine = new QHBoxLayout;
    firstLine->setContentsMargins(2 * grid, grid, grid, grid);
    firstLine->addWidget(head, 1);
    layout->addLayout(firstLine);
    for (size_t i = 0; i < kSteps; ++i)
        makeStep(i, *layout);
    layout->addStretch(0);
    tuningBar = new TuningBar(&panel);
    QObject::connect(tuningBar, &TuningBar::applied, &panel, &SetupPanel::tuningApplied);
    QObject::connect(tuningBar, &TuningBar::discarded, &panel, &SetupPanel::tuningDiscarded);
    layout->addWidget(tuningBar);
    makeDataHead();
    QObject::connect(head, &OptionRows::edited, &panel, [this] { takeEdit(); });
    QObject::connect(
        &history, &SetupHistory::restored, &panel,
        [this](const core::Json& shown, const std::string& field) { restore(shown, field); });
    pending.setSingleShot(true);
    pending.setInterval(kEditIntervalMs);
    QObject::connect(&pending, &QTimer::timeout, &panel,
                     [this] { Q_EMIT panel.specChanged(spec); });
    readForms();
    pending.stop(); // The defaults are nobody's edit.
    history.amend(spec);
    showStep();
    QObject::connect(&Theme::instance(), &Theme::changed, &panel, [this] { showStep(); });
}

void SetupPanel::State::makePages()
{
    preview = new QStackedWidget;
    preview->setObjectName(QStringLiteral("setupPreview"));
    dataPage = new DataPage(preview);
    textPage = new TextPage(preview);
    modelPage = new ModelPage(preview);
    trainingPage = new TrainingPage(knowledge.catalogue, preview);
    const std::array<PreviewPage*, kSteps> pages{dataPage, textPage, modelPage, trainingPage};
    for (size_t i = 0; i < kSteps; ++i) {
        preview->addWidget(pages[i]);
        QObject::connect(pages[i], &PreviewPage::cancelRequested, &panel,
                         [this, i] { Q_EMIT panel.cancelRequested(static_cast<SetupStep>(i)); });
        QObject::connect(pages[i], &PreviewPage::repeatRequested, &panel,
                         [this, i] { Q_EMIT panel.repeatRequested(static_cast<SetupStep>(i)); });
    }
    connectDataPage();
}

void SetupPanel::State::connectDataPage()
{
    QObject::connect(dataPage, &DataPage::chooseRequested, &panel, &SetupPanel::openRequested);
    QObject::connect(dataPage, &DataPage::columnsChosen, &panel,
                     [this](const std::vector<int64_t>& texts, int label) {
                         applyData(withColumns(member(spec, "data"), dataPreview,
                                               knowledge.catalogue, texts, label),
                                   SetupPanel::tr("choice of columns"));
                     });
    QObject::connect(dataPage, &DataPage::skipBadRowsRequested, &panel, [this] {
        core::Json data = member(spec, "data");
        data["skip_bad_rows"] = true;
        applyData(data, SetupPanel::tr("skipping of bad rows"));
    });
    QObject::connect(dataPage, &DataPage::exchangeSidesRequested, &panel, [this] {
        if (!editable)
            return;
        panel.flush(); // What was typed a moment ago belongs to the sides.
        Q_EMIT panel.exchangeSidesRequested();
    });
}

void SetupPanel::State::makeStep(size_t index, QVBoxLayout& layout)
{
    Step& step = steps[index];
    const auto which = static_cast<SetupStep>(index);
    step.header = new StepHeader(static_cast<int>(index) + 1, stepTitle(index), &panel);
    step.header->setObjectName(QStringLiteral("step%1Header").arg(index + 1));
    step.body = new QWidget(&panel);
    step.problem = new ProblemLine(step.body);
    step.problem->setContentsMargins(8, 8, 8, 0);
    step.form = new OptionForm(knowledge.catalogue, task, stepOptions(knowledge, which, task), "",
                               step.body);
    auto* body = new QVBoxLayout(step.body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(step.problem);
    body->addWidget(step.form, 1);
    layout.addWidget(step.header);
    layout.addWidget(step.body, 1);
    QObject::connect(step.header, &QAbstractButton::clicked, &panel, [this, which] {
        panel.setStep(which);
        at(which).header->setChecked(true); // A click on the open step leaves it open ...
        Q_EMIT panel.stepActivated(which); // ... and brings its preview to the front.
    });
    QObject::connect(step.form, &OptionForm::edited, &panel, [this] { takeEdit(); });
}

/// What stands above the fields of the Data step: what is to be learnt, and where data come from.
void SetupPanel::State::makeDataHead()
{
    OptionForm* form = at(SetupStep::Data).form;
    taskRows = new OptionRows({knowledge.catalogue, {}}, taskOptions(knowledge), "", &panel);
    taskRows->setVisible(!taskRows->isEmpty());
    form->addAbove(taskRows);
    source = new DataSourceBar(&panel);
    source->setColumns(columns());
    form->addAbove(source);
    QObject::connect(source, &DataSourceBar::openRequested, &panel, &SetupPanel::openRequested);
    QObject::connect(source, &DataSourceBar::filesChosen, &panel, &SetupPanel::filesChosen);
    QObject::connect(taskRows, &OptionRows::edited, &panel,
                     [this] { chooseTask(text(taskRows->value(), "task")); });
}

/// Takes what the forms hold into the spec and promises specChanged().
void SetupPanel::State::readForms()
{
    const core::Json top = head->value();
    for (const auto& [name, value] : top.items())
        spec[name] = value;
    core::Json own = {{"kind", task}};
    std::array<core::Json, kSteps> values;
    for (size_t i = 0; i < kSteps; ++i)
        values[i] = steps[i].form->value();
    for (const core::OptionDescription& option : ownOptions(knowledge, task))
        own[option.name] = values[static_cast<size_t>(stepOf(option))]["task"][option.name];
    spec["task"] = own;
    for (size_t i = 0; i < kSteps; ++i) {
        const std::string section = sectionOf(static_cast<SetupStep>(i));
        spec[section] = values[i][section];
    }
    followData();
    summarise();
    if (!pending.isActive())
        pending.start();
}

/// What the previews show is not to stand under the name of other data.
void SetupPanel::State::followData()
{
    const core::Json data = member(spec, "data");
    const auto same
        = [&](const char* name) { return member(data, name) == member(shownData, name); };
    if (!hasData || (same("train") && same("train_target") && same("sample")))
        return;
    hasData = false;
    if (dataPage != nullptr)
        dataPage->awaitPreview();
    if (textPage != nullptr)
        textPage->awaitPreview();
}

void SetupPanel::State::takeEdit()
{
    const core::Json before = spec;
    readForms();
    record(before, {});
}

void SetupPanel::State::record(const core::Json& before, const QString& step)
{
    if (!step.isEmpty()) {
        history.record(spec, step);
        return;
    }
    const std::string field = changedSetting(before, spec);
    QString name = names.labelOf(QString::fromStdString(field));
    if (name.size() > 1 && name[1].isLower())
        name[0] = name[0].toLower(); // It stands in a sentence; "BLEU" stays.
    history.record(
        spec, name.isEmpty() ? SetupPanel::tr("change") : SetupPanel::tr("change of %1").arg(name),
        field);
}

/// What an undo or a redo brings back, with its place in sight.
void SetupPanel::State::restore(const core::Json& shown, const std::string& field)
{
    showSpec(shown);
    history.amend(spec);
    pending.stop();
    Q_EMIT panel.specChanged(spec);
    if (field.find('.') != std::string::npos)
        panel.setStep(stepOf(knowledge, task, field));
}

void SetupPanel::State::applyData(const core::Json& data, const QString& step)
{
    if (!editable)
        return;
    const core::Json before = spec;
    at(SetupStep::Data).form->setValue({{"data", data}});
    readForms();
    record(before, step);
}

/// Puts a whole spec into the forms, which are made anew when it is of another task.
void SetupPanel::State::showSpec(const core::Json& shown)
{
    spec = shown;
    const std::string wanted = taskOf(spec);
    const bool otherTask = !wanted.empty() && wanted != task;
    if (otherTask) {
        task = wanted;
        hasData = false; // What the pages show is of the old task.
        dataPage->setColumns(columns());
        source->setColumns(columns());
    }
    taskRows->setValue({{"task", task}});
    core::Json top = core::Json::object();
    for (const core::OptionDescription& option : headOptions(knowledge)) {
        if (spec.contains(option.name))
            top[option.name] = spec[option.name];
    }
    head->setValue(top);
    for (size_t i = 0; i < kSteps; ++i) {
        const auto which = static_cast<SetupStep>(i);
        if (otherTask)
            steps[i].form->setOptions(task, stepOptions(knowledge, which, task));
        core::Json sections = core::Json::object();
        for (const std::string& name : {sectionOf(which), std::string("task")}) {
            if (spec.contains(name))
                sections[name] = spec[name];
        }
        steps[i].form->setValue(sections);
    }
    readForms();
}

/// The settings of the task's first preset: those of another task would hardly fit. A name that a
/// person gave and the device stay.
core::Json SetupPanel::State::settingsOf(const std::string& chosen, DataFrom from) const
{
    const auto& presets = knowledge.presets;
    const auto ofTask = [&](const auto& each) { return taskOf(each.spec) == chosen; };
    // The very first, with which the set-up begins, suits files as well as its own sample.
    auto preset = std::find_if(presets.begin(), presets.end(), [&](const auto& each) {
        const bool suits = each.needsData == (from == DataFrom::Files) || &each == presets.data();
        return ofTask(each) && suits;
    });
    if (preset == presets.end())
        preset = std::find_if(presets.begin(), presets.end(), ofTask);
    core::Json wanted = preset == presets.end() ? spec : preset->spec;
    if (taskOf(wanted) != chosen)
        wanted["task"] = {{"kind", chosen}};
    const std::string name = text(spec, "name");
    const bool given = std::none_of(presets.begin(), presets.end(), [&](const auto& each) {
        return text(each.spec, "name") == name;
    });
    if (given)
        wanted["name"] = name;
    const core::Json device = member(member(spec, "training"), "device");
    if (!device.is_null())
        wanted["training"]["device"] = device;
    return wanted;
}

void SetupPanel::State::chooseTask(const std::string& chosen)
{
    const core::KindDescription* kind = core::findKind(knowledge.catalogue, "task", chosen);
    panel.takeSpec(
        settingsOf(chosen, DataFrom::Sample),
        SetupPanel::tr("choice of task: %1")
            .arg(kind == nullptr ? QString::fromStdString(chosen) : coreText(kind->title)));
    Q_EMIT panel.specChanged(spec); // Nothing more is coming: data and pages can follow at once.
}

/// With one vocabulary for both sides, the target's own settings of it have no effect.
void SetupPanel::State::greyIdleOptions()
{
    const bool joint = flag(member(member(spec, "task"), "target_text"), "joint");
    const std::set<std::string> idle{"task.target_text.tokeniser",
                                     "task.target_text.vocabulary_size",
                                     "task.target_text.minimum_frequency"};
    at(SetupStep::Text)
        .form->setIdle(joint ? idle : std::set<std::string>(),
                       SetupPanel::tr("Both sides have one vocabulary: the settings of the source "
                                      "text count."));
}

core::TaskColumns SetupPanel::State::columns() const
{
    const auto& all = knowledge.taskColumns;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [this](const auto& each) { return each.task == task; });
    return found == all.end() ? core::TaskColumns() : *found;
}

QString SetupPanel::State::dataLine() const
{
    const core::Json data = member(spec, "data");
    QString line = dataSummary(data, knowledge.catalogue);
    if (!hasData)
        return line;
    const QString rows
        = count(dataPreview.trainRows + dataPreview.validRows + dataPreview.testRows);
    if (!dataPreview.read.arePairs() && dataPreview.classes.empty())
        return filled(SetupPanel::tr("%1, %2 {text|texts}"), {line, rows});
    if (!dataPreview.read.arePairs()) {
        const bool tags = dataPreview.read.answers(core::ColumnKind::Tags);
        return filled(tags ? SetupPanel::tr("%1, %2 {text|texts}, %3 {tag|tags}")
                           : SetupPanel::tr("%1, %2 {text|texts}, %3 {class|classes}"),
                      {line, rows, count(static_cast<qint64>(dataPreview.classes.size()))});
    }
    line = filled(SetupPanel::tr("%1, %2 {pair|pairs}"), {line, rows});
    const QString from = QString::fromStdString(text(data, "source_language"));
    const QString to = QString::fromStdString(text(data, "target_language"));
    return from.isEmpty() || to.isEmpty() ? line
                                          : SetupPanel::tr("%1, %2 \u2192 %3").arg(line, from, to);
}

void SetupPanel::State::keepTexts(const core::TextPreview& text, const core::TextPreview* target)
{
    shownTexts = tokensOf(spec);
    textPreview = text;
    targetPreview.reset();
    if (target != nullptr)
        targetPreview = *target;
    showFits();
}

void SetupPanel::State::showKnownTexts()
{
    if (textPage != nullptr && textPreview && shownTexts == tokensOf(spec))
        textPage->showAgain();
}

void SetupPanel::State::showFits()
{
    KnownData known;
    if (hasData && shownData == member(spec, "data"))
        known.data = &dataPreview;
    if (shownTexts == tokensOf(spec)) {
        known.text = textPreview ? &*textPreview : nullptr;
        known.target = targetPreview ? &*targetPreview : nullptr;
    }
    const std::vector<FieldFit> fits = fieldFits(spec, known);
    std::array<int, kSteps> misfits{};
    for (const FieldFit& fit : fits)
        misfits[static_cast<size_t>(stepOf(knowledge, task, fit.path))] += fit.fits ? 0 : 1;
    for (size_t i = 0; i < kSteps; ++i) {
        steps[i].form->setFits(fits);
        steps[i].header->setMisfitCount(misfits[i]);
    }
}

/// Headers and pages follow the spec.
void SetupPanel::State::summarise()
{
    const core::Catalogue& catalogue = knowledge.catalogue;
    at(SetupStep::Data).header->setSummary(dataLine());
    at(SetupStep::Text).header->setSummary(textSummary(spec, catalogue));
    at(SetupStep::Model).header->setSummary(modelSummary(member(spec, "model"), catalogue));
    at(SetupStep::Training)
        .header->setSummary(trainingSummary(member(spec, "training"), catalogue));
    greyIdleOptions();
    showFits();
    if (preview == nullptr)
        return;
    dataPage->setSpec(spec);
    textPage->setSpec(spec);
    trainingPage->setSpec(spec, columns());
    const core::Json network = member(member(spec, "model"), "network");
    modelPage->setNetwork(core::findKind(catalogue, "network", text(network, "kind")));
}

void SetupPanel::State::showStep()
{
    int rail = 0;
    for (size_t i = 0; i < kSteps; ++i) {
        const bool open = i == static_cast<size_t>(current);
        steps[i].header->setChecked(open);
        steps[i].body->setVisible(open && !folded);
        rail = std::max(rail, steps[i].header->minimumSizeHint().width());
    }
    head->setVisible(!folded);
    tuningBar->setFolded(folded);
    panel.setMinimumWidth(folded ? rail : kLeastWidth);
    panel.setMaximumWidth(folded ? rail : QWIDGETSIZE_MAX);
    if (preview != nullptr)
        preview->setCurrentIndex(static_cast<int>(current));
}

} // namespace ui
