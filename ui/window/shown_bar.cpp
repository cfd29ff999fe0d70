#include "ui/window/shown_bar.h"

#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>

namespace ui {

namespace {

constexpr int kTypingMs = 300;
constexpr int kSliderWidth = 200;

} // namespace

ShownBar::ShownBar(QWidget* parent)
    : QWidget(parent)
    , m_pinned(new QLineEdit(this))
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_epoch(makeLabel({}, LabelRole::Plain, this))
{
    m_pinned->setObjectName(QStringLiteral("pinnedEdit"));
    m_pinned->setPlaceholderText(tr("A sentence to watch while the network learns"));
    m_pinned->setAccessibleName(tr("Pinned sentence"));
    const QString help = tr("This sentence stays in the Sentence view and is asked again as the "
                            "network learns.");
    setHelp(*m_pinned, help);
    m_pinned->setWhatsThis(toolTipText(help));
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
    m_slider->setFixedWidth(kSliderWidth);
    m_epoch->setObjectName(QStringLiteral("shownEpochLabel"));
    m_epoch->setWordWrap(false);
    const int grid = Theme::instance().spacing();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(2 * grid, 4, 2 * grid, 4);
    layout->setSpacing(grid);
    layout->addWidget(makeNameLabel(tr("Pinned"), *m_pinned));
    layout->addWidget(m_pinned, 1);
    layout->addSpacing(2 * grid);
    layout->addWidget(makeNameLabel(tr("Shown"), *m_slider));
    layout->addWidget(m_slider);
    layout->addWidget(m_epoch);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(m_pinned, &QLineEdit::textEdited, &m_typing, qOverload<>(&QTimer::start));
    connect(m_pinned, &QLineEdit::returnPressed, this, &ShownBar::sayPinned);
    connect(&m_typing, &QTimer::timeout, this, &ShownBar::sayPinned);
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        showEpoch();
        Q_EMIT epochChosen(chosen());
    });
    setEpochs({}, -1, {});
}

QString ShownBar::pinnedText() const
{
    return m_pinned->text();
}

void ShownBar::setPinnedText(const QString& text)
{
    if (m_pinned->text() != text)
        m_pinned->setText(text);
    sayPinned();
}

void ShownBar::sayPinned()
{
    m_typing.stop();
    if (m_pinned->text() == m_said)
        return;
    m_said = m_pinned->text();
    Q_EMIT pinnedTextChanged(m_said);
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
