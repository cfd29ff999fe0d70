#pragma once

#include "ui/widgets/plot.h"

#include <QObject>
#include <QPointer>

#include <optional>

namespace ui {

/// A dotted line across a plot for a method that needs no network. Its name stands below the title
/// of the plot, where it covers no curve.
class BaselineLine : public QObject {
    Q_OBJECT
public:
    struct Content {
        QString name;
        double value = 0.0;
        friend bool operator==(const Content&, const Content&) = default;
    };

    /// @pre the title is the first row of the plot's layout.
    explicit BaselineLine(Plot& plot);

    void setContent(const std::optional<Content>& content); ///< None: nothing is drawn.
    const std::optional<Content>& content() const { return m_content; }
    /// The name and the value as they stand in the plot; null: nothing does.
    const QCPTextElement* caption() const { return m_caption; }

private:
    void style();

    Plot& m_plot;
    std::optional<Content> m_content;
    QCPItemLine* m_line;
    QPointer<QCPTextElement> m_caption;
};

} // namespace ui
