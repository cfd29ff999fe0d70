#include "core/data/cells/cell_text.h"
#include "core/data/formats/format.h"
#include "core/data/source/line_reader.h"

namespace core {

namespace {

/// One sentence a line; its translation stands in the same line of another file. Where there are
/// two files, CorpusReader reads both at once (readParallel()); this class reads one that still
/// waits for the other, so that the user sees what there is.
class ParallelFormat : public Format {
public:
    explicit ParallelFormat(const FormatSample& sample)
    {
        m_selection = {"parallel", Json::object()};
        if (sample.parallel) {
            m_layout = {{"source", "target"}, {0}, 1};
            return;
        }
        m_layout = {{"source"}, {0}, -1};
        m_problems.push_back(
            {"%1 is read as the source side of a translation. Drop the other side: a file whose "
             "line N translates its line N. If it holds pairs, choose the format and its columns.",
             {nameOf(sample)}});
    }

    void read(const SourceFile&, ByteStream& text, RecordSink& sink) const override
    {
        readLines(text, sink, [&](const Line& line) {
            if (!trimmed(line.text).empty())
                sink.add({line.number, {line.text}});
        });
    }
};

} // namespace

FormatRegistry::Entry parallelFormat()
{
    return Format::entry<ParallelFormat>(
        {.id = "parallel",
         .title = "Two files, line beside line",
         .summary = "Each side in its own file, one sentence per line: line N of train.en "
                    "translates line N of train.de. Sides that are shifted, shuffled or swapped "
                    "are reported."});
}

} // namespace core
