#include "ui/decoding/decoding_state.h"

#include "core/probe/question_kind.h"
#include "core/task/language_model/language_options.h"
#include "core/task/translation/translation_options.h"
#include "ui/decoding/candidate_table.h"
#include "ui/decoding/fate_text.h"
#include "ui/decoding/gains_panel.h"
#include "ui/decoding/node_panel.h"
#include "ui/decoding/transport_bar.h"
#include "ui/decoding/tree_controls.h"
#include "ui/sentence/written_class_box.h"
#include "ui/text/sentences.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/sentence_input.h"

#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int kAskingMs = 150;
constexpr int64_t kBest = 10; ///< Translations asked for.

/// The search of a run's own test.
core::Selection searchOf(const core::ExperimentSpec& spec)
{
    for (const char* section : {"decoding", "writing"}) { // Translators, language models.
        if (const auto found = spec.task.options.find(section); found != spec.task.options.end())
            return core::selectionFromJson(found->at("search"));
    }
    return core::DecodingSpec().search;
}

} // namespace

bool DecodingView::State::isOpen(int column) const
{
    return column >= 0 && column < kMostColumns && m_open[size_t(column)];
}

std::vector<int> DecodingView::State::openColumns() const
{
    std::vector<int> open;
    for (int column = 0; column < kMostColumns; ++column) {
        if (isOpen(column))
            open.push_back(column);
    }
    return open;
}

void DecodingView::State::follow(const Shown& shown)
{
    const bool otherRun = m_shown.choice.run != shown.choice.run;
    m_shown = shown;
    if (otherRun || !shown.hasRun())
        withdrawAll();
    for (SearchColumn* column : columns)
        column->setRun(shown.name);
    if (otherRun) // Nothing of another run stays in sight.
        clearTrees();
    if (m_class != nullptr && otherRun)
        m_class->withdraw();
    if (!shown.hasRun())
        showEmpty();
    else if (otherRun)
        setStandardSearch(searchOf(shown.spec));
    if (!m_view.isSeen()) // A search with all its candidates takes longer than a look.
        return;
    if (m_class != nullptr && shown.hasRun())
        m_class->follow(shown);
    // A whole text of a class is no prompt: what is written for the class begins from nothing.
    const QString told = core::isConditional(shown.spec) ? QString() : shown.text;
    if (told != m_told) {
        m_told = told;
        if (m_told != m_view.text()) {
            clearPrefix(); // It belonged to another sentence.
            input->setText(m_told);
        }
    }
    if (shown.askable && !hasSource())
        showNoText();
    for (const int column : openColumns())
        ask(column, Asking::IfNew);
}

/// Whether there is something to begin a search with.
bool DecodingView::State::hasSource() const
{
    return !readsSource() || !m_view.text().trimmed().isEmpty();
}

void DecodingView::State::trained()
{
    for (const int column : openColumns())
        m_askers[size_t(column)]->repeat();
}

void DecodingView::State::withdrawAll()
{
    for (const auto& asker : m_askers)
        asker->withdraw();
    m_gainsAsker.withdraw();
    gains->setEnded();
}

void DecodingView::State::setText(const QString& source)
{
    if (source != input->currentText())
        clearPrefix();
    input->setText(source);
    askAll();
}

void DecodingView::State::askAll()
{
    input->stopWaiting();
    if (isTyped()) {
        for (const int column : openColumns())
            ask(column, Asking::Again);
        return;
    }
    const QString text = m_view.text();
    // An emptied field empties all views, but a prompt may be empty.
    const bool isText = !m_words.isPrompt || !text.trimmed().isEmpty();
    if (!core::isConditional(m_shown.spec) && text != m_told && isText)
        m_context.look(text); // Then every view follows, this one as well.
    else
        for (const int column : openColumns())
            ask(column, Asking::Again);
}

void DecodingView::State::askSoon(int column)
{
    m_asking[size_t(column)].start(kAskingMs);
}

core::DecodingRequest DecodingView::State::requestOf(int column) const
{
    core::DecodingRequest request;
    request.source = m_view.text().toStdString();
    request.search = columns[size_t(column)]->selection();
    request.prefixIds = m_prefix;
    request.best = kBest;
    request.detail = core::TraceDetail::Distributions;
    return request;
}

void DecodingView::State::answerAtOnce(int column)
{
    try {
        const core::Decoding decoding = m_words.searcher(requestOf(column));
        input->setText(QString::fromStdString(decoding.source)); // The title of its pictures.
        showDecoding(column, decoding);
    } catch (const core::Error& error) {
        showFailure(error.failure(), column);
    }
}

void DecodingView::State::ask(int column, Asking asking)
{
    m_asking[size_t(column)].stop();
    if (isTyped()) {
        answerAtOnce(column);
        return;
    }
    if (!hasSource() || !m_shown.askable)
        return;
    core::AskDecoding question{requestOf(column)};
    if (m_class != nullptr)
        question.className = m_class->className().toStdString();
    Asker& asker = *m_askers[size_t(column)];
    const auto done = [this, column, className = question.className](const core::Decoding& found) {
        columns[size_t(column)]->setClass(QString::fromStdString(className));
        m_view.setDecoding(column, found);
    };
    if (asking == Asking::Again)
        asker.ask(m_shown, question, done);
    else
        asker.follow(m_shown, question, done);
    if (asker.waits())
        columns[size_t(column)]->setWaiting();
}

void DecodingView::State::findGains()
{
    if (!m_shown.hasRun()) {
        gains->setEnded();
        return;
    }
    m_gainsAsker.ask(
        m_shown, core::AskGains{{}, columns[size_t(m_active)]->selection()},
        [this](const std::vector<core::SearchGain>& found) { gains->setGains(found); });
}

void DecodingView::State::showDecoding(int column, const core::Decoding& decoding)
{
    if (!isOpen(column))
        return;
    SearchColumn& shown = *columns[size_t(column)];
    const bool wasAtEnd = transport->step() >= transport->count();
    const std::vector<int32_t> looked
        = shown.current() >= 0 ? shown.search().tokenIds(shown.current()) : std::vector<int32_t>();
    const bool any = shown.current() > 0;
    shown.setSearch(std::make_shared<DecodingSteps>(decoding));
    m_frame->hideFailure(); // It is answered.
    m_frame->showContent();
    int most = 0;
    for (const int each : openColumns())
        most = std::max(most, columns[size_t(each)]->search().count());
    const int step = m_wantedStep >= 0 ? m_wantedStep : transport->step();
    transport->setCount(most);
    transport->setStep(wasAtEnd && m_wantedStep < 0 ? most : step);
    for (const int each : openColumns())
        columns[size_t(each)]->setStep(transport->step());
    // The selected node stays if the new answer has it.
    const int32_t same = any ? shown.search().find(looked) : -1;
    const bool there = same > 0 && shown.search().stepOf(same) <= shown.step();
    shown.setCurrent(there ? same : shown.search().leaderAt(shown.step()));
    if (m_prefix.empty() == m_prefixLine->isVisibleTo(&m_view))
        m_prefixLine->setVisible(!m_prefix.empty());
    showParting();
    showNode();
    Q_EMIT m_view.answered();
}

void DecodingView::State::showFailure(const core::Failure& failure, int column)
{
    gains->setEnded();
    if (failure.code == core::ErrorCode::Cancelled)
        return;
    if (isOpen(column))
        columns[size_t(column)]->setFailed();
    m_frame->showFailure(failure);
}

void DecodingView::State::showEmpty()
{
    m_frame->showEmpty(m_words.emptyTitle, m_words.emptyHow);
    clearPrefix();
    clearTrees();
}

void DecodingView::State::showNoText()
{
    for (const auto& asker : m_askers)
        asker->withdraw(); // The answer to the former text may be under way.
    m_frame->showNoText();
    clearPrefix();
    clearTrees();
}

void DecodingView::State::clearTrees()
{
    for (SearchColumn* column : columns)
        column->setSearch(std::make_shared<DecodingSteps>());
    transport->setCount(0);
    showNode();
}

void DecodingView::State::setStandardSearch(const core::Selection& search)
{
    if (m_ownSearch || columns[0]->selection() == search)
        return;
    columns[0]->setSelection(search);
    gains->setSearchTitle(columns[size_t(m_active)]->title());
    if (isOpen(0))
        askSoon(0);
}

void DecodingView::State::force(std::vector<int32_t> prefix, const QString& text)
{
    m_prefix = std::move(prefix);
    m_prefixText->setText(tr("Forced: %1").arg(text));
    m_prefixLine->show();
    askAll();
}

void DecodingView::State::forceNode(int column, int node)
{
    const DecodingSteps& search = columns[size_t(column)]->search();
    if (node > 0 && search.has(node) && !search.isEnd(node))
        force(search.tokenIds(node), search.text(node));
}

void DecodingView::State::clearPrefix()
{
    m_prefix.clear();
    m_prefixLine->hide();
}

/// A kind that does not stand here yet: greedy beside a beam, then sampling.
core::Selection DecodingView::State::suggestedSearch() const
{
    std::vector<std::string> there;
    for (const int column : openColumns())
        there.push_back(columns[size_t(column)]->selection().kind);
    for (const char* kind : {"greedy", "beam", "sampling"}) {
        const bool known = core::findKind(m_catalogue, "search", kind) != nullptr;
        if (known && std::find(there.begin(), there.end(), kind) == there.end())
            return core::defaultSelection(m_catalogue, "search", kind);
    }
    return columns[0]->selection();
}

void DecodingView::State::addColumn()
{
    for (int column = 0; column < kMostColumns; ++column) {
        if (isOpen(column))
            continue;
        columns[size_t(column)]->setSelection(suggestedSearch());
        columns[size_t(column)]->setSearch(std::make_shared<DecodingSteps>());
        m_open[size_t(column)] = true;
        arrangeColumns();
        ask(column, Asking::Again);
        return;
    }
}

void DecodingView::State::closeColumn(int column)
{
    if (!isOpen(column) || openColumns().size() < 2)
        return;
    m_open[size_t(column)] = false;
    m_askers[size_t(column)]->withdraw();
    m_asking[size_t(column)].stop();
    columns[size_t(column)]->setSearch(std::make_shared<DecodingSteps>());
    int most = 0;
    for (const int each : openColumns())
        most = std::max(most, columns[size_t(each)]->search().count());
    transport->setCount(most);
    if (!isOpen(m_active))
        m_active = openColumns().front();
    arrangeColumns();
    showNode();
    Q_EMIT m_view.answered();
}

std::vector<core::Selection> DecodingView::State::searches() const
{
    std::vector<core::Selection> all;
    for (const int column : openColumns())
        all.push_back(columns[size_t(column)]->selection());
    return all;
}

void DecodingView::State::setSearches(const std::vector<core::Selection>& searches)
{
    if (searches.empty())
        return;
    for (int column = 0; column < kMostColumns; ++column) {
        const bool open = column < int(searches.size());
        if (open)
            columns[size_t(column)]->setSelection(searches[size_t(column)]);
        columns[size_t(column)]->setSearch(std::make_shared<DecodingSteps>());
        m_open[size_t(column)] = open;
    }
    m_ownSearch = true;
    m_active = 0;
    arrangeColumns();
    askAll();
}

std::vector<DecodingView::Answer> DecodingView::State::answers() const
{
    std::vector<Answer> all;
    for (const int column : openColumns())
        if (const SearchColumn& shown = *columns[size_t(column)]; !shown.search().empty())
            all.push_back({shown.title(), &shown.search().decoding()});
    return all;
}

void DecodingView::State::arrangeColumns()
{
    const std::vector<int> open = openColumns();
    const auto arrangement
        = open.size() > 1 ? SearchColumn::Arrangement::Beside : SearchColumn::Arrangement::Alone;
    for (int column = 0; column < kMostColumns; ++column)
        columns[size_t(column)]->setVisible(isOpen(column));
    for (const int column : open)
        columns[size_t(column)]->setArrangement(arrangement);
    m_compare->setEnabled(int(open.size()) < kMostColumns);
    m_columnSplitter->share();
    setActive(m_active);
    showParting();
}

void DecodingView::State::setActive(int column)
{
    m_active = column;
    for (int each = 0; each < kMostColumns; ++each)
        columns[size_t(each)]->setActive(each == column);
    gains->setSearchTitle(columns[size_t(column)]->title());
}

void DecodingView::State::choose(int column, int32_t node)
{
    setActive(column);
    SearchColumn& shown = *columns[size_t(column)];
    if (shown.search().has(node) && node != shown.current())
        shown.setCurrent(node);
    showNode();
}

void DecodingView::State::setStep(int step)
{
    m_wantedStep = -1;
    transport->setStep(step);
    for (const int column : openColumns()) {
        SearchColumn& shown = *columns[size_t(column)];
        shown.setStep(transport->step());
        shown.setCurrent(shown.search().leaderAt(shown.step()));
    }
    showParting();
    showNode();
}

void DecodingView::State::showParting()
{
    std::vector<const DecodingSteps*> searches;
    QStringList titles;
    for (const int column : openColumns()) {
        searches.push_back(&columns[size_t(column)]->search());
        titles << columns[size_t(column)]->title();
    }
    const int first = searches.size() > 1 ? firstDifference(searches) : -1;
    for (const int column : openColumns())
        columns[size_t(column)]->tree().setPartingStep(first + 1);
    const QString text = partingSentence(searches, titles, transport->step());
    m_parting->setText(text);
    m_parting->setVisible(!text.isEmpty());
}

/// Table and panel follow the node that is looked at; the table shows the decision that made it.
void DecodingView::State::showNode()
{
    const SearchColumn& shown = *columns[size_t(m_active)];
    const int32_t node = shown.current();
    const int decision = node > 0 ? shown.search().stepOf(node) : 0;
    m_table->show(shown.shown(), decision, shown.step());
    m_table->setCurrent(node);
    m_node->show(shown.shown(), node, shown.step());
}

/// The search that found more beside greedy, at the token at which they part.
void DecodingView::State::openGain(int row)
{
    if (row < 0 || size_t(row) >= gains->gains().size())
        return;
    const core::SearchGain& gain = gains->gains()[size_t(row)];
    bool greedy = false;
    for (const int column : openColumns())
        greedy = greedy || columns[size_t(column)]->selection().kind == "greedy";
    m_wantedStep = int(gain.firstDifference) + 1;
    setText(QString::fromStdString(gain.source));
    input->remember();
    if (!greedy)
        addColumn();
}

std::vector<Figure> DecodingView::State::figures() const
{
    const SearchColumn& active = *columns[size_t(m_active)];
    if (active.search().empty())
        return {};
    std::vector<const SearchColumn*> shown;
    for (const int column : openColumns())
        shown.push_back(columns[size_t(column)]);
    Figure trees = treeFigure(m_view.text(), shown);
    trees.words = [this, shown] {
        QStringList lines{m_view.text()};
        for (const SearchColumn* column : shown)
            lines << column->words();
        if (!m_parting->text().isEmpty())
            lines << m_parting->text();
        return lines.join(QLatin1Char('\n'));
    };
    trees.answer
        = [&active] { return core::readoutOf<core::AskDecoding>(active.search().decoding()); };
    return {trees,
            {.title = tr("Candidates: %1").arg(active.title()),
             .name = QStringLiteral("candidates"),
             .table = [&active](TableText& table) {
                 writeCandidates(table, active.search(), active.step());
             }}};
}

} // namespace ui
