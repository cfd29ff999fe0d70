#pragma once

#include "core/base/message.h"
#include "core/data/source/split_name.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace core {

/// The most frequent short words of a language in lower case, by which its texts are told from
/// those of others; empty for a language that is not known here.
/// @param language  as files and users name it: "de", "deu", "German", "pt-BR".
const std::vector<std::string>& frequentWords(std::string_view language);

/// Notices that the sides of validation or test pairs are exchanged against those of the training
/// pairs: their sources are then made of the words of the training targets; that they are in
/// another language than those: they then share next to no words; and that the training
/// pairs are exchanged against the names of their languages. Looks at the first pairs of each split
/// only.
class SideWords {
public:
    void add(Split split, std::string_view source, std::string_view target);

    /// A sentence for each split whose sides are exchanged.
    std::vector<Message> exchanged() const;
    /// A sentence for each split in which only one side shares the words of the training side.
    std::vector<Message> foreign() const;

    /// Whether the training sources are clearly in `target` and the targets in `source`, by the
    /// most frequent words of both (frequentWords()); false for languages without such a list.
    bool contradictNames(std::string_view source, std::string_view target) const;

private:
    /// How often each word with a letter occurs, by its hash.
    struct Words {
        std::unordered_map<uint64_t, int64_t> counts;
        int64_t total = 0;

        void add(std::string_view text);
        /// The shared mass of two distributions of words: 0 for none, 1 for the same.
        double overlap(const Words& other) const;
        /// The share of all words that are among the most frequent of `language`.
        double shareOf(std::string_view language) const;
        /// Whether words come again, as they do not where no blanks divide them.
        bool repeat() const { return 2 * int64_t(counts.size()) < total; }
    };
    struct Sides {
        Words source, target;
        int64_t pairs = 0;
    };
    const Sides& sidesOf(Split split) const { return m_splits[static_cast<size_t>(split)]; }
    bool isExchanged(const Sides& sides) const;
    bool isForeign(const Sides& sides) const;

    std::array<Sides, 3> m_splits;
};

} // namespace core
