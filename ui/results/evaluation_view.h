#pragma once

#include "ui/results/evaluation_frame.h"
#include "ui/view/asker.h"
#include "ui/view/view.h"

#include <memory>
#include <vector>

namespace ui {

/// What every view of results does: follows the shown run, has it evaluated on the chosen set, and
/// says progress and failures in its frame. EvaluationOf knows what is asked.
class EvaluationView : public View {
    Q_OBJECT
public:
    void follow(const Shown& shown) final;
    std::vector<Figure> figures() const final;

protected:
    EvaluationView(ViewContext& context, const EvaluationWords& words, QWidget* parent);

    EvaluationFrame& frame() const { return *m_frame; }
    /// For what else is asked of the shown run: progress, failures and Cancel are the frame's.
    Asker& addAsker();
    const Shown& shown() const { return m_shown; }
    /// From now on this text is the one that all views open up, in `place` in front.
    void look(const QString& text, const QString& reference = {},
              const QString& place = QStringLiteral("sentence"));

    virtual std::vector<Figure> resultFigures() const = 0; ///< There are results.

private:
    /// Unless the last question was this one, of this network. @pre a run is shown.
    virtual void evaluate() = 0;

    ViewContext& m_context;
    Shown m_shown;
    EvaluationFrame* m_frame;
    std::vector<std::unique_ptr<Asker>> m_askers;
};

/// The results view of the tasks that answer `Question`: a core::RowsQuestion whose answer is a
/// core::ScoredRows.
template <class Question> class EvaluationOf : public EvaluationView {
public:
    using Answer = typename Question::Answer;

    /// @param split  "valid", "test" or a file's name.
    void setResults(const QString& runName, const QString& split, const Answer& scored)
    {
        frame().showResults(split, runName, scored.epoch);
        showScored(scored);
    }

protected:
    EvaluationOf(ViewContext& context, const EvaluationWords& words, QWidget* parent)
        : EvaluationView(context, words, parent), m_asker(addAsker())
    {
    }
    virtual void showScored(const Answer& scored) = 0;

private:
    void evaluate() final
    {
        Question question;
        question.split = frame().split().toStdString();
        m_asker.follow(shown(), question,
                       [this, name = shown().name, split = frame().split()](const Answer& scored) {
                           setResults(name, split, scored);
                       });
    }

    Asker& m_asker;
};

} // namespace ui
