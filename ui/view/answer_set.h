#pragma once

#include "ui/view/asker.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ui {

/// Answers to one kind of question under keys: of several runs, epochs or rows. The questions are
/// put one after the other, as long as the answers are visible.
///
/// An answer stays in sight until a newer one replaces it. It is renewed when the question or the
/// network under its key becomes another one, and at ViewContext::pace() when that network has
/// learnt. What failed is put again only once its question or its network is another one.
template <class Key, class Question> class AnswerSet {
public:
    using Answer = typename Question::Answer;
    using Changed = std::function<void(const Key&)>;
    struct Wish {
        Key key;
        AskedNetwork network;
        Question question;
    };

    /// @param changed  the answer under this key has come, or its failure.
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

    /// What is wanted from now on, the most urgent first; all else is dropped.
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
    void withdraw() { follow({}); } ///< Nothing is wanted, and no answer is kept.
    void resume() { askNext(); } ///< The answers are visible again.
    /// At least so long lies between two questions to the same network about the same.
    void setIntervalMs(int milliseconds) { m_intervalMs = milliseconds; }

    /// Null: none has come.
    std::shared_ptr<const Answer> find(const Key& key) const
    {
        const auto found = entry(key);
        return found != m_entries.end() ? found->answer : nullptr;
    }
    const core::Failure* failure(const Key& key) const ///< Null: it has not failed.
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
        bool missing = false; ///< Neither answered nor failed as it is wished for now.
        bool behind = false; ///< The network has learnt since the answer.
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

    /// Milliseconds until the entry may be asked about again.
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
        // Whoever answers at once may have the entries changed.
        const Wish wish = *each.wish;
        m_asker.ask(wish.network, wish.question,
                    [this](const Answer& answer) { took(&answer, nullptr); });
    }

    void took(const Answer* answer, const core::Failure* failure)
    {
        const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                        [this](const Entry& each) { return isAsked(each); });
        m_asked.reset();
        m_next.start(0); // After this answer has been dealt with.
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
    std::optional<Wish> m_asked; ///< That waits for its answer.
    int m_intervalMs = 0;
    QTimer m_next;
};

} // namespace ui
