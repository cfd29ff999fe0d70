#include "core/task/kept_texts.h"

#include "core/base/atomic_file.h"
#include "core/data/content_hash.h"
#include "core/exchange/temporary_folder.h"

#include <cstring>
#include <numeric>

namespace core {

namespace {

constexpr std::string_view kIdsMark = "unroll ids v1  \n"; // 16 bytes.
constexpr std::string_view kPipelinesMark = "unroll texts 1\n";

/// The part of the file before the lengths of the texts and the ids.
struct IdsHeader {
    char mark[16] = {};
    char hash[ContentHash::kDigits] = {}; ///< All that follows it.
    uint64_t texts = 0, ids = 0;
};

template <class Value> std::string_view bytesOf(std::span<const Value> values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

std::string hashOf(const IdsHeader& header, std::string_view lengths, std::string_view ids)
{
    ContentHash hash;
    const std::array counts{header.texts, header.ids};
    hash.add(bytesOf(std::span<const uint64_t>(counts)));
    hash.add(lengths);
    hash.add(ids);
    return hash.text();
}

} // namespace

KeptFile keptTexts(const std::string& key, const TextPipeline& pipeline)
{
    if (key.empty())
        return KeptFile();
    ContentHash hash;
    hash.add(kIdsMark);
    hash.add(key);
    hash.add(pipeline.identity());
    return KeptFile(hash.text());
}

std::optional<EncodedTexts> readKeptTexts(const KeptFile& file)
{
    const std::shared_ptr<const MappedFile> mapped = file.find();
    if (mapped == nullptr)
        return std::nullopt;
    const std::string_view bytes = mapped->bytes();
    IdsHeader header;
    const bool hasHeader = bytes.size() >= sizeof header;
    if (hasHeader)
        std::memcpy(&header, bytes.data(), sizeof header);
    const uint64_t values
        = (bytes.size() - std::min(bytes.size(), sizeof header)) / sizeof(int32_t);
    const bool fits = hasHeader && std::string_view(header.mark, sizeof header.mark) == kIdsMark
        && header.texts <= values && header.ids == values - header.texts;
    const size_t first = sizeof header + (fits ? header.texts * sizeof(int32_t) : 0);
    const bool isValid = fits
        && hashOf(header, bytes.substr(sizeof header, first - sizeof header), bytes.substr(first))
            == std::string_view(header.hash, sizeof header.hash);
    file.confirm(isValid);
    if (!isValid)
        return std::nullopt;
    EncodedTexts texts;
    texts.lengths.resize(header.texts);
    std::memcpy(texts.lengths.data(), bytes.data() + sizeof header, first - sizeof header);
    texts.offsets.reserve(header.texts + 1);
    for (const int32_t length : texts.lengths)
        texts.offsets.push_back(texts.offsets.back() + length);
    texts.ids = {reinterpret_cast<const int32_t*>(bytes.data() + first), header.ids};
    texts.owner = mapped;
    return texts;
}

void keepTexts(const KeptFile& file, const EncodedTexts& texts, const Monitor& monitor)
{
    file.keep([&](int descriptor) {
        monitor.report({{"Caching the data for the next time", {}}});
        const std::string_view lengths = bytesOf(std::span<const int32_t>(texts.lengths));
        const std::string_view ids = bytesOf(texts.ids);
        IdsHeader header;
        kIdsMark.copy(header.mark, sizeof header.mark);
        header.texts = texts.lengths.size();
        header.ids = texts.ids.size();
        hashOf(header, lengths, ids).copy(header.hash, sizeof header.hash);
        return writeAll(descriptor, {reinterpret_cast<const char*>(&header), sizeof header})
            && writeAll(descriptor, lengths) && writeAll(descriptor, ids);
    });
}

std::filesystem::path keptPipelines(const std::string& key, const std::string& settings)
{
    const std::filesystem::path cache = cacheFolder();
    if (key.empty() || cache.empty())
        return {};
    ContentHash hash;
    hash.add(kPipelinesMark);
    hash.add(key);
    hash.add(settings);
    return cache / ("texts-" + hash.text());
}

void keepPipelines(const std::filesystem::path& folder,
                   const std::function<void(const FilePlace&)>& save)
{
    if (folder.empty())
        return;
    try {
        std::error_code error;
        std::filesystem::create_directories(folder.parent_path(), error);
        TemporaryFolder temporary(folder);
        save(temporary.path());
        std::filesystem::rename(temporary.path(), folder, error);
        if (!error)
            temporary.keep();
    } catch (const Error&) {
        return; // The next start learns them again.
    }
}

} // namespace core
