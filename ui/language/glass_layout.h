#pragma once

#include "core/probe/language_model/language_questions.h"

#include <QFontMetrics>
#include <QRect>
#include <QString>

#include <vector>

namespace ui {

/// A text that was read, as it is laid out: with a word at the head of its first line.
struct GlassText {
    core::ReadText read;
    QString head = {}; ///< "12"; empty: none.
};

/// Where each token of some texts stands when they flow as people read them: line breaks are kept,
/// words are not broken, tokens lie without gaps. Signs stand where nothing could be seen.
class GlassLayout {
public:
    struct Piece {
        QRect place;
        QString text;
        int token = -1; ///< Of all texts, counted on; -1: what no token stands for.
    };
    struct Head {
        QPoint place; ///< Of its upper left corner.
        QString text;
    };

    /// @param width  that lines have, device-independent pixels.
    void lay(const std::vector<GlassText>& texts, const QFontMetrics& metrics, int width);

    const std::vector<Piece>& pieces() const { return m_pieces; } ///< Ordered by line.
    const std::vector<Head>& heads() const { return m_heads; }
    int height() const { return m_height; }
    int lineHeight() const { return m_line; }
    int headWidth() const { return m_left; }
    /// Pieces from this one on end below `y`.
    size_t firstBelow(int y) const;
    int tokenAt(const QPoint& point) const; ///< -1: none.
    QRect placeOf(int token) const; ///< Of its first piece; empty: it has none.
    /// The token in the line `lines` below that of `token` that is nearest to it.
    int tokenBeside(int token, int lines) const;

private:
    void layText(const core::ReadText& text, int first);
    void put(const QString& text, int token);
    void skip(const QString& text);
    void breakLine();

    QFontMetrics m_metrics{QFont()};
    int m_width = 0, m_left = 0, m_line = 0, m_height = 0;
    QPoint m_at; ///< Of the next piece.
    size_t m_word = 0; ///< The first piece of the word that is being put.
    std::vector<Piece> m_pieces;
    std::vector<Head> m_heads;
    std::vector<int> m_pieceOf; ///< By token; -1: none.
};

} // namespace ui
