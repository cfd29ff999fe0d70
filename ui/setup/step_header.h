#pragma once

#include <QAbstractButton>
#include <QWidget>

namespace ui {

/// The header of one step: number, title, one line of what is chosen, and a warning sign when
/// something is wrong, or a calmer one when a value does not fit the data. Checked: the step is
/// open.
class StepHeader : public QAbstractButton {
    Q_OBJECT
public:
    StepHeader(int number, const QString& title, QWidget* parent);

    void setSummary(const QString& summary);
    QString summary() const { return m_summary; }
    void setProblemCount(int problems);
    int problemCount() const { return m_problems; }
    void setMisfitCount(int misfits); ///< Values that do not fit the data.
    int misfitCount() const { return m_misfits; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void describe();
    int numberWidth() const; ///< With the space behind it.

    int m_number;
    QString m_summary;
    int m_problems = 0;
    int m_misfits = 0;
};

} // namespace ui
