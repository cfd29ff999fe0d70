#pragma once

#include <QObject>
#include <QStringList>

#include <functional>
#include <vector>

namespace ui {

/// A part of a network or of its input that several views show.
struct Mark {
    enum class Kind {
        None,
        Source, ///< A token of the text, or of the source of a pair.
        Target, ///< A token that a decoder predicts.
        Unit,
        Layer, ///< By its path: "encoder.embedding"; of a stack of recurrent ones,
               ///< "encoder.rnn.l0".
        Head, ///< A head of attention, by number, with its layer by name.
        Update,
        Point, ///< The current point of a map, by its token and text; without an index: none.
        ChosenPoint ///< One of those that are chosen there.
    };
    Kind kind = Kind::None;
    qint64 index = -1; ///< Position of a token, update, head, layer of a unit; -1: none.
    QString text = {}; ///< The token; the unit, the head or the run by name.

    friend bool operator==(const Mark&, const Mark&) = default;
};

/// Tells every view of every window what the pointer is at; a view that shows it frames it. Two
/// sentences share a token only where it is at the same position. GUI thread.
class Pointing : public QObject {
    Q_OBJECT
public:
    static Pointing& instance();

    /// @param marks  at the pointer; empty: nothing. @param chosen  they were clicked on, or moved
    /// to by key. @param by  widget or items that report it, which do not react to it.
    void point(const std::vector<Mark>& marks, bool chosen, const QObject& by);

Q_SIGNALS:
    void changed(const std::vector<ui::Mark>& marks, bool chosen, const QObject* by);

private:
    using QObject::QObject;

    std::vector<Mark> m_marks;
    bool m_reporting = false; ///< Reactions must not report in turn.
};

/// The mark of a row or a column.
using MarkOf = std::function<Mark(int index)>;
/// Those of tokens, which stand at these positions.
MarkOf tokenMarks(Mark::Kind kind, const QStringList& tokens);

} // namespace ui
