#include "ui/sentence/inspection_view.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPlainTextEdit>

#include <utility>

namespace ui {

PinButton::PinButton(QWidget* parent) : QToolButton(parent)
{
    setObjectName(QStringLiteral("pinButton"));
    setText(tr("Pin"));
    ui::setIcon(*this, QStringLiteral("pin")); // not QAbstractButton's: it follows the theme
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setFocusPolicy(Qt::StrongFocus);
    setHelp(*this,
            tr("Keep this sentence in every view, so that it changes as the network learns"));
}

AsTextButton::AsTextButton(QWidget* parent) : QToolButton(parent)
{
    setObjectName(QStringLiteral("asTextButton"));
    setText(tr("In words"));
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setHelp(*this, tr("Everything shown here as text: for screen readers and for copying"));
}

InspectionFrame::InspectionFrame(const QString& name, View& view)
    : ViewFrame(view), m_asText(new AsTextButton), m_splitter(new Splitter(name, Qt::Vertical))
{
    setContent(buildContent());
    connect(m_asText, &QToolButton::toggled, this, [this](bool on) {
        m_words->setVisible(on);
        shareSoon();
        Q_EMIT wordsToggled();
    });
}

QWidget* InspectionFrame::buildContent()
{
    auto* content = new QWidget;
    m_state = named(makeLabel({}, LabelRole::Muted), "stateLabel");
    m_words = named(new QPlainTextEdit, "wordsEdit", tr("Content of the view as text"));
    m_words->setReadOnly(true);
    m_words->hide();
    connect(&Theme::instance(), &Theme::changed, m_state, [this] { showState(); });
    makeColumn(content, {m_state, {m_splitter, 1}}, kGrid);
    return content;
}

void InspectionFrame::setParts(QWidget* input, QWidget* upper, QWidget* lower,
                               Splitter::Sharing sharing)
{
    addAboveMessages(input);
    hideInPresentation(*input);
    for (QWidget* part : {upper, lower, static_cast<QWidget*>(m_words)})
        m_splitter->addWidget(part);
    for (int part = 0; part < m_splitter->count(); ++part)
        m_splitter->setStretchFactor(part, part == 0 ? 0 : 1);
    m_splitter->setSharing(std::move(sharing));
}

bool InspectionFrame::showsWords() const
{
    return !m_words->isHidden();
}

void InspectionFrame::setWords(const QString& words)
{
    if (words != m_words->toPlainText()) // else the reader would lose the place
        m_words->setPlainText(words);
}

/// Name and update stand beside the tabs in a presentation; the rest leaves its room to the
/// picture.
void InspectionFrame::showState()
{
    const QString& text = Theme::instance().presentation() ? m_presentedState : m_wholeState;
    m_state->setText(text);
    m_state->setVisible(!text.isEmpty() || !Theme::instance().presentation());
}

void InspectionFrame::showContent(const QString& state, const QString& presented)
{
    hideFailure();
    m_wholeState = state;
    m_presentedState = presented;
    showState();
    ViewFrame::showContent();
}

InspectionView::InspectionView(ViewContext& context, const QString& name, QString afterTraining,
                               QWidget* parent)
    : View(parent)
    , m_context(context)
    , m_frame(new InspectionFrame(name, *this))
    , m_asker(context, [this](const core::Failure& failure) { setFailure(failure); })
    , m_afterTraining(std::move(afterTraining))
{
    setAccessibleName(tr("Sentence"));
    connect(m_frame, &InspectionFrame::wordsToggled, this, [this] { showWords(); });
}

void InspectionView::follow(const Shown& offered)
{
    const Shown shown = chosen(offered);
    const Text text = showTexts(shown) ? Text::Given : Text::None;
    const bool isSetUp = shown.choice.setUp != nullptr;
    const bool otherRun = m_run != shown.choice.run || m_isSetUp != isSetUp;
    m_run = shown.choice.run;
    m_isSetUp = isSetUp;
    m_name = shown.name;
    if (otherRun) {
        m_asker.withdraw(); // An answer of the other run may be under way.
        m_frame->hideFailure();
    }
    if (!shown.hasRun()) {
        m_asker.withdraw();
        showNoNetwork();
        return;
    }
    if (text == Text::None)
        m_asker.withdraw(); // The answer to the former text may be under way.
    // Nothing of the former run or text stays, also not behind the tab of another view.
    if (otherRun || text == Text::None)
        showWaiting(shown, text);
    if (isSeen() && shown.askable && text == Text::Given)
        ask(shown);
}

void InspectionView::showWaiting(const Shown& shown, Text text)
{
    if (!shown.askable)
        m_frame->showEmpty(tr("%1 is being prepared").arg(shown.name),
                           tr("The sentence is evaluated after the first update."));
    else if (text == Text::None)
        m_frame->showNoText();
    else
        m_frame->showOpening(shown.name);
}

void InspectionView::setFailure(const core::Failure& failure)
{
    m_frame->showFailure(failure);
    using enum core::ErrorCode;
    if (failure.code == Cancelled || (m_run.isEmpty() && !m_isSetUp))
        return;
    // The content answers another question than the one in the input.
    if (failure.code == BadSetting || failure.code == BadData)
        return m_frame->showEmpty(tr("No answer"), tr("The message above says why."));
    const bool ofFile = failure.code == FileMalformed || failure.code == FileMissing;
    if (!m_frame->hasContent())
        m_frame->showEmpty(tr("%1 is not shown").arg(m_name),
                           ofFile ? tr("Its network could not be read.")
                                  : tr("The network could not evaluate this text."));
}

void InspectionView::showNoNetwork()
{
    m_frame->showNoNetwork(m_afterTraining);
}

void InspectionView::showContent(const QString& state, const QString& presented)
{
    m_frame->showContent(
        m_name.isEmpty() ? state : QStringLiteral("%1 \u00b7 %2").arg(m_name, state), presented);
}

void InspectionView::showWords()
{
    if (m_frame->showsWords())
        m_frame->setWords(words());
}

std::vector<Figure> InspectionView::figures() const
{
    return m_frame->hasContent() ? contentFigures() : std::vector<Figure>();
}

} // namespace ui
