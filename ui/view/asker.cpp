#include "ui/view/asker.h"

namespace ui {

Asker::Asker(ViewContext& context, Failed failed, Progressed progressed)
    : m_context(context), m_failed(std::move(failed)), m_progressed(std::move(progressed))
{
    m_later.setSingleShot(true);
    QObject::connect(&m_later, &QTimer::timeout, &m_later, [this] { catchUp(); });
}

void Asker::send(const core::AnyQuestion& question,
                 std::function<void(const core::AnyAnswer&)> answered)
{
    m_asked.reset(); // The old question ends before the new one is sent.
    m_later.stop();
    m_behind = false;
    const quint64 number = ++m_number;
    m_waits = true;
    m_since.start();
    ViewContext::Hearer hearer;
    const bool isLook = !question.isLong(); // Long questions are sent once and do not count.
    hearer.answered
        = [this, number, isLook, answered = std::move(answered)](const core::AnyAnswer& answer) {
              if (!ended(number))
                  return;
              if (isLook)
                  m_context.pace().looked(answer.milliseconds);
              answered(answer);
          };
    hearer.failed = [this, number](const core::Failure& failure) {
        if (ended(number))
            m_failed(failure);
    };
    hearer.progressed = [this, number](const core::Progress& progress) {
        if (number == m_number && m_progressed)
            m_progressed(progress);
    };
    auto asked = m_context.ask(m_network.choice, question, std::move(hearer));
    if (number == m_number && m_waits) // It may have been answered at once.
        m_asked = std::move(asked);
}

bool Asker::ended(quint64 number)
{
    if (number != m_number || !m_waits)
        return false;
    m_waits = false;
    if (m_behind)
        m_later.start(0); // After this answer has been handled.
    return true;
}

void Asker::again()
{
    const auto ask = m_again; // An immediate answer may replace m_again.
    ask();
}

void Asker::repeat()
{
    m_behind = m_again != nullptr;
    catchUp();
}

void Asker::catchUp()
{
    if (!m_behind || m_waits)
        return;
    const int wait = m_context.pace().waitMs(m_since);
    if (wait > 0)
        m_later.start(wait);
    else
        again();
}

void Asker::cancel()
{
    m_behind = false;
    if (!m_waits)
        return;
    m_waits = false;
    m_asked.reset();
    m_failed({core::ErrorCode::Cancelled, {"Stopped.", {}}, {}, {}});
}

void Asker::withdraw()
{
    m_behind = m_waits = false;
    m_asked.reset();
    m_question.reset();
    m_again = {};
}

} // namespace ui
