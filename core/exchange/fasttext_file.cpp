#include "core/exchange/fasttext_file.h"

#include "core/base/error.h"

#include <sys/stat.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <string>

#include <fcntl.h>

namespace core {

namespace {

static_assert(std::endian::native == std::endian::little, "the files are little-endian");

constexpr int32_t kLongestNgram = 100; ///< Each word has so many times its length of them.

size_t sizeOf(const FileDescriptor& file, const std::filesystem::path& path)
{
    struct stat status { };
    if (::fstat(file.get(), &status) != 0)
        throw Error(ErrorCode::FileMissing, {"%1 cannot be read.", {path.string()}});
    return static_cast<size_t>(status.st_size);
}

/// Takes values off the front of a file's bytes.
class Cursor {
public:
    Cursor(std::string_view bytes, const std::filesystem::path& path) : m_rest(bytes), m_path(path)
    {
    }

    template <class Value> Value take()
    {
        Value value{};
        std::memcpy(&value, takeBytes(sizeof value).data(), sizeof value);
        return value;
    }

    std::string_view takeBytes(uint64_t count)
    {
        if (count > m_rest.size())
            throwDamaged("it ends early");
        const std::string_view bytes = m_rest.substr(0, count);
        m_rest.remove_prefix(count);
        return bytes;
    }

    /// Up to a byte 0, which is passed.
    std::string_view takeText()
    {
        const size_t end = m_rest.find('\0');
        if (end == std::string_view::npos)
            throwDamaged("it ends within a word");
        const std::string_view text = m_rest.substr(0, end);
        m_rest.remove_prefix(end + 1);
        return text;
    }

    uint64_t left() const { return m_rest.size(); }

    [[noreturn]] void throwDamaged(const std::string& why) const
    {
        throw Error(ErrorCode::FileMalformed,
                    {"%1 is no whole fastText model: %2.", {m_path.string(), why}},
                    {"Copy or download the file again, or choose its .vec file.", {}});
    }

    [[noreturn]] void throwUnread(const char* what, const std::string& value) const
    {
        throw Error(ErrorCode::FileMalformed, {what, {m_path.string(), value}},
                    {"Choose the .bin file of the model as it was trained by fastText 0.9, or its "
                     ".vec file.",
                     {}});
    }

private:
    std::string_view m_rest;
    const std::filesystem::path& m_path;
};

FastTextArguments takeArguments(Cursor& cursor)
{
    FastTextArguments arguments;
    for (int32_t* const each :
         {&arguments.dimension, &arguments.window, &arguments.epochs, &arguments.minimumCount,
          &arguments.negatives, &arguments.wordNgrams})
        *each = cursor.take<int32_t>();
    arguments.loss = FastTextLoss(cursor.take<int32_t>());
    arguments.kind = FastTextKind(cursor.take<int32_t>());
    for (int32_t* const each : {&arguments.buckets, &arguments.shortestNgram,
                                &arguments.longestNgram, &arguments.rateUpdates})
        *each = cursor.take<int32_t>();
    arguments.sampling = cursor.take<double>();
    if (arguments.dimension < 1 || arguments.buckets < 0)
        cursor.throwDamaged("its dimension or its number of buckets is negative");
    if (arguments.longestNgram > kLongestNgram)
        cursor.throwDamaged("its n-grams are too long");
    return arguments;
}

FastTextFile::Matrix takeMatrix(Cursor& cursor, int64_t dimension)
{
    if (cursor.take<uint8_t>() != 0)
        cursor.throwUnread("%1 is a quantised fastText model, whose vectors are only "
                           "approximations.%2",
                           "");
    FastTextFile::Matrix matrix{cursor.take<int64_t>(), {}};
    if (cursor.take<int64_t>() != dimension)
        cursor.throwDamaged("a matrix has another dimension than its arguments say");
    const auto rowBytes = static_cast<uint64_t>(dimension) * sizeof(float);
    if (matrix.rows < 0 || static_cast<uint64_t>(matrix.rows) > cursor.left() / rowBytes)
        cursor.throwDamaged("it is too short for its matrices");
    matrix.bytes = cursor.takeBytes(static_cast<uint64_t>(matrix.rows) * rowBytes);
    return matrix;
}

} // namespace

bool FastTextFile::beginsSo(std::string_view head)
{
    int32_t magic = 0;
    if (head.size() < sizeof magic)
        return false;
    std::memcpy(&magic, head.data(), sizeof magic);
    return magic == kFastTextMagic;
}

FastTextFile::FastTextFile(const std::filesystem::path& path)
    : FastTextFile(openRegularFile(path, O_RDONLY), path)
{
}

FastTextFile::FastTextFile(const FileDescriptor& file, const std::filesystem::path& path)
    : m_file(file, sizeOf(file, path), path)
{
    Cursor cursor(m_file.bytes(), path);
    if (cursor.take<int32_t>() != kFastTextMagic)
        cursor.throwDamaged("it begins otherwise");
    if (const auto version = cursor.take<int32_t>(); version != kFastTextVersion)
        cursor.throwUnread("%1 is a fastText model of version %2, which this program does not "
                           "read.",
                           std::to_string(version));
    m_arguments = takeArguments(cursor);
    const auto entries = cursor.take<int32_t>(), words = cursor.take<int32_t>(),
               labels = cursor.take<int32_t>();
    m_tokens = cursor.take<int64_t>();
    const auto pruned = cursor.take<int64_t>();
    constexpr uint64_t kLeastEntry = 1 + sizeof(int64_t) + 1; // an empty text, its count and type
    if (words < 0 || labels < 0 || entries != int64_t{words} + labels
        || static_cast<uint64_t>(entries) > cursor.left() / kLeastEntry)
        cursor.throwDamaged("the sizes of its dictionary do not fit");
    if (pruned >= 0)
        cursor.throwUnread("%1 is a fastText model whose words were pruned for "
                           "quantisation.%2",
                           "");
    m_words.reserve(static_cast<size_t>(words));
    m_labels.reserve(static_cast<size_t>(labels));
    for (int32_t i = 0; i < entries; ++i) {
        const std::string_view text = cursor.takeText();
        const auto count = cursor.take<int64_t>();
        if ((cursor.take<uint8_t>() != 0) != (i >= words))
            cursor.throwDamaged("words and labels are mixed in its dictionary");
        (i < words ? m_words : m_labels).push_back({text, count});
    }
    m_input = takeMatrix(cursor, m_arguments.dimension);
    if (m_input.rows != int64_t{words} + m_arguments.buckets)
        cursor.throwDamaged("its matrix has not a row for each word and each bucket");
    m_output = takeMatrix(cursor, m_arguments.dimension);
}

bool meanOfRows(std::string_view matrix, const std::vector<int64_t>& rows, std::span<float> target)
{
    std::fill(target.begin(), target.end(), 0.0F);
    for (const int64_t row : rows) {
        const char* bytes = matrix.data() + static_cast<size_t>(row) * target.size_bytes();
        for (float& sum : target) {
            float value = 0.0F;
            std::memcpy(&value, bytes, sizeof value);
            bytes += sizeof value;
            sum += value;
        }
    }
    const auto scale = static_cast<float>(1.0 / static_cast<double>(rows.size()));
    for (float& value : target)
        value *= scale;
    return std::all_of(target.begin(), target.end(),
                       [](float value) { return std::isfinite(value); });
}

} // namespace core
