#pragma once

#include "core/probe/word_vectors/word_vector_questions.h"
#include "ui/view/asker.h"
#include "ui/view/view.h"

#include <vector>

class QLabel;

namespace ui {

class RowView;
class ViewFrame;

/// How word vectors answer the files of questions of their run: similarities of pairs, analogies by
/// section. Follows the epochs and the training.
class WordScoresView : public View {
    Q_OBJECT
public:
    explicit WordScoresView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    std::vector<Figure> figures() const override;
    void trained() override { m_asker.repeat(); }

    void setScores(const core::WordScores& scores);

private:
    QString summary() const;
    QString words() const;

    ViewFrame* m_frame;
    QLabel* m_summary = nullptr;
    RowView* m_table = nullptr;
    core::WordScores m_scores;
    std::vector<core::WordScoreRow> m_rows;
    QString m_run; ///< That is shown.
    Asker m_asker;
};

} // namespace ui
