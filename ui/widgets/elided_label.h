#pragma once

#include <QLabel>

namespace ui {

/// One line of text that is cut with an ellipsis where there is no room; the tool tip has it whole.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget* parent = nullptr, Qt::TextElideMode mode = Qt::ElideMiddle);

    void setFullText(const QString& text) { setParts({text}); }
    /// Parts beside each other. From the end, those are left out that cannot be shown whole; only
    /// the first is ever cut.
    void setParts(const QStringList& parts);
    QString fullText() const { return m_full; }
    QString shownText() const; ///< The text as far as it fits.
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList m_parts;
    QString m_full; ///< All parts.
    Qt::TextElideMode m_mode;
};

} // namespace ui
