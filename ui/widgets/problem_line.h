#pragma once

#include <QPointer>
#include <QWidget>

class QLabel;

namespace ui {

/// A sentence with a warning sign under the step or the data that it is about; hidden while empty.
class ProblemLine : public QWidget {
    Q_OBJECT
public:
    explicit ProblemLine(QWidget* parent = nullptr);

    virtual void setText(const QString& text); ///< Empty hides the line.
    QString text() const;

private:
    QLabel* m_text;
};

/// The problem of a field, which lies over what stands below the field: nothing moves when it comes
/// or goes. It makes way while the keyboard is in what it covers, and lets clicks through.
class FieldProblem : public ProblemLine {
    Q_OBJECT
public:
    explicit FieldProblem(QWidget* field);

    void setText(const QString& text) override;

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();
    QWidget* ground() const;

    QPointer<QWidget> m_field; ///< Gone only when this goes, too.
};

} // namespace ui
