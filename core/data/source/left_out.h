#pragma once

#include "core/base/message.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace core {

/// What was not read while walking, counted, so that a thousand links give one sentence.
class LeftOut {
public:
    enum class Reason {
        OutsideName,
        Link,
        Special,
        InnerArchive,
        NotText,
        Description, ///< README, LICENSE and the like.
        NotRows, ///< A text that the format passes over.
        NoPart ///< Beside training, validation and test files, none of them.
    };
    void add(Reason reason, const std::string& name);
    /// One sentence for each reason.
    std::vector<Message> messages() const;

private:
    struct Count {
        int64_t count = 0;
        std::string names; ///< Of the first few.
    };
    std::map<Reason, Count> m_counts;
};

} // namespace core
