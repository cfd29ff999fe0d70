#pragma once

#include "core/text/text_preview.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace ui {

class FactsRow;
class VocabularyTable;

/// How the texts of one language become ids under the current settings: samples before and after,
/// each tokeniser side by side, the vocabulary, and how much is unknown or cut.
class TextSide : public QWidget {
    Q_OBJECT
public:
    explicit TextSide(QWidget* parent = nullptr);

    void setTitle(const QString& title); ///< Which side it is; empty: there is but one.
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

} // namespace ui
