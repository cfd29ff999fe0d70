#include "ui/epochs/epochs_view.h"

#include "core/probe/language_model/language_questions.h"
#include "core/task/language_model/language_options.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/view/view_context.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QLabel>

#include <algorithm>

namespace ui {

EpochsView::EpochsView(ViewContext& context, QWidget* parent)
    : View(parent)
    , m_context(context)
    , m_answers(
          context, [this](const Place& place) { took(place); }, [this] { return isSeen(); })
    , m_classesAsker(context,
                     [this](const core::Failure& failure) { m_frame->showFailure(failure); })
    , m_frame(new ViewFrame(*this))
    , m_table(new RowView(QStringLiteral("epochsTable"),
                          tr("The prediction for each pinned sentence after each epoch")))
    , m_said(makeLabel({}, LabelRole::Muted))
{
    setAccessibleName(tr("Over epochs"));
    constexpr int kLiveMs = 1000; // Between two answers of the network that learns.
    m_answers.setIntervalMs(kLiveMs);
    auto* content = new QWidget;
    makeColumn(content, {m_said, {m_table, 1}}, kGrid);
    hideInPresentation(*m_said);
    m_said->setObjectName(QStringLiteral("epochsState"));
    m_frame->setContent(content);
    m_table->rows().setLook(
        [this](int row, int cell) { return RowLook{.bold = cell > 0 && changed(row, cell - 1)}; });
}

void EpochsView::follow(const Shown& shown)
{
    const bool otherRun = shown.choice.run != m_shown.choice.run;
    const bool otherEpochs = shown.epochs != m_shown.epochs || shown.live != m_shown.live;
    m_shown = shown;
    if (otherRun) {
        m_answers.withdraw();
        m_classesAsker.withdraw();
        m_subjects.clear();
    }
    if (otherRun || otherEpochs) {
        m_frame->hideFailure();
        m_rows = shown.epochs;
        if (shown.live || m_rows.empty())
            m_rows.push_back(ModelChoice::kLatest);
        setColumns();
    }
    markShown();
    followSubjects();
}

void EpochsView::followSubjects()
{
    if (!core::isConditional(m_shown.spec))
        return setSubjects(m_shown.pinned);
    setSubjects(m_subjects);
    if (!isSeen() || !m_shown.askable || !m_shown.hasRun())
        return;
    m_classesAsker.follow(m_shown, core::AskWrittenClasses{},
                          [this](const core::WrittenConditions& conditions) {
                              QStringList choices;
                              for (const std::string& choice : conditions.choices)
                                  choices << QString::fromStdString(choice);
                              setSubjects(choices);
                          });
}

void EpochsView::setSubjects(const QStringList& subjects)
{
    if (subjects != m_subjects) {
        m_subjects = subjects;
        m_frame->hideFailure();
        setColumns();
    }
    ask();
    showState();
}

core::AskBriefly EpochsView::questionAbout(const QString& subject) const
{
    if (core::isConditional(m_shown.spec))
        return {{}, subject.toStdString()};
    return {subject.toStdString()};
}

/// The newest epoch first: that is the one a reader waits for.
void EpochsView::ask()
{
    if (!m_shown.hasRun() || !m_shown.askable)
        return;
    std::vector<decltype(m_answers)::Wish> wishes;
    for (auto epoch = m_rows.rbegin(); epoch != m_rows.rend(); ++epoch) {
        const ModelChoice choice{m_shown.choice.run, *epoch};
        const bool live = m_shown.live && *epoch == ModelChoice::kLatest;
        for (const QString& subject : m_subjects)
            wishes.push_back(
                {{*epoch, subject}, {choice, live, m_shown.updates}, questionAbout(subject)});
    }
    m_answers.follow(std::move(wishes));
}

void EpochsView::took(const Place& place)
{
    if (const core::Failure* failure = m_answers.failure(place))
        m_frame->showFailure(*failure);
    showRows();
    showState();
}

void EpochsView::setColumns()
{
    std::vector<RowColumn> columns;
    RowColumn epoch{"epoch", tr("Epoch"), tr("Epoch of the network"),
                    [this](int row) { return Cell(int64_t{epochOf(row)}); }};
    epoch.shown = [this](int row) { return rowName(row); };
    epoch.widest = tr("%1 (best)").arg(99);
    columns.push_back(std::move(epoch));
    for (int i = 0; i < m_subjects.size(); ++i) {
        const QString& text = m_subjects[i];
        RowColumn column
            = textColumn("sentence_" + std::to_string(i + 1), text, text, [this, i](int row) {
                  const auto answer = at(row, i);
                  return answer != nullptr ? Cell(answer->text) : Cell();
              });
        column.shown = [this, i](int row) { return cellText(row, i); };
        column.said = column.shown;
        columns.push_back(std::move(column));
    }
    m_table->setColumns(std::move(columns));
    constexpr int kFew = 2;
    const bool isLong = m_shown.spec.task.kind == core::kLanguageModelTask;
    m_table->setLinesPerRow(isLong || m_subjects.size() > kFew ? 3 : 2); // Five stand side by side.
    showRows();
}

void EpochsView::showRows()
{
    m_table->reset(int(m_rows.size()));
    markShown();
}

/// The epoch that the other views show is the current row, also while a film plays.
void EpochsView::markShown()
{
    const int epoch = m_shown.choice.epoch >= 0 ? m_shown.choice.epoch
        : m_shown.live                          ? ModelChoice::kLatest
                                                : bestEpoch();
    const auto row = std::find(m_rows.begin(), m_rows.end(), epoch);
    m_table->setCurrentRow(row == m_rows.end() ? -1 : int(row - m_rows.begin()));
}

int EpochsView::epochOf(int row) const
{
    return m_rows[size_t(row)];
}

int EpochsView::bestEpoch() const
{
    const std::vector<RunRow>& runs = m_context.runs();
    const auto run = std::find_if(runs.begin(), runs.end(), [this](const RunRow& each) {
        return each.id == m_shown.choice.run;
    });
    return run != runs.end() && run->summary.bestEpoch > 0 ? int(run->summary.bestEpoch)
                                                           : ModelChoice::kLatest;
}

QString EpochsView::rowName(int row) const
{
    const int epoch = epochOf(row);
    if (epoch == ModelChoice::kLatest)
        return tr("now");
    return epoch == bestEpoch() ? tr("%1 (best)").arg(epoch) : QString::number(epoch);
}

std::shared_ptr<const core::BriefAnswer> EpochsView::at(int row, int column) const
{
    return m_answers.find({epochOf(row), m_subjects.value(column)});
}

bool EpochsView::changed(int row, int column) const
{
    const auto now = at(row, column);
    const auto before = row > 0 ? at(row - 1, column) : nullptr;
    return now != nullptr && before != nullptr && now->text != before->text;
}

QString EpochsView::cellText(int row, int column) const
{
    const auto answer = at(row, column);
    if (answer == nullptr)
        return m_answers.failure({epochOf(row), m_subjects.value(column)}) != nullptr
            ? tr("(no answer)")
            : QStringLiteral("\u2026");
    QString text = QString::fromStdString(answer->text).simplified();
    if (text.isEmpty())
        text = tr("(empty: it ends immediately)");
    if (answer->probability >= 0.0) // First: behind a long answer it would be cut off.
        text = tr("%1  %2").arg(
            answer->probability < 0.0005 ? tr("below 0.1 %") : percent(answer->probability), text);
    return changed(row, column) ? QStringLiteral("\u2192 ") + text : text;
}

void EpochsView::showState()
{
    if (!m_shown.hasRun())
        m_frame->showNoNetwork();
    else if (!m_subjects.isEmpty())
        m_frame->showContent();
    else if (core::isConditional(m_shown.spec))
        m_frame->showEmpty(core::hasClasses(m_shown.spec) ? tr("Asking for the classes ...")
                                                          : tr("Asking for the numbers ..."),
                           tr("The text that the network generates for each of them after each "
                              "epoch appears here."));
    else
        m_frame->showEmpty(tr("No sentence is pinned"),
                           tr("Type one below, or choose examples from the data in the menu beside "
                              "it: the prediction for it after each epoch appears here."));
    m_said->setText(m_answers.isComplete() ? explanation()
                                           : tr("Evaluating the network of each epoch ..."));
}

QString EpochsView::explanation() const
{
    const QString asked = core::hasClasses(m_shown.spec)
        ? tr("Each column is the text that the network generates for a class by greedy search.")
        : core::hasNumbers(m_shown.spec)
        ? tr("Each column is the text that the network generates by greedy search for the least, "
             "the mean and the greatest number of the training texts.")
        : tr("Up to five sentences are pinned in the line below.");
    return tr("A prediction that differs from that of the previous epoch is bold and has a \u2192. "
              "%1 The percentage is the probability of the whole prediction.")
        .arg(asked);
}

std::vector<Figure> EpochsView::figures() const
{
    if (!m_frame->hasContent())
        return {};
    const auto lines = [this](const auto& add) {
        for (int row = 0; row < int(m_rows.size()); ++row) {
            for (int column = 0; column < m_subjects.size(); ++column)
                add(row, column);
        }
    };
    return {{.title = tr("Pinned sentences over epochs"),
             .name = QStringLiteral("epochs"),
             .table =
                 [this, lines](TableText& table) {
                     table.row("epoch", "sentence", "answer", "probability");
                     lines([&](int row, int column) {
                         if (const auto answer = at(row, column); answer != nullptr)
                             table.row(rowName(row), m_subjects[column], answer->text,
                                       answer->probability >= 0.0 ? Cell(answer->probability)
                                                                  : Cell());
                     });
                 },
             .words =
                 [this, lines] {
                     QStringList all;
                     lines([&](int row, int column) {
                         all << tr("Epoch %1, %2: %3")
                                    .arg(rowName(row), m_subjects[column], cellText(row, column));
                     });
                     return all.join(u'\n');
                 }}};
}

} // namespace ui
