#pragma once

#include "core/probe/counterfactuals/counterfactuals.h"
#include "ui/sentence/text_inspection_view.h"
#include "ui/view/answer_set.h"

#include <memory>
#include <string>
#include <vector>

class QLabel;
class QPushButton;

namespace ui {

class ElidedLabel;
class OutcomeLines;
class RowView;

/// The prediction for a text and for changes of it: the words shuffled, the gender of its pronouns
/// exchanged, texts that are typed; by the shown network and by those of the ticked runs.
class CounterfactualsView : public TextInspectionView {
    Q_OBJECT
public:
    explicit CounterfactualsView(ViewContext& context, QWidget* parent = nullptr);
    ~CounterfactualsView() override;

protected:
    void showOtherText() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    /// A network with its answer.
    struct Network {
        QString name;
        std::shared_ptr<const core::Counterfactuals> answer; ///< Null: none yet.
    };

    QWidget* buildUpper();
    QWidget* buildText();
    QWidget* buildTyped();
    QWidget* buildLower();
    void shuffle();
    void exchangeGender();
    void addTyped();
    void add(const std::string& text);
    void offer(std::string text);
    size_t firstMade() const; ///< The first row that was not asked for by its text.
    const core::Counterfactual* nextOrder() const; ///< One that is not listed; null: none.
    const core::Counterfactual* exchangedGender() const; ///< Null: the text names no gender.
    core::AskCounterfactuals question() const;
    void setAnswer(const core::Counterfactuals& answer);
    void showNetworks();
    QString changeName(const core::Counterfactual& row) const;
    QString summary() const; ///< How often the prediction stays when words are shuffled.
    size_t chosenChange() const; ///< By place; beyond the last: none.

    std::vector<std::string> m_variants; ///< In the order of their making.
    std::shared_ptr<const core::Counterfactuals> m_answer; ///< Null: none.
    std::vector<Network> m_networks; ///< That of the shown run first.
    BesideRuns<core::AskCounterfactuals> m_besides;
    SentenceInput* m_typed = nullptr;
    QPushButton *m_shuffle = nullptr, *m_gender = nullptr, *m_clear = nullptr;
    RowView *m_changes = nullptr, *m_table = nullptr;
    OutcomeLines* m_outcomes = nullptr;
    ElidedLabel* m_before = nullptr;
    QLabel *m_summary = nullptr, *m_leftOut = nullptr;
};

} // namespace ui
