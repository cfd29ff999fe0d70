#pragma once

#include "core/model/model_summary.h"
#include "ui/setup/model_stack.h"

#include <QWidget>

namespace ui {

/// The network drawn over four tokens, from the tokens at the bottom to the classes at the top. An
/// encoder-decoder is two stacks side by side; what the decoder takes from the encoder crosses the
/// gap: its start dashed, what it looks at for every word in full lines.
class ModelFlow : public QWidget {
    Q_OBJECT
public:
    explicit ModelFlow(QWidget* parent = nullptr);

    void setSummary(const core::ModelSummary& summary);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool hasSides() const { return m_stacks.size() == 2; }
    bool has(core::SourceUse use) const; ///< Some layer of the target side.
    void place();
    void drawCrossing(QPainter& painter) const;
    void drawLegend(QPainter& painter) const;

    std::vector<ModelStack> m_stacks; ///< One, or those of source and target.
};

} // namespace ui
