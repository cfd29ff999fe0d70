#pragma once

#include "ui/unrolled/unrolled_layout.h"

#include <QWidget>

class QLabel;

namespace ui {

class ValueStrip;

/// The chosen vector of the unrolled network: its layer with shape and parameters, and its numbers;
/// of a recurrent cell each quantity with its equation.
class CellPanel : public QWidget {
    Q_OBJECT
public:
    explicit CellPanel(QWidget* parent = nullptr);

    void showCell(const UnrolledLayout& layout, size_t row, size_t step);

private:
    void addStrip(const QString& title, const core::TraceVectors& vectors, size_t step);

    QLabel *m_title, *m_facts;
    QWidget* m_strips;
};

} // namespace ui
