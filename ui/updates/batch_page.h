#pragma once

#include "core/probe/updates/update_questions.h"
#include "core/train/reports.h"
#include "ui/figure/figure.h"
#include "ui/table/row_table.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

class QLabel;

namespace ui {

/// The items of a batch with their losses, the largest first.
class BatchTable : public RowTable {
    Q_OBJECT
public:
    explicit BatchTable(QWidget* parent = nullptr);

    void setBatch(const core::UpdateBatch& batch);
    const std::vector<core::UpdateItem>& items() const { return m_items; } ///< As they are shown.

Q_SIGNALS:
    void opened(const QString& text, const QString& reference);

private:
    std::vector<core::UpdateItem> m_items;
};

/// "Why did the loss jump here": the texts of an update's batch with their losses, and the gradient
/// norm of each layer.
class BatchPage : public QWidget {
    Q_OBJECT
public:
    explicit BatchPage(QWidget* parent = nullptr);

    void clear(const QString& said); ///< Shows no batch, and why.
    void setBatch(const core::UpdateBatch& batch);
    /// @param report  null: not kept.
    void setLayers(const std::vector<std::string>& layers, const core::UpdateReport* report);
    std::vector<Figure> figures() const;
    QString words() const;

Q_SIGNALS:
    void opened(const QString& text, const QString& reference);

private:
    QString batchText() const;

    BatchTable* m_table;
    RowView* m_layerTable;
    QLabel *m_said, *m_layersSaid;
    std::optional<core::UpdateBatch> m_batch;
    std::vector<std::string> m_layers, m_layerNames; ///< As of parameters, and as shown.
    std::vector<float> m_norms, m_steps; ///< By layer; the latter may be empty.
    float m_largest = 0.0F;
};

} // namespace ui
