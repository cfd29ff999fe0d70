#include "core/base/encoding.h"
#include "core/base/error.h"
#include "core/base/monitor.h"
#include "core/data/cells/cell_text.h"
#include "core/data/formats/format.h"
#include "core/data/source/text_encoding.h"
#include "tests/core/data/task_columns.h"
#include "tests/fuzz/checking_sink.h"
#include "tests/fuzz/target.h"

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
        {"encoding",
         &decode,
         {std::string("\0caf\xC3\xA9", 6), std::string("\1c\0a\0", 5), "\3caf\xE9"}},
    };
}

} // namespace fuzz
