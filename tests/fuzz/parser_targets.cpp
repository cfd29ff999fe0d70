// The parsers alone: each format is made once, from a sample of its own, so that nothing is
// recognised again for each input. Recognition has targets of its own (data_targets.cpp).
#include "core/base/read_json.h"
#include "core/data/cells/cell_text.h"
#include "core/data/formats/format.h"
#include "core/data/source/delimited_reader.h"
#include "core/data/source/json_stream.h"
#include "core/data/source/text_encoding.h"
#include "tests/core/data/task_columns.h"
#include "tests/fuzz/checking_sink.h"
#include "tests/fuzz/target.h"

#include <algorithm>
#include <array>

namespace fuzz {

namespace {

/// Divides an input into the number of one of `count` variants, its first byte, and the rest.
size_t takeVariant(std::string_view& input, size_t count)
{
    if (input.empty())
        return 0;
    const auto first = static_cast<unsigned char>(input.front());
    input.remove_prefix(1);
    return first % count;
}

/// A format with every option known, and the file that it reads.
struct MadeFormat {
    core::SourceFile file;
    std::shared_ptr<const core::Format> format;
};

MadeFormat made(const char* name, const core::TaskColumns& columns, core::Selection selection,
                std::string_view sample)
{
    MadeFormat result{{name, name, true, sample.size(), name}, nullptr};
    const core::FormatSample files{{{result.file, std::string(sample), true, true}}, columns};
    result.format = core::makeFormat(std::move(selection), files);
    return result;
}

/// Reads `input` without its first byte, which chooses one of `formats`.
void readAsOneOf(const std::vector<MadeFormat>& formats, std::string_view input)
{
    const MadeFormat& chosen = formats[takeVariant(input, formats.size())];
    CheckingSink sink(chosen.format->layout());
    core::MemoryStream stream(input, kSmallBlock);
    expectSentence([&] { chosen.format->read(chosen.file, stream, sink); });
}

/// Records of each delimiter with each kind of quotes, without a format around them.
void readRecords(std::string_view input)
{
    constexpr std::array kDelimiters{',', '\t', ';', '|'};
    constexpr std::array kQuotes{core::Quoting::Rfc4180, core::Quoting::Single,
                                 core::Quoting::None};
    const size_t variant = takeVariant(input, kDelimiters.size() * kQuotes.size());
    core::MemoryStream stream(input, kSmallBlock);
    core::LineReader lines(stream);
    core::DelimitedReader reader(
        lines, {kDelimiters[variant % kDelimiters.size()], kQuotes[variant / kDelimiters.size()]});
    core::DelimitedRecord record;
    int64_t before = 0;
    size_t bytes = 0;
    while (reader.next(record)) {
        require(record.line > before || record.fault != core::RecordFault::None,
                "records follow one another");
        before = std::max(before, record.line);
        require(record.fault != core::RecordFault::None || !record.cells.empty(),
                "a whole record has cells");
        for (const std::string_view cell : record.cells)
            bytes += cell.size();
        require(bytes <= input.size() * (input.size() + 1), "cells are made of what was read");
    }
}

void readTables(std::string_view input)
{
    static const std::vector<MadeFormat> formats{
        made("a.csv", tasks::kLabelled, {"delimited", core::Json::object()},
             "text,label\n\"a \"\"fine\"\", film\",pos\nso dull,neg\nquite good,pos\n"),
        made("a.tsv", tasks::kPairs, {"delimited", core::Json::object()},
             "A dog .\tEin Hund .\nTwo cats .\tZwei Katzen .\n"),
        made("a.csv", tasks::kNumbers, {"delimited", core::Json::object()},
             "text;score\n'a b';1.5\n'c d';-2\n"),
        made("a.csv", tasks::kLabelled, {"delimited", core::Json::object()},
             "label,tokens\npos,\"['a', 'fine', 'film']\"\nneg,\"['so', 'dull']\"\n")};
    readAsOneOf(formats, input);
}

void readJsonRows(std::string_view input)
{
    const core::Json columns = {{"written", "columns"}, {"text_field", "text"}};
    static const std::vector<MadeFormat> formats{
        made("a.jsonl", tasks::kLabelled, {"json_lines", core::Json::object()},
             "{\"text\":\"a fine film\",\"label\":1}\n{\"text\":\"dull\",\"label\":0}\n"),
        made("a.json", tasks::kLabelled, {"json_document", core::Json::object()},
             R"({"data":[{"text":"a fine film","label":1},{"text":"dull","label":0}]})"),
        made("a.json", tasks::kLabelled, {"json_document", columns},
             R"({"text":["a fine film","dull"],"label":[1,0]})"),
        made("a.json", tasks::kPairs, {"json_document", core::Json::object()},
             R"([{"translation":{"de":"ein Hund","en":"a dog"}}])")};
    readAsOneOf(formats, input);
}

/// Parts of a document as files of their own.
void readJsonParts(std::string_view input)
{
    core::MemoryStream stream(input, kSmallBlock);
    if (!core::JsonParts::begins(input))
        return;
    core::JsonParts parts(stream);
    std::string name;
    size_t bytes = 0;
    expectSentence([&] {
        while (parts.next(name))
            for (std::string_view block; !(block = parts.part().next()).empty();)
                bytes += block.size() - size_t(std::count(block.begin(), block.end(), '\n'));
    });
    // Line breaks before a part stand for the lines of those before it.
    require(bytes <= input.size(), "parts are parts of the document");
}

void readTaggedRows(std::string_view input)
{
    static const std::vector<MadeFormat> formats{
        made("a.txt", tasks::kTagged, {"conll", core::Json::object()},
             "EU NNP B-ORG\nrejects VBZ O\n\nPeter NNP B-PER\nBlackburn NNP I-PER\n"),
        made("a.txt", tasks::kTagged, {"conllu", core::Json::object()},
             "1\tThey\tthey\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tfish\tfish\tVERB\t_\t_\t0\troot\t_\t_"
             "\n"),
        made("a.txt", tasks::kTagged, {"word_tag", core::Json::object()},
             "They/PRON can/AUX fish/VERB ./PUNCT\n"),
        made("a.txt", tasks::kTagged, {"conll", {{"tag_scheme", "bioes"}}},
             "EU\tI-ORG\nrejects\tO\n\nPeter\tI-PER\nBlackburn\tI-PER\n")};
    readAsOneOf(formats, input);
}

void readLineRows(std::string_view input)
{
    static const std::vector<MadeFormat> formats{
        made("a.txt", tasks::kLabelled, {"label_first", core::Json::object()},
             "__label__a some words\n__label__b other\n"),
        made("a.txt", tasks::kLabelled, {"label_first", {{"label_part", "coarse"}}},
             "NUM:count How many ?\nDESC:manner How ?\n"),
        made("a.txt", tasks::kTexts, {"lines", core::Json::object()}, "A line.\n\nAnother.\n")};
    readAsOneOf(formats, input);
}

void readJson(std::string_view input)
{
    const core::JsonReading reading = core::readJson(input);
    require(reading.value.has_value() == reading.fault.empty(), "a value or a fault");
    if (!reading.value)
        return;
    const std::string text = reading.value->dump();
    const core::JsonReading again = core::readJson(text);
    require(again.value && again.value->dump() == text, "a value is read again as it is written");
}

/// What bytes say about their encoding, and whether the text can be read with it.
void detectEncoding(std::string_view input)
{
    core::EncodingEvidence evidence;
    evidence.add(input);
    const core::Encoding encoding = evidence.verdict();
    const std::string text = core::decodedText(input, encoding);
    if (encoding != core::Encoding::Utf8 && !input.starts_with("\xEF\xBB\xBF"))
        require(core::isValidUtf8(text), "a decoded text is UTF-8");
}

/// An input for one of the variants.
std::string of(int variant, const std::string& text)
{
    return static_cast<char>(variant) + text;
}

} // namespace

std::vector<Target> parserTargets()
{
    return {
        {"records",
         &readRecords,
         {of(0, "a,\"b \"\"c\"\"\nd\"\r\ne,f\n"), of(1, "a\t\"b\nc\td\n"), of(4, "'a ''b','c'\n"),
          of(10, "a|b|\"c\n")}},
        {"tables",
         &readTables,
         {of(0, "text,label\n\"a \"\"fine\"\", film\",pos\n\"two\nlines\",neg\n"),
          of(1, "A dog .\tEin Hund .\nTwo cats .\tZwei Katzen .\n"),
          of(2, "text;score\n'a b';1.5\n'c d';x\n"),
          of(3, "label,tokens\npos,\"['a', 'fine']\"\n")}},
        {"json_rows",
         &readJsonRows,
         {of(0, "{\"text\": \"a fine film\", \"label\": 1}\n{\"text\": \"caf\\u00e9\"}\n"),
          of(1, "{\"data\":[{\"text\":\"a\",\"label\":NaN},{\"text\":\"b\"}]}"),
          of(2, "{\"text\":[\"a\",\"b\"],\"label\":{\"0\":1}}"),
          of(3, "[{\"translation\":{\"de\":\"ein Hund\",\"en\":\"a dog\"}}]")}},
        {"json", &readJson, {R"({"a":[1,-2.5e3,"\u00e9\n",null,true],"b":{}})", "[[[[]]]]"}},
        {"json_parts",
         &readJsonParts,
         {R"({"train": [{"text": "a", "label": 1}], "test": [{"text": "b"}]})"}},
        {"tagged_rows",
         &readTaggedRows,
         {of(0, "EU NNP B-ORG\nrejects VBZ O\n\n-DOCSTART- -X- O\nPeter NNP I-PER\n"),
          of(1,
             "1\tThey\tthey\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n"),
          of(2, "They/PRON can/AUX fish/VERB 1/2/NUM ./PUNCT\n"),
          of(3, "EU\tI-ORG\nPeter\tB-PER\n")}},
        {"line_rows",
         &readLineRows,
         {of(0, "__label__a some words\n__label__b other\n"),
          of(1, "NUM:count How many ?\nDESC:manner How ?\n"), of(2, "A line.\n\r\nAnother.")}},
        {"encoding_evidence",
         &detectEncoding,
         {"caf\xC3\xA9 na\xC3\xAFve", std::string("c\0a\0f\0", 6),
          "caf\xE9 na\xEFve d\xE9j\xE0 vu"}},
    };
}

} // namespace fuzz
