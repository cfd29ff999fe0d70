#include "core/exchange/pytorch_file.h"

#include "core/base/error.h"
#include "core/base/mapped_file.h"
#include "core/exchange/pickle.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>

namespace core {

namespace {

using pickle::Value;
using ValueKind = Value::Kind;

constexpr std::string_view kZipMark = "PK\3\4";
/// The first pickle of an old file: the number 0x1950a86a20f9469cfc6c.
constexpr std::string_view kOldMark = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";
constexpr size_t kLargestPickle = size_t{64} << 20;
constexpr int kDeepestDictionary = 8;
constexpr size_t kMostTensorDimensions = 64;

struct StorageType {
    std::string_view name;
    torch::ScalarType type;
};
constexpr StorageType kStorageTypes[]
    = {{"torch FloatStorage", torch::kFloat}, {"torch DoubleStorage", torch::kDouble},
       {"torch HalfStorage", torch::kHalf},   {"torch BFloat16Storage", torch::kBFloat16},
       {"torch LongStorage", torch::kLong},   {"torch IntStorage", torch::kInt},
       {"torch ShortStorage", torch::kShort}, {"torch CharStorage", torch::kChar},
       {"torch ByteStorage", torch::kByte},   {"torch BoolStorage", torch::kBool}};

[[noreturn]] void throwDamagedPytorch(const std::filesystem::path& path, const std::string& why)
{
    throw Error(ErrorCode::FileMalformed,
                {"%1 is damaged or not a file of PyTorch: %2.", {path.string(), why}},
                {"Take another copy of the file.", {}});
}

/// A tensor as a pickle describes it.
struct Described {
    std::string name;
    std::string storage;
    torch::ScalarType type = torch::kFloat;
    int64_t elements = 0; ///< In the whole storage.
    int64_t offset = 0;
    std::vector<int64_t> sizes, strides;
};

torch::ScalarType storageType(const std::string& name, const std::filesystem::path& path)
{
    for (const StorageType& known : kStorageTypes)
        if (known.name == name)
            return known.type;
    throwDamagedPytorch(path, "\"" + name + "\" is no type of numbers");
}

std::vector<int64_t> integersOf(const Value& tuple, const std::filesystem::path& path)
{
    std::vector<int64_t> numbers;
    for (const Value* item : tuple.items) {
        if (!item->is(ValueKind::Integer) || item->number < 0)
            throwDamagedPytorch(path, "a size is no whole number");
        numbers.push_back(item->number);
    }
    return numbers;
}

/// Checks that each element of a tensor lies in its storage, and that there are no more of them.
bool fitsStorage(const Described& tensor)
{
    int64_t last = tensor.offset, count = 1;
    for (size_t i = 0; i < tensor.sizes.size(); ++i) {
        int64_t span = 0;
        if (tensor.sizes[i] == 0)
            return tensor.offset <= tensor.elements;
        if (__builtin_mul_overflow(tensor.sizes[i] - 1, tensor.strides[i], &span)
            || __builtin_add_overflow(last, span, &last)
            || __builtin_mul_overflow(count, tensor.sizes[i], &count))
            return false;
    }
    return tensor.offset >= 0 && last < tensor.elements && count <= tensor.elements;
}

Described describedBy(const Value& tensor, std::string name, const std::filesystem::path& path)
{
    const Value& storage = *tensor.items[0];
    Described result{std::move(name),
                     storage.text,
                     storageType(storage.items[0]->text, path),
                     storage.number,
                     tensor.number,
                     integersOf(*tensor.items[1], path),
                     integersOf(*tensor.items[2], path)};
    if (result.sizes.size() != result.strides.size() || result.sizes.size() > kMostTensorDimensions
        || !fitsStorage(result))
        throwDamagedPytorch(path,
                            "\"" + shown(result.name) + "\" does not fit the numbers it refers to");
    return result;
}

/// The tensors in dictionaries within each other.
void addTensors(const Value& dictionary, const std::string& prefix, int depth,
                const std::filesystem::path& path, std::vector<Described>& tensors)
{
    if (depth > kDeepestDictionary)
        throwDamagedPytorch(path, "its dictionaries are too deep within each other");
    for (size_t i = 0; i + 1 < dictionary.items.size(); i += 2) {
        const Value &key = *dictionary.items[i], &value = *dictionary.items[i + 1];
        const std::string name
            = prefix + (key.is(ValueKind::Integer) ? std::to_string(key.number) : key.text);
        if (value.is(ValueKind::Tensor))
            tensors.push_back(describedBy(value, name, path));
        else if (value.is(ValueKind::Dictionary))
            addTensors(value, name + ".", depth + 1, path, tensors);
        if (tensors.size() > kLargestPickle / 32)
            throwDamagedPytorch(path, "it has too many tensors");
    }
}

std::vector<Described> tensorsOf(const pickle::Reading& reading, const std::filesystem::path& path)
{
    if (!reading.root->is(ValueKind::Dictionary))
        throw Error(ErrorCode::FileMalformed,
                    {"%1 holds no dictionary of tensors.", {path.string()}},
                    {"Save the weights by torch.save(model.state_dict(), path).", {}});
    std::vector<Described> tensors;
    addTensors(*reading.root, "", 0, path, tensors);
    return tensors;
}

/// The numbers of a storage, by its name in the pickle.
using StorageReader = std::function<torch::Tensor(const Described&)>;

torch::Tensor emptyStorage(const Described& tensor)
{
    return torch::empty({tensor.elements}, tensor.type);
}

TensorFile filled(const std::vector<Described>& described, const StorageReader& storage,
                  TensorContents contents, const std::filesystem::path& path)
{
    std::unordered_map<std::string, torch::Tensor> storages;
    TensorFile file;
    for (const Described& each : described) {
        if (contents == TensorContents::ShapesOnly) {
            file.tensors.emplace_back(
                each.name, torch::empty(each.sizes, torch::dtype(each.type).device(torch::kMeta)));
            continue;
        }
        torch::Tensor& numbers = storages[each.storage];
        if (!numbers.defined())
            numbers = storage(each);
        if (numbers.scalar_type() != each.type || numbers.numel() != each.elements)
            throwDamagedPytorch(path, "two tensors disagree about the numbers that they share");
        file.tensors.emplace_back(
            each.name, numbers.as_strided(each.sizes, each.strides, each.offset).contiguous());
    }
    return file;
}

/// A value other than 0 and 1 in a bool is undefined behaviour later on.
void checkBooleans(const torch::Tensor& numbers, const std::filesystem::path& path)
{
    if (numbers.scalar_type() != torch::kBool)
        return;
    const auto* bytes = static_cast<const unsigned char*>(numbers.data_ptr());
    if (std::any_of(bytes, bytes + numbers.numel(), [](unsigned char byte) { return byte > 1; }))
        throwDamagedPytorch(path, "a truth value is neither 0 nor 1");
}

/// The members of a zip archive in memory, by their names without the folder around them.
class ZipMembers {
public:
    ZipMembers(std::string_view bytes, const std::filesystem::path& path)
        : m_bytes(bytes), m_path(path)
    {
    }

    /// Calls `use` for each member until it returns false.
    /// @param use  (name, size, read), where read(target) writes all of the member.
    template <class Use> void forEach(const Use& use) const
    {
        const std::unique_ptr<archive, int (*)(archive*)> handle(archive_read_new(),
                                                                 archive_read_free);
        archive_read_support_format_zip_seekable(handle.get());
        if (archive_read_open_memory(handle.get(), m_bytes.data(), m_bytes.size()) != ARCHIVE_OK)
            fail(handle.get());
        archive_entry* entry = nullptr;
        for (int result = 0;
             (result = archive_read_next_header(handle.get(), &entry)) != ARCHIVE_EOF;) {
            if (result < ARCHIVE_WARN)
                fail(handle.get());
            const char* stored = archive_entry_pathname(entry);
            const std::string name = stored == nullptr ? "" : stored;
            const auto size
                = static_cast<uint64_t>(std::max<int64_t>(archive_entry_size(entry), 0));
            const auto read = [&](void* target) { readWhole(handle.get(), target, size); };
            if (!use(name.substr(std::min(name.find('/') + 1, name.size())), size, read))
                return;
        }
    }

private:
    void readWhole(archive* handle, void* target, uint64_t size) const
    {
        uint64_t done = 0;
        char end = 0; // At the end of a member its check sum is compared.
        for (;;) {
            const bool full = done == size;
            const la_ssize_t count = archive_read_data(
                handle, full ? &end : static_cast<char*>(target) + done, full ? 1 : size - done);
            if (count < 0)
                fail(handle);
            if (count == 0 && full)
                return;
            if (count == 0 || full)
                throwDamagedPytorch(m_path, "a member has another size than it says");
            done += static_cast<uint64_t>(count);
        }
    }

    [[noreturn]] void fail(archive* handle) const
    {
        const char* text = archive_error_string(handle);
        throwDamagedPytorch(m_path, text == nullptr ? "the archive cannot be read" : text);
    }

    std::string_view m_bytes;
    const std::filesystem::path& m_path;
};

std::string pickleIn(const ZipMembers& members, const std::filesystem::path& path)
{
    std::string found, order = "little";
    members.forEach([&](const std::string& name, uint64_t size, const auto& read) {
        if (name != "data.pkl" && name != "byteorder")
            return true;
        if (size > kLargestPickle)
            throwDamagedPytorch(path, "its list of tensors is too long");
        std::string& text = name == "data.pkl" ? found : order;
        text.resize(size);
        read(text.data());
        return true;
    });
    if (found.empty())
        throwDamagedPytorch(path, "the archive has no list of tensors");
    if (!order.starts_with("little"))
        throwDamagedPytorch(path, "its numbers are stored in the other order of bytes");
    return found;
}

TensorFile readZip(std::string_view bytes, TensorContents contents,
                   const std::filesystem::path& path)
{
    const ZipMembers members(bytes, path);
    const std::vector<Described> tensors
        = tensorsOf(pickle::read(pickleIn(members, path), path.string()), path);
    std::unordered_map<std::string, const Described*> wanted;
    for (const Described& each : tensors)
        wanted.emplace(each.storage, &each);
    std::unordered_map<std::string, torch::Tensor> storages;
    if (contents == TensorContents::Values)
        members.forEach([&](const std::string& name, uint64_t size, const auto& read) {
            const auto found
                = name.starts_with("data/") ? wanted.find(name.substr(5)) : wanted.end();
            if (found == wanted.end())
                return true;
            const Described& its = *found->second;
            if (static_cast<uint64_t>(its.elements) != size / torch::elementSize(its.type)
                || size % torch::elementSize(its.type) != 0)
                throwDamagedPytorch(path,
                                    "\"" + shown(its.name) + "\" has too many or too few bytes");
            torch::Tensor& numbers = storages[its.storage] = emptyStorage(its);
            read(numbers.data_ptr());
            checkBooleans(numbers, path);
            return storages.size() < wanted.size();
        });
    return filled(
        tensors,
        [&](const Described& each) {
            const auto found = storages.find(each.storage);
            if (found == storages.end())
                throwDamagedPytorch(path,
                                    "the numbers of \"" + shown(each.name) + "\" are missing");
            return std::move(found->second);
        },
        contents, path);
}

/// The form of before PyTorch 1.6: four pickles and a list of names, then for each name a count of
/// elements and the numbers.
TensorFile readOldFile(std::string_view bytes, TensorContents contents,
                       const std::filesystem::path& path)
{
    size_t at = 0;
    const auto next = [&] {
        pickle::Reading reading = pickle::read(
            bytes.substr(at, std::min(bytes.size() - at, kLargestPickle)), path.string());
        at += reading.bytes;
        return reading;
    };
    next(); // The mark.
    next(); // The version.
    const pickle::Reading machine = next();
    for (size_t i = 0; i + 1 < machine.root->items.size(); i += 2)
        if (machine.root->items[i]->text == "little_endian"
            && machine.root->items[i + 1]->number != 1)
            throwDamagedPytorch(path, "its numbers are stored in the other order of bytes");
    const std::vector<Described> tensors = tensorsOf(next(), path);
    const pickle::Reading names = next();
    std::unordered_map<std::string, const Described*> known;
    for (const Described& each : tensors)
        known.emplace(each.storage, &each);
    std::unordered_map<std::string, std::string_view> storages;
    for (const Value* name : names.root->items) {
        const auto found = known.find(name->text);
        int64_t elements = 0;
        if (found == known.end() || bytes.size() - at < sizeof elements)
            throwDamagedPytorch(path, "it ends too early, or has numbers of no tensor");
        std::memcpy(&elements, bytes.data() + at, sizeof elements);
        at += sizeof elements;
        const uint64_t size = torch::elementSize(found->second->type);
        if (elements != found->second->elements
            || (bytes.size() - at) / size < static_cast<uint64_t>(elements))
            throwDamagedPytorch(path, "it ends too early");
        storages[name->text] = bytes.substr(at, static_cast<uint64_t>(elements) * size);
        at += static_cast<uint64_t>(elements) * size;
    }
    return filled(
        tensors,
        [&](const Described& each) {
            const auto found = storages.find(each.storage);
            if (found == storages.end())
                throwDamagedPytorch(path,
                                    "the numbers of \"" + shown(each.name) + "\" are missing");
            torch::Tensor numbers = emptyStorage(each);
            if (numbers.nbytes() != found->second.size())
                throwDamagedPytorch(path, "two tensors disagree about the numbers that they share");
            if (!found->second.empty())
                std::memcpy(numbers.data_ptr(), found->second.data(), numbers.nbytes());
            checkBooleans(numbers, path);
            return numbers;
        },
        contents, path);
}

} // namespace

bool isPytorchFile(std::string_view beginning)
{
    return beginning.starts_with(kZipMark) || beginning.starts_with(kOldMark);
}

TensorFile readPytorchFile(const std::filesystem::path& path, TensorContents contents)
{
    const FileDescriptor descriptor = openRegularFile(path, O_RDONLY);
    const uint64_t size = RegularFile(path).size();
    if (size == 0)
        throwDamagedPytorch(path, "it is empty");
    const MappedFile file(descriptor, size, path);
    const std::string_view bytes = file.bytes();
    if (!isPytorchFile(bytes))
        throwDamagedPytorch(path, "it does not begin as torch.save() writes files");
    TensorFile read = bytes.starts_with(kZipMark) ? readZip(bytes, contents, path)
                                                  : readOldFile(bytes, contents, path);
    MappedFile::throwIfCut();
    return read;
}

} // namespace core
