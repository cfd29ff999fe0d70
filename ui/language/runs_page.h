#pragma once

#include "core/probe/language_model/language_questions.h"
#include "ui/figure/figure.h"
#include "ui/language/glass_page.h"
#include "ui/view/answer_set.h"

#include <memory>
#include <vector>

namespace ui {

class ContentOrEmpty;
class RowView;

/// The same text under the run that is shown and each other one that is ticked: a column a run, a
/// row a word, the loss summed to words, so that words, characters and subwords can be compared.
class RunsPage : public GlassPage {
    Q_OBJECT
public:
    RunsPage(ViewContext& context, Asker::Failed failed, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    void setClass(const QString& name); ///< Class of models that generate for a class.
    void withdraw() override;
    std::vector<Figure> figures() const override;

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Run {
        QString id, name;
        AskedNetwork network;
        bool isNamedAs(const Run& other) const { return id == other.id && name == other.name; }
    };
    std::vector<Run> ticked() const;
    void ask();
    void took(const QString& run);
    void setColumns();
    void showRows();
    void showState();
    std::shared_ptr<const core::ReadText> of(int run) const; ///< Null: not answered yet.
    QString rowName(int row) const;
    Cell number(int row, int run) const;
    bool hasUnknown(int row, int run) const;
    QString shownNumber(int row, int run) const;
    QString tip(int row, int run) const;
    bool isBest(int row, int run) const;
    double highest() const; ///< Nats of a word.

    ViewContext& m_context;
    Asker::Failed m_failed;
    AnswerSet<QString, core::AskReading> m_answers; ///< Answers on the shown text, by run.
    Shown m_shown;
    QString m_class;
    std::vector<Run> m_runs;
    QStringList m_words;
    QLabel* m_state;
    ContentOrEmpty* m_part; ///< The table, where there is a text.
    RowView* m_table;
};

} // namespace ui
