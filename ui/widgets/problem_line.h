#pragma once

#include <QWidget>

class QLabel;

namespace ui {

/// A sentence with a warning sign under the field or the step that it is about; hidden while empty.
class ProblemLine : public QWidget {
    Q_OBJECT
public:
    explicit ProblemLine(QWidget* parent = nullptr);

    void setText(const QString& text); ///< Empty hides the line.
    QString text() const;

private:
    QLabel* m_text;
};

} // namespace ui
