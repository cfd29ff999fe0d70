#pragma once

#include "core/probe/by_hand/bleu_by_hand.h"

#include <QWidget>

class QLabel;
class QPainter;

namespace ui {

class RowView;

/// The parts of a BLEU score: a row for each order with the counted n-grams underlined in the
/// hypothesis; the references and the n-grams of the order that is chosen there.
class BleuTables : public QWidget {
    Q_OBJECT
public:
    explicit BleuTables(QWidget* parent = nullptr);

    void show(const core::BleuByHand& sentence);
    int64_t order() const { return m_order; } ///< That is chosen, from 1.

private:
    void buildOrders();
    void buildReferences();
    void buildNgrams();
    void chooseOrder(int row);
    void showOrder();

    core::BleuByHand m_sentence;
    std::vector<size_t> m_shown; ///< n-grams of the chosen order.
    std::vector<std::string> m_texts; ///< Texts of the references.
    std::string m_hypothesis;
    int64_t m_order = 1;
    RowView *m_orders, *m_references, *m_ngrams;
    QLabel* m_title;
};

/// The hypothesis once for each order with the counted n-grams underlined, for pictures.
/// @return the height that was used.
int paintOrders(QPainter& painter, const core::BleuByHand& sentence, int width);

} // namespace ui
