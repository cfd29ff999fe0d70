#include "core/exchange/safetensors.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "core/exchange/safetensors_header.h"
#include "core/nn/tensors.h"

#include <nlohmann/json.hpp>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <set>

namespace core {

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

namespace {

constexpr const char* kHashKey = "xxh3";
constexpr const char* kChecksumKey = "checksum"; ///< A flipped bit in one key leaves the other.
constexpr uint64_t kHeaderAlignment = 8;

std::string_view bytesOf(const torch::Tensor& tensor)
{
    return {static_cast<const char*>(tensor.data_ptr()), tensor.nbytes()};
}

/// XXH3-128 over length-prefixed pieces, so that no two files give one stream.
class Hash {
public:
    Hash() : m_state(XXH3_createState(), XXH3_freeState) { XXH3_128bits_reset(m_state.get()); }
    void add(std::string_view piece)
    {
        add(static_cast<int64_t>(piece.size()));
        XXH3_128bits_update(m_state.get(), piece.data(), piece.size());
    }
    void add(int64_t number) { XXH3_128bits_update(m_state.get(), &number, sizeof number); }
    std::string hex() const
    {
        const XXH128_hash_t value = XXH3_128bits_digest(m_state.get());
        char text[33];
        std::snprintf(text, sizeof text, "%016llx%016llx",
                      static_cast<unsigned long long>(value.high64),
                      static_cast<unsigned long long>(value.low64));
        return text;
    }

private:
    std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> m_state;
};

/// The hash of everything but itself. By name, because how tensors lie in a file says nothing.
std::string contentHash(const TensorFile& file)
{
    std::map<std::string_view, const torch::Tensor*> byName;
    for (const auto& [name, tensor] : file.tensors)
        byName[name] = &tensor;
    Hash hash;
    for (const auto& [name, tensor] : byName) {
        hash.add(name);
        hash.add(safetensors::typeName(tensor->scalar_type()));
        hash.add(tensor->dim());
        for (const int64_t size : tensor->sizes())
            hash.add(size);
        hash.add(bytesOf(*tensor));
    }
    for (const auto& [key, value] : file.metadata) {
        if (key == kHashKey)
            continue;
        hash.add(key);
        hash.add(value);
    }
    return hash.hex();
}

/// `file` as it will lie on disk: on the CPU, contiguous, sorted, with hash.
TensorFile prepared(const TensorFile& file)
{
    TensorFile result{{}, file.metadata};
    std::set<std::string> names;
    for (const auto& [name, tensor] : file.tensors) {
        if (name == safetensors::kMetadataKey || !names.insert(name).second)
            throw Error(ErrorCode::Internal, {"Two tensors are named \"%1\".", {shown(name)}});
        result.tensors.emplace_back(name, tensor.detach().cpu().contiguous());
    }
    std::sort(result.tensors.begin(), result.tensors.end(), [](const auto& a, const auto& b) {
        const auto sizeA = a.second.element_size(), sizeB = b.second.element_size();
        return sizeA != sizeB ? sizeA > sizeB : a.first < b.first;
    });
    result.metadata["format"] = "pt"; // The Python converters write and transformers checks it.
    result.metadata[kChecksumKey] = kHashKey;
    result.metadata[kHashKey] = contentHash(result);
    return result;
}

/// Length and JSON of a prepared file.
std::string headerOf(const TensorFile& file)
{
    nlohmann::ordered_json header;
    header[safetensors::kMetadataKey] = file.metadata;
    size_t offset = 0;
    for (const auto& [name, tensor] : file.tensors) {
        const size_t end = offset + tensor.nbytes();
        header[name] = {{"dtype", safetensors::typeName(tensor.scalar_type())},
                        {"shape", tensor.sizes().vec()},
                        {"data_offsets", {offset, end}}};
        offset = end;
    }
    std::string text;
    try {
        text = header.dump();
    } catch (const nlohmann::json::exception& error) {
        throw Error(ErrorCode::Internal, {"A tensor's name or note is not valid UTF-8.", {}}, {},
                    error.what());
    }
    text.append((kHeaderAlignment - text.size() % kHeaderAlignment) % kHeaderAlignment, ' ');
    const auto length = static_cast<uint64_t>(text.size());
    return std::string(reinterpret_cast<const char*>(&length), sizeof length) + text;
}

void readExactly(RegularFile& file, void* target, uint64_t count, const std::filesystem::path& path)
{
    if (file.read(target, count) != count)
        safetensors::throwDamaged(path, "it ended while it was read");
}

torch::Tensor readTensor(RegularFile& file, const safetensors::Entry& entry,
                         const std::filesystem::path& path)
{
    torch::Tensor tensor = torch::empty(entry.shape, entry.type);
    readExactly(file, tensor.data_ptr(), tensor.nbytes(), path);
    // Any other value in a bool is undefined behaviour later on.
    const std::string_view bytes = bytesOf(tensor);
    if (entry.type == torch::kBool
        && std::any_of(bytes.begin(), bytes.end(), [](char byte) { return byte & ~1; }))
        safetensors::throwDamaged(path,
                                  "\"" + shown(entry.name) + "\" has values other than 0 and 1");
    return tensor;
}

void checkHash(const TensorFile& file, MissingHash missingHash, const std::filesystem::path& path)
{
    const auto hash = file.metadata.find(kHashKey);
    if (hash != file.metadata.end()) {
        if (hash->second != contentHash(file))
            safetensors::throwDamaged(path, "its checksum does not fit its content");
    } else if (missingHash == MissingHash::Refuse || file.metadata.count(kChecksumKey) > 0) {
        safetensors::throwDamaged(path, "its checksum is missing");
    }
}

} // namespace

const torch::Tensor* TensorFile::find(const std::string& name) const
{
    const auto found = std::find_if(tensors.begin(), tensors.end(),
                                    [&](const auto& entry) { return entry.first == name; });
    return found == tensors.end() ? nullptr : &found->second;
}

void writeSafetensors(const FilePlace& place, const TensorFile& file)
{
    const TensorFile ready = prepared(file);
    const std::string header = headerOf(ready);
    std::vector<std::string_view> pieces{header};
    for (const auto& [name, tensor] : ready.tensors)
        pieces.push_back(bytesOf(tensor));
    writeFileAtomically(place, pieces);
}

TensorFile readSafetensors(const FilePlace& place, MissingHash missingHash, Links links,
                           TensorContents contents)
{
    const std::filesystem::path& path = place.path();
    RegularFile source(place, links);
    uint64_t headerSize = 0;
    if (source.size() < sizeof headerSize)
        safetensors::throwDamaged(path, "it is shorter than 8 bytes");
    readExactly(source, &headerSize, sizeof headerSize, path);
    const uint64_t rest = source.size() - sizeof headerSize;
    if (headerSize > safetensors::kLargestHeader || headerSize > rest)
        safetensors::throwDamaged(path, "its header is longer than the file or than 100 MB");
    std::string text(headerSize, '\0');
    readExactly(source, text.data(), headerSize, path);

    const safetensors::Header header = safetensors::parseHeader(text, rest - headerSize, path);
    TensorFile file{{}, header.metadata};
    for (const safetensors::Entry& entry : header.entries)
        file.tensors.emplace_back(
            entry.name,
            contents == TensorContents::Values
                ? readTensor(source, entry, path)
                : torch::empty(entry.shape, torch::dtype(entry.type).device(torch::kMeta)));
    if (contents == TensorContents::Values)
        checkHash(file, missingHash, path);
    return file;
}

} // namespace core
