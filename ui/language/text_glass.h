#pragma once

#include "core/probe/language_model/language_questions.h"
#include "ui/widgets/canvas.h"

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
        int token = -1; ///< Index over all texts; -1: text without a token.
    };
    struct Head {
        QPoint place; ///< Upper left corner.
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
    QRect placeOf(int token) const; ///< Place of its first piece; empty: it has none.
    /// The token in the line `lines` below that of `token` that is nearest to it.
    int tokenBeside(int token, int lines) const;

private:
    void layText(const core::ReadText& text, int first);
    void put(const QString& text, int token);
    void skip(const QString& text);
    void breakLine();

    QFontMetrics m_metrics{QFont()};
    int m_width = 0, m_left = 0, m_line = 0, m_height = 0;
    QPoint m_at; ///< Place of the next piece.
    size_t m_word = 0; ///< The first piece of the word that is being put.
    std::vector<Piece> m_pieces;
    std::vector<Head> m_heads;
    std::vector<int> m_pieceOf; ///< By token; -1: none.
};

/// Texts that a language model has read, each token on a ground that says how well it was expected
/// (V8): by its rank or by its loss, and by a line under it. The current token is moved by mouse
/// and arrow keys and stays while new answers to the same texts come. Draws what is in sight.
class TextGlass : public ScrollCanvas {
    Q_OBJECT
public:
    enum class Colours { Ranks, Losses };

    explicit TextGlass(const QString& name, QWidget* parent = nullptr);

    void setTexts(std::vector<GlassText> texts);
    const std::vector<GlassText>& texts() const { return m_texts; }
    void setColours(Colours colours);
    Colours colours() const { return m_colours; }

    int tokens() const { return int(m_places.size()); }
    const core::ReadToken& token(int index) const;
    const core::ReadText& textOf(int index) const;
    int inText(int index) const { return m_places[size_t(index)].token; } ///< From 0.
    int current() const { return m_items->currentRow(); } ///< -1: none.
    void setCurrent(int index);
    /// '"not": rank 12, probability 0.031, 3.47 nats'
    QString describe(int index) const;
    QRect placeOf(int index) const; ///< In the viewport.

    int heightFor(int width) const; ///< Height of the whole text.
    void drawWhole(QPainter& painter, int width) const; ///< For exported pictures.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void tokenPointed(int index); ///< Mouse or keys; the current one where the mouse has left.

protected:
    void paintEvent(QPaintEvent* event) override;
    void layOut() override;

private:
    struct Place {
        int text = 0, token = 0;
    };
    std::optional<QPoint> itemByKey(int key) const;
    void reveal(int index);
    void draw(QPainter& painter, const GlassLayout& layout, const QFont& font,
              const QRect& area) const;
    void drawPiece(QPainter& painter, const GlassLayout::Piece& piece) const;

    std::vector<GlassText> m_texts;
    std::vector<Place> m_places; ///< Place of each token.
    GlassLayout m_layout;
    QFont m_font; ///< Larger than text where there is room.
    Colours m_colours = Colours::Ranks;
    Items* m_items;
};

/// Describes a token that was read.
QString describeRead(const core::ReadText& text, const core::ReadToken& token);
/// 0 to 1: its loss as a share of what guessing among all tokens costs.
double lossShare(const core::ReadText& text, const core::ReadToken& token);

} // namespace ui
