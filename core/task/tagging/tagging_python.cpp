#include "core/task/tagging/tagger_parts.h"

#include "core/base/python_piece.h"
#include "core/metric/tag_scheme.h"

namespace core {

namespace {

constexpr const char* kPiece = "tasks/tagging";

Json booleans(const std::vector<bool>& values)
{
    Json list = Json::array();
    for (const bool value : values)
        list.push_back(value);
    return list;
}

std::string constants(const std::vector<std::string>& tags, const WordReader& reader,
                      const TaggingOptions& options)
{
    LegalTagMoves moves;
    if (options.constrained())
        moves = legalTagMoves(tags, tagSchemeOf(tags));
    Json columns = Json::array(), values = Json::array();
    for (const FeatureColumn& feature : reader.features()) {
        columns.push_back(feature.column);
        values.push_back(feature.values);
    }
    return pythonRegion(kPiece, "CONSTANTS",
                        {{"TAG_NAMES", tags},
                         {"READS_WORDS", options.readsWords()},
                         {"FIRST_CHARACTER", kFirstCharacterId},
                         {"KNOWN_CHARACTERS", reader.characters()},
                         {"COLUMN_NAMES", columns},
                         {"COLUMN_VALUES", values},
                         {"FIRST_VALUE", kFirstValueId},
                         {"CONSTRAINED", options.constrained()},
                         {"COUNT", tags.size()},
                         {"LEGAL_MOVES", booleans(moves.legal)},
                         {"LEGAL_STARTS", booleans(moves.start)},
                         {"LEGAL_ENDS", booleans(moves.end)}});
}

std::string predicting(const TaggingOptions& options, bool marked)
{
    const bool looks = options.readsWords(), columns = !options.features.empty();
    const std::string written = columns ? "with_values(written(rows), values)" : "written(rows)";
    const Json words = looks
        ? Json::array({"words=" + (marked ? "between_marks(" + written + ")" : written)})
        : Json::array();
    const std::string parts = looks
        ? pythonPiece("text/word_case") + "\n\n\n" + pythonPiece("tasks/tagging_words")
        : std::string();
    const std::string tagging = pythonPiece(
        kPiece,
        {{"WORD_PARTS", parts + "\n"},
         {"COLUMN_PARTS", columns ? pythonPiece("tasks/tagging_columns") + "\n\n" : ""},
         {"VALUES_OF_ROWS", columns ? Json::array({"values"}) : Json::array()},
         {"WORDS", words},
         {"MARKED", marked},
         {"MARKED_WORDS", marked && looks},
         {"COLUMN_NAMES", columns},
         {"CONSTRAINED", options.constrained()},
         {"CRF", options.hasCrf()}});
    return joinedPython({pythonPiece("tasks/word_divider"), tagging});
}

} // namespace

TextPython taggerPython(const std::vector<std::string>& tags, const WordReader& reader,
                        const TaggingOptions& options)
{
    return {.what = "tagger",
            .facts = "Tags: " + markdownList(tags) + ".",
            .answers = "a token and its tag a line, an empty line behind each text; instead of tag",
            .example = R"([[("a", "DET"), ("text", "NOUN")]])",
            .constants = constants(tags, reader, options),
            .predicting = predicting(options, reader.pipeline().marksTexts())};
}

} // namespace core
