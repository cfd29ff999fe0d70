#include "core/base/encoding.h"
#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/data/cells/cell_text.h"
#include "core/data/formats/format.h"
#include "core/data/source/text_encoding.h"
#include "tests/core/data/task_columns.h"
#include "tests/fuzz/checking_sink.h"
#include "tests/fuzz/packed.h"
#include "tests/fuzz/target.h"

#include <algorithm>

namespace fuzz {

namespace {

/// Recognises and reads one file of this name, as dropping it does.
void readTable(std::string_view bytes, const char* name, const core::TaskColumns& columns,
               const char* format = "auto")
{
    core::EncodingEvidence evidence;
    evidence.add(bytes);
    const std::string text = core::decodedText(bytes, evidence.verdict());
    core::SourceFile file{name, name, true, bytes.size(), name};
    core::FormatSample sample{{{file, text, true, true}}, columns};
    expectSentence([&] {
        const auto made = core::makeFormat({format, core::Json::object()}, sample);
        CheckingSink sink(made->layout());
        core::MemoryStream stream(text, kSmallBlock);
        made->read(file, stream, sink);
        // With every option as recognised the same file reads again.
        const auto again = core::makeFormat(made->selection(), sample);
        require(again->layout().columns == made->layout().columns
                    || made->selection().kind == "auto",
                "what was recognised reads the same columns again");
    });
}

void readDelimited(std::string_view input)
{
    readTable(input, "a.csv", tasks::kLabelled);
}

void readPairs(std::string_view input)
{
    readTable(input, "pairs.tsv", tasks::kPairs);
}

void readLines(std::string_view input)
{
    readTable(input, "lines.txt", tasks::kLabelled);
}

void readJsonLines(std::string_view input)
{
    readTable(input, "a.jsonl", tasks::kLabelled);
    readTable(input, "a.jsonl", tasks::kPairs, "json_lines");
}

/// Words with tags, recognised, and as each of the formats.
void readTagged(std::string_view input)
{
    for (const char* format : {"auto", "conll", "conllu", "word_tag"})
        readTable(input, "a.txt", tasks::kTagged, format);
}

/// The list of an archive's members, without the formats.
void readArchive(std::string_view input)
{
    static MemoryFile file;
    static const core::Monitor nobody;
    file.write(input);
    expectSentence([] {
        core::ReadProgress progress(nobody, "Reading %1", 0);
        core::LeftOut leftOut;
        core::visitFiles(file.path(), progress, leftOut,
                         [](const core::SourceFile& source, core::ByteStream& bytes) {
                             require(core::isValidUtf8(source.name), "names are UTF-8");
                             require(source.name.find("../") == std::string::npos,
                                     "no name leads out of the archive");
                             while (!bytes.next().empty()) { }
                             return core::Visit::Continue;
                         });
        for (const core::Message& message : leftOut.messages())
            require(!message.empty(), "what was left out is said");
    });
}

/// An archive of parts that are not compressed: "\x01NAME\nCONTENT" one behind the other.
std::string zipOf(std::string_view parts)
{
    std::vector<std::pair<std::string, std::string>> members;
    while (members.size() < 20 && parts.starts_with('\x01')) {
        parts.remove_prefix(1);
        const std::string_view part = parts.substr(0, parts.find('\x01'));
        parts.remove_prefix(part.size());
        const size_t end = std::min(part.find('\n'), part.size());
        members.emplace_back(part.substr(0, std::min<size_t>(end, 200)),
                             part.substr(std::min(end + 1, part.size())));
    }
    return fuzzed::packed(fuzzed::Packing::StoredZip, members);
}

/// A workbook from its parts, recognised and read as dropping it does.
void readSpreadsheet(std::string_view input)
{
    static MemoryFile file;
    static const core::Monitor nobody;
    file.write(zipOf(input));
    expectSentence([] {
        core::ReadProgress progress(nobody, "Reading %1", 0);
        core::FormatSample sample{{}, tasks::kLabelled};
        core::LeftOut leftOut;
        const auto visit = [&](const core::FileVisitor& visitor) {
            core::visitFiles(file.path(), progress, leftOut, visitor);
        };
        visit([&](const core::SourceFile& source, core::ByteStream& rows) {
            if (source.sheet)
                sample.files.push_back({source, std::string(rows.next()), true, false});
            return core::Visit::Continue;
        });
        const auto format = core::makeFormat({"spreadsheet", core::Json::object()}, sample);
        CheckingSink sink(format->layout());
        visit([&](const core::SourceFile& source, core::ByteStream& rows) {
            require(core::isValidUtf8(source.name), "names are UTF-8");
            if (format->reads(source))
                format->read(source, rows, sink);
            return core::Visit::Continue;
        });
    });
}

/// The smallest workbooks with something of everything.
std::string xlsxSeed()
{
    return "\x01xl/workbook.xml\n<workbook><workbookPr date1904=\"0\"/><sheets><sheet name=\"A\" "
           "r:id=\"r1\"/><sheet name=\"B\" state=\"hidden\" r:id=\"r1\"/></sheets></workbook>"
           "\x01xl/_rels/workbook.xml.rels\n<Relationships><Relationship Id=\"r1\" "
           "Type=\"x/worksheet\" Target=\"s.xml\"/><Relationship Id=\"r2\" "
           "Type=\"x/sharedStrings\" "
           "Target=\"t.xml\"/><Relationship Id=\"r3\" Type=\"x/styles\" Target=\"/xl/y.xml\"/>"
           "</Relationships>\x01xl/t.xml\n<sst><si><t>label</t></si><si><r><t>te</t></r><r><t>xt</"
           "t>"
           "</r></si></sst>\x01xl/y.xml\n<styleSheet><numFmts><numFmt numFmtId=\"164\" "
           "formatCode=\"[h]:mm;yy\"/></numFmts><cellXfs><xf numFmtId=\"14\"/><xf "
           "numFmtId=\"164\"/></cellXfs></styleSheet>\x01xl/s.xml\n<worksheet><sheetData><row "
           "r=\"1\">"
           "<c r=\"A1\" t=\"s\"><v>0</v></c><c r=\"C1\" t=\"s\"><v>1</v></c></row><row><c "
           "t=\"inlineStr\"><is><t>a_x000D_b</t></is></c><c s=\"0\"><v>45351.5</v></c><c "
           "t=\"b\"><f>1</f><v>1</v></c></row></sheetData><mergeCells><mergeCell ref=\"A1:B1\"/>"
           "</mergeCells></worksheet>";
}
std::string odsSeed()
{
    return "\x01mimetype\napplication/vnd.oasis.opendocument.spreadsheet\x01"
           "content.xml\n<o><style:style style:name=\"t\"><style:table-properties "
           "table:display=\"false\"/></style:style><table:table table:name=\"A\" "
           "table:style-name=\"t\"><table:table-row "
           "table:number-rows-repeated=\"3\"><table:table-cell "
           "table:number-columns-repeated=\"2\" office:value-type=\"float\" office:value=\"1.50\"/>"
           "<table:table-cell office:value-type=\"time\" office:time-value=\"PT1H2M3S\"/>"
           "<table:covered-table-cell/><table:table-cell "
           "table:number-columns-spanned=\"2\"><text:p>a"
           "<text:s text:c=\"3\"/><text:span>b</text:span></text:p></table:table-cell>"
           "</table:table-row></table:table><table:table table:name=\"B\"/></o>";
}

/// Any bytes in any encoding become UTF-8, but where the file says that it is UTF-8: there damaged
/// rows stay as they are and are reported one by one.
void decode(std::string_view input)
{
    static const std::vector<core::Choice> choices = core::encodingChoices();
    if (input.empty())
        return;
    const core::Choice& choice = choices[static_cast<unsigned char>(input[0]) % choices.size()];
    const core::Encoding encoding
        = core::encodingNamed(choice.value).value_or(core::Encoding::Utf8); // For "auto".
    const std::string_view bytes = input.substr(1);
    const std::string text = core::decodedText(bytes, encoding);
    if (encoding != core::Encoding::Utf8 && !bytes.starts_with("\xEF\xBB\xBF"))
        require(core::isValidUtf8(text), "a decoded text is UTF-8");
}

} // namespace

std::vector<Target> dataTargets()
{
    return {
        {"recognised_delimited",
         &readDelimited,
         {"text,label\n\"a \"\"fine\"\", film\",pos\n\"two\nlines\",neg\nso dull,neg\n",
          "1\tpos\t\"open\n2\tneg\tanother\n", "Type,Message,,,\nham,hello,,,\nspam,win,,,\n",
          "'a b';'x'\r\n'c d';'y'\r\n"}},
        {"recognised_pairs",
         &readPairs,
         {"A dog .\tEin Hund .\t1\nTwo cats .\tZwei Katzen .\t2\n", "en,de\none,eins\n"}},
        {"recognised_lines",
         &readLines,
         {"__label__a some words\n__label__b other\n", "pos some words\nneg other words\n",
          "NUM:count How many ?\nDESC:manner How ?\n", "EU NNP B-ORG\nrejects VBZ O\n\n"}},
        {"recognised_json_lines",
         &readJsonLines,
         {"{\"text\": \"a fine film\", \"label\": 1}\n{\"text\": \"caf\\u00e9\", \"label\": 0}\n",
          "{\"translation\": {\"de\": \"ein Hund\", \"en\": \"a dog\"}}\n",
          "[{\"text\": \"a\", \"label\": NaN}]"}},
        {"recognised_tagged",
         &readTagged,
         {"EU NNP I-NP I-ORG\nrejects VBZ I-VP O\n\n-DOCSTART- -X- O O\nPeter NNP I-NP I-PER\n",
          "1\tThey\tthey\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n",
          "They/PRON can/AUX fish/VERB ./PUNCT\n", "a\tB-X\nb\tE-X\n\nc\tS-X\n"}},
        {"archive", &readArchive, {}},
        {"spreadsheet", &readSpreadsheet, {xlsxSeed(), odsSeed()}},
        {"encoding",
         &decode,
         {std::string("\0caf\xC3\xA9", 6), std::string("\1c\0a\0", 5), "\3caf\xE9"}},
    };
}

} // namespace fuzz
