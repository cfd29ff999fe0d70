#include "ui/decoding/decoding_view.h"

#include "ui/decoding/candidate_table.h"
#include "ui/decoding/decoding_state.h"
#include "ui/decoding/gains_panel.h"
#include "ui/decoding/node_panel.h"
#include "ui/decoding/transport_bar.h"
#include "ui/decoding/tree_controls.h"
#include "ui/sentence/written_class_box.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/sentence_input.h"
#include "ui/widgets/theme.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace ui {

namespace {

QToolButton* makeButton(const char* name, const QString& text, const QString& help)
{
    auto* button = named(new QToolButton, name);
    button->setText(text);
    setHelp(*button, help);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

core::Selection firstSearch(const core::Catalogue& catalogue)
{
    const auto family = catalogue.find("search");
    if (family == catalogue.end() || family->second.empty())
        return {};
    const bool beam = core::findKind(catalogue, "search", "beam") != nullptr;
    return core::defaultSelection(catalogue, "search", beam ? "beam" : family->second.front().id);
}

} // namespace

DecodingView::State::State(DecodingView& owner, ViewContext& context, Words words)
    : m_view(owner)
    , m_words(std::move(words))
    , m_context(context)
    , m_catalogue(context.catalogue())
    , m_gainsAsker(
          context, [this](const core::Failure& failure) { showFailure(failure, -1); },
          [this](const core::Progress& progress) { gains->setProgress(progress); })
    , m_frame(new ViewFrame(owner))
{
    m_frame->layout()->setSpacing(4);
    QWidget* inputLine = buildInput();
    hideInPresentation(isTyped() ? static_cast<QWidget&>(*m_compare) : *inputLine);
    m_frame->addAboveMessages(inputLine);
    m_frame->addBelowMessages(buildPrefix());
    m_frame->showEmpty(m_words.emptyTitle, m_words.emptyHow);
    m_frame->setContent(buildContent());
    connectTrees();
    m_open[0] = true;
    columns[0]->setSelection(firstSearch(m_catalogue));
    arrangeColumns();
    showEmpty();
}

QWidget* DecodingView::State::buildInput()
{
    auto* group = new QWidget;
    input = named(new SentenceInput(m_words.placeholder), "sourceBox", m_words.input);
    // A forced prefix belonged to another sentence.
    connect(input->lineEdit(), &QLineEdit::textEdited, this, &State::clearPrefix);
    connect(input, &QComboBox::activated, this, &State::clearPrefix);
    connect(input, &SentenceInput::asked, this, &State::askAll);
    m_compare = makeButton("compareButton", tr("&Compare"),
                           tr("Compare with another search: both advance together, and the step at "
                              "which they differ is marked"));
    connect(m_compare, &QToolButton::clicked, this, &State::addColumn);
    auto* row = makeRow(group, {{input, 1}}, kGrid);
    if (m_words.isPrompt) {
        m_class = named(
            new WrittenClassBox(m_context,
                                [this](const core::Failure& failure) { showFailure(failure, -1); }),
            "decodingClassBox");
        connect(m_class, &WrittenClassBox::classChanged, this, [this] {
            for (const int column : openColumns())
                ask(column, Asking::IfNew);
        });
        row->addWidget(m_class);
    }
    if (isTyped()) {
        input->hide();
        headline = named(makeLabel({}, LabelRole::Plain), "searchHeadline");
        row->addWidget(headline, 1);
    }
    row->addWidget(m_compare);
    if (!isTyped())
        row->addWidget(buildOpenButton());
    return group;
}

QToolButton* DecodingView::State::buildOpenButton()
{
    QToolButton* open = makeButton("openSentenceButton", m_words.button, m_words.help);
    connect(open, &QToolButton::clicked, this, [this] {
        if (m_view.text().trimmed().isEmpty())
            return;
        if (m_view.text() != m_told)
            m_context.look(m_view.text());
        m_context.showView(m_words.place);
    });
    return open;
}

QWidget* DecodingView::State::buildPrefix()
{
    m_prefixLine = named(new QWidget, "prefixLine");
    m_prefixText = named(makeLabel({}, LabelRole::Group), "prefixLabel");
    m_prefixText->setWordWrap(false);
    QToolButton* clear = makeButton("clearPrefixButton", tr("Clear"),
                                    tr("Clear the forced prefix: the searches choose the beginning "
                                       "again"));
    setIcon(*clear, QStringLiteral("close"));
    clear->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(clear, &QToolButton::clicked, this, [this] {
        clearPrefix();
        askAll();
    });
    makeRow(m_prefixLine, {m_prefixText, clear, freeSpace()});
    m_prefixLine->hide();
    return m_prefixLine;
}

QWidget* DecodingView::State::buildContent()
{
    auto* halves = new Splitter(QStringLiteral("halves"), Qt::Vertical);
    halves->addWidget(buildTrees());
    halves->addWidget(buildDrawer());
    halves->setStretchFactor(0, 1);
    halves->setSharing([this](int whole) {
        const int drawer = m_node->isFolded() ? m_node->minimumHeight() : whole * 2 / 5;
        return QList{whole - drawer, drawer};
    });
    connect(m_node, &NodePanel::foldedChanged, halves, [halves] {
        halves->refresh(); // It has yet to hear of the new height.
        halves->share();
    });
    for (QWidget* part : {static_cast<QWidget*>(m_controls), static_cast<QWidget*>(m_node)})
        hideInPresentation(*part);
    return halves;
}

QWidget* DecodingView::State::buildTrees()
{
    m_parting = named(makeLabel({}, LabelRole::Group), "partingLabel");
    m_parting->hide();
    m_controls = new TreeControls;
    transport = named(new TransportBar, "transportBar");
    auto* trees = new QWidget;
    makeColumn(trees, {{buildColumns(m_catalogue), 1}, m_parting, m_controls, transport}, 4);
    return trees;
}

QWidget* DecodingView::State::buildColumns(const core::Catalogue& catalogue)
{
    m_columnSplitter = new Splitter(QStringLiteral("searches"), Qt::Horizontal);
    for (int column = 0; column < kMostColumns; ++column) {
        columns[size_t(column)] = new SearchColumn(catalogue, column);
        if (m_words.isPrompt)
            columns[size_t(column)]->showWritten();
        if (isTyped())
            columns[size_t(column)]->setTyped();
        m_columnSplitter->addWidget(columns[size_t(column)]);
        m_columnSplitter->setStretchFactor(column, 1);
        connectColumn(column);
    }
    m_columnSplitter->setSharing(
        [](int whole) { return QList<int>(kMostColumns, whole / kMostColumns); });
    return m_columnSplitter;
}

QWidget* DecodingView::State::buildDrawer()
{
    m_table = new CandidateTable;
    m_node = new NodePanel;
    gains = new GainsPanel;
    m_node->insertPage(0, m_table, tr("Candidates"));
    if (!readsSource()) {
        m_node->hideAttention();
        gains->setParent(&m_view); // Nothing is compared: it stays out of sight.
        gains->hide();
    } else {
        m_node->addPage(gains, tr("Beats greedy"));
    }
    connect(m_table, &CandidateTable::nodeChosen, this,
            [this](int node) { choose(m_active, node); });
    connect(m_table, &CandidateTable::forceRequested, this,
            [this](int node) { forceNode(m_active, node); });
    connect(m_node, &NodePanel::tokenForced, this, [this](int token) {
        const SearchColumn& shown = *columns[size_t(m_active)];
        std::vector<int32_t> prefix = shown.search().tokenIds(shown.current());
        prefix.push_back(token);
        const QString text = shown.search().text(shown.current());
        force(std::move(prefix),
              (text + QLatin1Char(' ') + shown.search().tokenText(token)).trimmed());
    });
    connect(gains, &GainsPanel::startRequested, this, &State::findGains);
    connect(gains, &GainsPanel::cancelRequested, this, [this] { m_gainsAsker.cancel(); });
    connect(gains, &GainsPanel::gainChosen, this, &State::openGain);
    return m_node;
}

void DecodingView::State::connectColumn(int column)
{
    SearchColumn* shown = columns[size_t(column)];
    QTimer& timer = m_asking[size_t(column)];
    timer.setSingleShot(true);
    connect(&timer, &QTimer::timeout, this, [this, column] { ask(column, Asking::IfNew); });
    m_askers[size_t(column)] = std::make_unique<Asker>(
        m_context, [this, column](const core::Failure& failure) { showFailure(failure, column); });
    connect(shown, &SearchColumn::searchEdited, this, [this, column] {
        m_ownSearch = m_ownSearch || column == 0;
        setActive(column);
        askSoon(column);
    });
    connect(shown, &SearchColumn::nodeChosen, this,
            [this, column](int node) { choose(column, node); });
    connect(shown, &SearchColumn::forceRequested, this,
            [this, column](int node) { forceNode(column, node); });
    connect(shown, &SearchColumn::touched, this, [this, column] {
        if (column != m_active)
            choose(column, columns[size_t(column)]->current());
    });
    connect(shown, &SearchColumn::closeRequested, this, [this, column] { closeColumn(column); });
}

void DecodingView::State::connectTrees()
{
    connect(transport, &TransportBar::stepped, this, &State::setStep);
    for (SearchColumn* column : columns) {
        HypothesisTree* tree = &column->tree();
        tree->setDroppedShown(m_controls->droppedShown());
        connect(m_controls, &TreeControls::droppedShownChanged, tree,
                &HypothesisTree::setDroppedShown);
        connect(m_controls, &TreeControls::numberFormChanged, tree, &HypothesisTree::setNumberForm);
        connect(m_controls, &TreeControls::zoomRequested, tree,
                [tree](double factor) { tree->zoomBy(factor); });
        connect(m_controls, &TreeControls::fitRequested, tree, &HypothesisTree::zoomToFit);
    }
}

DecodingView::DecodingView(ViewContext& context, QWidget* parent)
    : DecodingView(
        context,
        {tr("No translation yet"),
         tr("Train a translator, or choose its run on the right, then type a sentence above. The "
            "search for its translation appears here as a tree, one decision at a time."),
         tr("Type a sentence to translate"),
         tr("Sentence to translate; earlier ones are in the list"), QStringLiteral("sentence"),
         tr("Sentence"), tr("Open this sentence in Sentence with all attention maps")},
        parent)
{
}

DecodingView::DecodingView(ViewContext& context, const Words& words, QWidget* parent)
    : View(parent), m_state(std::make_unique<State>(*this, context, words))
{
    setAccessibleName(tr("Decoding"));
}

PromptDecodingView::PromptDecodingView(ViewContext& context, QWidget* parent)
    : DecodingView(
        context,
        {tr("No text generated yet"),
         tr("Train a language model, or choose its run on the right, then type a prompt above. The "
            "search for its continuation appears here as a tree, one decision at a time."),
         tr("Prompt: type the beginning of the text"), tr("Prompt; earlier ones are in the list"),
         QStringLiteral("glass"), tr("Glass"),
         tr("Open the prompt in Glass: how well each of its tokens was expected"), true},
        parent)
{
}

DecodingView::~DecodingView() = default;

void DecodingView::addBeside(QWidget& left)
{
    auto* whole = static_cast<QVBoxLayout*>(layout());
    QWidget* own = whole->takeAt(0)->widget();
    whole->addLayout(makeRow(nullptr, {&left, {own, 1}}, 0, {kGrid, kGrid, 0, 0}));
}

void DecodingView::setHeadline(const QString& text)
{
    m_state->headline->setText(text);
}

QString DecodingView::headline() const
{
    return m_state->headline->text();
}

void DecodingView::follow(const Shown& shown)
{
    m_state->follow(shown);
}

void DecodingView::trained()
{
    m_state->trained();
}

void DecodingView::setText(const QString& source)
{
    m_state->setText(source);
}

QString DecodingView::text() const
{
    return m_state->input->currentText();
}

void DecodingView::setDecoding(int column, const core::Decoding& decoding)
{
    if (text().isEmpty()) // asked for elsewhere
        m_state->input->setText(QString::fromStdString(decoding.source));
    m_state->showDecoding(column, decoding);
}

void DecodingView::setFailure(const core::Failure& failure, int column)
{
    m_state->showFailure(failure, column);
}

void DecodingView::setNoModel()
{
    m_state->showEmpty();
}

void DecodingView::setStandardSearch(const core::Selection& search)
{
    m_state->setStandardSearch(search);
}

void DecodingView::setGains(const std::vector<core::SearchGain>& gains)
{
    m_state->gains->setGains(gains);
}

std::vector<Figure> DecodingView::figures() const
{
    return m_state->figures();
}

void DecodingView::repeat()
{
    m_state->askAll();
}

void DecodingView::restart()
{
    m_state->clearPrefix();
    m_state->askAll();
}

std::vector<core::Selection> DecodingView::searches() const
{
    return m_state->searches();
}

void DecodingView::setSearches(const std::vector<core::Selection>& searches)
{
    m_state->setSearches(searches);
}

std::vector<DecodingView::Answer> DecodingView::answers() const
{
    return m_state->answers();
}

void DecodingView::setReducedMotion(bool reduced)
{
    for (SearchColumn* column : m_state->columns)
        column->tree().setReducedMotion(reduced);
}

KeyHelps DecodingView::keys()
{
    KeyHelps all = TransportBar::keys(tr("Decoding: step"));
    for (KeyHelp& key : HypothesisTree::keys())
        all.push_back(std::move(key));
    return all;
}

void DecodingView::keyPressEvent(QKeyEvent* event)
{
    if (!m_state->transport->handleKey(event->key(), event->modifiers()))
        QWidget::keyPressEvent(event);
}

} // namespace ui
