#include "app/lab/pinned_sentence.h"

#include "core/task/answers.h"
#include "core/task/translation/translation_questions.h"

#include <QSettings>

#include <algorithm>

namespace app {

namespace {

constexpr QLatin1String kKey("pinned");

/// Whether networks of the task are best looked at with a sentence of their own data.
bool hasExamples(const std::string& task)
{
    const auto all = core::allAnswers();
    return std::any_of(all.begin(), all.end(), [&](const core::TaskAnswers* each) {
        return each->task() == task && each->has(core::AskExample::kName);
    });
}

} // namespace

PinnedSentence::PinnedSentence(ui::MainWindow& window, ModelService& models,
                               const QString& settings, QObject* parent)
    : QObject(parent), m_window(window), m_models(models), m_settings(settings)
{
    connect(&m_window, &ui::MainWindow::pinnedTextChanged, this, &PinnedSentence::keep);
}

void PinnedSentence::begin()
{
    const QString own = QSettings(m_settings, QSettings::IniFormat).value(kKey).toString();
    if (own.isEmpty())
        suit(m_run, {});
    else
        m_window.setPinnedText(own);
}

bool PinnedSentence::isOwn() const
{
    const QString pinned = m_window.pinnedText();
    return !pinned.isEmpty() && pinned != m_suggested;
}

/// Only what a person has pinned: a suggestion suits one run, and is made anew.
void PinnedSentence::keep(const QString& text)
{
    QSettings settings(m_settings, QSettings::IniFormat);
    if (text.isEmpty() || text == m_suggested)
        settings.remove(kKey);
    else
        settings.setValue(kKey, text);
}

bool PinnedSentence::know(const QString& run, const QString& text)
{
    if (text.isEmpty() || m_known.value(run) == text)
        return false;
    m_known.insert(run, text);
    return true;
}

void PinnedSentence::suggest(const QString& text)
{
    m_suggested = text;
    m_window.setPinnedText(text);
}

/// A sentence of the current run's data, or of those set up, if it is at hand and suits better than
/// the film does.
bool PinnedSentence::suggestKnown(const std::string& task)
{
    constexpr qsizetype kFewestWords = 3; // Classified are names, dates, ...: no prose.
    const QString text = m_known.value(m_run);
    const qsizetype words = text.count(QLatin1Char(' ')) + 1;
    if (text.isEmpty() || (!hasExamples(task) && words >= kFewestWords))
        return false;
    suggest(text);
    return true;
}

void PinnedSentence::suit(const QString& run, const std::string& task)
{
    m_run = run;
    if (isOwn() || suggestKnown(task))
        return;
    if (!hasExamples(task) || run.isEmpty()) {
        suggest(tr("The film was not bad at all."));
        return;
    }
    m_asked = m_models.ask(
        {run, -1}, core::AskExample(),
        [this, run](const std::string& text) {
            know(run, QString::fromStdString(text));
            if (run == m_run && !isOwn())
                suggest(m_known.value(run));
        },
        [](const core::Failure&) {}); // Its data are no longer there: another sentence does, too.
}

} // namespace app
