#include "ui/setup/setup_panel.h"

#include "ui/setup/column_choice.h"
#include "ui/setup/data_page.h"
#include "ui/setup/data_source_bar.h"
#include "ui/setup/model_page.h"
#include "ui/setup/plan_text.h"
#include "ui/setup/section_options.h"
#include "ui/setup/spec_access.h"
#include "ui/setup/step_header.h"
#include "ui/setup/text_page.h"
#include "ui/setup/training_page.h"
#include "ui/text/sentences.h"
#include "ui/widgets/option_form.h"
#include "ui/widgets/option_rows.h"
#include "ui/widgets/problem_line.h"
#include "ui/widgets/theme.h"

#include <QPointer>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int kEditIntervalMs = 200;
constexpr size_t kSteps = 4;

constexpr std::array<const char*, kSteps> kSections{"data", "text", "model", "training"};

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

} // namespace

struct SetupPanel::State {
    struct Step {
        StepHeader* header = nullptr;
        QWidget* body = nullptr;
        ProblemLine* problem = nullptr; ///< What belongs to no field.
        OptionForm* form = nullptr;
    };

    explicit State(const Knowledge& known) : knowledge(known) { }

    Knowledge knowledge;
    core::Json spec = core::Json::object();
    core::DataPreview dataPreview;
    bool hasData = false;
    bool editable = true;
    SetupStep current = SetupStep::Data;
    OptionRows* head = nullptr;
    std::array<Step, kSteps> steps;
    DataSourceBar* source = nullptr;
    QTimer pending;
    // The stack is handed to the window; it may die before or after this panel.
    QPointer<QStackedWidget> preview;
    QPointer<DataPage> dataPage;
    QPointer<TextPage> textPage;
    QPointer<ModelPage> modelPage;
    QPointer<TrainingPage> trainingPage;

    Step& at(SetupStep which) { return steps[static_cast<size_t>(which)]; }
    void makePages(SetupPanel& panel);
    void makeStep(SetupPanel& panel, size_t index, QVBoxLayout& layout);
    void readForms();
    void summarise();
    void showStep();
    void applyData(const core::Json& data);
};

void SetupPanel::State::makePages(SetupPanel& panel)
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
                         [&panel, i] { Q_EMIT panel.cancelRequested(static_cast<SetupStep>(i)); });
    }
    QObject::connect(dataPage, &DataPage::chooseRequested, &panel, &SetupPanel::chooseFiles);
    QObject::connect(dataPage, &DataPage::columnsChosen, &panel,
                     [this](const std::vector<int64_t>& texts, int label) {
                         applyData(withColumns(member(spec, "data"), dataPreview,
                                               knowledge.catalogue, texts, label));
                     });
    QObject::connect(dataPage, &DataPage::skipBadRowsRequested, &panel, [this] {
        core::Json data = member(spec, "data");
        data["skip_bad_rows"] = true;
        applyData(data);
    });
}

void SetupPanel::State::makeStep(SetupPanel& panel, size_t index, QVBoxLayout& layout)
{
    Step& step = steps[index];
    const auto which = static_cast<SetupStep>(index);
    step.header = new StepHeader(static_cast<int>(index) + 1, stepTitle(index), &panel);
    step.header->setObjectName(QStringLiteral("step%1Header").arg(index + 1));
    step.body = new QWidget(&panel);
    step.problem = new ProblemLine(step.body);
    step.problem->setContentsMargins(8, 8, 8, 0);
    step.form
        = new OptionForm(knowledge.catalogue, "classification",
                         sectionOptions(knowledge, kSections[index]), kSections[index], step.body);
    auto* body = new QVBoxLayout(step.body);
    body->setContentsMargins(0, 0, 0, 0);
    body->setSpacing(0);
    body->addWidget(step.problem);
    body->addWidget(step.form, 1);
    layout.addWidget(step.header);
    layout.addWidget(step.body, 1);
    QObject::connect(step.header, &QAbstractButton::clicked, &panel, [&panel, this, which] {
        panel.setStep(which);
        at(which).header->setChecked(true); // A click on the open step leaves it open ...
        Q_EMIT panel.stepActivated(which); // ... and brings its preview to the front.
    });
    QObject::connect(step.form, &OptionForm::edited, &panel, [this] { readForms(); });
}

SetupPanel::SetupPanel(const Knowledge& knowledge, QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(knowledge))
{
    setObjectName(QStringLiteral("setupPanel"));
    setAccessibleName(tr("Set-up"));
    State& state = *m_state;
    state.makePages(*this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    state.head
        = new OptionRows({state.knowledge.catalogue, {}}, headOptions(state.knowledge), "", this);
    const int grid = Theme::instance().spacing();
    state.head->setContentsMargins(2 * grid, grid, grid, grid);
    layout->addWidget(state.head);
    for (size_t i = 0; i < kSteps; ++i)
        state.makeStep(*this, i, *layout);
    layout->addStretch(0);
    state.source = new DataSourceBar(this);
    state.at(SetupStep::Data).form->addAbove(state.source);
    connect(state.source, &DataSourceBar::filesChosen, this, &SetupPanel::filesChosen);
    connect(state.head, &OptionRows::edited, this, [this] { m_state->readForms(); });
    state.pending.setSingleShot(true);
    state.pending.setInterval(kEditIntervalMs);
    connect(&state.pending, &QTimer::timeout, this, [this] { Q_EMIT specChanged(m_state->spec); });
    state.readForms();
    state.pending.stop(); // The defaults are nobody's edit.
    state.showStep();
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

/// Takes what the forms hold into the spec and promises specChanged().
void SetupPanel::State::readForms()
{
    const core::Json top = head->value();
    for (const auto& [name, value] : top.items())
        spec[name] = value;
    for (size_t i = 0; i < kSteps; ++i)
        spec[kSections[i]] = steps[i].form->value();
    summarise();
    if (!pending.isActive())
        pending.start();
}

void SetupPanel::State::applyData(const core::Json& data)
{
    if (!editable)
        return;
    at(SetupStep::Data).form->setValue(data);
    readForms();
}

/// Headers and pages follow the spec.
void SetupPanel::State::summarise()
{
    const core::Catalogue& catalogue = knowledge.catalogue;
    QString data = dataSummary(member(spec, "data"), catalogue);
    if (hasData) {
        const int64_t texts = dataPreview.trainRows + dataPreview.validRows + dataPreview.testRows;
        data = SetupPanel::tr("%1, %2 texts, %3 classes")
                   .arg(data, count(texts), count(static_cast<qint64>(dataPreview.classes.size())));
    }
    at(SetupStep::Data).header->setSummary(data);
    at(SetupStep::Text).header->setSummary(textSummary(member(spec, "text"), catalogue));
    at(SetupStep::Model).header->setSummary(modelSummary(member(spec, "model"), catalogue));
    at(SetupStep::Training)
        .header->setSummary(trainingSummary(member(spec, "training"), catalogue));
    if (preview == nullptr)
        return;
    dataPage->setSpec(spec);
    trainingPage->setSpec(spec);
    const core::Json network = member(member(spec, "model"), "network");
    modelPage->setNetwork(core::findKind(catalogue, "network", text(network, "kind")));
}

void SetupPanel::setSpec(const core::Json& spec)
{
    State& state = *m_state;
    if (spec == state.spec || !spec.is_object())
        return;
    state.spec = spec;
    core::Json top = core::Json::object();
    for (const core::OptionDescription& option : headOptions(state.knowledge)) {
        if (spec.contains(option.name))
            top[option.name] = spec[option.name];
    }
    state.head->setValue(top);
    for (size_t i = 0; i < kSteps; ++i)
        state.steps[i].form->setValue(member(spec, kSections[i]));
    const bool wasPending = state.pending.isActive(); // An earlier edit is still to be told.
    state.readForms();
    if (!wasPending)
        state.pending.stop();
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

void SetupPanel::State::showStep()
{
    for (size_t i = 0; i < kSteps; ++i) {
        const bool open = i == static_cast<size_t>(current);
        steps[i].header->setChecked(open);
        steps[i].body->setVisible(open);
    }
    if (preview != nullptr)
        preview->setCurrentIndex(static_cast<int>(current));
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
    std::array<std::vector<core::Problem>, kSteps> sorted;
    for (const core::Problem& problem : problems) {
        if (m_state->head->showProblem(problem))
            continue;
        const std::string section = problem.path.substr(0, problem.path.find_first_of(".["));
        const auto found = std::find(kSections.begin(), kSections.end(), section);
        // What belongs nowhere is told at the first step rather than not at all.
        const size_t index
            = found == kSections.end() ? 0 : static_cast<size_t>(found - kSections.begin());
        sorted[index].push_back(problem);
    }
    for (size_t i = 0; i < kSteps; ++i) {
        State::Step& step = m_state->steps[i];
        QStringList homeless;
        for (const core::Problem& problem : step.form->setProblems(sorted[i]))
            homeless << sentence(problem.what);
        step.problem->setText(homeless.join(u'\n'));
        step.header->setProblemCount(static_cast<int>(sorted[i].size()));
    }
}

void SetupPanel::setEditable(bool editable)
{
    State& state = *m_state;
    state.editable = editable;
    state.head->setEnabled(editable);
    state.source->setEnabled(editable);
    for (State::Step& step : state.steps)
        step.form->setEditable(editable);
    if (state.dataPage != nullptr)
        state.dataPage->setEditable(editable);
}

void SetupPanel::setRecent(const QStringList& paths)
{
    m_state->source->setRecent(paths);
}

void SetupPanel::chooseFiles()
{
    if (m_state->editable)
        m_state->source->chooseFiles();
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
    if (state.dataPage != nullptr) {
        const ColumnChoice choice = choosableColumns(preview, state.knowledge.catalogue);
        state.dataPage->setColumnsChoosable(choice.text, choice.label);
        state.dataPage->setPreview(preview);
    }
    state.summarise();
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
    if (m_state->textPage != nullptr)
        m_state->textPage->setPreview(preview);
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

void SetupPanel::setScheduleCurve(const core::ScheduleCurve& curve)
{
    if (m_state->trainingPage != nullptr)
        m_state->trainingPage->setCurve(curve);
}

} // namespace ui
