#include "ui/sentence/sentence_view.h"

#include "core/text/text_pipeline.h"
#include "ui/sentence/attention_panel.h"
#include "ui/sentence/sentence_text.h"
#include "ui/text/formula.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_scale.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/picture_file.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedLayout>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kTypingMs = 150;
constexpr int kHistory = 20;
constexpr int kWidestBars = 640;
constexpr double kLargeBars = 1.25;

enum Page { Empty, Content };

} // namespace

class SentenceView::State : public QObject {
public:
    explicit State(SentenceView& owner);
    void ask();
    void show(const core::Inspection& inspection);
    void showEmpty(const QString& title, const QString& how);

    QComboBox* input = nullptr;
    MessageBar* message = nullptr;
    SaveChooser chooser = saveDialog();

private:
    enum class Format { Png, Svg, Csv };

    QWidget* buildInput();
    QWidget* buildContent();
    QWidget* buildTokens();
    QToolButton* buildExport();
    void remember();
    bool eventFilter(QObject* watched, QEvent* event) override;
    void placeBars();
    void fitUpper();
    void showTokens();
    void showText();
    void save(Format format);
    void savePictureAs(PictureFormat format, const QString& path);

    SentenceView& m_view;
    QTimer m_typing;
    core::Inspection m_inspection;
    bool m_any = false; ///< There is an inspection.
    QStackedLayout* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    QLabel *m_state = nullptr, *m_pointed = nullptr;
    TokenLine* m_tokens = nullptr;
    TokenArea* m_tokenArea = nullptr;
    QWidget* m_upper = nullptr; ///< Tokens and probabilities.
    QSplitter* m_splitter = nullptr;
    QTimer m_fit; ///< Sizes are known after the layout only.
    bool m_sized = false; ///< The user has moved the border.
    ColourScale* m_scale = nullptr;
    QWidget* m_weights = nullptr; ///< Scale and words on sentence attention.
    ProbabilityBars* m_bars = nullptr;
    QHBoxLayout* m_besideTokens = nullptr;
    QVBoxLayout* m_belowTokens = nullptr;
    AttentionPanel* m_attention = nullptr;
    QPlainTextEdit* m_text = nullptr;
    QToolButton *m_asText = nullptr, *m_export = nullptr;
};

SentenceView::State::State(SentenceView& owner) : m_view(owner)
{
    m_typing.setSingleShot(true);
    connect(&m_typing, &QTimer::timeout, this, &State::ask);
    auto* column = new QVBoxLayout(&m_view);
    const int space = Theme::instance().spacing();
    column->setContentsMargins(space, space, space, space);
    column->setSpacing(space);
    message = new MessageBar;
    message->hide();
    column->addWidget(buildInput());
    column->addWidget(message);
    auto* pages = new QWidget;
    m_stack = new QStackedLayout(pages);
    m_empty = new EmptyState(QStringLiteral("info"), {}, {});
    m_stack->addWidget(m_empty);
    m_stack->addWidget(buildContent());
    column->addWidget(pages, 1);
    showEmpty(tr("No network yet"),
              tr("Press Start to train one, or choose a run on the right. Then type a sentence "
                 "above: its tokens, the probability of every class and what the network attends "
                 "to appear here, also while training runs."));
}

QWidget* SentenceView::State::buildInput()
{
    auto* group = new QWidget;
    auto* row = new QHBoxLayout(group);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::instance().spacing());
    input = new QComboBox;
    input->setEditable(true);
    input->setInsertPolicy(QComboBox::NoInsert);
    input->setObjectName(QStringLiteral("textBox"));
    input->setAccessibleName(tr("Text to open up; earlier texts are in the list"));
    input->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    input->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    input->setMinimumContentsLength(20);
    input->setCompleter(nullptr); // a suggestion would change what is being typed
    input->lineEdit()->setPlaceholderText(tr("Type a sentence"));
    input->lineEdit()->setClearButtonEnabled(true);
    connect(input->lineEdit(), &QLineEdit::textEdited, this, [this] {
        if (!m_typing.isActive())
            m_typing.start(kTypingMs);
    });
    connect(input->lineEdit(), &QLineEdit::returnPressed, this, [this] {
        remember();
        m_typing.start(0); // the box may report the same key as a choice from its list
    });
    connect(input, &QComboBox::activated, this, [this] { m_typing.start(0); });
    auto* pin = new QToolButton;
    pin->setObjectName(QStringLiteral("pinButton"));
    pin->setText(tr("Pin"));
    setIcon(*pin, QStringLiteral("pin"));
    pin->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    pin->setFocusPolicy(Qt::StrongFocus);
    pin->setToolTip(
        tr("Keep this sentence in every view, so that it changes as the network learns"));
    connect(pin, &QToolButton::clicked, this, [this] {
        remember();
        Q_EMIT m_view.pinRequested(m_view.text());
    });
    m_asText = new QToolButton;
    m_asText->setObjectName(QStringLiteral("asTextButton"));
    m_asText->setText(tr("In words"));
    m_asText->setCheckable(true);
    m_asText->setFocusPolicy(Qt::StrongFocus);
    m_asText->setToolTip(tr("Everything shown here as text: for screen readers and for copying"));
    connect(m_asText, &QToolButton::toggled, this, &State::showText);
    m_export = buildExport();
    row->addWidget(input, 1);
    for (QToolButton* button : {pin, m_asText, m_export})
        row->addWidget(button);
    return group;
}

QToolButton* SentenceView::State::buildExport()
{
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("exportButton"));
    button->setText(tr("Export"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(button);
    const std::pair<QString, Format> entries[] = {{tr("Picture (PNG) ..."), Format::Png},
                                                  {tr("Drawing (SVG) ..."), Format::Svg},
                                                  {tr("Numbers (CSV) ..."), Format::Csv}};
    for (const auto& [text, format] : entries) {
        connect(menu->addAction(text), &QAction::triggered, this,
                [this, chosen = format] { save(chosen); });
    }
    button->setMenu(menu);
    return button;
}

QWidget* SentenceView::State::buildContent()
{
    const int space = Theme::instance().spacing();
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space);
    m_state = makeLabel({}, LabelRole::Muted);
    m_state->setObjectName(QStringLiteral("stateLabel"));
    column->addWidget(m_state);

    m_upper = new QWidget;
    auto* row = new QHBoxLayout(m_upper);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(2 * space);
    m_bars = new ProbabilityBars;
    m_bars->setObjectName(QStringLiteral("probabilityBars"));
    m_bars->setMaximumWidth(kWidestBars);
    m_bars->setScale(kLargeBars);
    row->addWidget(buildTokens(), 1);
    m_besideTokens = row;

    m_attention = new AttentionPanel;
    connect(m_attention, &AttentionPanel::mapChosen, this, &State::showText);
    m_text = new QPlainTextEdit;
    m_text->setObjectName(QStringLiteral("wordsEdit"));
    m_text->setReadOnly(true);
    m_text->setAccessibleName(tr("What is shown, in words"));
    m_text->hide();
    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->setChildrenCollapsible(false);
    for (QWidget* part :
         {m_upper, static_cast<QWidget*>(m_attention), static_cast<QWidget*>(m_text)})
        m_splitter->addWidget(part);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setStretchFactor(2, 1);
    m_splitter->installEventFilter(this);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_sized = true; });
    m_fit.setSingleShot(true);
    connect(&m_fit, &QTimer::timeout, this, &State::fitUpper);
    column->addWidget(m_splitter, 1);
    return content;
}

QWidget* SentenceView::State::buildTokens()
{
    const int space = Theme::instance().spacing();
    auto* group = new QWidget;
    auto* column = new QVBoxLayout(group);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(space);
    m_tokens = new TokenLine(TokenLine::Size::Large);
    m_tokens->setObjectName(QStringLiteral("tokenLine"));
    m_tokenArea = new TokenArea(m_tokens);
    m_tokenArea->setObjectName(QStringLiteral("tokenArea"));
    m_pointed = makeLabel({}, LabelRole::Plain);
    m_pointed->setObjectName(QStringLiteral("tokenPointed"));
    connect(m_tokens, &TokenLine::tokenPointed, this,
            [this](int index) { m_pointed->setText(m_tokens->describe(index)); });

    m_weights = new QWidget;
    auto* weights = new QVBoxLayout(m_weights);
    weights->setContentsMargins(0, 0, 0, 0);
    m_scale = new ColourScale;
    m_scale->setObjectName(QStringLiteral("tokenScale"));
    weights->addWidget(m_scale);
    QLabel* formula = makeLabel({}, LabelRole::Formula);
    setFormula(*formula, tr("s = \u03a3_i a_i h_i,  a = softmax(score(h_i))"));
    weights->addWidget(formula);
    weights->addWidget(makeLabel(
        tr("The sentence vector s is a mean of the states h at every word, weighted by a; the "
           "weights sum to 1. Bright words count most; where all are alike the network has not "
           "learnt what to look at yet."),
        LabelRole::Muted));
    column->addWidget(m_tokenArea, 100);
    column->addWidget(m_pointed);
    column->addWidget(m_bars);
    column->addWidget(m_weights);
    column->addStretch(1);
    m_belowTokens = column;
    return group;
}

void SentenceView::State::ask()
{
    m_typing.stop();
    const QString text = m_view.text();
    if (!text.trimmed().isEmpty())
        Q_EMIT m_view.inspectRequested(text);
}

/// Newest first, each text once.
void SentenceView::State::remember()
{
    const QString text = m_view.text();
    if (text.trimmed().isEmpty())
        return;
    const int there = input->findText(text, Qt::MatchExactly | Qt::MatchCaseSensitive);
    if (there >= 0)
        input->removeItem(there);
    input->insertItem(0, text);
    while (input->count() > kHistory)
        input->removeItem(input->count() - 1);
    input->setCurrentIndex(0);
    input->setEditText(text);
}

void SentenceView::State::showEmpty(const QString& title, const QString& how)
{
    m_any = false;
    m_empty->setTexts(title, how);
    m_stack->setCurrentIndex(Empty);
    m_export->setEnabled(false);
}

void SentenceView::State::show(const core::Inspection& inspection)
{
    m_inspection = inspection;
    m_any = true;
    if (message->kind() == MessageBar::Kind::Failure) // answered by now; a notice stays
        message->hide();
    m_export->setEnabled(true);
    m_state->setText(inspectionState(inspection));
    showTokens();
    QStringList classes;
    for (const std::string& name : inspection.classes)
        classes << QString::fromStdString(name);
    m_bars->setProbabilities(classes, inspection.probabilities, int(inspection.predicted));
    m_attention->setVisible(!inspection.attention.empty());
    if (!inspection.attention.empty())
        m_attention->setInspection(inspection);
    placeBars();
    showText();
    m_stack->setCurrentIndex(Content);
}

bool SentenceView::State::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        m_fit.start(0);
    return QObject::eventFilter(watched, event);
}

/// Heat maps need the height: probabilities stand beside the words then, else beneath and large.
void SentenceView::State::placeBars()
{
    const bool beside = !m_inspection.attention.empty();
    if (beside == (m_besideTokens->indexOf(m_bars) >= 0))
        return;
    if (beside) {
        m_belowTokens->removeWidget(m_bars);
        m_besideTokens->addWidget(m_bars, 0, Qt::AlignTop);
    } else {
        m_besideTokens->removeWidget(m_bars);
        m_belowTokens->insertWidget(m_belowTokens->indexOf(m_pointed) + 1, m_bars);
    }
    m_bars->setScale(beside ? 1.0 : kLargeBars);
    m_fit.start(0);
}

/// Words and probabilities take what they need, the attention maps the rest; until the user
/// decides otherwise.
void SentenceView::State::fitUpper()
{
    if (m_sized)
        return;
    const int whole = m_splitter->height();
    if (m_attention->isHidden()) {
        const int upper = m_text->isHidden() ? whole : whole / 2;
        m_splitter->setSizes({upper, 0, whole - upper});
        return;
    }
    const int bars = m_bars->sizeHint().height();
    const int words = m_tokenArea->sizeHint().height() + 4 * Theme::instance().spacing()
        + m_pointed->sizeHint().height()
        + (m_weights->isHidden() ? 0 : m_weights->sizeHint().height());
    const int upper = std::min(std::max(bars, words), whole * 2 / 5);
    m_splitter->setSizes({upper, whole - upper, whole - upper});
}

void SentenceView::State::showTokens()
{
    std::vector<ShownToken> tokens;
    const std::vector<float>& weights = m_inspection.tokenWeights;
    for (size_t i = 0; i < m_inspection.tokens.size(); ++i) {
        const int64_t id = i < m_inspection.ids.size() ? m_inspection.ids[i] : core::kUnknownId;
        tokens.push_back({readableToken(m_inspection.tokens[i]), id, id == core::kUnknownId,
                          i < weights.size() ? double(weights[i]) : -1.0});
    }
    const double high
        = weights.empty() ? 1.0 : double(*std::max_element(weights.begin(), weights.end()));
    m_scale->setScale(high, tr("weight"));
    m_weights->setVisible(!weights.empty());
    const size_t before = m_tokens->tokens().size();
    m_tokens->setTokens(std::move(tokens), high);
    m_tokenArea->updateGeometry();
    if (before != m_tokens->tokens().size())
        m_fit.start(0);
    m_tokens->setAccessibleName(tr("Tokens"));
    m_pointed->setText(m_tokens->describe(m_tokens->current()));
}

void SentenceView::State::showText()
{
    const int map = m_inspection.attention.empty() ? -1 : m_attention->currentMap();
    const QString words = m_any ? inspectionText(m_inspection, map) : QString();
    m_tokens->setAccessibleDescription(words);
    if (m_text->isHidden() == m_asText->isChecked())
        m_fit.start(0);
    m_text->setVisible(m_asText->isChecked());
    if (words != m_text->toPlainText() && m_text->isVisibleTo(&m_view))
        m_text->setPlainText(words);
}

void SentenceView::State::savePictureAs(PictureFormat format, const QString& path)
{
    const int space = 2 * Theme::instance().spacing();
    const int width = std::max(m_view.width() - 2 * space, 400);
    const int tokens = m_tokens->heightForWidth(width);
    const bool weighed = !m_inspection.tokenWeights.empty();
    const int scale = weighed ? m_scale->sizeHint().height() + space : 0;
    const QSize bars = m_bars->sizeHint();
    const bool attends = !m_inspection.attention.empty();
    const QSize map = attends ? m_attention->wholeSize() : QSize(0, 0);
    const QSize size(std::max(width, map.width()) + 2 * space,
                     tokens + scale + bars.height() + map.height() + 4 * space);
    savePicture(
        format, size, m_view.text(),
        [&](QCPPainter& painter) {
            painter.translate(space, space);
            m_tokens->draw(painter, width);
            painter.translate(0, tokens + space);
            if (weighed)
                m_scale->draw(painter, QRect(QPoint(0, 0), m_scale->sizeHint()));
            painter.translate(0, scale);
            m_bars->draw(painter, QRect(0, 0, 400, bars.height()));
            painter.translate(0, bars.height() + space);
            if (attends)
                m_attention->drawWhole(painter);
        },
        path);
}

void SentenceView::State::save(Format format)
{
    const QString name = format == Format::Png ? QStringLiteral("sentence.png")
        : format == Format::Svg                ? QStringLiteral("sentence.svg")
                                               : QStringLiteral("sentence.csv");
    const QString filter = format == Format::Png ? tr("Pictures (*.png)")
        : format == Format::Svg                  ? tr("Drawings (*.svg)")
                                                 : tr("Tables (*.csv)");
    const QString path = chooser(&m_view, tr("Export the sentence"), name, filter);
    if (path.isEmpty())
        return;
    try {
        if (format == Format::Csv)
            saveText(inspectionCsv(m_inspection, m_attention->currentMap()), path);
        else
            savePictureAs(format == Format::Png ? PictureFormat::Png : PictureFormat::Svg, path);
        message->showMessage(tr("Saved as %1.").arg(path), MessageBar::Kind::Notice);
    } catch (...) { // nothing may leave a handler
        message->showMessage(sentence(core::currentFailure()), MessageBar::Kind::Failure);
    }
}

SentenceView::SentenceView(QWidget* parent)
    : QWidget(parent), m_state(std::make_unique<State>(*this))
{
    setAccessibleName(tr("Sentence"));
}

SentenceView::~SentenceView() = default;

void SentenceView::setText(const QString& text)
{
    m_state->input->setEditText(text);
    m_state->ask();
}

QString SentenceView::text() const
{
    return m_state->input->currentText();
}

void SentenceView::setInspection(const core::Inspection& inspection)
{
    if (text().isEmpty()) // asked for elsewhere, such as by pinning
        m_state->input->setEditText(QString::fromStdString(inspection.text));
    m_state->show(inspection);
}

void SentenceView::setFailure(const core::Failure& failure)
{
    if (failure.code == core::ErrorCode::Cancelled)
        return;
    m_state->message->showMessage(sentence(failure), MessageBar::Kind::Failure);
}

void SentenceView::setNoModel()
{
    m_state->showEmpty(tr("No network yet"),
                       tr("Press Start to train one, or choose a run on the right. Then type a "
                          "sentence above: its tokens, the probability of every class and what the "
                          "network attends to appear here, also while training runs."));
}

void SentenceView::setSaveChooser(SaveChooser chooser)
{
    m_state->chooser = std::move(chooser);
}

} // namespace ui
