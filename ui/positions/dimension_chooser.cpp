#include "ui/positions/dimension_chooser.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QSpinBox>
#include <QToolButton>

#include <algorithm>

namespace ui {

DimensionChooser::DimensionChooser(QWidget* parent)
    : QWidget(parent)
    , m_number(new QSpinBox(this))
    , m_add(new QToolButton(this))
    , m_chips(makeRow(nullptr, {}, 4))
{
    named(m_number, "dimensionBox", tr("Dimension to be drawn"));
    m_add->setText(tr("&Add"));
    m_add->setFocusPolicy(Qt::StrongFocus);
    m_add->setObjectName(QStringLiteral("addDimensionButton"));
    const QString help
        = tr("Draw this dimension as a curve; clicking the colour map has the same effect");
    setHelp(*m_add, help);
    makeRow(this,
            {makeNameLabel(tr("&Dimension"), *m_number), m_number, m_add, m_chips, freeSpace()},
            kGrid);
    connect(m_add, &QToolButton::clicked, this, [this] {
        if (std::find(m_dimensions.begin(), m_dimensions.end(), m_number->value())
            == m_dimensions.end())
            toggle(m_number->value());
    });
}

void DimensionChooser::setDimensions(const std::vector<int>& dimensions, int features)
{
    m_number->setRange(0, std::max(features - 1, 0));
    m_dimensions = dimensions;
    std::sort(m_dimensions.begin(), m_dimensions.end());
    rebuild();
}

void DimensionChooser::toggle(int dimension)
{
    const auto found = std::lower_bound(m_dimensions.begin(), m_dimensions.end(), dimension);
    if (found != m_dimensions.end() && *found == dimension)
        m_dimensions.erase(found);
    else if (m_dimensions.size() < kMost)
        m_dimensions.insert(found, dimension);
    else
        return;
    rebuild();
    Q_EMIT changed(m_dimensions);
}

void DimensionChooser::rebuild()
{
    for (QToolButton* button : m_buttons) {
        button->hide();
        button->setObjectName({});
        button->deleteLater(); // One of them may be the sender.
    }
    m_buttons.clear();
    for (const int dimension : m_dimensions) {
        auto* button
            = named(new QToolButton(this), QStringLiteral("dimension%1Button").arg(dimension));
        button->setText(QStringLiteral("%1 \u00d7").arg(dimension));
        button->setFocusPolicy(Qt::StrongFocus);
        setHelp(*button, tr("Remove dimension %1").arg(dimension));
        button->setAccessibleName(tr("Remove dimension %1").arg(dimension));
        connect(button, &QToolButton::clicked, this, [this, dimension] { toggle(dimension); });
        m_chips->addWidget(button);
        button->show();
        m_buttons.push_back(button);
    }
    m_add->setEnabled(m_dimensions.size() < kMost);
}

} // namespace ui
