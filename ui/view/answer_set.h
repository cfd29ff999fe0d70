#pragma once

#include "ui/text/sentences.h"
#include "ui/view/asker.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ui {

/// Answers to one kind of question under keys, such as several runs, epochs or rows. The questions
/// are sent one after the other while the answers are visible.
///
/// An answer is shown until a newer one replaces it. It is renewed when the question or the network
/// under its key changes and, at ViewContext::pace(), when that network has been trained further. A
/// failed question is sent again only when its question or its network changes.
template <class Key, class Question> class AnswerSet {
public:
    using Answer = typename Question::Answer;
    using Changed = std::function<void(const Key&)>;
    struct Wish {
        Key key;
        AskedNetwork network;
        Question question;
    };

    using Wishes = std::vector<Wish>;

    /// @param changed  is called when the answer or the failure under a key has arrived.
    /// @param seen  whether answers are of interest now.
    AnswerSet(ViewContext& context, Changed changed, std::function<bool()> seen)
        : m_context(context)
        , m_changed(std::move(changed))
        , m_seen(std::move(seen))
        , m_asker(context, [this](const core::Failure& failure) { took(nullptr, &failure); })
    {
        m_next.setSingleShot(true);
        QObject::connect(&m_next, &QTimer::timeout, &m_next, [this] { askNext(); });
        QObject::connect(&context, &ViewContext::updated, &m_next,
                         [this](const RunUpdates& updates) { learnt(updates.run); });
    }

    /// Replaces the questions by these, the most urgent first. Answers under other keys are
    /// dropped.
    void follow(std::vector<Wish> wishes)
    {
        std::vector<Entry> entries;
        for (Wish& wish : wishes) {
            Entry entry = taken(wish.key);
            const bool same = entry.wish && entry.wish->network == wish.network
                && entry.wish->question == wish.question;
            if (!same) {
                entry.missing = true;
                entry.failure.reset();
                entry.wish = std::move(wish);
            }
            entries.push_back(std::move(entry));
        }
        m_entries = std::move(entries);
        const bool dropped = m_asked
            && std::none_of(m_entries.begin(), m_entries.end(),
                            [this](const Entry& each) { return isAsked(each); });
        if (dropped)
            stopAsking();
        askNext();
    }
    void withdraw() { follow({}); } ///< Drops all questions and answers.
    void resume() { askNext(); } ///< The answers are visible again.
    /// Sets the shortest time between two questions under one key.
    void setIntervalMs(int milliseconds) { m_intervalMs = milliseconds; }

    /// Null: not answered yet.
    std::shared_ptr<const Answer> find(const Key& key) const
    {
        const auto found = entry(key);
        return found != m_entries.end() ? found->answer : nullptr;
    }
    const core::Failure* failure(const Key& key) const ///< Null: no failure.
    {
        const auto found = entry(key);
        return found != m_entries.end() && found->failure ? &*found->failure : nullptr;
    }
    bool isComplete() const ///< Each question has been answered or has failed.
    {
        return std::none_of(m_entries.begin(), m_entries.end(),
                            [](const Entry& each) { return each.missing; });
    }

private:
    struct Entry {
        std::optional<Wish> wish;
        std::shared_ptr<const Answer> answer;
        std::optional<core::Failure> failure;
        bool missing = false; ///< The current question has neither an answer nor a failure.
        bool behind = false; ///< The network has been trained since the answer.
        QElapsedTimer asked;
    };

    auto entry(const Key& key) const
    {
        return std::find_if(m_entries.begin(), m_entries.end(),
                            [&](const Entry& each) { return each.wish->key == key; });
    }
    Entry taken(const Key& key)
    {
        const auto known = std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& each) {
            return each.wish && each.wish->key == key;
        });
        return known != m_entries.end() ? std::move(*known) : Entry();
    }
    bool isAsked(const Entry& each) const
    {
        return m_asked && each.wish->key == m_asked->key && each.wish->network == m_asked->network
            && each.wish->question == m_asked->question;
    }
    void stopAsking()
    {
        m_asked.reset();
        m_asker.withdraw();
    }

    void learnt(const QString& run)
    {
        for (Entry& each : m_entries)
            if (each.wish->network.learns() && each.wish->network.choice.run == run)
                each.behind = true;
        askNext();
    }

    /// Milliseconds until the entry's question may be sent again.
    int waitMs(const Entry& each) const
    {
        const int left = each.asked.isValid() ? m_intervalMs - int(each.asked.elapsed()) : 0;
        return std::max(left, m_context.pace().waitMs(each.asked));
    }

    void askNext()
    {
        if (m_asked || !m_seen())
            return;
        const auto missing = std::find_if(m_entries.begin(), m_entries.end(),
                                          [](const Entry& each) { return each.missing; });
        if (missing != m_entries.end())
            return ask(*missing);
        int wait = -1;
        for (Entry& each : m_entries) {
            if (!each.behind)
                continue;
            const int left = waitMs(each);
            if (left <= 0)
                return ask(each);
            wait = wait < 0 ? left : std::min(wait, left);
        }
        if (wait >= 0)
            m_next.start(wait);
    }

    void ask(Entry& each)
    {
        each.behind = false;
        each.asked.start();
        m_asked = each.wish;
        // An immediate answer may change the entries.
        const Wish wish = *each.wish;
        m_asker.ask(wish.network, wish.question,
                    [this](const Answer& answer) { took(&answer, nullptr); });
    }

    void took(const Answer* answer, const core::Failure* failure)
    {
        const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                        [this](const Entry& each) { return isAsked(each); });
        m_asked.reset();
        m_next.start(0); // After this answer has been handled.
        if (found == m_entries.end())
            return;
        found->missing = false;
        found->answer = answer != nullptr ? std::make_shared<const Answer>(*answer) : nullptr;
        found->failure.reset();
        if (failure != nullptr)
            found->failure = *failure;
        const Key key = found->wish->key;
        m_changed(key);
    }

    ViewContext& m_context;
    Changed m_changed;
    std::function<bool()> m_seen;
    Asker m_asker;
    std::vector<Entry> m_entries;
    std::optional<Wish> m_asked; ///< Sent, without an answer yet.
    int m_intervalMs = 0;
    QTimer m_next;
};

/// Names of ticked runs that are not compared with the shown one, by the reason.
struct LeftOutRuns {
    QStringList ofOtherTasks, ofOtherSettings, tooMany;
};
/// "Ticked runs that are left out: ..."; empty: none.
QString leftOutText(const LeftOutRuns& runs);

/// The same question put to the runs of the same task that are ticked in the list of runs, beside
/// the run that all views show.
template <class Question> class BesideRuns {
public:
    static constexpr size_t kMost = 8; ///< Runs that a view compares at once.
    struct Run {
        QString id, name;
        int colourIndex = 0;
        std::shared_ptr<const typename Question::Answer> answer; ///< Null: none yet.
        const core::Failure* failure = nullptr; ///< Null: none.
    };

    /// @param changed  is called when an answer or a failure has arrived.
    /// @param seen  whether answers are of interest now.
    BesideRuns(ViewContext& context, std::function<void()> changed, std::function<bool()> seen)
        : m_context(context)
        , m_answers(
              context, [changed = std::move(changed)](const QString&) { changed(); },
              std::move(seen))
    {
    }

    /// Sends the question to each run that has not answered it. @param most  runs; 0: drops all
    /// questions. @param fits  whether a run of the same task is compared; empty: each is.
    void follow(const Shown& shown, const Question& question, size_t most,
                const std::function<bool(const RunRow&)>& fits = {})
    {
        m_rows.clear();
        m_leftOut = {};
        std::vector<typename AnswerSet<QString, Question>::Wish> wishes;
        for (const RunRow& row : m_context.runs()) {
            if (!row.shown || row.id == shown.choice.run)
                continue;
            const QString name = QString::fromStdString(row.summary.name);
            if (row.summary.spec.task.kind != shown.spec.task.kind) {
                m_leftOut.ofOtherTasks << name;
            } else if (fits && !fits(row)) {
                m_leftOut.ofOtherSettings << name;
            } else if (wishes.size() == most) {
                m_leftOut.tooMany << name;
            } else {
                m_rows.push_back({row.id, name, row.colourIndex, {}, {}});
                wishes.push_back({row.id, networkOf(row), question});
            }
        }
        m_answers.follow(std::move(wishes));
    }
    std::vector<Run> runs() const
    {
        std::vector<Run> all = m_rows;
        for (Run& run : all) {
            run.answer = m_answers.find(run.id);
            run.failure = m_answers.failure(run.id);
        }
        return all;
    }
    void resume() { m_answers.resume(); } ///< The answers are visible again.
    bool isComplete() const { return m_answers.isComplete(); }
    /// Which ticked runs the question was not put to, and why; empty: none.
    QString leftOut() const { return leftOutText(m_leftOut); }
    /// "lstm-2 is not shown: ..." for each run whose question failed.
    QStringList missing() const
    {
        QStringList lines;
        for (const Run& run : runs())
            if (run.failure != nullptr)
                lines << QCoreApplication::translate("BesideRuns", "%1 is not shown: %2")
                             .arg(run.name, sentence(*run.failure));
        return lines;
    }

private:
    ViewContext& m_context;
    std::vector<Run> m_rows;
    LeftOutRuns m_leftOut;
    AnswerSet<QString, Question> m_answers;
};

} // namespace ui
