#pragma once

#include "core/data/corpus_reader.h"
#include "core/data/label_index.h"
#include "core/data/length_histogram.h"
#include "core/data/preview.h"

#include <array>
#include <string>
#include <vector>

namespace core {

/// Counts what a preview shows while rows pass by; keeps no texts but a few samples. Memory: eight
/// bytes a text.
class PreviewBuilder : public RowConsumer {
public:
    void add(Split split, const TextRow& row) override;
    void reject(Split split, const std::string& file, int64_t line, Message reason) override;
    void refuseFile(Message problem, Message advice) override;

    /// Puts everything counted into `preview`, whose spec says how the rest is divided.
    void finish(DataPreview& preview);

private:
    void keepRow(const Record& record);
    void keepSample(const TextRow& row);
    void countClasses(DataPreview& preview) const;
    void countDuplicates(DataPreview& preview);
    void takeSamples(DataPreview& preview);
    void judge(DataPreview& preview) const;
    static void noteRareClasses(DataPreview& preview);

    LabelIndex m_labels;
    std::vector<std::array<int64_t, 3>> m_classRows; ///< By label, by split.
    std::array<int64_t, 3> m_rows{};
    std::vector<uint64_t> m_trainHashes, m_otherHashes;
    LengthCounter m_lengths;
    int64_t m_textBytes = 0;
    int64_t m_labelChanges = 0; ///< Neighbours in train with different labels.
    int32_t m_lastLabel = -1;
    std::vector<std::vector<std::string>> m_firstRows;
    std::vector<std::pair<std::string, std::string>> m_samples; ///< Text and label.
    int64_t m_sampleStride = 1; ///< Every so many texts of train one is kept.
    std::vector<BadRow> m_badRows;
    int64_t m_badRowCount = 0;
    std::vector<Message> m_problems;
};

} // namespace core
