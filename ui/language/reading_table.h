#pragma once

#include "core/probe/language_model/language_questions.h"
#include "ui/table/row_table.h"
#include "ui/table/row_view.h"

namespace ui {

/// The lines of a set with how well a language model expected each; the least expected come first.
/// Lines of nothing but their end are ignored. For models that generate for a class they are names,
/// each with its class.
/// Written are loss,text,class,line,tokens,nats,perplexity,unknown,bits_per_character,top_10.
class ReadingTable : public RowTable {
    Q_OBJECT
public:
    explicit ReadingTable(QWidget* parent = nullptr);
    void setTexts(const std::vector<core::ReadText>& texts);

Q_SIGNALS:
    void textActivated(const QString& text);

private:
    /// A line, counted once: tokens are not kept.
    struct Line {
        int64_t number = 0; ///< In the set, from 1.
        std::string text, className;
        int64_t tokens = 0;
        double nats = 0.0, loss = 0.0, perplexity = 0.0, unknown = 0.0, bits = 0.0;
        double expected = 0.0; ///< Share of its tokens with a rank of at most 10.
    };
    std::vector<RowColumn> columns() const;
    const Line& at(int row) const { return m_lines[size_t(row)]; }

    std::vector<Line> m_lines;
    bool m_areNames = false; ///< Written for a class.
};

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
