#pragma once

#include "core/probe/language_model/language_questions.h"
#include "ui/table/row_view.h"

namespace ui {

/// How well a model that writes for a class expected the texts of each, the least expected class
/// first: number of texts, loss and perplexity a token, bits a character.
class ClassReadingsTable : public RowView {
    Q_OBJECT
public:
    explicit ClassReadingsTable(QWidget* parent = nullptr);
    void setTexts(const std::vector<core::ReadText>& texts);

private:
    /// The texts of a class, counted together.
    struct Row {
        std::string name;
        int64_t texts = 0;
        double loss = 0.0, perplexity = 0.0, unknown = 0.0, bits = 0.0;
    };
    std::vector<RowColumn> columns() const;

    std::vector<Row> m_classes;
};

} // namespace ui
