#include "ui/window/closing.h"

#include <QMessageBox>
#include <QPushButton>

#include <utility>

namespace ui {

Closing::Closing(QMainWindow& window) : QObject(&window), m_window(window) { }

bool Closing::mayClose()
{
    if (m_state == TrainingState::Idle)
        return true;
    if (m_state == TrainingState::Stopping)
        set(Plan::OnceSaved); // There is nothing left to ask.
    else
        ask();
    return false;
}

void Closing::closeOnceSaved()
{
    m_forced = true;
    if (m_state == TrainingState::Idle)
        m_window.close();
    else
        stopNow();
}

void Closing::follow(TrainingState state, const QString& run)
{
    m_state = state;
    m_run = run;
    if (state != TrainingState::Idle)
        return;
    delete m_question; // What it asks is settled.
    // Later: what the end of the training brings may say that the window stays.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (m_plan != Plan::None && m_state == TrainingState::Idle)
                m_window.close();
        },
        Qt::QueuedConnection);
}

void Closing::stay()
{
    if (!m_forced && m_state == TrainingState::Idle)
        set(Plan::None);
}

void Closing::ask()
{
    if (m_question != nullptr && m_question->isVisible()) {
        m_question->raise();
        return;
    }
    m_question = new QMessageBox(QMessageBox::Question, tr("Close Unroll"),
                                 tr("%1 is being trained. What should happen to it?").arg(m_run),
                                 QMessageBox::NoButton, &m_window);
    m_question->setObjectName(QStringLiteral("closeQuestion"));
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    m_question->setInformativeText(
        tr("Either way it is saved after its last update and can be resumed, and then the window "
           "closes. \"Cancel\" leaves the window open and the training going on."));
    const auto add = [this](const QString& text, QMessageBox::ButtonRole role, const char* name) {
        QPushButton* button = m_question->addButton(text, role);
        button->setObjectName(QString::fromLatin1(name));
        return button;
    };
    QPushButton* stop = add(tr("&Stop and save"), QMessageBox::AcceptRole, "stopAndCloseButton");
    QPushButton* keep = add(tr("&Keep training until the epoch ends, then close"),
                            QMessageBox::AcceptRole, "closeAfterEpochButton");
    QPushButton* cancel = add(tr("Cancel"), QMessageBox::RejectRole, "stayOpenButton");
    m_question->setDefaultButton(stop);
    m_question->setEscapeButton(cancel);
    connect(stop, &QPushButton::clicked, this, &Closing::stopNow);
    connect(keep, &QPushButton::clicked, this, [this] { set(Plan::AfterEpoch); });
    connect(cancel, &QPushButton::clicked, this, [this] { set(Plan::None); });
    m_question->open();
}

void Closing::stopNow()
{
    set(Plan::OnceSaved);
    if (m_state != TrainingState::Stopping && m_state != TrainingState::Idle)
        Q_EMIT stopRequested();
}

void Closing::set(Plan plan)
{
    const Plan before = std::exchange(m_plan, plan);
    if (before == plan)
        return;
    if (before == Plan::AfterEpoch || plan == Plan::AfterEpoch)
        Q_EMIT epochEndRequested(plan == Plan::AfterEpoch);
    Q_EMIT planChanged();
}

} // namespace ui
