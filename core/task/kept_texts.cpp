#include "core/task/kept_texts.h"

#include "core/base/atomic_file.h"
#include "core/data/content_hash.h"
#include "core/exchange/temporary_folder.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <numeric>
#include <span>

namespace core {

namespace {

constexpr std::string_view kIdsMark = "unroll ids v2  \n"; // 16 bytes.
constexpr std::string_view kPipelinesMark = "unroll texts 1\n";

/// Everything that is kept but the ids, which stay in the file. Those of 8 bytes come first.
template <class Texts, class Visit> void forEachPart(Texts& texts, const Visit& visit)
{
    visit(texts.sums);
    visit(texts.starts);
    visit(texts.words.characters);
    visit(texts.words.offsets);
    visit(texts.words.cases);
    visit(texts.words.features);
    visit(texts.lengths);
    visit(texts.forms);
}
constexpr size_t kKeptParts = 9; // The ids are the last.

/// The beginning of the file, before the values of all parts.
struct IdsHeader {
    char mark[16] = {};
    char hash[ContentHash::kDigits] = {}; ///< All that follows it.
    uint64_t bytes[kKeptParts] = {};
};

template <class Values> std::string_view bytesOf(const Values& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])};
}

} // namespace

KeptFile keptTexts(const std::string& key, const TextPipeline& pipeline, const std::string& further)
{
    if (key.empty())
        return KeptFile();
    ContentHash hash;
    hash.add(kIdsMark);
    hash.add(key);
    hash.add(further);
    hash.add(pipeline.identity());
    return KeptFile(hash.text());
}

std::optional<EncodedTexts> readKeptTexts(const KeptFile& file)
{
    const std::shared_ptr<const MappedFile> mapped = file.find();
    if (mapped == nullptr)
        return std::nullopt;
    std::string_view rest = mapped->bytes();
    IdsHeader header;
    constexpr size_t kHashed = offsetof(IdsHeader, bytes);
    bool isValid = rest.size() >= sizeof header;
    if (isValid) {
        std::memcpy(&header, rest.data(), sizeof header);
        ContentHash hash;
        hash.add(rest.substr(kHashed));
        isValid = std::string_view(header.mark, sizeof header.mark) == kIdsMark
            && hash.text() == std::string_view(header.hash, sizeof header.hash);
        rest.remove_prefix(sizeof header);
    }
    EncodedTexts texts;
    size_t part = 0;
    const auto take = [&](auto& values) {
        const uint64_t bytes = header.bytes[part++];
        isValid = isValid && bytes <= rest.size() && bytes % sizeof(values[0]) == 0;
        if (!isValid)
            return;
        values.resize(bytes / sizeof(values[0]));
        if (bytes > 0)
            std::memcpy(values.data(), rest.data(), bytes);
        rest.remove_prefix(bytes);
    };
    forEachPart(texts, take);
    isValid = isValid && rest.size() == header.bytes[part]
        && rest.size()
            == sizeof(int32_t)
                * std::accumulate(texts.lengths.begin(), texts.lengths.end(), uint64_t{0});
    file.confirm(isValid);
    if (!isValid)
        return std::nullopt;
    texts.offsets.reserve(texts.lengths.size() + 1);
    for (const int32_t length : texts.lengths)
        texts.offsets.push_back(texts.offsets.back() + length);
    texts.ids = {reinterpret_cast<const int32_t*>(rest.data()), rest.size() / sizeof(int32_t)};
    texts.owner = mapped;
    return texts;
}

void keepTexts(const KeptFile& file, const EncodedTexts& texts, const Monitor& monitor)
{
    file.keep([&](int descriptor) {
        monitor.report({{"Caching the data for the next time", {}}});
        std::vector<std::string_view> parts;
        forEachPart(texts, [&](const auto& values) { parts.push_back(bytesOf(values)); });
        parts.push_back(bytesOf(texts.ids));
        IdsHeader header;
        std::transform(parts.begin(), parts.end(), header.bytes,
                       [](std::string_view part) { return part.size(); });
        ContentHash hash;
        hash.add(bytesOf(std::span(header.bytes)));
        for (const std::string_view part : parts)
            hash.add(part);
        kIdsMark.copy(header.mark, sizeof header.mark);
        hash.text().copy(header.hash, sizeof header.hash);
        return writeAll(descriptor, bytesOf(std::span(&header, 1)))
            && std::all_of(parts.begin(), parts.end(),
                           [&](std::string_view part) { return writeAll(descriptor, part); });
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
