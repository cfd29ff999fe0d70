#include "core/exchange/tensor_files.h"

#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/exchange/pytorch_file.h"

#include <array>
#include <set>

namespace core {

namespace {

[[noreturn]] void throwNoList(const std::filesystem::path& path)
{
    throw Error(ErrorCode::FileMalformed,
                {"%1 does not list which file has which tensor.", {path.string()}},
                {"Take another copy of the folder.", {}});
}

/// The tensors of all parts.
TensorFile readParts(const std::filesystem::path& list, TensorContents contents)
{
    const Json json = readJsonFile(list);
    const auto names = json.is_object() ? json.find("weight_map") : json.end();
    if (names == json.end() || !names->is_object())
        throwNoList(list);
    std::set<std::string> parts;
    for (const auto& [tensor, part] : names->items()) {
        if (!part.is_string() || std::filesystem::path(part.get<std::string>()).has_parent_path())
            throwNoList(list);
        parts.insert(part.get<std::string>());
    }
    TensorFile all;
    for (const std::string& part : parts) {
        if (part.ends_with(".json"))
            throwNoList(list);
        TensorFile its = readTensorFile(list.parent_path() / part, contents);
        std::move(its.tensors.begin(), its.tensors.end(), std::back_inserter(all.tensors));
    }
    return all;
}

} // namespace

TensorFile readTensorFile(const std::filesystem::path& path, TensorContents contents)
{
    if (path.string().ends_with(".index.json"))
        return readParts(path, contents);
    std::string beginning(32, '\0');
    beginning.resize(RegularFile(path).read(beginning.data(), beginning.size()));
    return isPytorchFile(beginning)
        ? readPytorchFile(path, contents)
        : readSafetensors(path, MissingHash::Accept, Links::Follow, contents);
}

std::filesystem::path tensorFileIn(const std::filesystem::path& folder)
{
    constexpr std::array kNames{"model.safetensors", "model.safetensors.index.json",
                                "pytorch_model.bin", "pytorch_model.bin.index.json"};
    for (const char* name : kNames)
        if (std::filesystem::exists(folder / name))
            return folder / name;
    throw Error(ErrorCode::FileMissing,
                {"%1 has no weights: neither model.safetensors nor pytorch_model.bin.",
                 {shown(folder.string())}},
                {"Copy the file of weights into the folder, beside config.json.", {}});
}

} // namespace core
