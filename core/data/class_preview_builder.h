#pragma once

#include "core/data/label_index.h"
#include "core/data/preview_builder.h"

namespace core {

/// The preview of labelled texts.
class ClassPreviewBuilder : public PreviewBuilder {
public:
    void add(Split split, const TextRow& row) override;
    void finish(DataPreview& preview) override;

private:
    void countClasses(DataPreview& preview) const;
    void judgeClasses(DataPreview& preview) const;
    void noteOrder(DataPreview& preview) const;
    static void noteRareClasses(DataPreview& preview);

    LabelIndex m_labels;
    std::vector<std::array<int64_t, 3>> m_classRows; ///< By label, by split.
    int64_t m_labelChanges = 0; ///< Neighbours in train with different labels.
    int32_t m_lastLabel = -1;
};

} // namespace core
