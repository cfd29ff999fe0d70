#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// The bytes of numbers as files hold them, one after the other.
template <class... Numbers> std::string bytesOf(Numbers... numbers)
{
    std::string bytes;
    (bytes.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
    return bytes;
}

inline std::string bytesOf(const std::vector<float>& numbers)
{
    return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)};
}

/// A binary file of word2vec with `end` behind each vector.
inline std::string word2vecBytes(
    const std::vector<std::pair<std::string, std::vector<float>>>& words, const std::string& end)
{
    std::string bytes
        = std::to_string(words.size()) + " " + std::to_string(words.front().second.size()) + "\n";
    for (const auto& [word, vector] : words)
        bytes.append(word).append(" ").append(bytesOf(vector)).append(end);
    return bytes;
}

/// A fastText model by its parts, so that a test can damage one of them.
struct FastTextParts {
    std::string magic = bytesOf(793712314, 12);
    /// dim, ws, epoch, minCount, neg, wordNgrams, loss, model, bucket, minn, maxn, lrUpdateRate, t.
    std::string arguments = bytesOf(2, 5, 1, 1, 5, 1, 2, 2, 7, 2, 3, 100, 1e-4);
    /// Words, of them no labels; tokens; not pruned.
    std::string sizes = bytesOf(3, 3, 0, int64_t{9}, int64_t{-1});
    std::string words = std::string("</s>\0", 5) + bytesOf(int64_t{4}, int8_t{0})
        + std::string("a\0", 2) + bytesOf(int64_t{3}, int8_t{0}) + std::string("\xE9\0", 2)
        + bytesOf(int64_t{2}, int8_t{0});
    /// Row i is (i, i + 0.5): three words, seven buckets.
    std::string input = std::string(1, '\0') + bytesOf(int64_t{10}, int64_t{2})
        + bytesOf({0, 0.5F, 1, 1.5F, 2, 2.5F, 3, 3.5F, 4, 4.5F,
                   5, 5.5F, 6, 6.5F, 7, 7.5F, 8, 8.5F, 9, 9.5F});
    std::string output = std::string(1, '\0') + bytesOf(int64_t{3}, int64_t{2})
        + bytesOf({-1, -2, -3, -4, -5, -6});

    std::string joined() const { return magic + arguments + sizes + words + input + output; }
};

} // namespace support
