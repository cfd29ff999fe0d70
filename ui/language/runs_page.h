#pragma once

#include "core/task/language_model/language_questions.h"
#include "ui/figure/table_text.h"
#include "ui/language/glass_page.h"

#include <QElapsedTimer>

#include <map>
#include <set>

namespace ui {

class RowView;

/// The same text under the run that is shown and each other one that is ticked: a column a run, a
/// row a word, the loss summed to words, so that words, characters and subwords can be compared.
class RunsPage : public GlassPage {
    Q_OBJECT
public:
    RunsPage(ViewContext& context, Asker::Failed failed, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    void setClass(const QString& name); ///< Of models that write for a class.
    void withdraw() override;
    void trained() override; ///< Asks the learning network, at most once a second.
    std::vector<Figure> figures() const override;

private:
    struct Run {
        QString id, name;
        friend bool operator==(const Run&, const Run&) = default;
    };
    std::vector<Run> ticked() const;
    void askNext();
    void took(const QString& run, const core::ReadText& text);
    void setColumns();
    void showRows();
    void showState();
    const core::ReadText* of(int run) const; ///< Null: not answered yet.
    QString rowName(int row) const;
    Cell number(int row, int run) const;
    bool hasUnknown(int row, int run) const;
    QString shownNumber(int row, int run) const;
    QString tip(int row, int run) const;
    bool isBest(int row, int run) const;
    double highest() const; ///< Nats of a word.

    ViewContext& m_context;
    Asker::Failed m_failed;
    Asker m_asker;
    Shown m_shown;
    QString m_class;
    QString m_asking; ///< The run that is being asked.
    std::vector<Run> m_runs;
    QStringList m_words;
    std::map<QString, core::ReadText> m_answers; ///< Of the text that is shown, by run.
    std::set<QString> m_old; ///< Runs that have learnt since, or failed: asked no more than once.
    std::set<QString> m_refused;
    QElapsedTimer m_sinceLive;
    QLabel* m_state;
    RowView* m_table;
};

} // namespace ui
