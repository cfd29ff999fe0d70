#include "ui/search_by_hand/search_by_hand_view.h"

#include "core/base/read_json.h"
#include "core/base/schema.h"
#include "core/probe/by_hand/search_by_hand.h"
#include "core/probe/question_kind.h"
#include "ui/search_by_hand/tree_form.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"

#include <QScrollArea>
#include <QScrollBar>

namespace ui {

namespace {

QString textInQuotes(const std::string& text)
{
    return text.empty() ? SearchByHandView::tr("the empty text")
                        : u'"' + QString::fromStdString(text) + u'"';
}

/// The search, if it can be read; its options with their defaults.
std::optional<core::Selection> savedSearch(const core::Catalogue& catalogue, const core::Json& json)
{
    if (!json.is_object() || !json.contains("kind") || !json.at("kind").is_string())
        return std::nullopt;
    core::Selection search = core::selectionFromJson(json);
    const auto* kind = core::findKind(catalogue, "search", search.kind);
    if (kind == nullptr)
        return std::nullopt;
    std::vector<core::Problem> problems;
    search.options = core::completed(search.options, kind->options, catalogue, "search", problems);
    return problems.empty() ? std::optional(search) : std::nullopt;
}

} // namespace

SearchByHandView::SearchByHandView(ViewContext& context, QWidget* parent)
    : DecodingView(context, treeWords(), parent)
    , m_catalogue(context.catalogue())
    , m_form(new TreeForm)
{
    setAccessibleName(tr("Search by hand"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_form);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFixedWidth(m_form->minimumSizeHint().width()
                          + scroll->verticalScrollBar()->sizeHint().width() + kGrid);
    hideInPresentation(*scroll);
    addBeside(*scroll);
    connect(m_form, &TreeForm::edited, this, &SearchByHandView::repeat);
    connect(m_form, &TreeForm::reshaped, this, &SearchByHandView::restart);
    connect(m_form, &TreeForm::edited, this, &SearchByHandView::compare);
    connect(m_form, &TreeForm::reshaped, this, &SearchByHandView::compare);
    connect(this, &DecodingView::answered, this, &SearchByHandView::compare);
    std::vector<core::Selection> first;
    for (const char* kind : {"greedy", "exhaustive"})
        if (core::findKind(m_catalogue, "search", kind) != nullptr)
            first.push_back(core::defaultSelection(m_catalogue, "search", kind));
    setSearches(first);
}

DecodingView::Words SearchByHandView::treeWords() const
{
    Words words;
    words.emptyTitle = tr("No search yet");
    words.emptyHow = tr("Correct the probabilities: each row must sum to 1.");
    words.input = tr("Words of the tree");
    words.searcher = [this](const core::DecodingRequest& request) {
        return core::searchTree(m_form->tree(), request);
    };
    return words;
}

/// Says what each search found and what it missed.
void SearchByHandView::compare()
{
    QStringList lines;
    for (const DecodingView::Answer& answer : answers()) {
        const core::Decoding& found = *answer.decoding;
        if (m_form->texts().empty() || found.best.empty())
            continue;
        const std::string& text = found.best.front().text;
        const core::TypedText* const whole = core::findText(m_form->texts(), text);
        lines << (whole != nullptr
                      ? filled(tr("%1: %2 with probability %3, after %4 "
                                  "{distribution|distributions}."),
                               {answer.title, textInQuotes(text), value(whole->probability),
                                count(found.trace.expansions)})
                      : filled(tr("%1: %2, which is cut, after %3 {distribution|distributions}."),
                               {answer.title, textInQuotes(text), count(found.trace.expansions)}));
    }
    if (!m_form->texts().empty()) {
        const core::TypedText& likeliest = m_form->texts().front();
        lines << filled(tr("The likeliest of %1 {text|texts} is %2 with %3."),
                        {count(qint64(m_form->texts().size())), textInQuotes(likeliest.text),
                         value(likeliest.probability)});
    }
    setHeadline(lines.join(u'\n'));
}

std::vector<Figure> SearchByHandView::figures() const
{
    std::vector<Figure> all = DecodingView::figures();
    if (m_form->texts().empty() || answers().empty())
        return all;
    Figure texts;
    texts.title = tr("All texts of the tree");
    texts.name = QStringLiteral("tree-texts");
    texts.words = [this] { return headline(); };
    texts.answer = [this] {
        return core::readoutOf<core::AskSearchByHand>(
            {*answers().front().decoding, m_form->texts()});
    };
    all.push_back(std::move(texts));
    return all;
}

QByteArray SearchByHandView::state() const
{
    core::Json all = core::Json::array();
    for (const core::Selection& search : searches())
        all.push_back(core::toJson(search));
    return QByteArray::fromStdString(
        core::Json({{"tree", m_form->state()}, {"searches", all}}).dump());
}

void SearchByHandView::setState(const QByteArray& state)
{
    const core::Json saved = core::readJson(state.toStdString()).value.value_or(core::Json());
    if (!saved.is_object())
        return;
    m_form->setState(saved.value("tree", core::Json()));
    std::vector<core::Selection> read;
    if (const auto list = saved.find("searches"); list != saved.end() && list->is_array())
        for (const core::Json& each : *list)
            if (auto search = savedSearch(m_catalogue, each);
                search && read.size() < DecodingView::kMostColumns)
                read.push_back(std::move(*search));
    setSearches(read.empty() ? searches() : read);
    compare();
}

} // namespace ui
