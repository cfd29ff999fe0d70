#include "core/task/tagging/tagging_python.h"

#include "core/base/error.h"
#include "core/metric/tag_scheme.h"
#include "core/model/python_text.h"
#include "core/task/tagging/word_divider.h"
#include "core/text/python_source.h"
#include "core/text/word_case.h"

namespace core {

namespace {

constexpr const char* kPredicting = R"py(<<divider>>

def word_id(token):
    """The id of a token, which is cleaned by itself and not divided further."""
    ids = token_ids(clean(token))
    return ids[0] if len(ids) == 1 else UNKNOWN_ID


<<word case>>

<<written>>def pieces(tokens):
    """Texts longer than the network reads are read in pieces, so that every token is tagged."""
    return [tokens[i:i + MAXIMUM_LENGTH] for i in range(0, len(tokens), MAXIMUM_LENGTH)]


<<columns>>def scores(rows<<row features>>):
    """Scores of all tags for lists of tokens: a list of tensors [tokens, tags]."""
    ids, lengths = padded([[word_id(token) for token in row] for row in rows])
    with torch.no_grad():
        found = loaded_network()(ids, lengths<<words>>)
    return [row[:length] for row, length in zip(found, lengths.tolist())]


def best_tags(emissions):
    """The tags of one list of tokens, as numbers."""
<<decode>>

<<tag>>

def predict(texts):
    """For each text, or list of tokens, a list of pairs: token and tag."""
    answers = []
    for text in texts:
        tokens = divided(text) if isinstance(text, str) else list(text)
        answers.append(list(zip(tokens, tag(tokens))))
    return answers


def main(texts):
    if not texts:
        texts = [line.rstrip("\n") for line in sys.stdin]
    for answer in predict(texts):
        for token, name in answer:
            print("%s\t%s" % (token, name))
        print()


)py";

constexpr const char* kTag = R"py(def tag(tokens):
    """The tags of tokens that are divided already."""
    return [TAGS[number] for piece in pieces(tokens) for row in scores([piece])
            for number in best_tags(row)]
)py";

constexpr const char* kTagWithFeatures = R"py(def tag(tokens, features=None):
    """The tags of tokens that are divided already.

    `features` has a list for each of COLUMNS, with a value for each token. Without it all values
    are unknown, and predictions may be worse.
    """
    values = value_ids(len(tokens), features)
    return [TAGS[number] for piece, part in zip(pieces(tokens), pieces(values))
            for row in scores([piece], [part]) for number in best_tags(row)]
)py";

constexpr const char* kValueIds = R"py(def value_ids(count, features=None):
    """The ids of the values of `count` tokens, a list for each token."""
    if features is None:
        return [[UNKNOWN_ID] * len(COLUMNS) for _ in range(count)]
    if len(features) != len(COLUMNS) or any(len(column) != count for column in features):
        raise ValueError("features needs a list for each of %s, with a value for each token"
                         % ", ".join(COLUMNS))
    return [[known.get(value, UNKNOWN_ID) for known, value in zip(VALUES, row)]
            for row in zip(*features)]


def with_values(words, values):
    """The words with the ids of their values [rows, tokens, columns] behind."""
    features = torch.zeros(words[1].shape + (len(COLUMNS),), dtype=torch.int64)
    for i, row in enumerate(values):
        features[i, :len(row)] = torch.tensor(row)
    return words + (features,)


)py";

constexpr const char* kWritten = R"py(
def written(rows):
    """Characters [rows, tokens, longest] and capitalisation [rows, tokens] of tokens."""
    length = max(len(row) for row in rows)
    longest = max(len(token) for row in rows for token in row)
    characters = torch.zeros(len(rows), length, longest, dtype=torch.int64)
    cases = torch.zeros(len(rows), length, dtype=torch.int64)
    for i, row in enumerate(rows):
        for t, token in enumerate(row):
            cases[i, t] = word_case(token)
            for k, character in enumerate(token):
                characters[i, t, k] = CHARACTERS.get(character, UNKNOWN_ID)
    return characters, cases


)py";

std::string pythonBooleans(const std::vector<bool>& values)
{
    Json list = Json::array();
    for (const bool value : values)
        list.push_back(value);
    return pythonLiteral(list);
}

/// LEGAL, of a CRF that is constrained.
std::string legalMoves(const std::vector<std::string>& tags)
{
    const LegalTagMoves moves = legalTagMoves(tags, tagSchemeOf(tags));
    const std::string count = std::to_string(tags.size());
    return "# Which tag may follow which (from row to column), begin a text and end it.\nLEGAL = ("
           "torch.tensor("
        + pythonBooleans(moves.legal) + ").view(" + count + ", " + count
        + "),\n         torch.tensor(" + pythonBooleans(moves.start) + "),\n         torch.tensor("
        + pythonBooleans(moves.end) + "))\n";
}

/// COLUMNS and VALUES.
std::string valueTables(const std::vector<FeatureColumn>& features)
{
    Json names = Json::array(), values = Json::array();
    for (const FeatureColumn& feature : features) {
        names.push_back(feature.column);
        values.push_back(feature.values);
    }
    return "# Columns that are read beside the words.\nCOLUMNS = " + pythonLiteral(names)
        + "\nVALUES = [{value: i + " + std::to_string(kFirstValueId)
        + " for i, value in enumerate(values)}\n          for values in " + pythonLiteral(values)
        + "]\n";
}

std::string characterTable(const std::vector<std::string>& characters)
{
    return "CHARACTERS = {character: i + " + std::to_string(kFirstCharacterId)
        + " for i, character in enumerate(" + pythonLiteral(characters) + ")}\n";
}

} // namespace

TextPython taggerPython(const std::vector<std::string>& tags, const WordReader& reader,
                        const TaggingOptions& options)
{
    const bool looks = options.readsWords(), columns = !options.features.empty();
    std::string all;
    for (const std::string& name : tags)
        all += (all.empty() ? "" : ", ") + markdownText(name);
    const std::string decode = !options.hasCrf() ? "    return emissions.argmax(1).tolist()\n"
        : options.constrained()                  ? "    with torch.no_grad():\n        return "
                                                   "loaded_network().head.crf.viterbi(emissions, LEGAL)\n"
                                                 : "    with torch.no_grad():\n        return "
                                                   "loaded_network().head.crf.viterbi(emissions)\n";
    return {.what = "tagger",
            .facts = "Tags: " + all + ".",
            .answers = "a token and its tag a line, an empty line behind each text; instead of tag",
            .example = R"([[("a", "DET"), ("text", "NOUN")]])",
            .constants = "TAGS = " + pythonLiteral(tags) + "\n"
                + (looks ? characterTable(reader.characters()) : std::string())
                + (columns ? valueTables(reader.features()) : std::string())
                + (options.constrained() ? legalMoves(tags) : std::string()),
            .predicting = filledIn(kPredicting,
                                   {{"divider", pythonWordDivider()},
                                    {"word case", looks ? pythonWordCase() : ""},
                                    {"written", looks ? kWritten : ""},
                                    {"columns", columns ? kValueIds : ""},
                                    {"row features", columns ? ", values" : ""},
                                    {"tag", columns ? kTagWithFeatures : kTag},
                                    {"words",
                                     columns     ? ", words=with_values(written(rows), values)"
                                         : looks ? ", words=written(rows)"
                                                 : ""},
                                    {"decode", decode}})};
}

} // namespace core
