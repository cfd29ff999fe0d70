#include "core/text/text_files.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/base/seal.h"
#include "core/experiment/spec_schema.h"
#include "core/text/subword/subword_protocol.h"
#include "core/text/tokenisers/tokeniser.h"

namespace core {

namespace {

constexpr const char* kFormatName = "unroll-text";
constexpr int kVersion = 1;
constexpr const char* kSettingsFile = "text.json";
constexpr const char* kVocabularyFile = "vocabulary.txt";
constexpr const char* kModelFile = "tokeniser.model";
constexpr uint64_t kLargestFile = 1U << 30;

Error malformed(const FilePlace& path, const std::string& why)
{
    return {ErrorCode::FileMalformed,
            {"%1 has changed since it was written: %2.", {path.path().string(), why}},
            {"Copy the whole run folder again from where it was made.", {}}};
}

std::string sealedFile(const FilePlace& path, const Json& files, uint64_t largest = kLargestFile)
{
    const auto expected = files.find(path.fileName());
    std::string content = readFile(path, largest, Links::Refuse);
    if (expected == files.end() || *expected != seal(content))
        throw malformed(path, "its size or its checksum differs");
    return content;
}

std::vector<std::string> tokensOf(const std::string& content, const FilePlace& path)
{
    std::vector<std::string> tokens;
    for (size_t start = 0; start < content.size();) {
        const size_t end = content.find('\n', start);
        const auto line = std::string_view(content).substr(start, end - start);
        auto token = unescapedToken(line);
        if (end == std::string::npos || !token)
            throw malformed(path, "line " + std::to_string(tokens.size() + 1) + " is cut");
        tokens.push_back(std::move(*token));
        start = end + 1;
    }
    return tokens;
}

Json readSettings(const FilePlace& path)
{
    Json json = readJsonFile(path, Links::Refuse);
    const bool ours = json.is_object() && json.value("format", Json()) == kFormatName
        && json.value("version", Json()).is_number_integer()
        && json.value("files", Json()).is_object() && json.contains("text");
    if (!ours)
        throw malformed(path, "it does not describe a text pipeline");
    if (json["version"].get<int64_t>() > kVersion)
        throw Error(ErrorCode::FileMalformed,
                    {"%1 was written by a newer version of the program.", {path.path().string()}},
                    {"Use that version to open it.", {}});
    return json;
}

TextSpec completedFromJson(const Json& json, std::vector<Problem>& problems)
{
    const Catalogue kinds = {{"cleaning", cleaningKinds()}, {"tokeniser", tokeniserKinds()}};
    // The settings of a target side are those of any text and one more.
    const Schema<TextSpec>& schema = targetTextSchema();
    const Json whole = completed(json, schema.options(), kinds, "text", problems);
    return problems.empty() ? schema.fromJson(whole) : TextSpec();
}

} // namespace

const Schema<TextSpec>& targetTextSchema()
{
    static const Schema<TextSpec> schema = [] {
        Schema<TextSpec> target = Schema<TextSpec>().add(
            &TextSpec::joint,
            {.name = "joint",
             .label = "One vocabulary for both sides",
             .help = "If names and numbers are the same in both languages, learn tokeniser "
                     "and vocabulary from both together, with the settings of the source "
                     "side."});
        target.append(textSchema());
        return target;
    }();
    return schema;
}

std::string escapedToken(std::string_view token)
{
    std::string line;
    for (const char c : token) {
        switch (c) {
        case '\n':
            line += "\\n";
            break;
        case '\r':
            line += "\\r";
            break;
        case '\t':
            line += "\\t";
            break;
        case '\\':
            line += "\\\\";
            break;
        default:
            line += c;
        }
    }
    return line;
}

std::optional<std::string> unescapedToken(std::string_view line)
{
    constexpr std::string_view kLetters = "nrt\\";
    constexpr std::string_view kMeanings = "\n\r\t\\";
    std::string token;
    for (size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\\') {
            token += line[i];
            continue;
        }
        const size_t which
            = i + 1 < line.size() ? kLetters.find(line[++i]) : std::string_view::npos;
        if (which == std::string_view::npos)
            return std::nullopt;
        token += kMeanings[which];
    }
    return token;
}

TextSpec completedTextSpec(const TextSpec& spec)
{
    std::vector<Problem> problems;
    TextSpec whole = completedFromJson(targetTextSchema().toJson(spec), problems);
    if (problems.empty())
        return whole;
    throw Error(ErrorCode::BadSetting,
                {"The text settings are invalid: %1", {inSentences(problems)}});
}

void writeTextFiles(const TextFiles& files, const FilePlace& folder)
{
    std::string vocabulary;
    for (const std::string& token : files.tokens)
        vocabulary += escapedToken(token) + "\n";
    Json seals = {{kVocabularyFile, seal(vocabulary)}};
    writeFileAtomically(folder / kVocabularyFile, vocabulary);
    if (files.model) {
        seals[kModelFile] = seal(*files.model);
        writeFileAtomically(folder / kModelFile, *files.model);
    }
    const auto& schema = files.spec.joint ? targetTextSchema() : textSchema();
    const Json settings = {{"format", kFormatName},
                           {"version", kVersion},
                           {"text", schema.toJson(files.spec)},
                           {"files", seals}};
    writeFileAtomically(folder / kSettingsFile, settings.dump(2) + "\n");
}

TextFiles readTextFiles(const FilePlace& folder)
{
    const Json settings = readSettings(folder / kSettingsFile);
    TextFiles files;
    std::vector<Problem> problems;
    files.spec = completedFromJson(settings["text"], problems);
    if (!problems.empty())
        throw malformed(folder / kSettingsFile, problems.front().what.plain());
    const auto vocabulary = folder / kVocabularyFile;
    files.tokens = tokensOf(sealedFile(vocabulary, settings["files"]), vocabulary);
    if (settings["files"].contains(kModelFile))
        files.model = sealedFile(folder / kModelFile, settings["files"], subword::kLargestModel);
    return files;
}

} // namespace core
