#include "ui/window/speed_slider.h"

#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>

#include <cmath>

namespace ui {

namespace {

constexpr int kStepsADecade = 10;
constexpr int kFastest = 3 * kStepsADecade; ///< 1000 updates a second; one step more: no limit.
constexpr int kSpeedSliderWidth = 48; ///< The progress beside it needs the room.

double rateAt(int place)
{
    if (place > kFastest)
        return 0.0;
    const double rate = std::pow(10.0, static_cast<double>(place) / kStepsADecade);
    return rate < 10.0 ? std::round(10.0 * rate) / 10.0 : std::round(rate);
}

} // namespace

SpeedSlider::SpeedSlider(QWidget* parent)
    : QWidget(parent)
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_text(makeLabel({}, LabelRole::Plain, this))
{
    setObjectName(QStringLiteral("speedSlider"));
    m_slider->setObjectName(QStringLiteral("updatesPerSecondSlider"));
    m_slider->setRange(0, kFastest + 1);
    m_slider->setPageStep(kStepsADecade);
    m_slider->setFixedWidth(kSpeedSliderWidth);
    m_slider->setAccessibleName(tr("Slow motion: updates per second"));
    const QString help = tr("Slow motion: how many updates per second are made at most. It changes "
                            "nothing but the time; keys: arrows, Page Up, Home, End");
    setHelp(*m_slider, help);
    setHelp(*m_text, help);
    m_text->setObjectName(QStringLiteral("speedText"));
    m_text->setWordWrap(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::instance().spacing());
    row->addWidget(m_slider);
    row->addWidget(m_text);
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        follow();
        Q_EMIT rateChosen(rate());
    });
    const auto measure = [this] { // Nothing moves while it is dragged.
        m_text->ensurePolished();
        const QFontMetrics metrics(m_text->font());
        m_text->setFixedWidth(std::max(metrics.horizontalAdvance(tr("full")),
                                       metrics.horizontalAdvance(tr("%1/s").arg(1000))));
    };
    connect(&Theme::instance(), &Theme::changed, this, measure);
    measure();
    reset();
}

double SpeedSlider::rate() const
{
    return rateAt(m_slider->value());
}

void SpeedSlider::reset()
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(kFastest + 1);
    follow();
}

void SpeedSlider::follow()
{
    const double each = rate();
    m_text->setText(each > 0.0 ? tr("%1/s").arg(QLocale().toString(each, 'g', 4)) : tr("full"));
    m_slider->setAccessibleDescription(each > 0.0 ? filled(tr("at most %1 {update|updates} per "
                                                              "second"),
                                                           {QLocale().toString(each, 'g', 4)})
                                                  : tr("full speed, no limit"));
}

} // namespace ui
