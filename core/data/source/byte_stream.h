#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

namespace core {

/// How much of a file is read at a time.
inline constexpr size_t kBlockBytes = size_t{1} << 18;

/// Bytes or text that come block by block, so that a file of any size needs the memory of one.
class ByteStream {
public:
    virtual ~ByteStream() = default;
    /// The next bytes, valid until the next call; empty at the end.
    /// @throws Error{FileMissing, FileMalformed} when reading fails and Error{Cancelled}.
    virtual std::string_view next() = 0;
};

/// A text in memory as a stream, in blocks of `blockBytes`. @pre the text outlives the stream.
class MemoryStream : public ByteStream {
public:
    explicit MemoryStream(std::string_view text, size_t blockBytes = kBlockBytes)
        : m_rest(text), m_blockBytes(blockBytes)
    {
    }
    std::string_view next() override
    {
        const std::string_view block = m_rest.substr(0, m_blockBytes);
        m_rest.remove_prefix(block.size());
        return block;
    }

private:
    std::string_view m_rest;
    size_t m_blockBytes;
};

/// A block that was looked at already, then the rest of its stream.
class ResumedStream : public ByteStream {
public:
    ResumedStream(std::string_view seen, ByteStream& rest) : m_seen(seen), m_rest(rest) { }
    std::string_view next() override
    {
        return m_seen.empty() ? m_rest.next() : std::exchange(m_seen, {});
    }

private:
    std::string_view m_seen;
    ByteStream& m_rest;
};

} // namespace core
