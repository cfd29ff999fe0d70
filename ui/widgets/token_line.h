#pragma once

#include "ui/widgets/canvas.h"

#include <QFont>
#include <QScrollArea>
#include <QStringList>

#include <string>
#include <vector>

namespace ui {

/// A token as it is shown.
struct ShownToken {
    QString text; ///< Readable: blanks and line ends have signs.
    qint64 id = -1; ///< Negative: none, as of a word of several tokens.
    bool unknown = false; ///< Not in the vocabulary.
    double weight = -1.0; ///< 0 to 1; negative: none.
    QString remark = {}; ///< Replaces its weight in its description, such as "probability 0.31".
    QStringList lines = {}; ///< Beneath it in place of its id, the first one bold.
    int swatch = -1; ///< Colour and pattern under it, as drawSwatch() has them; negative: none.
    bool marked = false; ///< Framed, more thinly than the current token.
    bool joined = false; ///< Its swatch goes on from that of the token before.

    friend bool operator==(const ShownToken&, const ShownToken&) = default;
};

/// A token's text with signs for what cannot be seen.
QString readableToken(const std::string& token);
/// "not in the vocabulary: xyzzy, plugh"; empty without words.
QString unknownText(const std::vector<std::string>& words);

/// The words of a text as chips with their ids beneath (not in a presentation), or with what else
/// is said of each, wrapped like text.
/// A chip's ground says its weight, a bar with a number above it says it once more; unknown tokens
/// have a dashed frame and a question mark. The current token is moved by mouse and arrow keys and
/// stays while new weights come.
class TokenLine : public Canvas {
    Q_OBJECT
public:
    enum class Size {
        Ordinary,
        Large ///< To be read from afar: few tokens are as large as they have room.
    };
    explicit TokenLine(QWidget* parent = nullptr);
    explicit TokenLine(Size size, QWidget* parent = nullptr);

    /// Sets the kind of its tokens in other views; by default they are those of the text.
    void setMarks(Mark::Kind marks) { m_marks = marks; }
    /// @param high weight of the brightest colour.
    void setTokens(std::vector<ShownToken> tokens, double high);
    const std::vector<ShownToken>& tokens() const { return m_tokens; }
    int current() const { return m_items->currentRow(); } ///< -1: none.
    void setCurrent(int index) { m_items->setCurrentRow(index); }
    /// How much larger than text few tokens may become. @pre the size is Large.
    void setLargest(double factor);
    /// Has room for bars and so many lines beneath, whether tokens have them or not: no token moves
    /// as they come and go. A line that is wider than its token reaches over those beside it that
    /// have none.
    void keepRoomFor(int lines);
    /// The height in which all tokens are to be seen, as far as smaller ones can; 0: any.
    void setRoom(int height);
    /// The height at which they are as large as they may be.
    int wishedHeight(int width) const;
    QString describe(int index) const; ///< '"not", id 57, weight 0.31'
    QRect chipRect(int index) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void draw(QPainter& painter, const QRect& box) const override; ///< At the wished height.

Q_SIGNALS:
    void tokenPointed(int index); ///< Mouse or keys; -1: none.

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<QRect> places(int width) const;
    /// Sizes that follow from the theme and from how many tokens there are.
    struct Type {
        QFont words, numbers;
        int bar = 0; ///< Height of the tallest bar; 0: no weights.
        int number = 0; ///< Height of the number above a bar.
        int chip = 0;
        int swatch = 0; ///< Height of a swatch; 0: none.
        int id = 0; ///< Height of the id, or of all lines.
        int height() const { return bar + number + chip + swatch + id; }
    };
    Type type(int width, int room) const;
    Type typeOf(double factor) const;
    std::vector<QRect> places(int width, const Type& type) const;
    bool isBesideLines(size_t index) const;
    void draw(QPainter& painter, int width, int room) const;
    void drawBar(QPainter& painter, const ShownToken& token, const QRect& place,
                 const Type& type) const;
    void drawChip(QPainter& painter, size_t index, const QRect& place, const Type& type) const;
    void drawLines(QPainter& painter, size_t index, const std::vector<QRect>& all,
                   const Type& type) const;
    QRect roomOfLines(size_t index, const std::vector<QRect>& all) const;
    void drawSwatches(QPainter& painter, const std::vector<QRect>& all, const Type& type) const;
    std::vector<ShownToken> m_tokens;
    Size m_size = Size::Ordinary;
    double m_high = 1.0;
    double m_largest = 2.2;
    int m_room = 0;
    int m_keptLines = 0; ///< 0: room is for what there is.
    Mark::Kind m_marks = Mark::Kind::Source;
    Items* m_items;
};

/// Holds a TokenLine: as tall as its words need, and scrolling where there is less room.
class TokenArea : public QScrollArea {
    Q_OBJECT
public:
    explicit TokenArea(TokenLine* line, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    TokenLine* m_line;
};

} // namespace ui
