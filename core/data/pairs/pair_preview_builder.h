#pragma once

#include "core/data/pairs/side_agreement.h"
#include "core/data/pairs/side_words.h"
#include "core/data/preview_builder.h"

namespace core {

/// The preview of pairs.
class PairPreviewBuilder : public PreviewBuilder {
public:
    void add(Split split, const TextRow& row) override;
    void finish(DataPreview& preview) override;

private:
    void countRows(DataPreview& preview) const;
    void judgeSides(DataPreview& preview);

    LengthCounter m_targetLengths;
    RatioCounter m_ratios;
    SideWords m_words;
    SideAgreement m_agreement;
    int64_t m_sameSides = 0; ///< Pairs whose sides are the same text.
};

} // namespace core
