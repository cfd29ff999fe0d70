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

/// The predictions for each pinned sentence after each epoch and now: a row per epoch, a column per
/// sentence. For a model that generates for classes, the text that it generates for each of them.
/// Predictions that changed since the previous epoch are marked.
class EpochsView : public View {
    Q_OBJECT
public:
    explicit EpochsView(ViewContext& context, QWidget* parent = nullptr);

    /// All pinned sentences have a column: none of them is in the headline.
    QStringList runNames() const override { return {m_shown.name}; }
    void follow(const Shown& shown) override;
    std::vector<Figure> figures() const override;

private:
    /// An epoch (-1: now), and a sentence or class.
    using Place = std::pair<int, QString>;

    void followSubjects();
    void setSubjects(const QStringList& subjects);
    core::AskBriefly questionAbout(const QString& subject) const;
    QString explanation() const;
    void ask();
    void took(const Place& place);
    void setColumns();
    void showRows();
    void markShown();
    void showState();
    int epochOf(int row) const; ///< -1: now.
    int bestEpoch() const; ///< -1: not known.
    QString rowName(int row) const;
    std::shared_ptr<const core::BriefAnswer> at(int row, int column) const;
    bool changed(int row, int column) const;
    QString cellText(int row, int column) const;

    ViewContext& m_context;
    AnswerSet<Place, core::AskBriefly> m_answers; ///< Answers of the shown run.
    Asker m_classesAsker;
    Shown m_shown;
    QStringList m_subjects; ///< The pinned sentences, or the classes that the model writes for.
    std::vector<int> m_rows; ///< Their epochs, the newest last.
    ViewFrame* m_frame;
    RowView* m_table;
    QLabel* m_said;
};

} // namespace ui
