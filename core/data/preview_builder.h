#pragma once

#include "core/data/corpus_reader.h"
#include "core/data/length_histogram.h"
#include "core/data/preview.h"

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Counts what every preview shows while rows pass by; keeps no texts but a few samples. Memory:
/// eight bytes a text, of 16 million texts at most, and eight a number.
class PreviewBuilder : public RowConsumer {
public:
    void reject(Split split, const std::string& file, int64_t line, Message reason) override;
    void refuseFile(Message problem, Message advice) override;
    void note(Message message) override { m_notes.push_back(std::move(message)); }

    /// Puts everything counted into `preview`, whose spec says how the rest is divided.
    virtual void finish(DataPreview& preview) = 0;

protected:
    /// Counts a row that can be used.
    /// @param hash  equal rows have equal ones.
    void count(Split split, const TextRow& row, uint64_t hash);
    int64_t rows(Split split) const { return m_rows[static_cast<size_t>(split)]; }
    /// Fills the members that do not depend on the task.
    void finishCommon(DataPreview& preview);
    void judgeRows(DataPreview& preview) const;
    /// How many rows each split has once train was divided as the spec says: of rows that are not
    /// divided class by class.
    void countRows(DataPreview& preview) const;

private:
    void keepHash(Split split, uint64_t hash);
    void keepRow(const Record& record);
    void keepSample(const TextRow& row);
    void countDuplicates(DataPreview& preview);
    void takeSamples(DataPreview& preview);

    std::array<int64_t, 3> m_rows{};
    std::vector<uint64_t> m_trainHashes, m_otherHashes;
    bool m_moreHashes = false; ///< Than are kept.
    LengthCounter m_lengths;
    int64_t m_textBytes = 0;
    std::vector<std::vector<std::string>> m_firstRows;
    std::vector<std::pair<std::string, std::string>> m_samples; ///< Text and label.
    size_t m_sampleBytes = 0; ///< The total size of the samples.
    int64_t m_sampleStride = 1; ///< One in so many training texts is kept.
    std::vector<BadRow> m_badRows;
    int64_t m_badRowCount = 0;
    std::vector<Message> m_problems, m_notes;
};

/// One for what a task asks for.
std::unique_ptr<PreviewBuilder> makePreviewBuilder(const TaskColumns& columns);

// One a kind of answer; makePreviewBuilder() lists them.
std::unique_ptr<PreviewBuilder> makeClassPreviewBuilder();
std::unique_ptr<PreviewBuilder> makePairPreviewBuilder();
std::unique_ptr<PreviewBuilder> makeNumberPreviewBuilder();
std::unique_ptr<PreviewBuilder> makeTagPreviewBuilder();
std::unique_ptr<PreviewBuilder> makeTextPreviewBuilder(); ///< No answer, or one only shown.

/// The hash of a text for PreviewBuilder::count(). @param seed  the hash of what stands before it.
uint64_t textHash(std::string_view text, uint64_t seed = 0);

} // namespace core
