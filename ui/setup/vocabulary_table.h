#pragma once

#include "core/text/text_preview.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace ui {

class RowView;
struct RowColumn;

/// Token, id and count, with one search field that works both ways: a token finds its id, a number
/// finds the token with that id.
class VocabularyTable : public QWidget {
    Q_OBJECT
public:
    explicit VocabularyTable(QWidget* parent = nullptr);

    /// The most frequent tokens and those of the samples.
    void setPreview(const core::TextPreview& preview);

private:
    std::vector<RowColumn> columns() const;
    void search(const QString& text);
    const core::VocabularyEntry& at(int row) const { return m_entries[size_t(row)]; }

    QLineEdit* m_search;
    QLabel* m_answer;
    RowView* m_table;
    std::vector<core::VocabularyEntry> m_entries;
    qint64 m_vocabularySize = 0;
};

} // namespace ui
