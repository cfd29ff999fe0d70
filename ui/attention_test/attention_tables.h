#pragma once

#include "ui/attention_test/shown_test.h"

#include <QWidget>

class QLabel;

namespace ui {

class RowView;

/// Predictions with each replacement of attention weights.
class ReplacedPage : public QWidget {
    Q_OBJECT
public:
    explicit ReplacedPage(QWidget* parent = nullptr);

    void setTest(const ShownTest& test);
    QString words() const;

Q_SIGNALS:
    void siteChosen(const core::AttentionSite& site);

private:
    const core::AttentionOutcome& row(int index) const { return m_test->outcomes[size_t(index)]; }
    QString answerChange(int index) const;

    ShownTest m_test;
    QLabel* m_plain;
    RowView* m_table;
};

/// Entropy of each head, and its rank correlation with other measures of importance.
class AgreementPage : public QWidget {
    Q_OBJECT
public:
    explicit AgreementPage(QWidget* parent = nullptr);

    void setTest(const ShownTest& test);
    QString words() const;

Q_SIGNALS:
    void siteChosen(const core::AttentionSite& site);

private:
    const core::AttentionHeadFacts& row(int index) const { return m_test->heads[size_t(index)]; }

    ShownTest m_test;
    RowView* m_table;
};

} // namespace ui
