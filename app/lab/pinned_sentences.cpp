#include "app/lab/pinned_sentences.h"

#include "app/lab/session.h"

#include "core/experiment/source_key.h"
#include "core/probe/data_questions.h"
#include "ui/widgets/settings.h"

#include <QCryptographicHash>

#include <algorithm>

namespace app {

namespace {

/// Key in the settings for the data; it does not depend on the split.
QString keyOf(const core::DataSpec& data)
{
    const QByteArray hash = QCryptographicHash::hash(
        QByteArray::fromStdString(core::sourceKey(data)), QCryptographicHash::Sha1);
    return QStringLiteral("pinned/") + QString::fromLatin1(hash.toHex().left(16));
}

/// Key of the one among them that was shown last.
QString currentKeyOf(const QString& key)
{
    return key + QStringLiteral(".current");
}

/// For the bundled reviews: its meaning depends on two short words.
QString filmSentence()
{
    return PinnedSentences::tr("The film was not bad at all.");
}

/// The sentence for a bundled sample, made of its own words; empty: none was chosen.
QString sentenceOf(const core::ExperimentSpec& spec)
{
    const std::string& sample = spec.data.sample.kind;
    if (sample == "ratings")
        return PinnedSentences::tr("On the whole this film is not at all good.");
    return sample == "reviews" ? filmSentence() : QString();
}

QString kindText(const core::DataExample& example)
{
    switch (example.kind) {
    case core::DataExample::Kind::Short:
        return PinnedSentences::tr("Short");
    case core::DataExample::Kind::Long:
        return PinnedSentences::tr("Long");
    case core::DataExample::Kind::Wrong:
        return example.truth.empty() // There is no single target.
            ? PinnedSentences::tr("Predicted worst")
            : PinnedSentences::tr("Predicted wrongly (true: %1)")
                  .arg(QString::fromStdString(example.truth));
    }
    return {};
}

} // namespace

PinnedSentences::PinnedSentences(ui::MainWindow& window, ModelService& models,
                                 const QString& settings, QObject* parent)
    : QObject(parent), m_window(window), m_models(models), m_settings(settings)
{
    connect(&m_window.pinned(), &ui::PinnedBar::textsChanged, this, &PinnedSentences::keep);
    connect(&m_window.pinned(), &ui::PinnedBar::textChanged, this, &PinnedSentences::keep);
    connect(&m_window.pinned(), &ui::PinnedBar::examplesWanted, this,
            &PinnedSentences::findExamples);
}

bool PinnedSentences::isOwn() const
{
    const QStringList pinned = m_window.pinned().texts();
    return !pinned.isEmpty() && pinned != QStringList{m_suggested};
}

/// Stores only what the user pinned; a suggestion is made anew for each run.
void PinnedSentences::keep()
{
    if (m_key.isEmpty())
        return;
    const ui::PinnedBar& pinned = m_window.pinned();
    attempt(m_window, [&] {
        ui::Settings settings(m_settings);
        settings.setValue(m_key, isOwn() ? QVariant(pinned.texts()) : QVariant());
        settings.setValue(currentKeyOf(m_key), isOwn() ? QVariant(pinned.text()) : QVariant());
        settings.save();
    });
}

bool PinnedSentences::know(const QString& run, const QString& text)
{
    if (text.isEmpty() || m_known.value(run) == text)
        return false;
    m_known.insert(run, text);
    return true;
}

void PinnedSentences::suggest(const QString& text)
{
    m_suggested = text;
    m_window.pinned().setTexts({text});
}

/// A sentence of the current run's data, or of those set up, if it is at hand.
bool PinnedSentences::suggestKnown()
{
    const QString text = m_known.value(m_run);
    if (!text.isEmpty())
        suggest(text);
    return !text.isEmpty();
}

bool PinnedSentences::isOf(const core::DataSpec& data) const
{
    return keyOf(data) == m_key;
}

void PinnedSentences::suit(const QString& run, const core::ExperimentSpec& spec)
{
    const QString key = keyOf(spec.data);
    const bool otherData = key != m_key, wereOwn = isOwn();
    m_run = run;
    m_key = key;
    m_examples.reset();
    QStringList own;
    QString current;
    if (otherData) {
        const ui::Settings settings(m_settings);
        own = settings.value(m_key).toStringList();
        current = settings.value(currentKeyOf(m_key)).toString();
    }
    if (!own.isEmpty()) {
        m_suggested.clear();
        m_window.pinned().setTexts(own, std::max(int(own.indexOf(current)), 0));
    } else if (otherData && wereOwn) {
        m_window.pinned().setTexts({}); // They are kept for their own data.
    }
    if (!own.isEmpty() || (!otherData && isOwn()))
        return;
    if (const QString text = sentenceOf(spec); !text.isEmpty()) {
        suggest(text);
        return;
    }
    if (suggestKnown())
        return;
    if (run.isEmpty()) { // The set-up's data are not read yet.
        suggest(filmSentence());
        return;
    }
    m_asked = m_models.ask(
        {run, -1}, core::AskExample(),
        [this, run, key](const std::string& text) {
            know(run, QString::fromStdString(text));
            if (run == m_run && key == m_key && !isOwn())
                suggest(m_known.value(run));
        },
        [](const core::Failure&) {}); // The data are missing; any sentence will do.
}

/// For the menu: texts of the data, and one on which the shown run errs.
void PinnedSentences::findExamples()
{
    const auto show = [this](const std::vector<core::DataExample>& found) {
        std::vector<ui::PinnedExample> examples;
        for (const core::DataExample& each : found)
            examples.push_back({kindText(each), QString::fromStdString(each.text)});
        m_window.pinned().setExamples(examples);
    };
    if (m_run.isEmpty())
        return show({});
    m_examples = m_models.ask({m_run, -1}, core::AskExamples(), show,
                              [show](const core::Failure&) { show({}); });
}

} // namespace app
