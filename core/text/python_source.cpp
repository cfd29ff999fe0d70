#include "core/text/python_source.h"

#include "core/text/cleaning/cleaning_step.h"
#include "core/text/text_pipeline.h"
#include "core/text/tokenisers/tokeniser.h"

#include <algorithm>
#include <set>

namespace core {

namespace {

/// What the cleaning steps have in common.
constexpr const char* kShared = R"py(def character(code):
    """The character of a code point; U+FFFD for what is none."""
    valid = code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
    return chr(code) if valid else "\ufffd"


def is_word_character(c):
    """Letters, digits and combining marks of any script, and the underscore."""
    return c == "_" or unicodedata.category(c) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Mn", "Mc")


def replace_matches(text, first, match, replacement):
    """Replaces what match(text, start) -> end finds at the beginning of a word.

    Only the characters of `first` can begin a match.
    """
    result = []
    i = 0
    while i < len(text):
        possible = text[i] in first and not (i > 0 and is_word_character(text[i - 1]))
        end = match(text, i) if possible else i
        if end > i:
            result.append(replacement(text[i:end]))
            i = end
        else:
            result.append(text[i])
            i += 1
    return "".join(result)


def signed_word(sign):
    """A match, for replace_matches(), of a sign and a word behind it that has a letter."""
    def match(text, start):
        end = start + 1
        while end < len(text) and is_word_character(text[end]):
            end += 1
        return end if text[start] == sign and any(c > "9" for c in text[start + 1:end]) else start
    return match


)py";

constexpr const char* kClean = R"py(def clean(text):
    """The text as the tokeniser sees it."""
    text = re.sub("[\ud800-\udfff]", "\ufffd", text)  # half characters, of broken input
    for step, options in CLEANING:
        text = step(text, options)
    return text


)py";

constexpr const char* kReadVocabulary = R"py(UNKNOWN_ID = 1
SPECIAL_TOKENS = 4  # the first ids: <pad> <unk> <bos> <eos>


def read_tokens(path):
    """The tokens of a file in the order of their ids, one a line; \n, \r, \t, \\ are escaped."""
    escapes = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}
    with open(path, encoding="utf-8", newline="\n") as lines:
        return [re.sub(r"\\(.)", lambda match: escapes[match.group(1)], line.rstrip("\n"))
                for line in lines]


)py";

constexpr const char* kVocabulary
    = R"py(TOKENS = read_tokens(os.path.join(FOLDER, "vocabulary.txt"))
# A text that spells out a special token has an unknown word there, not the token.
VOCABULARY = {token: i for i, token in enumerate(TOKENS) if i >= SPECIAL_TOKENS}


)py";

constexpr const char* kLookUp = R"py(

def token_ids(text):
    """The ids of all tokens of a cleaned text."""
    return [VOCABULARY.get(token, UNKNOWN_ID) for token in tokens(text)]
)py";

constexpr const char* kDetokenise = R"py(

def detokenise(ids):
    """Ids back into a text, without special tokens."""
    return joined([TOKENS[i] for i in ids if i >= SPECIAL_TOKENS])

)py";

/// The functions of the steps used, each once, and the list of steps with their options.
std::string cleaningSource(const std::vector<Selection>& steps)
{
    std::string functions;
    std::string list = "CLEANING = [";
    std::set<std::string> written;
    for (const Selection& step : steps) {
        if (written.insert(step.kind).second)
            functions += cleaningRegistry().find(step.kind).python() + "\n\n";
        list += "\n    (clean_" + step.kind + ", " + pythonLiteral(step.options) + "),";
    }
    return functions + list + (steps.empty() ? "]\n\n\n" : "\n]\n\n\n") + kClean;
}

std::string sequenceLiteral(const Json& value)
{
    const bool isList = value.is_array();
    std::string text = isList ? "[" : "{";
    for (const auto& [key, item] : value.items()) {
        text += text.size() > 1 ? ", " : "";
        text += (isList ? "" : pythonLiteral(key) + ": ") + pythonLiteral(item);
    }
    return text + (isList ? "]" : "}");
}

/// What all sides have in common.
std::string commonSource()
{
    static_assert(kUnknownId == 1 && kPadId == 0 && kSpecialTokens == 4,
                  "the exported modules say so, too");
    return std::string(kReadVocabulary) + kShared;
}

/// What one side defines, read from FOLDER.
std::string sideSource(const TextSpec& spec)
{
    const std::string tokeniser = tokeniserRegistry().find(spec.tokeniser.kind).python();
    const bool looksUp = tokeniser.find("def token_ids(") == std::string::npos;
    return kVocabulary + cleaningSource(spec.cleaning) + tokeniser + (looksUp ? kLookUp : "")
        + kDetokenise;
}

/// One level further in, for the inside of a function.
std::string indentedPython(const std::string& source)
{
    std::string result;
    for (size_t start = 0; start < source.size();) {
        const size_t end = std::min(source.find('\n', start), source.size());
        if (end > start)
            result += "    " + source.substr(start, end - start);
        result += "\n";
        start = end + 1;
    }
    return result;
}

/// A function that makes the functions of a side, so that both sides may use the same names.
std::string closedSide(const std::string& side, const TextSpec& spec, const std::string& folder)
{
    return "def " + side + "_text(FOLDER):\n"
        + R"(    """clean(), token_ids() and detokenise() of the )" + side + " texts.\"\"\"\n\n"
        + indentedPython(sideSource(spec)) + "    return clean, token_ids, detokenise\n\n\n" + side
        + "_clean, " + side + "_token_ids, " + side + "_detokenise = " + side + "_text(" + folder
        + ")\n\n\n";
}

} // namespace

std::string pythonPreprocessing(const TextSpec& spec)
{
    return commonSource() + sideSource(spec);
}

std::string pythonPairPreprocessing(const TextSpec& source, const TextSpec& target)
{
    return commonSource() + closedSide("source", source, "FOLDER")
        + closedSide("target", target, "os.path.join(FOLDER, \"target\")");
}

std::string pythonLiteral(const Json& value)
{
    switch (value.type()) {
    case Json::value_t::null:
        return "None";
    case Json::value_t::boolean:
        return value.get<bool>() ? "True" : "False";
    case Json::value_t::array:
    case Json::value_t::object:
        return sequenceLiteral(value);
    default:
        // Strings as they are, not as \u escapes: of those, Python takes pairs for two characters.
        return value.dump(-1, ' ', false, Json::error_handler_t::replace);
    }
}

} // namespace core
