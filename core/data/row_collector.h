#pragma once

#include "core/base/mapped_file.h"
#include "core/data/cells/label_index.h"
#include "core/data/cells/numbers.h"
#include "core/data/corpus.h"
#include "core/data/corpus_cache.h"
#include "core/data/corpus_reader.h"
#include "core/data/pairs/side_agreement.h"
#include "core/data/pairs/side_words.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Gathers rows; the first bad one ends it unless they are to be skipped.
class RowCollector : public RowConsumer {
public:
    enum class NewLabels { InTrain, Never };
    /// @param known  classes there are from the beginning.
    RowCollector(const TaskColumns& columns, const std::vector<std::string>& known,
                 NewLabels newLabels, bool skipBadRows);

    void add(Split split, const TextRow& row) override;
    void reject(Split, const std::string& file, int64_t line, Message reason) override;
    void refuseFile(Message problem, Message advice) override;
    void note(Message message) override { m_notes.push_back(std::move(message)); }

    /// The rows, once all were added.
    std::array<CorpusPart, 3> take();
    const std::vector<std::string>& labels() const { return m_labels.names(); }
    int64_t skipped() const { return m_skipped; }
    /// Notes on all rows. @throws Error{BadData} for sides that are shifted.
    std::vector<Message> notes();

private:
    /// Texts as they come, out of memory when they are many.
    struct TextWriter {
        GrowingBytes bytes{cacheFolder()};
        std::vector<uint64_t> ends;

        void add(std::string_view text);
        TextColumn finish() { return {bytes.finish(), ends}; }
    };
    struct Part {
        TextWriter texts, answers;
        std::vector<TextWriter> features;
        std::vector<int32_t> classes;
        std::vector<NumberColumn> numbers; ///< The answer, then features that are numbers.
    };

    /// The numbers of each column and part.
    std::vector<std::array<std::vector<double>, 3>> takeNumbers();
    /// False when the row was rejected.
    bool mayHaveClass(Split split, const TextRow& row);
    [[noreturn]] void failForNewLabel(Message what) const;
    /// Names the tag of a word as the file has it, and its line.
    [[noreturn]] void failForNewTag(const TextRow& row, size_t word, std::string_view tag) const;
    /// Held-out texts may have tags that no training text has: those count as wrong.
    void addTags(Split split, const TextRow& row);
    void checkBounds(const TextRow& row);
    std::string listedClasses() const;

    TaskColumns m_columns;
    LabelIndex m_labels;
    NewLabels m_newLabels;
    bool m_skipBadRows;
    std::array<Part, 3> m_parts;
    SideWords m_words;
    SideAgreement m_agreement;
    std::vector<std::string> m_unseenTags; ///< In training texts.
    int64_t m_count = 0;
    int64_t m_skipped = 0;
    std::vector<Message> m_notes;
};

} // namespace core
