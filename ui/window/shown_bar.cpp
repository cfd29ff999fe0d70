#include "ui/window/shown_bar.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"
#include "ui/window/pinned_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>

namespace ui {

namespace {

constexpr int kEpochSliderWidth = 200;

} // namespace

ShownBar::ShownBar(QWidget* parent)
    : QWidget(parent)
    , m_pinned(new PinnedBar(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_epoch(makeLabel({}, LabelRole::Plain, this))
{
    m_slider->setObjectName(QStringLiteral("epochSlider"));
    m_slider->setAccessibleName(tr("Epoch shown"));
    const QString sliderHelp
        = tr("Every view shows the network as it was after this epoch; at the right end, as it is "
             "now or, of a finished run, at its best.");
    setHelp(*m_slider, sliderHelp);
    m_slider->setWhatsThis(toolTipText(sliderHelp));
    m_slider->setPageStep(1);
    m_slider->setTickPosition(QSlider::TicksBelow);
    m_slider->setTickInterval(1);
    m_slider->setFixedWidth(kEpochSliderWidth);
    m_epoch->setObjectName(QStringLiteral("shownEpochLabel"));
    m_epoch->setWordWrap(false);
    const int grid = Theme::instance().spacing();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(2 * grid, 4, 2 * grid, 4);
    layout->setSpacing(grid);
    layout->addWidget(m_pinned, 1);
    layout->addSpacing(2 * grid);
    layout->addWidget(makeNameLabel(tr("Shown"), *m_slider));
    layout->addWidget(m_slider);
    layout->addWidget(m_epoch);
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        showEpoch();
        Q_EMIT epochChosen(chosen());
    });
    setEpochs({}, -1, {});
}

void ShownBar::setEpochs(const std::vector<int>& epochs, int position, const QString& newest)
{
    const QSignalBlocker quiet(m_slider);
    m_epochs = epochs;
    m_newest = newest.isEmpty() ? tr("latest") : newest;
    const int latest = static_cast<int>(m_epochs.size());
    m_slider->setRange(0, latest);
    const auto found = std::find(m_epochs.begin(), m_epochs.end(), position);
    m_slider->setValue(static_cast<int>(found - m_epochs.begin())); // At the end: newest.
    m_slider->setEnabled(!m_epochs.empty());
    showEpoch();
}

int ShownBar::chosen() const
{
    const auto index = static_cast<size_t>(m_slider->value());
    return index < m_epochs.size() ? m_epochs[index] : -1;
}

void ShownBar::showEpoch()
{
    const int epoch = chosen();
    const QString text = epoch < 0 ? m_newest : tr("epoch %1").arg(epoch);
    m_epoch->setText(text);
    m_slider->setAccessibleDescription(tr("Shown: %1").arg(text));
    // As wide as the longest text it can have: the slider must not move under the pointer.
    const QFontMetrics metrics(Theme::instance().textFont());
    m_epoch->setMinimumWidth(std::max(
        {metrics.horizontalAdvance(m_newest),
         metrics.horizontalAdvance(tr("best (epoch %1)").arg(99)),
         metrics.horizontalAdvance(tr("epoch %1").arg(m_epochs.empty() ? 0 : m_epochs.back()))}));
}

} // namespace ui
