#pragma once

#include "core/base/json.h"
#include "core/nn/by_hand/attention_by_hand.h"

#include <QStringList>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QSpinBox;

namespace ui {

class NumberGrid;

/// Tables and switches of an attention layer that is typed by hand; always a valid one.
class ByHandForm : public QWidget {
    Q_OBJECT
public:
    explicit ByHandForm(QWidget* parent = nullptr);

    core::AttentionByHand attention() const;
    bool wantsGradients() const;
    core::Json state() const; ///< State of everything that is typed and chosen.
    /// Replaces all tables, without edited(). @param rows  names of the rows; empty: numbers.
    void setTables(const core::AttentionByHand& attention, const QStringList& queries,
                   const QStringList& keys);
    void setState(const core::Json& state); ///< Ignores values that do not fit; without edited().

Q_SIGNALS:
    void edited();

private:
    QSpinBox* makeSize(const QString& name, const QString& objectName);
    QWidget* makeSizes();
    QWidget* makeSwitches();
    void takeExample(int index);
    void nameRows(const QStringList& queries, const QStringList& keys);
    void setAttention(const core::AttentionByHand& attention);
    void resizeTables();
    void offerHeads(int64_t wanted);
    void showRefused(const QString& text);

    QComboBox *m_examples, *m_heads = nullptr;
    QSpinBox *m_queryCount = nullptr, *m_keyCount = nullptr;
    QSpinBox *m_features = nullptr, *m_valueFeatures = nullptr, *m_scale = nullptr;
    NumberGrid *m_queries, *m_keys, *m_values;
    QCheckBox *m_causal = nullptr, *m_gradients = nullptr;
    QLabel* m_problem;
};

} // namespace ui
