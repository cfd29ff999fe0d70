#include "ui/language/writing_view.h"

#include "core/experiment/source_key.h"
#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/language/reading_sums.h"
#include "ui/language/suggestion_bar.h"
#include "ui/sentence/written_class_box.h"
#include "ui/text/sentences.h"
#include "ui/view/view_frame.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kDelays = 100;
constexpr double kWritingSize = 1.45; ///< Times that of other texts: it is read from afar.
constexpr int kSuggestions = int(SuggestionBar::kMost);

} // namespace

WritingBox::WritingBox(QWidget* parent) : QPlainTextEdit(parent)
{
    setTabChangesFocus(true);
    const auto enlarge = [this] {
        QFont font = Theme::instance().textFont();
        font.setPointSizeF(kWritingSize * font.pointSizeF());
        setFont(font);
    };
    enlarge();
    connect(&Theme::instance(), &Theme::changed, this, enlarge,
            Qt::QueuedConnection); // After the sheet has set its own.
}

QString WritingBox::before() const
{
    return toPlainText().left(textCursor().position());
}

int WritingBox::suggestionOf(const QKeyEvent& event) const
{
    if (event.key() == Qt::Key_Tab && event.modifiers() == Qt::NoModifier)
        return m_offered > 0 ? 0 : -1;
    // All of them, however many are offered now: none must lead out of the view while one writes.
    const int number = event.key() - Qt::Key_1;
    return event.modifiers() == Qt::ControlModifier && number >= 0 && number < kSuggestions ? number
                                                                                            : -1;
}

/// Before what the window does with such keys.
bool WritingBox::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (suggestionOf(*key) >= 0 || hides(*key)) {
            event->accept();
            return true;
        }
    }
    if (event->type() == QEvent::KeyPress) { // Before Tab moves the focus.
        if (const int index = suggestionOf(*static_cast<QKeyEvent*>(event)); index >= 0) {
            if (index < m_offered)
                Q_EMIT taken(index);
            return true;
        }
    }
    return QPlainTextEdit::event(event);
}

/// In a presentation Escape ends that, at once.
bool WritingBox::hides(const QKeyEvent& event) const
{
    return event.key() == Qt::Key_Escape && m_offered > 0 && !Theme::instance().presentation();
}

void WritingBox::keyPressEvent(QKeyEvent* event)
{
    if (hides(*event))
        Q_EMIT dismissed();
    else if (event->key() == Qt::Key_Tab)
        event->ignore(); // There is nowhere to go: it is no letter either.
    else
        QPlainTextEdit::keyPressEvent(event);
}

WritingView::WritingView(ViewContext& context, QWidget* parent)
    : View(parent)
    , m_context(context)
    , m_asker(context, [this](const core::Failure& failure) { fail(failure); })
    , m_frame(new ViewFrame(*this))
{
    setAccessibleName(tr("Writing"));
    m_frame->showEmpty(
        tr("No network yet"),
        tr("Press Start to train a language model, or choose its run on the right. Then write "
           "here: the network suggests the next words as you type, also during training."));
    m_frame->setContent(buildContent());
}

QWidget* WritingView::buildContent()
{
    auto* content = new QWidget;
    m_box
        = named(new WritingBox, "writingBox", tr("Write here; suggested next words appear below"));
    m_box->setPlaceholderText(tr("Begin to write. Tab inserts the most likely word, Ctrl+2 to "
                                 "Ctrl+5 insert the others, Escape hides them."));
    connect(m_box, &QPlainTextEdit::textChanged, this, &WritingView::edited);
    connect(m_box, &QPlainTextEdit::cursorPositionChanged, this, &WritingView::edited);
    connect(m_box, &WritingBox::taken, this, &WritingView::take);
    connect(m_box, &WritingBox::dismissed, this, &WritingView::dismiss);
    m_bar = named(new SuggestionBar, "suggestionBar");
    connect(m_bar, &SuggestionBar::chosen, this, [this](int index) {
        take(index);
        m_box->setFocus();
    });
    m_tokens = named(new ProbabilityBars, "nextTokens");
    m_title = named(makeLabel(tr("Likeliest next tokens"), LabelRole::Group), "nextTokensTitle");
    QLabel* hint = makeLabel(tr("The network continues in the style of its training text: begin in "
                                "that style."),
                             LabelRole::Muted);
    hideInPresentation(*hint);
    makeColumn(content, {buildState(), {m_box, 1}, m_bar, m_title, m_tokens, hint}, kGrid);
    return content;
}

QWidget* WritingView::buildState()
{
    auto* line = new QWidget;
    m_class = named(new WrittenClassBox(m_context, [this](const auto& failure) { fail(failure); }),
                    "writingClassBox");
    connect(m_class, &WrittenClassBox::classChanged, this, [this] {
        offer({});
        ask();
    });
    m_state = named(makeLabel({}, LabelRole::Muted), "stateLabel");
    m_cost = named(
        makeLabel({}, LabelRole::Muted), "costLabel", {},
        tr("Time from the key to its suggestions on the screen, and the network's part of it. "
           "While a training runs, the question waits for the end of an update: smaller "
           "batches make that shorter."));
    m_cost->setWordWrap(false);
    makeRow(line, {m_class, {m_state, 1}, m_cost}, kGrid);
    return line;
}

void WritingView::follow(const Shown& shown)
{
    const bool other = shown.choice != m_shown.choice || shown.live != m_shown.live
        || shown.askable != m_shown.askable;
    const bool otherRun = shown.choice.run != m_shown.choice.run;
    m_shown = shown;
    showTextOf(shown.spec.data);
    shown.hasRun() ? m_frame->showContent() : m_frame->showEmpty();
    if (otherRun) {
        m_asker.withdraw();
        m_class->withdraw();
        m_behind = m_fresh = m_watching = false;
        m_found = {};
        m_frame->hideFailure();
        m_delays.clear();
        m_cost->clear();
        offer({});
    }
    if (!shown.hasRun() || !isSeen() || !shown.askable)
        return;
    m_class->follow(shown);
    if (other || m_found.step == 0)
        ask();
}

/// Each data set has a text of its own, and none is lost.
void WritingView::showTextOf(const core::DataSpec& source)
{
    const std::string key = core::sourceKey(source);
    if (key == m_data)
        return;
    m_texts[m_data] = m_box->toPlainText();
    m_data = key;
    const QSignalBlocker quiet(m_box); // It is another run that asks the network.
    m_box->setPlainText(m_texts[key]);
    m_box->moveCursor(QTextCursor::End);
    m_answered.clear();
}

void WritingView::trained()
{
    if (m_hidden)
        return;
    const bool waited = m_asker.waits();
    m_asker.repeat();
    m_watching = m_watching || (!waited && m_asker.waits());
}

void WritingView::edited()
{
    const QString text = m_box->before();
    if (text == m_answered)
        return;
    m_hidden = false;
    if (!m_fresh)
        m_key.start();
    m_fresh = true;
    // The current suggestions are narrowed by the typed text until the answer comes.
    if (!m_answered.isEmpty() && text.size() > m_answered.size() && text.startsWith(m_answered))
        m_bar->narrow(text.mid(m_answered.size()));
    else
        m_bar->setSuggestions({});
    m_answered = text;
    m_box->setOffered(int(m_bar->suggestions().size()));
    ask();
}

void WritingView::ask()
{
    if (!m_shown.askable || !m_shown.hasRun())
        return;
    if (m_asker.waits() && !m_watching) {
        m_behind = true;
        return;
    }
    m_behind = m_watching = false;
    m_asker.ask(m_shown,
                core::AskSuggestions{m_box->before().toStdString(),
                                     m_class->className().toStdString(), kSuggestions},
                [this](const core::Suggestions& found) { took(found); });
}

void WritingView::took(const core::Suggestions& found)
{
    m_watching = false;
    if (m_behind) { // The text has changed since the question: the newest text is asked about.
        QMetaObject::invokeMethod(this, &WritingView::ask, Qt::QueuedConnection);
        if (QString::fromStdString(found.text) != m_box->before())
            return;
    }
    m_found = found;
    m_answered = m_box->before();
    m_frame->hideFailure();
    showCost(found);
    if (!m_hidden)
        offer(found.best);
    QStringList names;
    std::vector<float> shares;
    for (const core::NextToken& token : found.tokens) {
        names << readableToken(token.text);
        shares.push_back(token.probability);
    }
    m_title->setText(found.begun.empty()
                         ? tr("Likeliest next tokens")
                         : tr("Likeliest tokens that begin with \u201c%1\u201d, of all those")
                               .arg(QString::fromStdString(found.begun)));
    m_tokens->setProbabilities(names, shares, shares.empty() ? -1 : 0, tr("likeliest"));
    m_state->setText(
        QStringLiteral("%1 \u00b7 %2").arg(m_shown.name, stateOf(found.step, found.epoch, 0.0)));
}

void WritingView::showCost(const core::Suggestions& found)
{
    if (!m_fresh)
        return;
    m_fresh = false;
    m_delays.push_back(double(m_key.nsecsElapsed()) / 1e6);
    if (m_delays.size() > kDelays)
        m_delays.erase(m_delays.begin());
    m_cost->setText(tr("%1 ms after the key (network %2 ms)")
                        .arg(QLocale().toString(m_delays.back(), 'f', 0),
                             QLocale().toString(found.milliseconds, 'f', 1)));
}

void WritingView::offer(std::vector<core::Suggestion> suggestions)
{
    m_bar->setSuggestions(std::move(suggestions));
    m_box->setOffered(int(m_bar->suggestions().size()));
}

void WritingView::take(int index)
{
    if (index < 0 || size_t(index) >= m_bar->suggestions().size())
        return;
    QString text = QString::fromStdString(m_bar->suggestions()[size_t(index)].text);
    if (!text.isEmpty() && !text.back().isSpace())
        text += u' '; // The word is over: the next one is offered at once.
    m_box->insertPlainText(text);
}

void WritingView::dismiss()
{
    m_hidden = true;
    offer({});
}

void WritingView::fail(const core::Failure& failure)
{
    m_behind = m_fresh = m_watching = false;
    m_frame->showFailure(failure);
}

KeyHelps WritingView::keys()
{
    return {{tr("Tab (in Writing)"), tr("Most likely suggestion"),
             tr("Inserts the most likely next word; without suggestions, Tab leaves the box")},
            {tr("Ctrl+1 to Ctrl+5 (in Writing)"), tr("Suggestion with that number"),
             tr("Inserts one of the words below the box")},
            {tr("Escape (in Writing)"), tr("Hide the suggestions"),
             tr("Until the next key is pressed; meanwhile Tab leaves the box. In a presentation, "
                "Escape ends it")}};
}

std::vector<Figure> WritingView::figures() const
{
    if (m_found.best.empty() && m_found.tokens.empty())
        return {};
    return {{.title = tr("Words that could come next"),
             .name = QStringLiteral("writing"),
             .words =
                 [this] {
                     QStringList lines{m_box->toPlainText(), m_bar->accessibleDescription(),
                                       m_tokens->accessibleDescription(), m_cost->text()};
                     return lines.join(u'\n');
                 },
             .answer = [this] { return core::readoutOf<core::AskSuggestions>(m_found); }}};
}

} // namespace ui
