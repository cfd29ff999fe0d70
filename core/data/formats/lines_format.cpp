#include "core/data/cells/cell_text.h"
#include "core/data/cells/numbers.h"
#include "core/data/formats/format.h"
#include "core/data/formats/tagged_lines.h"
#include "core/data/source/line_reader.h"

#include <algorithm>

namespace core {

namespace {

/// Whether lines hold a word and its vector each, as in the files of GloVe and fastText.
bool areWordVectors(const std::vector<std::string>& lines)
{
    constexpr size_t kFewestLines = 5, kFewestNumbers = 10;
    const auto isVector = [](const std::string& line) {
        const auto cells = tokensOf(line);
        return cells.size() > kFewestNumbers
            && std::all_of(cells.begin() + 1, cells.end(),
                           [](std::string_view cell) { return numberFault(cell).empty(); });
    };
    // fastText begins with a line that holds the number of words and of dimensions.
    return lines.size() >= kFewestLines && std::all_of(lines.begin() + 1, lines.end(), isVector);
}

/// Running text: every line is a row as it stands, blank ones too.
class LinesFormat : public Format {
public:
    explicit LinesFormat(const FormatSample& sample)
    {
        m_selection = {"lines", Json::object()};
        m_layout = {.columns = {"text"}, .textColumns = {0}, .running = true};
        const bool table
            = std::any_of(sample.files.begin(), sample.files.end(),
                          [](const SampleFile& entry) { return namesTable(entry.file.name); });
        constexpr double kTable = 0.35, kAnyLines = 0.5, kSentences = 1.0;
        if (!sample.files.empty() && areWordVectors(sampleLines(sample)))
            m_notes.push_back({"%1 looks like a file of word vectors (GloVe, fastText), not like "
                               "text. To start a network from them, open texts here and choose "
                               "the file as the pretrained vectors of the embedding.",
                               {sample.files.front().file.name}});
        m_fit = table ? kTable : isRunningText(sample) ? kSentences : kAnyLines;
    }

    void read(const SourceFile&, ByteStream& text, RecordSink& sink) const override
    {
        readLines(text, sink, [&](const Line& line) { sink.add({line.number, {line.text}}); });
    }
};

} // namespace

FormatRegistry::Entry linesFormat()
{
    return Format::entry<LinesFormat>(
        {.id = "lines",
         .title = "Running text",
         .summary = "A book, a play, or one sentence per line: every line is read as it is, blank "
                    "ones too, because they are part of the text."});
}

} // namespace core
