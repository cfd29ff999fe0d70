#pragma once

#include "core/base/json.h"
#include "core/text/text_preview.h"
#include "ui/setup/preview_page.h"

#include <QWidget>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace ui {

class FactsRow;
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

/// How the texts of one language become ids under the current settings: samples before and after,
/// each tokeniser side by side, the vocabulary, and how much is unknown or cut.
class TextSide : public QWidget {
    Q_OBJECT
public:
    explicit TextSide(QWidget* parent = nullptr);

    void setTitle(const QString& title); ///< Names the side; empty: there is only one.
    void setPreview(const core::TextPreview& preview);

private:
    void showFacts(const core::TextPreview& preview);
    void showSamples(const core::TextPreview& preview);
    void showComparison(const core::TextPreview& preview);

    QLabel* m_title;
    FactsRow* m_facts;
    QVBoxLayout* m_samples;
    QVBoxLayout* m_comparison;
    VocabularyTable* m_vocabulary;
};

/// How texts become ids under the current settings; for a translation both sides, side by side if
/// there is room.
class TextPage : public PreviewPage {
    Q_OBJECT
public:
    explicit TextPage(QWidget* parent = nullptr);

    void setPreview(const core::TextPreview& preview);
    void setPairPreview(const core::PairTextPreview& preview);
    void awaitPreview() { showEmpty(); } ///< Other data were chosen.
    void showAgain() { showContent(); } ///< The previous data were chosen again.
    void setSpec(const core::Json& spec); ///< For the names of the languages.

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showTitles();

    QBoxLayout* m_sides;
    TextSide* m_source;
    TextSide* m_target; ///< Hidden where there is but one side.
    bool m_pairs = false;
    std::string m_sourceLanguage, m_targetLanguage;
};

} // namespace ui
