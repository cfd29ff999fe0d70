#pragma once

#include "core/base/option.h"

#include <QAbstractSpinBox>

#include <optional>

namespace ui {

/// A spin box for whole or real numbers that lets one type freely (see typedNumber()); reals show
/// with the locale's decimal point and without trailing zeros. While the box has no focus, whole
/// numbers stand in groups of digits ("20,000") and the unit behind the number.
///
/// A number out of range is not taken while it is typed; on leaving the box it is refused(), and
/// the number of before is there again. Steps of a logarithmic option go 1, 2, 5, 10 (whole
/// numbers: double and halve).
class NumberBox : public QAbstractSpinBox {
    Q_OBJECT
    Q_PROPERTY(double value READ value WRITE setValue NOTIFY edited)
    Q_PROPERTY(double minimum READ minimum CONSTANT)
    Q_PROPERTY(double maximum READ maximum CONSTANT)
public:
    /// @param option  its type (Integer or Real), range, unit and steps.
    explicit NumberBox(const core::OptionDescription& option, QWidget* parent = nullptr);

    double value() const { return m_value; }
    void setValue(double value); ///< Without edited().
    void setEmpty(); ///< There is no number until one is set or typed.
    double minimum() const { return m_minimum; }
    double maximum() const { return m_maximum; }

    void stepBy(int steps) override;
    QValidator::State validate(QString& text, int& position) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    /// The number as it is shown and can be typed: "1e-05", "20000", "0.1" (in German "0,1").
    static QString numberText(double value);
    /// The typed number; none if the text is not a number.
    std::optional<double> parsed(QString text) const;

Q_SIGNALS:
    void edited(double value); ///< The user changed the number.
    /// The typed value is refused (a sentence), or no longer matters (empty). If the
    /// signal is not connected, the box itself shows it.
    void refused(const QString& why);

protected:
    StepEnabled stepEnabled() const override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    double stepped(double value, int direction) const;
    double linearStep() const;
    void take(double value);
    void readText();
    void finish();
    void refuse(const QString& why);
    std::optional<double> typed() const;
    void showValue();

    bool m_whole;
    bool m_logarithmic;
    double m_minimum;
    double m_maximum;
    std::string m_unit; ///< The unit as core names it; empty for pure numbers.
    QString m_shown; ///< Text that the box wrote last; a locale may read its separators as points.
    double m_value = 0.0;
    double m_before = 0.0; ///< Value before the text that is being typed.
    bool m_empty = false;
    bool m_refused = false; ///< The text that was typed last was refused.
};

} // namespace ui
