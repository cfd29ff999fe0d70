#include "ui/widgets/fit_line.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icons.h"

#include <QLabel>
#include <QToolButton>

namespace ui {

FitLine::FitLine(const QString& field, QWidget* parent)
    : QWidget(parent)
    , m_field(field)
    , m_sign(new QLabel(this))
    , m_said(new ElidedLabel(this, Qt::ElideRight))
    , m_action(new QToolButton(this))
{
    setAccessibleName(field);
    setIcon(*m_sign, QStringLiteral("info"), IconTone::Accent);
    m_sign->setAccessibleName(tr("Does not fit the data"));
    m_said->setProperty("role", QStringLiteral("muted"));
    m_action->setAccessibleName(field);
    m_action->setFocusPolicy(Qt::StrongFocus);
    QSizePolicy kept = m_action->sizePolicy();
    kept.setRetainSizeWhenHidden(true); // The line is as high without it.
    m_action->setSizePolicy(kept);
    makeRow(this, {m_sign, {m_said, 1}, m_action}, 4);
    connect(m_action, &QToolButton::clicked, this, [this] { Q_EMIT taken(m_better); });
    setFit({});
}

void FitLine::setFit(const FieldFit& fit)
{
    m_better = fit.better;
    m_said->setFullText(fit.said);
    m_sign->setVisible(!fit.fits);
    if (!fit.action.isEmpty()) {
        m_action->setText(fit.action);
        m_action->setAccessibleName(tr("%1: %2").arg(m_field, fit.action));
        setHelp(*m_action, fit.said);
    }
    m_action->setVisible(!fit.action.isEmpty());
}

} // namespace ui
