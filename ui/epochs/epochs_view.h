#pragma once

#include "core/probe/data_questions.h"
#include "ui/view/answer_set.h"
#include "ui/view/view.h"

#include <memory>
#include <utility>

class QLabel;

namespace ui {

class RowView;
class ViewFrame;

/// What the network said of each pinned sentence after each epoch, and what it says now: a row per
/// epoch, a column per sentence. Of a model that writes for classes, what it wrote for each of them
/// from nothing. Answers that changed from the epoch before are marked.
class EpochsView : public View {
    Q_OBJECT
public:
    explicit EpochsView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    std::vector<Figure> figures() const override;

private:
    /// Of an epoch, -1 being now, and a sentence or class.
    using Place = std::pair<int, QString>;

    void followSubjects();
    void setSubjects(const QStringList& subjects);
    core::AskBriefly questionAbout(const QString& subject) const;
    QString explanation() const;
    void ask();
    void took(const Place& place);
    void setColumns();
    void showRows();
    void showState();
    int epochOf(int row) const; ///< -1: now.
    int bestEpoch() const; ///< -1: not known.
    QString rowName(int row) const;
    std::shared_ptr<const core::BriefAnswer> at(int row, int column) const;
    bool changed(int row, int column) const;
    QString cellText(int row, int column) const;

    ViewContext& m_context;
    AnswerSet<Place, core::AskBriefly> m_answers; ///< Of the run that is shown.
    Asker m_classesAsker;
    Shown m_shown;
    QStringList m_subjects; ///< The pinned sentences, or the classes that the model writes for.
    std::vector<int> m_rows; ///< Their epochs, the newest last.
    ViewFrame* m_frame;
    RowView* m_table;
    QLabel* m_said;
};

} // namespace ui
