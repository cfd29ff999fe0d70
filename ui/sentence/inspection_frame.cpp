#include "ui/sentence/inspection_frame.h"

#include "ui/sentence/sentence_buttons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace ui {

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
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::instance().spacing());
    m_state = makeLabel({}, LabelRole::Muted);
    m_state->setObjectName(QStringLiteral("stateLabel"));
    m_words = new QPlainTextEdit;
    m_words->setObjectName(QStringLiteral("wordsEdit"));
    m_words->setReadOnly(true);
    m_words->setAccessibleName(tr("What is shown, in words"));
    m_words->hide();
    connect(&Theme::instance(), &Theme::changed, m_state, [this] { showState(); });
    column->addWidget(m_state);
    column->addWidget(m_splitter, 1);
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

} // namespace ui
