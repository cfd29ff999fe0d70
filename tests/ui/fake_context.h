#pragma once

#include "tests/support/test_case.h"
#include "ui/setup/setup_panel.h"
#include "ui/view/view.h"
#include "ui/window/main_window.h"

/// Records the questions and requests of views and answers as the test does. Outlives its views.
class FakeContext : public ui::ViewContext {
public:
    FakeContext()
    {
        shown.choice.run = u"/runs/one"_s;
        shown.name = u"one"_s;
        shown.askable = true;
    }
    /// For the views of a window.
    explicit FakeContext(ui::MainWindow& owner) : FakeContext()
    {
        window = &owner;
        owner.setContext(*this);
        connect(this, &ViewContext::pinned, &window->pinned(), &ui::PinnedBar::pin);
    }

    struct Entry {
        ui::ModelChoice choice;
        core::AnyQuestion question;
        Hearer hearer;
        bool withdrawn = false;

        template <class Question>
        void answer(typename Question::Answer answer, double milliseconds = 0.0)
        {
            core::AnyAnswer any;
            any.value = std::make_shared<std::any>(std::move(answer));
            any.milliseconds = milliseconds;
            if (!withdrawn)
                hearer.answered(any);
        }
    };

    std::unique_ptr<ui::Asked> ask(const ui::ModelChoice& choice, const core::AnyQuestion& question,
                                   Hearer hearer) override
    {
        class Handle : public ui::Asked {
        public:
            explicit Handle(std::shared_ptr<Entry> entry) : m_entry(std::move(entry)) { }
            ~Handle() override { m_entry->withdrawn = true; }

        private:
            std::shared_ptr<Entry> m_entry;
        };
        const auto entry
            = std::make_shared<Entry>(Entry{choice, question, std::move(hearer), false});
        asked.push_back(entry);
        if (const auto known = m_answerers.find(question.name()); known != m_answerers.end())
            known->second(*entry);
        return std::make_unique<Handle>(entry);
    }
    const std::vector<ui::RunRow>& runs() const override { return rows; }
    const core::Catalogue& catalogue() const override { return kinds; }
    QWidget* preview() const override { return window->setup().preview(); }

    /// Such questions are answered at once.
    template <class Question>
    void answerWith(std::function<typename Question::Answer(const Question&)> answering)
    {
        m_answerers[Question::kName] = [answering = std::move(answering)](Entry& entry) {
            entry.answer<Question>(answering(*entry.question.as<Question>()));
        };
    }
    /// Such questions wait for an answer from now on.
    template <class Question> void forget() { m_answerers.erase(Question::kName); }
    /// The view is told of the run, and of each sentence that is to be looked at.
    void lead(ui::View& view)
    {
        connect(this, &ViewContext::looked, &view,
                [this, &view](const QString& text, const QString& reference) {
                    shown.text = text;
                    shown.reference = reference;
                    view.follow(shown);
                });
        view.follow(shown);
    }
    /// How many questions of this type were asked.
    template <class Question> size_t count() const
    {
        size_t count = 0;
        for (const auto& entry : asked)
            count += entry->question.as<Question>() != nullptr ? 1U : 0U;
        return count;
    }
    /// @pre one was asked.
    template <class Question> const Question& last() const
    {
        for (auto entry = asked.rbegin();; ++entry) {
            if (const auto* question = (*entry)->question.as<Question>())
                return *question;
        }
    }

    ui::MainWindow* window = nullptr;
    ui::Shown shown; ///< What lead() tells.
    std::vector<ui::RunRow> rows;
    core::Catalogue kinds;
    std::vector<std::shared_ptr<Entry>> asked;

private:
    std::map<std::string, std::function<void(Entry&)>> m_answerers;
};

/// The view that stands in the window, brought to the front.
template <class View> View& viewIn(ui::MainWindow& window, const char* place)
{
    window.showView(QString::fromLatin1(place));
    auto* view = window.findChild<View*>();
    if (view == nullptr)
        qFatal("no view in %s", place);
    return *view;
}
