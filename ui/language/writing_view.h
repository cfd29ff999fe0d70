#pragma once

#include "core/probe/language_model/language_questions.h"
#include "ui/view/asker.h"
#include "ui/view/view.h"
#include "ui/widgets/key_help.h"

#include <QElapsedTimer>
#include <QPlainTextEdit>

#include <functional>
#include <map>
#include <vector>

class QLabel;

namespace ui {

class ProbabilityBars;
class SuggestionBar;
class ViewFrame;
class WrittenClassBox;

/// Where one writes; some keys take or hide suggestions, as long as there are any.
class WritingBox : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit WritingBox(QWidget* parent = nullptr);

    void setOffered(int suggestions) { m_offered = suggestions; }
    QString before() const; ///< The text up to the cursor.

Q_SIGNALS:
    void taken(int suggestion);
    void dismissed();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int suggestionOf(const QKeyEvent& event) const; ///< -1: another key.
    bool hides(const QKeyEvent& event) const; ///< The words that are offered.
    int m_offered = 0;
};

/// Writing with a language model: while one types, the words that it would go on with are offered
/// below, also while it learns. One question is under way at most; the newest text wins.
class WritingView : public View {
    Q_OBJECT
public:
    explicit WritingView(ViewContext& context, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    void trained() override;
    std::vector<Figure> figures() const override;
    static KeyHelps keys(); ///< While the view has the focus.
    /// From each of the last keys to its suggestions, milliseconds; at most 100.
    const std::vector<double>& delays() const { return m_delays; }

private:
    QWidget* buildContent();
    QWidget* buildState();
    void showTextOf(const core::DataSpec& source);
    void edited();
    void ask();
    void took(const core::Suggestions& found);
    void take(int index);
    void dismiss();
    void showCost(const core::Suggestions& found);
    void offer(std::vector<core::Suggestion> suggestions);
    void fail(const core::Failure& failure);

    ViewContext& m_context;
    Asker m_asker;
    Shown m_shown;
    std::string m_data; ///< Data that the text in the box belongs to.
    std::map<std::string, QString> m_texts; ///< Texts of other data.
    QString m_answered; ///< The text before the cursor that the suggestions go on with.
    bool m_behind = false; ///< The pending question is about an older text.
    bool m_watching = false; ///< The pending question only follows a network that learns.
    bool m_hidden = false; ///< Until the next key.
    bool m_fresh = false; ///< A key has come whose suggestions are not there yet.
    core::Suggestions m_found;
    QElapsedTimer m_key; ///< Since the first key that was not answered.
    std::vector<double> m_delays;
    ViewFrame* m_frame;
    WrittenClassBox* m_class = nullptr;
    WritingBox* m_box = nullptr;
    SuggestionBar* m_bar = nullptr;
    ProbabilityBars* m_tokens = nullptr;
    QLabel *m_state = nullptr, *m_cost = nullptr, *m_title = nullptr;
};

} // namespace ui
