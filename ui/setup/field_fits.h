#pragma once

#include "core/data/preview.h"
#include "core/text/text_preview.h"
#include "ui/widgets/fit_line.h"

#include <optional>
#include <vector>

namespace ui {

/// The known previews of the spec's data; null: not known.
struct KnownData {
    const core::DataPreview* data = nullptr;
    const core::TextPreview* text = nullptr; ///< For pairs, the source side.
    const core::TextPreview* target = nullptr;
};

/// The latest previews of data and texts, and which settings they are of.
class KnownPreviews {
public:
    void takeData(const core::DataPreview& preview, const core::Json& spec);
    /// @param target  null: there are no pairs.
    void takeTexts(const core::TextPreview& text, const core::TextPreview* target,
                   const core::Json& spec);
    void forgetData() { m_hasData = false; }
    /// Forgets a preview of other data than those of the spec. @return whether there was one.
    bool forgetOtherData(const core::Json& spec);

    const core::DataPreview* data() const { return m_hasData ? &m_data : nullptr; }
    bool hasTextsOf(const core::Json& spec) const; ///< With the same data and tokens.
    KnownData of(const core::Json& spec) const;

private:
    core::DataPreview m_data;
    bool m_hasData = false;
    core::Json m_dataSpec, m_textSpec; ///< The settings that the previews are of.
    std::optional<core::TextPreview> m_text, m_target;
};

/// How the values of `spec` that depend on the data fit: maximum lengths, vocabularies, batch size,
/// share for validation. Always the same settings in the same order.
std::vector<FieldFit> fieldFits(const core::Json& spec, const KnownData& known);

} // namespace ui
