#pragma once

#include "core/probe/attention/attention_questions.h"
#include "ui/figure/figure.h"
#include "ui/view/asker.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;

namespace ui {

class BusyLine;
class QuietComboBox;
class RowView;

/// Scores of a whole split with replaced attention weights: a job with progress.
class AttentionScoresPage : public QWidget {
    Q_OBJECT
public:
    explicit AttentionScoresPage(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown& shown); ///< Drops the scores of another network.
    void setScores(const core::AttentionScores& scores);
    const core::AttentionScores& scores() const { return m_scores; }
    QString words() const;

private:
    QWidget* buildControls();
    void start();
    void showBusy(const core::Progress& progress);
    void end(const QString& said);
    const core::ScoredAttention& row(int index) const { return m_scores.rows[size_t(index)]; }

    Asker m_asker;
    Shown m_shown;
    core::AttentionScores m_scores;
    QuietComboBox *m_split = nullptr, *m_texts = nullptr;
    QCheckBox* m_heads = nullptr;
    QPushButton* m_start = nullptr;
    BusyLine* m_busy = nullptr;
    QLabel* m_state = nullptr;
    RowView* m_table = nullptr;
};

} // namespace ui
