#pragma once

#include "core/data/corpus_reader.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Takes what a task asks for out of a format's records and refuses what is nothing of the kind.
class RowMaker : public RecordSink {
public:
    /// Keeps references to `layout`, `file` and `consumer`.
    RowMaker(Split split, const Layout& layout, const TaskColumns& columns, const std::string& file,
             RowConsumer& consumer);

    void add(const Record& record) override;
    void reject(int64_t line, Message reason) override;
    void refuseFile(Message problem, Message advice) override;
    void note(Message message) override;

private:
    std::string_view textOf(const Record& record);
    std::string_view labelOf(const Record& record) const;
    bool isPair() const { return m_answer == ColumnKind::Text; }
    Message faultOf(std::string_view text, std::string_view label) const;
    Message answerFault(std::string_view text, std::string_view label) const;
    Message readFeatures(std::string_view text, const Record& record);

    Split m_split;
    const Layout& m_layout;
    std::optional<ColumnKind> m_answer;
    const std::string& m_file;
    RowConsumer& m_consumer;
    std::vector<int64_t> m_featureColumns; ///< Fewer than cells: nothing is read then.
    std::vector<std::string_view> m_featureCells;
    std::string m_joined;
};

} // namespace core
