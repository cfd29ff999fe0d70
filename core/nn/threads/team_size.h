#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <typeinfo>
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

/// Which work is quicker with helpers than alone.
///
/// Helpers cost time: they are woken, and what they write moves from their core's cache to
/// another's. For short work, and for work that waits for memory rather than computes, that can be
/// more than they save. Neither is known in advance and both differ between machines, so each kind
/// of work is timed both ways, and the slower way is tried again now and then. Kinds are told apart
/// by the code of the tasks and by how many there are, to a factor of two. Results do not depend on
/// the choice.
class WorkKinds {
public:
    enum class Way { Together, Alone };

    /// How to do `count` tasks of this code now.
    /// @pre count >= 1
    Way next(const std::type_info& code, int64_t count);

    /// After they were done in this way.
    /// @param seconds  from the begin of the first to the end of the last.
    void add(const std::type_info& code, int64_t count, Way way, double seconds);

private:
    struct Kind {
        const std::type_info* code = nullptr;
        int64_t magnitude = 0; ///< Binary digits of the number of tasks.
        std::array<float, 2> secondsATask{}; ///< By Way; 0: not tried yet.
        uint16_t calls = 0; ///< Since the slower way was tried.
    };
    Kind& kindOf(const std::type_info& code, int64_t count);

    std::array<Kind, 256> m_kinds; ///< A table by hash; a newcomer displaces whoever is there.
};

} // namespace core
