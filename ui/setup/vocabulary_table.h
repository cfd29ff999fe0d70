#pragma once

#include "core/text/text_preview.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTableWidget;

namespace ui {

/// Token, id and count, with one search field that works both ways: a token finds its id, a number
/// finds the token with that id.
class VocabularyTable : public QWidget {
    Q_OBJECT
public:
    explicit VocabularyTable(QWidget* parent = nullptr);

    /// The most frequent tokens and those of the samples.
    void setPreview(const core::TextPreview& preview);

private:
    void search(const QString& text);

    QLineEdit* m_search;
    QLabel* m_answer;
    QTableWidget* m_table;
    std::vector<core::VocabularyEntry> m_entries;
    qint64 m_vocabularySize = 0;
};

} // namespace ui
