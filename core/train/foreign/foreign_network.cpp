#include "core/train/foreign/foreign_network.h"

#include "core/base/error.h"
#include "core/catalogue/spec_json.h"

namespace core {

namespace {

[[noreturn]] void throwConfig(const char* key, const std::string& value)
{
    throw Error(
        ErrorCode::BadSetting,
        {"config.json has \"%1\": %2, which this program does not have.", {key, shown(value)}},
        {"Import a network of the original form.", {}});
}

} // namespace

const std::vector<ForeignFamily>& foreignFamilies()
{
    static const std::vector<ForeignFamily> all{gpt2Family(), bertFamily()};
    return all;
}

int64_t configSize(const Json& config, const char* key)
{
    constexpr int64_t kLargestConfigSize = 1'000'000;
    const auto found = config.find(key);
    const bool fits = found != config.end() && found->is_number_integer()
        && found->get<int64_t>() >= 1 && found->get<int64_t>() <= kLargestConfigSize;
    if (!fits)
        throw Error(ErrorCode::FileMalformed,
                    {"config.json has no whole number \"%1\" from 1 to 1,000,000.", {key}},
                    {"Take another copy of the folder.", {}});
    return found->get<int64_t>();
}

double configNumber(const Json& config, const char* key, double otherwise)
{
    const auto found = config.find(key);
    if (found == config.end() || found->is_null())
        return otherwise;
    if (!found->is_number())
        throwConfig(key, found->dump());
    return found->get<double>();
}

std::string configActivation(const Json& config, const char* key, const char* otherwise)
{
    const Json value = config.value(key, Json(otherwise));
    for (const auto& [theirs, ours] : {std::pair("gelu_new", "gelu_tanh"),
                                       {"gelu_pytorch_tanh", "gelu_tanh"},
                                       {"gelu", "gelu"},
                                       {"relu", "relu"}})
        if (value == theirs)
            return ours;
    throwConfig(key, value.dump());
}

void refuseOther(const Json& config, const char* key, const Json& wanted)
{
    if (const Json value = config.value(key, wanted); value != wanted)
        throwConfig(key, value.dump());
}

void addBoth(std::vector<TensorSource>& sources, const std::string& ours,
             const std::vector<std::string>& theirs, TensorSource::Change weight)
{
    TensorSource matrix{ours + ".weight", {}, weight}, offsets{ours + ".bias", {}};
    for (const std::string& name : theirs) {
        matrix.theirs.push_back(name + ".weight");
        offsets.theirs.push_back(name + ".bias");
    }
    sources.push_back(std::move(matrix));
    sources.push_back(std::move(offsets));
}

TextSpec textSpecOf(const PieceModel& pieces, int64_t longest)
{
    const bool words = pieces.kind == PieceKind::WordPiece;
    TextSpec text;
    text.tokeniser = defaultSelection(catalogue(), "tokeniser", words ? "word_piece" : "byte_bpe");
    if (words)
        text.tokeniser.options.update({{"lower_case", pieces.rules.lowerCase},
                                       {"strip_accents", pieces.rules.stripAccents},
                                       {"chinese_characters", pieces.rules.chineseCharacters}});
    text.vocabularySize = static_cast<int64_t>(pieces.pieces.size());
    text.minimumFrequency = 1;
    text.maximumLength = longest;
    return text;
}

} // namespace core
