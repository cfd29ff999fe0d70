#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <typeinfo>

namespace core {

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
