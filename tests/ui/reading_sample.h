#pragma once

#include "core/probe/language_model/language_questions.h"
#include "tests/support/test_case.h"

/// Texts as a language model would read them, made by hand.
namespace reading_sample {

constexpr int64_t kVocabulary = 5000;

/// A token of `text` from `begin` on that had this rank.
inline core::ReadToken token(const std::string& text, int64_t begin, int64_t end, int64_t rank,
                             int64_t word)
{
    core::ReadToken token;
    token.text = text;
    token.id = int32_t(10 + begin);
    token.begin = begin;
    token.end = end;
    token.word = word;
    token.rank = rank;
    token.nats = rank > 0 ? std::log(2.0 * double(rank)) : 0.0; // p = 1 / (2 rank)
    token.entropy = rank > 0 ? 2.5 : 0.0;
    for (int i = 0; i < 5 && rank > 0; ++i) {
        const bool truth = i + 1 == rank;
        token.candidates.push_back({truth ? text : "other" + std::to_string(i),
                                    truth ? token.id : 900 + i, 0.5F / float(i + 1)});
    }
    return token;
}

/// Divided into words, or with `unit` "character" into letters: their ranks go through `ranks`.
inline core::ReadText read(const std::string& text, const std::vector<int64_t>& ranks,
                           const std::string& unit = "word")
{
    core::ReadText all;
    all.text = text;
    all.unit = unit;
    all.vocabularySize = unit == "word" ? kVocabulary : 60;
    all.step = 1240;
    all.epoch = 3;
    all.characters = int64_t(text.size()); // All are ASCII.
    int64_t word = -1;
    bool inside = false; // A word.
    for (size_t at = 0, end = 0; at < text.size(); at = end) {
        const bool blank = text[at] == ' ' || text[at] == '\n';
        end = unit == "word" && !blank ? std::min(text.find_first_of(" \n", at), text.size())
                                       : at + 1;
        if (!blank && !inside) {
            ++word;
            all.wordNats.push_back(0.0);
        }
        inside = !blank;
        if (blank && unit == "word")
            continue;
        all.tokens.push_back(token(
            text[at] == '\n' ? "\u23ce" : text.substr(at, end - at), int64_t(at), int64_t(end),
            ranks[all.tokens.size() % ranks.size()], std::max<int64_t>(word, 0)));
        const core::ReadToken& last = all.tokens.back();
        all.nats += last.nats;
        all.unigramNats += last.rank > 0 ? 6.0 : 0.0;
        all.wordNats[size_t(last.word)] += last.nats;
    }
    return all;
}

/// Ranks of every level, as of a network that has learnt something.
inline const std::vector<int64_t>& mixedRanks()
{
    static const std::vector<int64_t> ranks{3, 1, 45, 2, 1, 700, 8, 1, 2400, 5, 12, 1, 1, 230};
    return ranks;
}

} // namespace reading_sample
