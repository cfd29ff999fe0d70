#pragma once

#include "core/base/json.h"
#include "core/text/text_preview.h"
#include "ui/setup/preview_page.h"

class QBoxLayout;

namespace ui {

class TextSide;

/// How texts become ids under the current settings; of a translation both sides, side by side
/// where there is room.
class TextPage : public PreviewPage {
    Q_OBJECT
public:
    explicit TextPage(QWidget* parent = nullptr);

    void setPreview(const core::TextPreview& preview);
    void setPairPreview(const core::PairTextPreview& preview);
    void awaitPreview() { showEmpty(); } ///< Other data have been chosen,
    void showAgain() { showContent(); } ///< and now those of before.
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
