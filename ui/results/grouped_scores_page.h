#pragma once

#include "core/probe/evaluation/grouped_scores_question.h"
#include "ui/figure/figure.h"
#include "ui/view/answer_set.h"
#include "ui/widgets/plot.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <utility>
#include <vector>

class QLabel;
class QPushButton;

namespace ui {

/// Scores of several networks in groups of lengths or distances: a line a network, with the band of
/// its intervals.
class GroupedScoresPlot : public Plot {
    Q_OBJECT
public:
    explicit GroupedScoresPlot(QWidget* parent = nullptr);

    struct Line {
        QString name;
        int colour = 0; ///< Theme::seriesPen.
        std::vector<core::GroupedScore> groups;
        bool isGuess = false; ///< Its values are the guesses of the groups.
    };
    /// @param groups  names of the groups, below the axis.
    void setLines(std::vector<Line> lines, const QStringList& groups, const QString& x,
                  const QString& y);

protected:
    void applyTheme() override;

private:
    void addLine(const Line& line);
    void style();
    std::vector<Line> m_lines;
};

/// A page of Results: what is left of the score of long texts (002:1701), or of what was read long
/// ago (002:725), of the shown network and of the ticked ones that learn the same. Each is
/// evaluated on demand.
class GroupedScoresPage : public QWidget {
    Q_OBJECT
public:
    /// @param by  length or distance.
    GroupedScoresPage(ViewContext& context, core::Grouping by, QWidget* parent = nullptr);

    void follow(const Shown& shown, const QString& split);
    bool hasAnswers() const { return !answers().empty(); }
    Figure figure() const;

protected:
    void showEvent(QShowEvent* event) override;

private:
    using Answer = std::shared_ptr<const core::GroupedScores>;
    struct Scored {
        QString name;
        int colour = 0;
        Answer scores;
    };

    bool byLength() const { return m_by == core::Grouping::Length; }
    void evaluate(); ///< By the user.
    void ask();
    void took();
    std::vector<Scored> answers() const; ///< The shown run first.
    QString stateText() const;
    QString intervalText(const core::GroupedScores& scores) const;
    void write(TableText& table) const;
    QString words() const;

    ViewContext& m_context;
    core::Grouping m_by;
    AnswerSet<QString, core::AskGroupedScores> m_own; ///< The shown run.
    BesideRuns<core::AskGroupedScores> m_besides;
    Shown m_shown;
    QString m_split;
    bool m_wanted = false; ///< The evaluation was asked for.
    QPushButton* m_evaluate;
    GroupedScoresPlot* m_plot;
    QLabel* m_state;
};

} // namespace ui
