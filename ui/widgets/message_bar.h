#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <functional>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace ui {

class ElidedLabel;

/// The line at the lower edge of a window that is kept for messages. Without one it has the status
/// tip of what the pointer is on. Away in a presentation, where a message lies over the pinned
/// sentences.
class StatusLine : public QWidget {
    Q_OBJECT
public:
    explicit StatusLine(QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    ElidedLabel* m_tip;
    QPointer<QWidget> m_watched; ///< The window, which gets the status tips.
};

/// A banner: says what failed or what is worth knowing, in place, until it is closed or replaced; a
/// notice in a reserved line leaves by itself. Never a dialog. Read aloud by screen readers when it
/// appears.
class MessageBar : public QWidget {
    Q_OBJECT
public:
    enum class Kind { Notice, Failure };

    explicit MessageBar(QWidget* parent = nullptr);

    /// An action that a message offers; a click on it closes the message.
    struct Offer {
        QString text;
        std::function<void()> take;
    };
    void showMessage(const QString& text, Kind kind, const Offer& offer = {});
    QString text() const; ///< Empty while hidden.
    Kind kind() const { return m_kind; }
    /// A button behind the text, for all messages: what to do about them.
    QPushButton* addButton(const QString& text);
    /// It stands in a line that is kept for it, so that nothing moves when it comes and goes and no
    /// view is covered. A longer message also lies over what is above the line.
    /// @param line  somewhere in this one's parent; gets the height of a message of one line.
    void standIn(StatusLine* line);

Q_SIGNALS:
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void announce();
    void place();
    void leave();
    void fitLine();
    bool covers(const QWidget& other) const;

    StatusLine* m_reserved = nullptr; ///< In which it stands; null: in a layout.
    QHBoxLayout* m_layout;
    QLabel* m_sign;
    QLabel* m_text;
    QPushButton* m_offer; ///< Offer of this message; hidden if there is none.
    QToolButton* m_close;
    std::function<void()> m_take;
    Kind m_kind = Kind::Notice;
    QTimer m_leaving;
};

} // namespace ui
