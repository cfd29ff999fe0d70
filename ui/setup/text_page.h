#pragma once

#include "core/text/text_preview.h"
#include "ui/setup/preview_page.h"

namespace ui {

class FactsRow;
class VocabularyTable;

/// How texts become ids under the current settings: samples before and after, each tokeniser side
/// by side, the vocabulary, and how much is unknown or cut.
class TextPage : public PreviewPage {
    Q_OBJECT
public:
    explicit TextPage(QWidget* parent = nullptr);

    void setPreview(const core::TextPreview& preview);

private:
    void showFacts(const core::TextPreview& preview);
    void showSamples(const core::TextPreview& preview);
    void showComparison(const core::TextPreview& preview);

    FactsRow* m_facts;
    QVBoxLayout* m_samples;
    QVBoxLayout* m_comparison;
    VocabularyTable* m_vocabulary;
};

} // namespace ui
