#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/text/pieces/piece_model.h"
#include "core/text/pieces/piece_model_parts.h"

#include <algorithm>

namespace core {

namespace piece_model {

Json parsedJson(std::string_view text, const std::string& name)
{
    JsonReading reading = readJson(text, {kLargestPieceFile, 16, 4'000'000});
    if (!reading.value)
        refuse("%1 cannot be read: %2.", {name, reading.fault.plain()});
    return std::move(*reading.value);
}

namespace {

/// Puts a piece where its id says. Ids have no gaps, so that they are below the number of
/// `entries`.
void place(PieceModel& model, const std::string& piece, const Json& id, size_t entries,
           const std::string& name)
{
    const bool isId = id.is_number_integer() && id >= 0 && id < entries;
    if (!isId || piece.empty())
        refuse("%1: the piece \"%2\" needs an id from 0 to %3.",
               {name, shown(piece), std::to_string(entries - 1)});
    const auto at = id.get<size_t>();
    if (at >= model.pieces.size())
        model.pieces.resize(at + 1);
    if (!model.pieces[at].empty() && model.pieces[at] != piece)
        refuse("%1: the pieces \"%2\" and \"%3\" have the same id %4.",
               {name, shown(model.pieces[at]), shown(piece), std::to_string(at)});
    model.pieces[at] = piece;
}

} // namespace

void addVocabulary(PieceModel& model, const Json& ids, size_t added, const std::string& name)
{
    if (!ids.is_object() || ids.empty())
        refuse("%1 has no vocabulary, which is an object with the id of each piece.", {name});
    for (const auto& [piece, id] : ids.items())
        place(model, piece, id, ids.size() + added, name);
}

} // namespace piece_model

using namespace piece_model;

namespace {

/// A file tokenizer.json while it is read.
class TokeniserFile {
public:
    TokeniserFile(std::string_view content, const std::string& name)
        : m_name(name), m_json(parsedJson(content, name))
    {
        if (!m_json.is_object() || !member(m_json, "model").is_object())
            refuse("%1 does not describe a tokeniser: the object \"model\" is missing.", {name});
    }

    PieceModel read()
    {
        const Json& model = member(m_json, "model");
        const Json type = model.value("type", Json(model.contains("merges") ? "BPE" : "WordPiece"));
        if (type != "BPE" && type != "WordPiece")
            refuse("%1: the model has the type %2; WordPiece and BPE can be read.",
                   {m_name, shown(type.dump())});
        m_model.kind = type == "BPE" ? PieceKind::ByteBpe : PieceKind::WordPiece;
        const Json& added = member(m_json, "added_tokens");
        addVocabulary(m_model, member(model, "vocab"), added.is_array() ? added.size() : 0, m_name);
        if (added.is_array())
            readAddedTokens(added, member(model, "vocab").size() + added.size());
        if (m_model.kind == PieceKind::WordPiece)
            readWordPiece(model);
        else
            readBpe(model);
        return std::move(m_model);
    }

private:
    static const Json& member(const Json& object, const char* key)
    {
        static const Json null;
        const auto found = object.is_object() ? object.find(key) : object.end();
        return object.is_object() && found != object.end() ? *found : null;
    }

    /// @throws unless `object` has one of the `allowed` values at `key`.
    void expect(const Json& object, const char* field, const char* key,
                std::initializer_list<Json> allowed) const
    {
        const Json& value = member(object, key);
        if (std::find(allowed.begin(), allowed.end(), value) == allowed.end())
            refuse("%1: \"%2.%3\" is %4, which divides texts in another way than BERT and GPT-2.",
                   {m_name, field, key, shown(value.dump())});
    }

    /// `otherwise` for null and for what is not there.
    bool flag(const Json& object, const char* key, bool otherwise) const
    {
        const Json& value = member(object, key);
        if (!value.is_null() && !value.is_boolean())
            refuse("%1: \"%2\" must be true or false.", {m_name, key});
        return value.is_null() ? otherwise : value.get<bool>();
    }

    void readAddedTokens(const Json& added, size_t entries)
    {
        for (const Json& each : added) {
            const Json& text = member(each, "content");
            if (!text.is_string())
                refuse("%1: an entry of \"added_tokens\" has no \"content\".", {m_name});
            place(m_model, text, member(each, "id"), entries, m_name);
            m_model.special.push_back({text.get<std::string>(), member(each, "id").get<int32_t>()});
        }
    }

    void readWordPiece(const Json& model)
    {
        const Json& rules = member(m_json, "normalizer");
        expect(rules, "normalizer", "type", {"BertNormalizer"});
        expect(rules, "normalizer", "clean_text", {true});
        expect(member(m_json, "pre_tokenizer"), "pre_tokenizer", "type", {"BertPreTokenizer"});
        expect(model, "model", "continuing_subword_prefix", {"##", nullptr});
        m_model.rules.lowerCase = flag(rules, "lowercase", true);
        m_model.rules.stripAccents = flag(rules, "strip_accents", m_model.rules.lowerCase);
        m_model.rules.chineseCharacters = flag(rules, "handle_chinese_chars", true);
        const Json& marks = member(member(m_json, "post_processor"), "type");
        m_model.rules.marks = marks == "BertProcessing" || marks == "TemplateProcessing";
        const Json& longest = member(model, "max_input_chars_per_word");
        if (!longest.is_null()
            && !(longest.is_number_integer() && longest > 0 && longest <= 10'000))
            refuse("%1: \"model.max_input_chars_per_word\" must be from 1 to 10000.", {m_name});
        m_model.longestWord = longest.is_null() ? 100 : longest.get<int64_t>();
        const Json& unknown = member(model, "unk_token");
        m_model.unknown = PieceIds(m_model, m_name)
                              .id(unknown.is_string() ? unknown.get<std::string>() : "[UNK]");
        checkPieces(m_model, m_name);
    }

    void readBpe(const Json& model)
    {
        const Json& words = member(m_json, "pre_tokenizer");
        expect(m_json, "tokenizer", "normalizer", {nullptr});
        expect(words, "pre_tokenizer", "type", {"ByteLevel"});
        expect(words, "pre_tokenizer", "add_prefix_space", {false});
        expect(words, "pre_tokenizer", "use_regex", {true, nullptr});
        expect(model, "model", "continuing_subword_prefix", {"", nullptr});
        expect(model, "model", "end_of_word_suffix", {"", nullptr});
        expect(model, "model", "ignore_merges", {false, nullptr});
        checkPieces(m_model, m_name);
        const PieceIds ids(m_model, m_name);
        const Json& merges = member(model, "merges");
        if (!merges.is_array())
            refuse("%1: the list \"model.merges\" is missing.", {m_name});
        for (size_t i = 0; i < merges.size(); ++i)
            readMerge(merges[i], ids, "merge " + std::to_string(i + 1));
    }

    /// Either "a b" or ["a", "b"].
    void readMerge(const Json& merge, const PieceIds& ids, const std::string& place)
    {
        if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
            return addMerge(m_model, ids, merge[0].get_ref<const std::string&>(),
                            merge[1].get_ref<const std::string&>(), m_name, place);
        const std::string text = merge.is_string() ? merge.get<std::string>() : "";
        const size_t blank = text.find(' ');
        if (blank == std::string::npos)
            refuse("%1, %2: two pieces with a blank between them are expected.", {m_name, place});
        const std::string_view view(text);
        addMerge(m_model, ids, view.substr(0, blank), view.substr(blank + 1), m_name, place);
    }

    std::string m_name;
    Json m_json;
    PieceModel m_model;
};

} // namespace

PieceModel pieceModelFromJson(std::string_view content, const std::string& name)
{
    return TokeniserFile(content, name).read();
}

namespace {

Json mergesOf(const PieceModel& model)
{
    Json merges = Json::array();
    for (const auto& [left, right] : model.merges)
        merges.push_back(
            {model.pieces[static_cast<size_t>(left)], model.pieces[static_cast<size_t>(right)]});
    return merges;
}

/// An object keeps the order of its members and would look for each among all.
Json vocabularyOf(const PieceModel& model)
{
    Json vocabulary = Json::object();
    auto& members = vocabulary.get_ref<Json::object_t&>();
    for (size_t id = 0; id < model.pieces.size(); ++id)
        members.push_back({model.pieces[id], id});
    return vocabulary;
}

Json specialOf(const PieceModel& model)
{
    Json added = Json::array();
    for (const SpecialPiece& each : model.special)
        added.push_back({{"id", each.id},
                         {"content", each.text},
                         {"single_word", false},
                         {"lstrip", false},
                         {"rstrip", false},
                         {"normalized", false},
                         {"special", true}});
    return added;
}

/// ["[SEP]", 102]: the first of the special pieces that has one of the names.
Json specialNamed(const PieceModel& model, std::initializer_list<std::string_view> names)
{
    for (const SpecialPiece& each : model.special)
        if (std::find(names.begin(), names.end(), each.text) != names.end())
            return {each.text, each.id};
    return {};
}

Json wordPieceModelOf(const PieceModel& model)
{
    return {{"type", "WordPiece"},
            {"unk_token", model.pieces.at(static_cast<size_t>(model.unknown))},
            {"continuing_subword_prefix", "##"},
            {"max_input_chars_per_word", model.longestWord},
            {"vocab", vocabularyOf(model)}};
}

Json byteBpeModelOf(const PieceModel& model)
{
    return {{"type", "BPE"},
            {"unk_token", nullptr},
            {"continuing_subword_prefix", nullptr},
            {"end_of_word_suffix", nullptr},
            {"vocab", vocabularyOf(model)},
            {"merges", mergesOf(model)}};
}

} // namespace

std::string pieceModelJson(const PieceModel& model)
{
    Json json = {{"version", "1.0"},          {"truncation", nullptr},
                 {"padding", nullptr},        {"added_tokens", specialOf(model)},
                 {"normalizer", nullptr},     {"pre_tokenizer", nullptr},
                 {"post_processor", nullptr}, {"decoder", nullptr}};
    if (model.kind == PieceKind::WordPiece) {
        json["normalizer"] = {{"type", "BertNormalizer"},
                              {"clean_text", true},
                              {"handle_chinese_chars", model.rules.chineseCharacters},
                              {"strip_accents", model.rules.stripAccents},
                              {"lowercase", model.rules.lowerCase}};
        json["pre_tokenizer"] = {{"type", "BertPreTokenizer"}};
        if (model.rules.marks)
            json["post_processor"] = {{"type", "BertProcessing"},
                                      {"sep", specialNamed(model, {"<eos>", "[SEP]"})},
                                      {"cls", specialNamed(model, {"<bos>", "[CLS]"})}};
        json["decoder"] = {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}};
        json["model"] = wordPieceModelOf(model);
    } else {
        json["pre_tokenizer"] = {{"type", "ByteLevel"},
                                 {"add_prefix_space", false},
                                 {"trim_offsets", true},
                                 {"use_regex", true}};
        json["decoder"] = json["pre_tokenizer"];
        json["model"] = byteBpeModelOf(model);
    }
    return json.dump() + "\n";
}

namespace {

/// Reads the rules for vocab.txt from a tokenizer_config.json, where there is one.
void readBertSettings(PieceModel& model, const FilePlace& place)
{
    const Json settings = isThere(place) ? readJsonFile(place) : Json();
    const auto flag = [&](const char* key, bool otherwise) {
        const auto found = settings.is_object() ? settings.find(key) : settings.end();
        const bool isFlag = settings.is_object() && found != settings.end() && found->is_boolean();
        return isFlag ? found->get<bool>() : otherwise;
    };
    model.rules.lowerCase = flag("do_lower_case", true);
    model.rules.stripAccents = flag("strip_accents", model.rules.lowerCase);
    model.rules.chineseCharacters = flag("tokenize_chinese_chars", true);
    const auto has = [&](const char* text) {
        return std::any_of(model.special.begin(), model.special.end(),
                           [&](const SpecialPiece& each) { return each.text == text; });
    };
    model.rules.marks = has("[CLS]") && has("[SEP]");
}

} // namespace

PieceModel readPieceModel(const FilePlace& folder)
{
    const auto content
        = [&](const char* file) { return readFile(folder / file, kLargestPieceFile); };
    const auto name = [&](const char* file) { return (folder / file).path().string(); };
    if (isThere(folder / "tokenizer.json"))
        return pieceModelFromJson(content("tokenizer.json"), name("tokenizer.json"));
    if (isThere(folder / "vocab.txt")) {
        PieceModel model = wordPiecesFromLines(content("vocab.txt"), name("vocab.txt"));
        readBertSettings(model, folder / "tokenizer_config.json");
        return model;
    }
    if (!isThere(folder / "vocab.json"))
        throw Error(ErrorCode::FileMissing,
                    {"The folder %1 has no tokeniser: neither tokenizer.json nor vocab.txt nor "
                     "vocab.json with merges.txt.",
                     {folder.path().string()}},
                    {"Choose the folder in which the files of the network are.", {}});
    return bytePiecesFromFiles(content("vocab.json"), name("vocab.json"), content("merges.txt"),
                               name("merges.txt"));
}

} // namespace core
