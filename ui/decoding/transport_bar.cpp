#include "ui/decoding/transport_bar.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/theme.h"

#include <QKeySequence>
#include <QLabel>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr double kUsualSeconds = 1.0;

core::OptionDescription intervalOption()
{
    core::OptionDescription option;
    option.type = core::OptionType::Real;
    option.unit = "s";
    option.minimum = 0.1;
    option.maximum = 10.0;
    option.logarithmic = true;
    return option;
}

} // namespace

/// A way to go, its button and its keys.
struct TransportBar::Move {
    const char* name; ///< Object name of the button.
    const char* icon;
    const char* help; ///< To be translated.
    int key;
    Qt::KeyboardModifiers modifiers; ///< The keypad modifier is ignored.
    void (TransportBar::*action)();

    QString keys() const { return QKeySequence(key | int(modifiers)).toString(); }
};

const std::array<TransportBar::Move, 5>& TransportBar::moves()
{
    static const std::array<Move, 5> all{
        {{"firstButton", "first", QT_TR_NOOP("To the beginning"), Qt::Key_Home, Qt::NoModifier,
          &TransportBar::first},
         {"backButton", "back", QT_TR_NOOP("One step back"), Qt::Key_Left, Qt::ControlModifier,
          &TransportBar::back},
         {"playButton", "start", QT_TR_NOOP("Play step by step"), Qt::Key_Space, Qt::NoModifier,
          &TransportBar::togglePlay},
         {"forwardButton", "forward", QT_TR_NOOP("One step forward"), Qt::Key_Right,
          Qt::ControlModifier, &TransportBar::forward},
         {"lastButton", "last", QT_TR_NOOP("To the end"), Qt::Key_End, Qt::NoModifier,
          &TransportBar::last}}};
    return all;
}

KeyHelps TransportBar::keys(const QString& action)
{
    KeyHelps all;
    for (const Move& move : moves())
        all.push_back({move.keys(), action, tr(move.help)});
    return all;
}

bool TransportBar::handleKey(int key, Qt::KeyboardModifiers modifiers)
{
    modifiers &= ~Qt::KeypadModifier;
    for (const Move& move : moves()) {
        if (key == move.key && modifiers == move.modifiers) {
            (this->*move.action)();
            return true;
        }
    }
    return false;
}

TransportBar::TransportBar(QWidget* parent) : QWidget(parent)
{
    auto* row = makeRow(this, {}, 4);
    const std::array<QToolButton**, 5> buttons{&m_first, &m_back, &m_play, &m_forward, &m_last};
    for (size_t i = 0; i < buttons.size(); ++i)
        *buttons[i] = addButton(moves()[i]);
    m_slider = named(new QSlider(Qt::Horizontal), "stepSlider", tr("Step"));
    m_slider->setMinimumWidth(80);
    m_slider->setPageStep(1);
    connect(m_slider, &QSlider::valueChanged, this, &TransportBar::goTo);
    m_where = named(makeLabel({}, LabelRole::Plain), "stepLabel");
    m_where->setWordWrap(false);
    m_interval = named(new NumberBox(intervalOption()), "intervalBox",
                       tr("Time between two steps while playing"),
                       tr("Time between two steps while playing"));
    m_interval->setValue(kUsualSeconds);
    connect(m_interval, &NumberBox::edited, this, &TransportBar::setIntervalSeconds);
    m_every = makeLabel(tr("e&very"), LabelRole::Muted);
    m_every->setWordWrap(false);
    m_every->setBuddy(m_interval);
    row->addSpacing(4);
    row->addWidget(m_where);
    row->addWidget(m_slider, 1);
    row->addWidget(m_every);
    row->addWidget(m_interval);
    setIntervalSeconds(kUsualSeconds);
    connect(&m_timer, &QTimer::timeout, this, &TransportBar::advance);
    connect(&Theme::instance(), &Theme::changed, this, &TransportBar::follow);
    follow();
}

QToolButton* TransportBar::addButton(const Move& move)
{
    auto* button = new QToolButton;
    const QString help = QStringLiteral("%1 (%2)").arg(tr(move.help), move.keys());
    button->setObjectName(QString::fromLatin1(move.name));
    setIcon(*button, QString::fromLatin1(move.icon));
    setHelp(*button, help);
    button->setAccessibleName(help);
    button->setFocusPolicy(Qt::StrongFocus);
    connect(button, &QToolButton::clicked, this, move.action);
    layout()->addWidget(button);
    return button;
}

QWidgetList TransportBar::spared() const
{
    return {m_where, m_every, m_interval};
}

int TransportBar::sparedWidth() const
{
    int all = 0;
    for (const QWidget* part : spared())
        all += part->minimumSizeHint().width() + layout()->spacing();
    return all;
}

QSize TransportBar::minimumSizeHint() const
{
    const bool spares = m_where->isHidden();
    return QWidget::minimumSizeHint() - QSize(spares ? 0 : sparedWidth(), 0);
}

void TransportBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    int wanted = minimumSizeHint().width();
    for (const QWidget* part : spared())
        wanted += part->sizeHint().width() + layout()->spacing();
    const bool fits = width() >= wanted;
    for (QWidget* part : spared())
        part->setVisible(fits);
}

void TransportBar::setCount(int steps)
{
    m_count = std::max(0, steps);
    m_step = std::clamp(m_step, 0, m_count);
    if (m_count == 0)
        m_timer.stop();
    follow();
}

void TransportBar::setStep(int step)
{
    m_step = std::clamp(step, 0, m_count);
    follow();
}

void TransportBar::setIntervalSeconds(double seconds)
{
    m_timer.setInterval(int(1000 * seconds));
    m_interval->setValue(seconds);
}

void TransportBar::goTo(int step)
{
    stop();
    go(step);
}

void TransportBar::first()
{
    goTo(0);
}

void TransportBar::back()
{
    goTo(m_step - 1);
}

void TransportBar::forward()
{
    goTo(m_step + 1);
}

void TransportBar::last()
{
    goTo(m_count);
}

void TransportBar::togglePlay()
{
    if (isPlaying() || m_count == 0) {
        stop();
        return;
    }
    if (m_step >= m_count)
        go(0);
    m_timer.start();
    follow();
}

void TransportBar::advance()
{
    go(m_step + 1);
    if (m_step >= m_count)
        stop();
}

void TransportBar::stop()
{
    m_timer.stop();
    follow();
}

void TransportBar::go(int step)
{
    const int before = m_step;
    setStep(step);
    if (m_step != before)
        Q_EMIT stepped(m_step);
}

void TransportBar::follow()
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setRange(0, m_count);
    m_slider->setValue(m_step);
    m_slider->setEnabled(m_count > 0);
    m_where->setText(tr("Step %1 of %2").arg(m_step).arg(m_count));
    m_first->setEnabled(m_step > 0);
    m_back->setEnabled(m_step > 0);
    m_forward->setEnabled(m_step < m_count);
    m_last->setEnabled(m_step < m_count);
    m_play->setEnabled(m_count > 0);
    m_play->setIcon(icon(isPlaying() ? QStringLiteral("pause") : QStringLiteral("start")));
}

} // namespace ui
