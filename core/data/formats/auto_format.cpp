#include "core/data/formats/format.h"
#include "core/data/formats/other_task.h"
#include "core/data/line_reader.h"

namespace core {

namespace {

/// Below this no format was recognised.
constexpr double kLeastFit = 0.3;

/// Stands in when nothing fits: shows the lines, so that the user sees what there is.
class UnrecognisedFormat : public Format {
public:
    explicit UnrecognisedFormat(Message problem)
    {
        m_title = "Not recognised";
        m_selection = {"auto", Json::object()};
        m_layout = {{"line"}, {0}, -1};
        m_problems.push_back(std::move(problem));
    }

    void read(const SourceFile&, ByteStream& text, RecordSink& sink) const override
    {
        LineReader lines(text);
        Line line;
        while (lines.next(line)) {
            if (line.tooLong)
                sink.reject(line.number, tooLongReason());
            else if (!line.text.empty())
                sink.add({line.number, {line.text}});
        }
    }
};

/// A file that is named as a table and has two columns of sentences is no side of a translation,
/// however many of its rows are short of one; nothing when `sample` holds no such file.
std::shared_ptr<const Format> tableOfPairs(const FormatSample& sample)
{
    if (sample.files.empty() || !namesTable(sample.files.front().file.name))
        return nullptr;
    auto table = makeFormat({"delimited", Json::object()}, sample);
    return table->problems().empty() ? table : nullptr;
}

/// Makes every other format that holds such rows from the sample and takes the one that fits best;
/// of two that fit equally, the one further up in the list.
std::shared_ptr<const Format> recognised(const FormatSample& sample)
{
    const bool pairs = sample.columns.arePairs();
    // Files beside each other can only be read line by line; and a file without pairs is taken for
    // one of two such files.
    if (sample.parallel)
        return makeFormat({"parallel", Json::object()}, sample);
    const bool alone = !sample.columns.answer();
    const bool isTable = !sample.files.empty() && namesTable(sample.files.front().file.name);
    if (alone && !isTable && !holdsTables(sample))
        return makeFormat({"lines", Json::object()}, sample);
    const bool tags = sample.columns.answers(ColumnKind::Tags);
    if (!pairs && !tags && !alone)
        if (Message other = otherTask(sample); !other.empty())
            return std::make_shared<const UnrecognisedFormat>(std::move(other));
    std::shared_ptr<const Format> best;
    for (const std::string& id : formatsThatFill(sample.columns)) {
        if (id == "auto" || id == "parallel")
            continue;
        sample.monitor.throwIfStopped();
        auto candidate = makeFormat({id, Json::object()}, sample);
        if (candidate->fit() >= kLeastFit && (!best || candidate->fit() > best->fit()))
            best = std::move(candidate);
    }
    if (best)
        return best;
    if (pairs) {
        auto table = tableOfPairs(sample);
        return table ? table : makeFormat({"parallel", Json::object()}, sample);
    }
    return std::make_shared<const UnrecognisedFormat>(tags ? missingTags(sample)
                                                           : missingLabels(sample));
}

} // namespace

FormatRegistry::Entry autoFormat()
{
    return FormatRegistry::entry<NoOptions>(
        {.id = "auto",
         .title = "Recognise",
         .summary
         = "Reads the beginning of the files and chooses the format that fits. The preview "
           "shows what was recognised, and everything can be corrected."},
        Schema<NoOptions>(),
        [](const NoOptions&, const FormatSample& sample) { return recognised(sample); });
}

} // namespace core
