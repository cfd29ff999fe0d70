#include "ui/window/pinned_bar.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QActionGroup>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace ui {

namespace {

constexpr int kPinDelayMs = 300;

QString menuText(QString text)
{
    constexpr qsizetype kLetters = 70;
    if (text.size() > kLetters)
        text = text.left(kLetters) + QChar(0x2026);
    return text.replace(u'&', QStringLiteral("&&")).replace(u'\n', u' ');
}

constexpr int kEpochSliderWidth = 200;

} // namespace

PinnedBar::PinnedBar(QWidget* parent)
    : QWidget(parent)
    , m_edit(named(new QLineEdit(this), "pinnedEdit", tr("Pinned sentence")))
    , m_button(named(new QToolButton(this), "pinnedButton"))
    , m_menu(new QMenu(this))
    , m_examples(new QMenu(tr("From the &data"), this))
{
    m_edit->setPlaceholderText(tr("A sentence to watch while the network learns"));
    const QString help = tr("The Sentence view shows this sentence, and its prediction follows the "
                            "network as it learns.");
    setHelp(*m_edit, help);
    m_edit->setWhatsThis(toolTipText(help));
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_button->setMenu(m_menu);
    setHelp(
        *m_button,
        tr("Up to five sentences are pinned for these data; Over epochs shows them side by side"));
    makeRow(this, {makeNameLabel(tr("Pinned"), *m_edit), {m_edit, 1}, m_button}, 4);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kPinDelayMs);
    connect(m_edit, &QLineEdit::textEdited, this, [this](const QString& text) {
        m_texts[m_current] = text;
        m_typing.start();
    });
    connect(m_edit, &QLineEdit::returnPressed, this, &PinnedBar::say);
    connect(&m_typing, &QTimer::timeout, this, &PinnedBar::say);
    connect(m_menu, &QMenu::aboutToShow, this, [this] {
        m_examples->clear();
        m_examples->addAction(tr("Reading examples ..."))->setEnabled(false);
        fillMenu();
        Q_EMIT examplesWanted();
    });
    showCurrent();
}

QString PinnedBar::text() const
{
    return m_texts[m_current];
}

QStringList PinnedBar::texts() const
{
    QStringList all = m_texts;
    all.removeAll(QString());
    return all;
}

void PinnedBar::setTexts(const QStringList& texts, int current)
{
    m_texts = texts.mid(0, kMost);
    if (m_texts.isEmpty())
        m_texts << QString();
    m_current = std::clamp(current, 0, int(m_texts.size()) - 1);
    showCurrent();
    say();
}

void PinnedBar::pin(const QString& text)
{
    const auto there = m_texts.indexOf(text);
    if (there >= 0)
        return choose(int(there));
    if (m_texts[m_current].isEmpty() || m_texts.size() >= kMost) {
        m_texts[m_current] = text;
    } else {
        m_texts << text;
        m_current = int(m_texts.size()) - 1;
    }
    showCurrent();
    say();
}

void PinnedBar::choose(int index)
{
    m_current = index;
    showCurrent();
    say();
}

void PinnedBar::removeCurrent()
{
    m_texts.removeAt(m_current);
    setTexts(m_texts, std::max(m_current - 1, 0));
}

void PinnedBar::say()
{
    m_typing.stop();
    if (texts() != m_saidAll) {
        m_saidAll = texts();
        Q_EMIT textsChanged(m_saidAll);
    }
    if (text() != m_said) {
        m_said = text();
        Q_EMIT textChanged(m_said);
    }
}

void PinnedBar::showCurrent()
{
    if (m_edit->text() != text())
        m_edit->setText(text());
    m_button->setText(tr("%1 of %2").arg(m_current + 1).arg(m_texts.size()));
    m_button->setAccessibleName(
        tr("Pinned sentences: %1 of %2 is shown").arg(m_current + 1).arg(m_texts.size()));
}

void PinnedBar::fillMenu()
{
    m_menu->clear();
    auto* group = new QActionGroup(m_menu);
    for (int i = 0; i < m_texts.size(); ++i) {
        QAction* each = m_menu->addAction(QStringLiteral("&%1  %2").arg(i + 1).arg(
            m_texts[i].isEmpty() ? tr("(empty)") : menuText(m_texts[i])));
        each->setCheckable(true);
        each->setChecked(i == m_current);
        group->addAction(each);
        connect(each, &QAction::triggered, this, [this, i] { choose(i); });
    }
    m_menu->addSeparator();
    QAction* add = m_menu->addAction(tr("&Pin another"));
    add->setObjectName(QStringLiteral("pinAnotherAction"));
    add->setEnabled(m_texts.size() < kMost && !m_texts.contains(QString()));
    connect(add, &QAction::triggered, this, [this] {
        m_texts << QString();
        choose(int(m_texts.size()) - 1);
        m_edit->setFocus();
    });
    QAction* remove = m_menu->addAction(tr("&Remove this one"));
    remove->setObjectName(QStringLiteral("unpinAction"));
    remove->setEnabled(m_texts.size() > 1);
    connect(remove, &QAction::triggered, this, &PinnedBar::removeCurrent);
    m_menu->addMenu(m_examples);
}

void PinnedBar::setExamples(const std::vector<PinnedExample>& examples)
{
    m_examples->clear();
    for (const PinnedExample& each : examples) {
        QAction* action
            = m_examples->addAction(QStringLiteral("%1: %2").arg(each.kind, menuText(each.text)));
        connect(action, &QAction::triggered, this, [this, text = each.text] { pin(text); });
    }
    if (examples.empty())
        m_examples->addAction(tr("No examples for this run"))->setEnabled(false);
}

ShownBar::ShownBar(QWidget* parent)
    : QWidget(parent)
    , m_pinned(new PinnedBar(this))
    , m_slider(named(new QSlider(Qt::Horizontal, this), "epochSlider", tr("Epoch shown")))
    , m_epoch(named(makeLabel({}, LabelRole::Plain, this), "shownEpochLabel"))
    , m_play(named(new QToolButton(this), "playEpochsButton"))
{
    const QString sliderHelp = tr("Every view shows the network after this epoch. The right end is "
                                  "the latest network or, for a finished run, the best one.");
    setHelp(*m_slider, sliderHelp);
    m_slider->setWhatsThis(toolTipText(sliderHelp));
    m_slider->setPageStep(1);
    m_slider->setTickPosition(QSlider::TicksBelow);
    m_slider->setTickInterval(1);
    m_slider->setFixedWidth(kEpochSliderWidth);
    m_epoch->setWordWrap(false);
    auto* layout = makeRow(this, {{m_pinned, 1}}, kGrid, {2 * kGrid, 4, 2 * kGrid, 4});
    layout->addSpacing(2 * kGrid);
    layout->addWidget(makeNameLabel(tr("Shown"), *m_slider));
    layout->addWidget(m_play);
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
    m_newest = newest;
    const int latest = int(m_epochs.size());
    m_slider->setRange(0, latest);
    const auto found = std::find(m_epochs.begin(), m_epochs.end(), position);
    m_slider->setValue(int(found - m_epochs.begin())); // At the end: newest.
    m_slider->setEnabled(!m_epochs.empty());
    showEpoch();
    Q_EMIT positionsChanged();
}

int ShownBar::positions() const
{
    return int(m_epochs.size()) + 1;
}

int ShownBar::lastInTime() const
{
    return m_newest.isEmpty() || m_epochs.empty() ? positions() - 1 : positions() - 2;
}

int ShownBar::position() const
{
    return m_slider->value();
}

void ShownBar::setPosition(int position)
{
    m_slider->setValue(position);
}

void ShownBar::setCorner(QWidget* corner)
{
    static_cast<QHBoxLayout*>(layout())->insertWidget(0, corner);
}

void ShownBar::setPlayAction(QAction& action)
{
    m_play->setDefaultAction(&action);
    m_play->setObjectName(QStringLiteral("playEpochsButton"));
    m_play->setAccessibleDescription(action.statusTip());
    m_play->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_play->setAutoRaise(true);
    m_play->setFocusPolicy(Qt::StrongFocus);
}

int ShownBar::chosen() const
{
    const auto index = size_t(m_slider->value());
    return index < m_epochs.size() ? m_epochs[index] : -1;
}

void ShownBar::showEpoch()
{
    const int epoch = chosen();
    const QString newest = m_newest.isEmpty() ? tr("latest") : m_newest;
    const QString text = epoch < 0 ? newest : tr("epoch %1").arg(epoch);
    m_epoch->setText(text);
    m_slider->setAccessibleDescription(tr("Shown: %1").arg(text));
    // As wide as the longest text it can have: the slider must not move under the pointer.
    const QFontMetrics metrics(Theme::instance().textFont());
    m_epoch->setMinimumWidth(std::max(
        {metrics.horizontalAdvance(newest),
         metrics.horizontalAdvance(tr("best (epoch %1)").arg(99)),
         metrics.horizontalAdvance(tr("epoch %1").arg(m_epochs.empty() ? 0 : m_epochs.back()))}));
}

} // namespace ui
