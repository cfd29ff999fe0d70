#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

// What unroll-spm and core say to each other. Standard library only: the helper links nothing of
// core. Every message is a frame, a 32-bit length in the machine's byte order and so many bytes;
// both ends run on one machine.
//
// unroll-spm train:  settings frame (texts: key, value, key, value ...), one frame a text, a frame
//                    length of kEndOfTexts; answer: one frame, Status and the model.
// unroll-spm serve bpe|unigram:  model frame; answer: Status and the number of pieces. Then
// requests, each answered by one frame:
//   Encode      texts            -> for each text a count and so many ids
//   Pieces      texts            -> for each text a count and so many texts
//   Decode      ids              -> one text
//   Vocabulary                   -> texts, by id
// A failed request is answered by Status::Failed and a text that says why.

namespace core::subword {

inline constexpr uint32_t kEndOfTexts = 0xFFFFFFFFU;
inline constexpr uint32_t kLargestFrame = 1U << 30;
/// A million pieces take half of it.
inline constexpr uint32_t kLargestModel = 64U << 20;

/// How long reading a model or answering a request of `bytes` may take: ten times what a text
/// without blanks takes on a busy machine. Then the helper ends, or is ended.
inline constexpr uint32_t secondsFor(size_t bytes)
{
    return 30 + 30 * static_cast<uint32_t>(bytes >> 20);
}

enum class Request : char { Encode = 'e', Pieces = 'p', Decode = 'd', Vocabulary = 'v' };
enum class Status : char { Done = '+', Failed = '-' };

inline void appendNumber(std::string& bytes, uint32_t number)
{
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

inline void appendText(std::string& bytes, std::string_view text)
{
    appendNumber(bytes, static_cast<uint32_t>(text.size()));
    bytes.append(text);
}

/// Takes a message apart. @throws std::runtime_error when it ends too early.
class Reader {
public:
    explicit Reader(std::string_view bytes) : m_rest(bytes) { }

    bool atEnd() const { return m_rest.empty(); }
    char character() { return take(1)[0]; }
    uint32_t number()
    {
        uint32_t value = 0;
        take(sizeof value).copy(reinterpret_cast<char*>(&value), sizeof value);
        return value;
    }
    /// A number of things that follow, each at least `bytesEach` long.
    uint32_t count(size_t bytesEach)
    {
        const uint32_t things = number();
        if (things > m_rest.size() / bytesEach)
            throw std::runtime_error("a message ended too early");
        return things;
    }
    std::string_view text() { return take(number()); }
    std::string_view rest() { return take(m_rest.size()); }

private:
    std::string_view take(size_t length)
    {
        if (length > m_rest.size())
            throw std::runtime_error("a message ended too early");
        const std::string_view taken = m_rest.substr(0, length);
        m_rest.remove_prefix(length);
        return taken;
    }

    std::string_view m_rest;
};

} // namespace core::subword
