#include "core/exchange/safetensors_header.h"

#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <tuple>

namespace core::safetensors {

namespace {

struct Type {
    const char* name;
    torch::ScalarType type;
};

constexpr Type kTypes[]
    = {{"F32", torch::kFloat},     {"F64", torch::kDouble}, {"F16", torch::kHalf},
       {"BF16", torch::kBFloat16}, {"I64", torch::kLong},   {"I32", torch::kInt},
       {"I16", torch::kShort},     {"I8", torch::kChar},    {"U8", torch::kByte},
       {"BOOL", torch::kBool}};

constexpr size_t kDeepest = 3; ///< {"name": {"shape": [ is the deepest nesting there is.
constexpr size_t kMostValues = 4'000'000; ///< About seven a tensor.
constexpr size_t kMostDimensions = 64; ///< Some of torch's operators know no more.

std::string quoted(const std::string& name)
{
    std::string text("\"");
    return text.append(shown(name)).append("\"");
}

Json parsed(std::string_view text, const std::filesystem::path& path)
{
    // The reference wants an object right at the start; only the end may be padded.
    if (!text.starts_with('{'))
        throwDamaged(path, "its header does not start with {");
    JsonReading reading = readJson(text, {kLargestHeader, kDeepest, kMostValues});
    if (!reading.value)
        throwDamaged(path, "its header cannot be read (" + reading.fault.plain() + ")");
    return *std::move(reading.value);
}

std::map<std::string, std::string> metadataFrom(const Json& json, const std::filesystem::path& path)
{
    std::map<std::string, std::string> metadata;
    if (!json.is_object())
        throwDamaged(path, "its metadata is not an object");
    for (const auto& [key, value] : json.items()) {
        if (!value.is_string())
            throwDamaged(path, "its metadata " + quoted(key) + " is not text");
        metadata[key] = value.get<std::string>();
    }
    return metadata;
}

torch::ScalarType typeFrom(const Json& json, const std::string& name,
                           const std::filesystem::path& path)
{
    const std::string text = json.is_string() ? json.get<std::string>() : json.dump();
    for (const Type& type : kTypes) {
        if (json.is_string() && text == type.name)
            return type.type;
    }
    throw Error(ErrorCode::FileMalformed,
                {"%1 cannot be used: its tensor \"%2\" has the type %3, which is not supported.",
                 {path.string(), shown(name), shown(text)}},
                {"Save the tensors as float32 (F32) and try again.", {}});
}

bool isSize(const Json& json)
{
    return json.is_number_unsigned() && json.get<uint64_t>() <= uint64_t{INT64_MAX};
}

/// Bytes of a tensor; zero sizes count as one for the overflow, because strides do so, too.
uint64_t byteCount(const Entry& entry, const std::filesystem::path& path)
{
    int64_t spanned = static_cast<int64_t>(torch::elementSize(entry.type));
    bool empty = false;
    for (const int64_t size : entry.shape) {
        empty = empty || size == 0;
        if (__builtin_mul_overflow(spanned, std::max<int64_t>(size, 1), &spanned))
            throwDamaged(path, quoted(entry.name) + " is too large for this machine");
    }
    return empty ? 0 : static_cast<uint64_t>(spanned);
}

Entry entryFrom(const std::string& name, const Json& json, const std::filesystem::path& path)
{
    const std::string subject = quoted(name);
    if (!json.is_object() || json.size() != 3 || !json.contains("dtype") || !json.contains("shape")
        || !json.contains("data_offsets"))
        throwDamaged(path, subject + " needs exactly dtype, shape and data_offsets");
    const auto& shape = json["shape"];
    const auto& offsets = json["data_offsets"];
    if (!shape.is_array() || shape.size() > kMostDimensions
        || !std::all_of(shape.begin(), shape.end(), isSize))
        throwDamaged(path, "the shape of " + subject + " is not a list of sizes");
    if (!offsets.is_array() || offsets.size() != 2 || !isSize(offsets[0]) || !isSize(offsets[1]))
        throwDamaged(path, "the place of " + subject + " is not a pair of offsets");
    Entry entry{name, typeFrom(json["dtype"], name, path), shape.get<std::vector<int64_t>>(),
                offsets[0].get<uint64_t>(), offsets[1].get<uint64_t>()};
    if (entry.end < entry.begin || entry.end - entry.begin != byteCount(entry, path))
        throwDamaged(path, "the shape of " + subject + " does not fit its bytes");
    return entry;
}

} // namespace

Header parseHeader(std::string_view text, uint64_t dataBytes, const std::filesystem::path& path)
{
    const Json json = parsed(text, path);
    Header header;
    for (const auto& [name, value] : json.items()) {
        if (name == kMetadataKey)
            header.metadata = metadataFrom(value, path);
        else
            header.entries.push_back(entryFrom(name, value, path));
    }
    std::sort(header.entries.begin(), header.entries.end(), [](const Entry& a, const Entry& b) {
        return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
    });
    uint64_t expected = 0;
    for (const Entry& entry : header.entries) {
        if (entry.begin != expected)
            throwDamaged(path, "there is a hole or an overlap before " + quoted(entry.name));
        expected = entry.end;
    }
    if (expected != dataBytes)
        throwDamaged(path,
                     "its tensors need " + std::to_string(expected) + " bytes, but it has "
                         + std::to_string(dataBytes));
    return header;
}

const char* typeName(torch::ScalarType type)
{
    for (const Type& known : kTypes) {
        if (known.type == type)
            return known.name;
    }
    throw Error(ErrorCode::Internal,
                {"Tensors of the type %1 cannot be written.", {torch::toString(type)}});
}

void throwDamaged(const std::filesystem::path& path, const std::string& why)
{
    throw Error(ErrorCode::FileMalformed,
                {"%1 is damaged or not a safetensors file: %2.", {path.string(), why}},
                {"Take another copy of the file, or an earlier checkpoint.", {}});
}

} // namespace core::safetensors
