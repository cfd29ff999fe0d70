#include "core/data/cells/cell_text.h"
#include "core/data/corpus_reader.h"
#include "core/data/pairs/side_agreement.h"
#include "core/data/source/line_reader.h"

#include <algorithm>

namespace core {

namespace {

class ParallelReader {
public:
    ParallelReader(Split split, const TextSide& source, const TextSide& target,
                   RowConsumer& consumer)
        : m_split(split)
        , m_source(source)
        , m_target(target)
        , m_consumer(consumer)
        , m_sourceLines(source.text)
        , m_targetLines(target.text)
    {
    }

    void read()
    {
        Line source, target;
        while (true) {
            const bool moreSource = m_sourceLines.next(source);
            const bool moreTarget = m_targetLines.next(target);
            if (moreSource && moreTarget) {
                note(source, m_lengths.source);
                note(target, m_lengths.target);
                deliver(source, target);
                continue;
            }
            if (moreSource)
                refuseIfLonger(source, m_sourceLines, m_lengths.source, m_source, m_target);
            else if (moreTarget)
                refuseIfLonger(target, m_targetLines, m_lengths.target, m_target, m_source);
            return;
        }
    }

private:
    static bool isBlank(const Line& line) { return !line.tooLong && trimmed(line.text).empty(); }

    static void note(const Line& line, std::vector<uint32_t>& lengths)
    {
        lengths.push_back(
            static_cast<uint32_t>(line.tooLong ? kLongestText : trimmed(line.text).size()));
    }

    void reject(const TextSide& side, const Line& line, Message reason)
    {
        m_consumer.reject(m_split, side.file, line.number, std::move(reason));
    }

    /// False when the line cannot be used.
    bool check(const TextSide& side, const Line& line, const TextSide& other)
    {
        Message fault = line.tooLong ? tooLongReason() : textFault(line.text);
        if (fault.empty() && isBlank(line))
            fault = {"It is empty, but the same line of %1 is not.", {other.file}};
        if (!fault.empty())
            reject(side, line, fault);
        return fault.empty();
    }

    void deliver(const Line& source, const Line& target)
    {
        if (isBlank(source) && isBlank(target))
            return;
        if (!check(m_source, source, m_target) || !check(m_target, target, m_source))
            return;
        m_record.line = source.number;
        m_record.cells = {source.text, target.text};
        m_consumer.add(m_split, {source.text, target.text, m_source.file, m_record});
    }

    /// Reads the rest of the longer file, from `line` on.
    void refuseIfLonger(Line& line, LineReader& lines, std::vector<uint32_t>& lengths,
                        const TextSide& longer, const TextSide& shorter)
    {
        const size_t common = lengths.size();
        do {
            note(line, lengths);
        } while (lines.next(line));
        while (lengths.size() > common && lengths.back() == 0)
            lengths.pop_back();
        if (lengths.size() == common)
            return;
        const auto number = [](size_t value) { return std::to_string(value); };
        std::vector<std::string> arguments{longer.file, number(lengths.size()), shorter.file,
                                           number(common), number(lengths.size() - common)};
        const auto drift = driftLine(m_lengths);
        if (!drift) {
            m_consumer.refuseFile(
                {"%1 has %2 {line|lines}, %3 has %4: %5 more. The line lengths match as far as "
                 "both files go, so the lines at the end of %1 are probably those without a "
                 "translation.",
                 std::move(arguments)},
                {"Remove them, or add what %1 lacks; then drop both files again.", {shorter.file}});
            return;
        }
        arguments.push_back(std::to_string(*drift));
        m_consumer.refuseFile(
            {"%1 has %2 {line|lines}, %3 has %4: %5 more. From about line %6 on, the line lengths "
             "no longer match.",
             std::move(arguments)},
            {"Compare both files there: %1 lacks a line, or %2 has one too many.",
             {shorter.file, longer.file}});
    }

    Split m_split;
    const TextSide& m_source;
    const TextSide& m_target;
    RowConsumer& m_consumer;
    LineReader m_sourceLines, m_targetLines;
    SideLengths m_lengths;
    Record m_record;
};

} // namespace

void readParallel(Split split, const TextSide& source, const TextSide& target,
                  RowConsumer& consumer)
{
    ParallelReader(split, source, target, consumer).read();
}

} // namespace core
