#include "core/data/source/packed_input.h"

#include "core/base/regular_file.h"
#include "core/data/source/byte_stream.h"

#include <archive.h>
#include <fcntl.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <new>

namespace core {

namespace {

using namespace std::string_view_literals;

constexpr std::string_view kGzipMark = "\x1f\x8b"sv;
constexpr int kGzipOnly
    = 16 + MAX_WBITS; ///< For inflateInit2(): expects gzip's header and checksum.

} // namespace

void PackedInput::EndInflate::operator()(z_stream_s* stream) const
{
    inflateEnd(stream);
    delete stream;
}

PackedInput::PackedInput(const std::filesystem::path& path)
    : m_file(::fdopen(openRegularFile(path, O_RDONLY).release(), "rb")), m_buffer(kBlockBytes)
{
    if (!m_file)
        throw std::bad_alloc();
    std::setvbuf(m_file.get(), nullptr, _IONBF, 0);
    fill();
    if (!m_rest.starts_with(kGzipMark)) {
        m_consumed = 0;
        std::rewind(m_file.get());
        return;
    }
    m_inflate.reset(new z_stream_s{});
    m_unpacked.resize(kBlockBytes);
    if (inflateInit2(m_inflate.get(), kGzipOnly) != Z_OK)
        throw std::bad_alloc();
}

PackedInput::~PackedInput() = default;

int PackedInput::open(archive* handle)
{
    const auto read = [](archive* reader, void* data, const void** buffer) -> la_ssize_t {
        auto& input = *static_cast<PackedInput*>(data);
        const std::string_view bytes = input.next();
        *buffer = bytes.data();
        if (input.m_fault.empty())
            return static_cast<la_ssize_t>(bytes.size());
        archive_set_error(reader, EILSEQ, "%s", input.m_fault.c_str());
        return ARCHIVE_FATAL;
    };
    const auto seek = [](archive*, void* data, la_int64_t offset, int whence) -> la_int64_t {
        std::FILE* file = static_cast<PackedInput*>(data)->m_file.get();
        return fseeko(file, offset, whence) == 0 ? ftello(file) : ARCHIVE_FATAL;
    };
    archive_read_set_callback_data(handle, this);
    archive_read_set_read_callback(handle, +read);
    if (!m_inflate) // Zip files are read from their end.
        archive_read_set_seek_callback(handle, +seek);
    return archive_read_open1(handle);
}

/// Reads a block; false at the end and where the disk fails.
bool PackedInput::fill()
{
    const size_t count = std::fread(m_buffer.data(), 1, m_buffer.size(), m_file.get());
    if (count == 0 && std::ferror(m_file.get()))
        m_fault = std::strerror(errno);
    m_consumed += count;
    m_rest = {m_buffer.data(), count};
    return count > 0;
}

std::string_view PackedInput::next()
{
    if (m_inflate)
        return m_ended ? std::string_view() : unpacked();
    return fill() ? m_rest : std::string_view();
}

std::string_view PackedInput::unpacked()
{
    z_stream_s& stream = *m_inflate;
    stream.next_out = reinterpret_cast<Bytef*>(m_unpacked.data());
    stream.avail_out = static_cast<uInt>(m_unpacked.size());
    while (stream.avail_out > 0 && !m_ended) {
        if (m_rest.empty() && !fill()) {
            if (m_fault.empty())
                m_fault = "the end is missing";
            return {};
        }
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(m_rest.data()));
        stream.avail_in = static_cast<uInt>(m_rest.size());
        const int result = inflate(&stream, Z_NO_FLUSH);
        m_rest.remove_prefix(m_rest.size() - stream.avail_in);
        if (result == Z_STREAM_END) {
            m_ended = !beginsAnother();
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            m_fault = stream.msg ? stream.msg : "it is not what a packer writes";
            return {};
        }
    }
    return {m_unpacked.data(), m_unpacked.size() - stream.avail_out};
}

/// Gzip files may stand behind each other; what else follows is passed over, as gzip does.
bool PackedInput::beginsAnother()
{
    if (m_rest.empty() && !fill())
        return false;
    const bool gzip = m_rest.starts_with(kGzipMark.substr(0, m_rest.size()));
    return gzip && inflateReset(m_inflate.get()) == Z_OK;
}

} // namespace core
