#pragma once

#include <cstddef>
#include <vector>

namespace core {

/// How many threads work on tasks: as many as get most done.
///
/// On a machine that other programs use, too, threads wait for each other, and fewer may be
/// quicker; beside many busy programs one alone. What is done is known only from trying: now and
/// then another number takes its turn for a moment, more and more rarely while nothing changes. The
/// results of tasks do not depend on it.
class TeamSize {
public:
    /// @pre most >= 1
    explicit TeamSize(int most);

    int threads() const { return m_sizes[m_place]; }

    /// After every call that had tasks.
    /// @param worked  seconds of processor time that all threads together spent on its tasks.
    /// @param taken   seconds from its begin to its end.
    /// @param before  seconds from the end of the call before to its begin.
    void add(double worked, double taken, double before);

private:
    void endTurn(double rate);
    void endTrial(double rate);
    void tryAnother();

    std::vector<int> m_sizes; ///< That are tried, from the largest on.
    size_t m_place = 0;
    size_t m_settled = 0; ///< The place that has proved best; another one during a trial.
    double m_rate = 0.0; ///< Work a second there.
    double m_worked = 0.0, m_passed = 0.0; ///< Of this turn.
    double m_untried = 0.0; ///< Seconds since the last trial.
    double m_patience; ///< Seconds until the next one.
    bool m_smallerNext = true;
};

} // namespace core
