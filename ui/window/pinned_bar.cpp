#include "ui/window/pinned_bar.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QActionGroup>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
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

} // namespace

PinnedBar::PinnedBar(QWidget* parent)
    : QWidget(parent)
    , m_edit(new QLineEdit(this))
    , m_button(new QToolButton(this))
    , m_menu(new QMenu(this))
    , m_examples(new QMenu(tr("From the &data"), this))
{
    m_edit->setObjectName(QStringLiteral("pinnedEdit"));
    m_edit->setPlaceholderText(tr("A sentence to watch while the network learns"));
    m_edit->setAccessibleName(tr("Pinned sentence"));
    const QString help = tr("This sentence stays in the Sentence view, and its answer follows the "
                            "network as it learns.");
    setHelp(*m_edit, help);
    m_edit->setWhatsThis(toolTipText(help));
    m_button->setObjectName(QStringLiteral("pinnedButton"));
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_button->setMenu(m_menu);
    setHelp(*m_button,
            tr("Up to five sentences are pinned for these data; Over epochs shows them side by "
               "side"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    row->addWidget(makeNameLabel(tr("Pinned"), *m_edit));
    row->addWidget(m_edit, 1);
    row->addWidget(m_button);
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
        m_examples->addAction(tr("Looking for some ..."))->setEnabled(false);
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
        m_examples->addAction(tr("There are none for this run"))->setEnabled(false);
}

} // namespace ui
