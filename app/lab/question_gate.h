#pragma once

#include <QElapsedTimer>

#include <functional>
#include <utility>

namespace app {

/// One question at a time: what is to be asked while an answer is under way is asked once, as it
/// then stands, when the answer has come. GUI thread.
class QuestionGate {
public:
    /// @param ask  asks; answered() must be called once for each.
    explicit QuestionGate(std::function<void()> ask) : m_ask(std::move(ask)) { }

    void ask(); ///< Now, or behind the answer under way.
    /// Once more, because the network has learnt: not while an answer is under way, and so rarely
    /// that looking takes but a small share of the training's time.
    void repeat();
    /// @param milliseconds  that the compute thread needed; 0: not known.
    void answered(double milliseconds = 0.0);

private:
    std::function<void()> m_ask;
    bool m_underWay = false;
    bool m_stale = false; ///< Something changed while the answer was under way.
    QElapsedTimer m_since;
    double m_milliseconds = 0.0;
};

} // namespace app
