#include "core/task/data_fingerprint.h"

#include "core/base/read_json.h"
#include "core/exchange/safetensors.h"

namespace core {

std::string trainedFingerprint(const std::filesystem::path& run)
{
    const std::filesystem::path path = run / "checkpoints" / "last.safetensors";
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return {};
    const TensorFile file
        = readSafetensors(path, MissingHash::Accept, Links::Refuse, TensorContents::ShapesOnly);
    const auto found = file.metadata.find(kTrainingState);
    if (found == file.metadata.end())
        return {};
    const Json state = readJson(found->second).value.value_or(Json());
    const Json none = Json::object();
    const Json& data = state.is_object() && state.contains("data") ? state.at("data") : none;
    const bool known = data.is_object() && data.contains("train") && data.at("train").is_string();
    return known ? data.at("train").get<std::string>() : std::string();
}

} // namespace core
