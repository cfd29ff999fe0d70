#include "ui/view/asker.h"

#include <algorithm>

namespace ui {

namespace {

constexpr double kLiveIntervalMs = 150.0; ///< Between two looks at a network that learns.
/// A look may take this share of the training's time at most; slow networks are looked at less
/// often.
constexpr double kLiveShare = 0.05;

} // namespace

Asker::Asker(ViewContext& context, Failed failed, Progressed progressed)
    : m_context(context), m_failed(std::move(failed)), m_progressed(std::move(progressed))
{
}

void Asker::send(const core::AnyQuestion& question,
                 std::function<void(const core::AnyAnswer&)> answered)
{
    m_asked.reset(); // What is not wanted any more makes room first.
    const quint64 number = ++m_number;
    m_waits = true;
    m_since.start();
    ViewContext::Hearer hearer;
    hearer.answered
        = [this, number, answered = std::move(answered)](const core::AnyAnswer& answer) {
              if (!ended(number))
                  return;
              m_milliseconds = answer.milliseconds;
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
    auto asked = m_context.ask(m_choice, question, std::move(hearer));
    if (number == m_number && m_waits) // It may have been answered at once.
        m_asked = std::move(asked);
}

bool Asker::ended(quint64 number)
{
    if (number != m_number || !m_waits)
        return false;
    m_waits = false;
    return true;
}

void Asker::again()
{
    const auto ask = m_again; // Somebody who answers at once may make it ask something else.
    ask();
}

void Asker::repeat()
{
    const double pause = std::max(kLiveIntervalMs, m_milliseconds / kLiveShare);
    if (m_again && !m_waits && static_cast<double>(m_since.elapsed()) >= pause)
        again();
}

void Asker::cancel()
{
    if (!m_waits)
        return;
    m_waits = false;
    m_asked.reset();
    m_failed({core::ErrorCode::Cancelled, {"Stopped.", {}}, {}, {}});
}

void Asker::withdraw()
{
    m_waits = false;
    m_asked.reset();
    m_question.reset();
    m_again = {};
}

} // namespace ui
