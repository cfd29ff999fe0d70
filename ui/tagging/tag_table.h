#pragma once

#include "core/probe/tagging/tagging_questions.h"
#include "ui/table/row_table.h"

namespace ui {

/// The tagged texts of a set with their mistakes, and filters: words in the text, right or wrong, a
/// pair of tags. A click or Return opens a text. Written are text,tokens,wrong,true,predicted,
/// tags with blanks between them.
class TagTable : public RowTable {
    Q_OBJECT
public:
    enum Column { Wrong, Text, Mistakes };
    enum class Filtered { No, Yes };

    explicit TagTable(QWidget* parent = nullptr);
    void setRows(std::vector<core::TagPrediction> rows, const std::vector<std::string>& tags);
    /// Shows the texts with such a token, or all when they are shown already.
    Filtered toggleTags(int trueTag, int predictedTag);

Q_SIGNALS:
    void textActivated(const QString& text, const QString& trueTags);
    void tagsCleared();

private:
    std::vector<RowColumn> columns() const;
    void buildFilters();
    void fillTags(const std::vector<std::string>& tags);
    bool isShown(const core::TagPrediction& row) const;
    void applyFilters();
    const core::TagPrediction& at(int row) const { return m_rows[size_t(row)]; }
    std::string text(int row) const;
    std::vector<TextPart> wrongWords(int row) const;
    QString mistakes(int row) const;
    std::string tagsOf(const std::vector<int32_t>& tags) const;

    std::vector<core::TagPrediction> m_rows;
    std::vector<std::string> m_tags;
    QComboBox *m_judgement = nullptr, *m_true = nullptr, *m_predicted = nullptr;
};

} // namespace ui
