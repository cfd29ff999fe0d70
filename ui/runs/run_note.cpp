#include "ui/runs/run_note.h"

#include "ui/widgets/theme.h"

#include <QSignalBlocker>

namespace ui {

namespace {

constexpr int kLines = 3;
constexpr int kPauseMs = 500; ///< In typing, after which it is saved.

} // namespace

RunNote::RunNote(QWidget* parent) : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("noteEdit"));
    setAccessibleName(tr("Note on the run"));
    setPlaceholderText(tr("Note on this run; words with # are tags"));
    setTabChangesFocus(true);
    const auto fit = [this] {
        setFixedHeight(kLines * QFontMetrics(Theme::instance().textFont()).lineSpacing()
                       + 2 * Theme::instance().spacing());
    };
    connect(&Theme::instance(), &Theme::changed, this, fit);
    fit();
    m_typing.setSingleShot(true);
    m_typing.setInterval(kPauseMs);
    connect(&m_typing, &QTimer::timeout, this, &RunNote::save);
    connect(this, &QPlainTextEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    follow();
}

/// What is being typed about another run is saved first.
void RunNote::showRun(const QString& run, const QString& note)
{
    if (run == m_run && (note == m_saved || m_typing.isActive()))
        return;
    save();
    m_run = run;
    m_saved = note;
    const QSignalBlocker quiet(this);
    if (note != toPlainText())
        setPlainText(note);
    follow();
}

void RunNote::setFolded(bool folded)
{
    m_folded = folded;
    follow();
}

void RunNote::write()
{
    if (m_folded || m_run.isEmpty())
        return;
    show();
    setFocus();
}

void RunNote::save()
{
    m_typing.stop();
    if (m_run.isEmpty() || toPlainText() == m_saved)
        return;
    m_saved = toPlainText();
    Q_EMIT written(m_run, m_saved);
}

void RunNote::follow()
{
    setVisible(!m_folded && !m_run.isEmpty() && (!toPlainText().isEmpty() || hasFocus()));
}

} // namespace ui
