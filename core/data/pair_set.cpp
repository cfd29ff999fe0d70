#include "core/data/pair_set.h"

#include "core/data/corpus_reader.h"
#include "core/data/data_source.h"
#include "core/data/pairs/side_agreement.h"
#include "core/data/pairs/side_words.h"
#include "core/data/samples/pair_sample.h"
#include "core/data/split.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace core {

namespace {

template <class Text> void append(SentencePairs& pairs, Text&& source, Text&& target)
{
    pairs.source.emplace_back(std::forward<Text>(source));
    pairs.target.emplace_back(std::forward<Text>(target));
}

/// Gathers pairs; the first bad row ends it unless they are to be skipped.
class PairCollector : public RowConsumer {
public:
    explicit PairCollector(bool skipBadRows) : m_skipBadRows(skipBadRows) { }

    void add(Split split, const TextRow& row) override
    {
        append(m_pairs[static_cast<size_t>(split)], row.text, row.label);
        m_words.add(split, row.text, row.label);
        m_agreement.add(row.file, row.record.line, row.text, row.label);
    }
    void reject(Split, const std::string& file, int64_t line, Message reason) override
    {
        if (!m_skipBadRows)
            failAtRow(file, line, reason);
        ++m_skipped;
    }
    void refuseFile(Message problem, Message advice) override
    {
        throw Error(ErrorCode::BadData, std::move(problem), std::move(advice));
    }
    void note(Message message) override { m_notes.push_back(std::move(message)); }

    SentencePairs take(Split split) { return std::move(m_pairs[static_cast<size_t>(split)]); }
    int64_t skipped() const { return m_skipped; }
    /// What is to be said of all rows. @throws Error{BadData} for sides that are shifted.
    std::vector<Message> notes()
    {
        AgreementFindings agreement = m_agreement.findings();
        if (!agreement.shifts.empty())
            throw Error(ErrorCode::BadData, agreement.shifts.front());
        std::vector<Message> all = m_notes;
        for (std::vector<Message> messages :
             {m_words.exchanged(), m_words.foreign(), std::move(agreement.doubts)})
            std::move(messages.begin(), messages.end(), std::back_inserter(all));
        return all;
    }

private:
    bool m_skipBadRows;
    std::array<SentencePairs, 3> m_pairs;
    SideWords m_words;
    SideAgreement m_agreement;
    int64_t m_skipped = 0;
    std::vector<Message> m_notes;
};

/// Takes out of train what was not given apart.
void divide(PairSet& data, const DataSpec& spec)
{
    const double validFraction = data.valid.size() > 0 ? 0.0 : spec.validFraction;
    const double testFraction = data.test.size() > 0 ? 0.0 : spec.testFraction;
    if (validFraction <= 0.0 && testFraction <= 0.0)
        return;
    const auto splits = randomSplit(data.train.size(), validFraction, testFraction, spec.splitSeed);
    SentencePairs all = std::exchange(data.train, {});
    const std::array parts{&data.train, &data.valid, &data.test};
    for (size_t i = 0; i < all.size(); ++i)
        append(*parts[static_cast<size_t>(splits[i])], std::move(all.source[i]),
               std::move(all.target[i]));
}

PairSet generatedPairs(const DataSpec& spec, const Monitor& monitor)
{
    monitor.report({{"Making the sample texts", {}}});
    GeneratedPairs pairs = generatePairs(spec.sample);
    monitor.throwIfStopped();
    PairSet data;
    data.train = std::move(pairs.train);
    data.valid = std::move(pairs.valid);
    data.test = std::move(pairs.test);
    return data;
}

PairSet readSplits(const DataSpec& spec, const Monitor& monitor)
{
    const CorpusReader reader(spec, pairSplitPaths(spec), RowKind::Pair, monitor);
    reader.throwProblem();
    PairCollector collector(spec.skipBadRows);
    reader.read(collector);
    PairSet data;
    data.train = collector.take(Split::Train);
    data.valid = collector.take(Split::Valid);
    data.test = collector.take(Split::Test);
    data.skippedRows = collector.skipped();
    if (data.train.size() == 0)
        throw Error(ErrorCode::BadData, {"There is no row to train on.", {}},
                    {"Look at the preview of the data: it says what was read.", {}});
    data.notes = reader.notes();
    for (Message& note : collector.notes())
        data.notes.push_back(std::move(note));
    if (data.skippedRows > 0)
        data.notes.push_back({"Bad rows, skipped: %1.", {std::to_string(data.skippedRows)}});
    return data;
}

} // namespace

PairSet loadPairs(const DataSpec& spec, const Monitor& monitor)
{
    checkOneSource(spec);
    PairSet data
        = spec.sample.kind == "none" ? readSplits(spec, monitor) : generatedPairs(spec, monitor);
    divide(data, spec);
    return data;
}

SentencePairs readPairs(const DataSpec& spec, const std::vector<std::string>& sources,
                        const std::vector<std::string>& targets, const Monitor& monitor,
                        std::vector<Message>* notes)
{
    DataSpec settings = spec;
    if (targets.empty() && settings.format.kind == "parallel") // Trained on parallel files.
        settings.format = {"auto", Json::object()};
    const CorpusReader reader(settings, {{Split::Test, sources, targets}}, RowKind::Pair, monitor);
    reader.throwProblem();
    PairCollector collector(spec.skipBadRows);
    reader.read(collector);
    SentencePairs pairs = collector.take(Split::Test);
    const std::vector<Message> remarks = collector.notes();
    if (notes != nullptr)
        notes->insert(notes->end(), remarks.begin(), remarks.end());
    if (pairs.size() == 0)
        throw Error(ErrorCode::BadData, {"There are no pairs in the files given.", {}},
                    {"Look at their preview: it says what was read.", {}});
    return pairs;
}

} // namespace core
