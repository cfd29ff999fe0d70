#pragma once

#include <QTimer>
#include <QWidget>

#include <functional>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace ui {

/// A banner across a view: says what failed or what is worth knowing, in place, until it
/// is closed or replaced; a notice that lies over a widget leaves by itself. Never a dialog. Read
/// aloud by screen readers when it appears.
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
    /// It lies over the lower edge of a widget, so that nothing moves when it comes and goes.
    /// @param below  somewhere in this one's parent.
    void floatOver(QWidget* below);

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

    QWidget* m_below = nullptr; ///< Over which it lies; none: it stands in a layout.
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
