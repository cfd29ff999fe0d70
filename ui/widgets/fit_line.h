#pragma once

#include "core/base/json.h"

#include <QWidget>

#include <string>

class QLabel;
class QToolButton;

namespace ui {

class ElidedLabel;

/// How the value of a setting fits the data.
struct FieldFit {
    std::string path; ///< "text.maximum_length"
    QString said{}; ///< "Cuts 34 % of the texts"; empty: not known yet.
    bool fits = true;
    QString action{}; ///< "Raise to 400": makes it fit; empty: nothing is offered.
    core::Json better{}; ///< The value that `action` sets.
};

/// A line under a field that says how its value fits the data, with a button that makes it fit. It
/// has its place whatever stands in it, so that nothing below moves.
class FitLine : public QWidget {
    Q_OBJECT
public:
    explicit FitLine(const QString& field, QWidget* parent);

    void setFit(const FieldFit& fit);

Q_SIGNALS:
    void taken(const core::Json& value);

private:
    QString m_field;
    QLabel* m_sign;
    ElidedLabel* m_said;
    QToolButton* m_action;
    core::Json m_better;
};

} // namespace ui
