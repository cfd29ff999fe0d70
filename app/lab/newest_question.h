#pragma once

#include <QtGlobal>

#include <utility>

namespace app {

/// Of the questions asked one after the other only the newest one's answers are shown. GUI thread.
class NewestQuestion {
public:
    void ask() { ++m_number; } ///< What was asked before is of no interest any more.

    /// `show` for answers to the question asked last; those to earlier ones are dropped.
    /// Must not outlive this.
    template <class Show> auto answer(Show show) const
    {
        return [this, number = m_number, show = std::move(show)](const auto& answer) {
            if (number == m_number)
                show(answer);
        };
    }

private:
    quint64 m_number = 0;
};

} // namespace app
