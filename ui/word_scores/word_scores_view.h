#pragma once

#include "core/probe/word_vectors/word_vector_questions.h"
#include "ui/view/asker.h"
#include "ui/view/view.h"

#include <vector>

class QLabel;
class QToolButton;

namespace ui {

class RowView;
class ViewFrame;

/// How word vectors answer the files of questions of their run: similarities of pairs, analogies by
/// section. More files can be added in the view. Follows the epochs and the training.
class WordScoresView : public View {
    Q_OBJECT
public:
    explicit WordScoresView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    std::vector<Figure> figures() const override;
    void trained() override { m_asker.repeat(); }

    void setScores(const core::WordScores& scores);
    /// Asks them as well, of every run that is shown, until removeFiles() or one cannot be read.
    void addFiles(const QStringList& paths);
    void removeFiles();

private:
    QWidget* buildFiles();
    void ask();
    void showFailure(const core::Failure& failure);
    QString summary() const;
    QString scoreOf(const core::Score& score) const;
    QString words() const;

    ViewFrame* m_frame;
    QLabel* m_summary = nullptr;
    RowView* m_table = nullptr;
    core::WordScores m_scores;
    std::vector<core::WordScoreRow> m_rows;
    Shown m_shown;
    std::vector<std::string> m_added; ///< Files beside those of the run's settings.
    size_t m_answered = 0; ///< So many of them are in m_scores.
    QToolButton *m_add = nullptr, *m_remove = nullptr;
    Asker m_asker;
};

} // namespace ui
