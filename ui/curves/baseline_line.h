#pragma once

#include "ui/widgets/plot.h"

#include <QObject>

#include <optional>

namespace ui {

/// A dotted line across a plot, with its name: a method that needs no network.
class BaselineLine : public QObject {
    Q_OBJECT
public:
    struct Content {
        QString name;
        double value = 0.0;
        friend bool operator==(const Content&, const Content&) = default;
    };

    explicit BaselineLine(Plot& plot);

    void setContent(const std::optional<Content>& content); ///< None: nothing is drawn.
    const std::optional<Content>& content() const { return m_content; }

private:
    void style();

    Plot& m_plot;
    std::optional<Content> m_content;
    QCPItemLine* m_line;
    QCPItemText* m_name;
};

} // namespace ui
