#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <typeinfo>
#include <vector>

namespace core {

/// The number of threads with the highest throughput.
///
/// On a machine that other programs use, threads wait for each other, and fewer may be faster;
/// among many busy programs a single one. The throughput can only be measured: from time to time
/// another number is tried for a moment, more and more rarely while nothing changes. The results of
/// tasks do not depend on it.
class TeamSize {
public:
    /// @pre most >= 1
    explicit TeamSize(int most);

    int threads() const { return m_sizes[m_place]; }

    /// Must be called after every call that had tasks.
    /// @param worked  seconds of processor time that all threads together spent on its tasks.
    /// @param taken   seconds from its start to its end.
    /// @param before  seconds from the end of the previous call to its start.
    void add(double worked, double taken, double before);

private:
    void endTurn(double rate);
    void endTrial(double rate);
    void tryAnother();

    std::vector<int> m_sizes; ///< Sizes to try, the largest first.
    size_t m_place = 0;
    size_t m_settled = 0; ///< Index of the best size; differs from m_place during a trial.
    double m_rate = 0.0; ///< Throughput of the best size.
    double m_worked = 0.0, m_passed = 0.0; ///< Seconds in this turn.
    double m_untried = 0.0; ///< Seconds since the last trial.
    double m_patience; ///< Seconds until the next trial.
    bool m_smallerNext = true;
};

/// Records for each kind of work whether helpers make it faster.
///
/// Helpers cost time: they must be woken, and their results move from their core's cache to
/// another's. For short work, and for work that is limited by memory, that can exceed the time they
/// save. Neither is known in advance and both differ between machines, so each kind of work is
/// timed with and without helpers, and the slower way is tried again from time to time. Kinds are
/// distinguished by the code of the tasks and by their number, to a factor of two. Results do not
/// depend on the choice.
class WorkKinds {
public:
    enum class Way { Together, Alone };

    /// The way to run the next `count` tasks of this code.
    /// @pre count >= 1
    Way next(const std::type_info& code, int64_t count);

    /// Records the time of tasks that were run this way.
    /// @param seconds  from the start of the first to the end of the last.
    void add(const std::type_info& code, int64_t count, Way way, double seconds);

private:
    struct Kind {
        const std::type_info* code = nullptr;
        int64_t magnitude = 0; ///< Binary digits of the number of tasks.
        std::array<float, 2> secondsATask{}; ///< [Way]; 0: not tried yet.
        uint16_t calls = 0; ///< Calls since the slower way was tried.
    };
    Kind& kindOf(const std::type_info& code, int64_t count);

    std::array<Kind, 256> m_kinds; ///< A hash table in which a new kind replaces the old one.
};

} // namespace core
