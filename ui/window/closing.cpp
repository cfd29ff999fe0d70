#include "ui/window/closing.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QPainter>
#include <QPushButton>

#include <utility>

namespace ui {

namespace {

constexpr QSize kSize{840, 560};

} // namespace

Closing::Closing(QMainWindow& window) : QObject(&window), m_window(window) { }

bool Closing::mayClose()
{
    if (m_state == TrainingState::Idle)
        return true;
    if (m_state == TrainingState::Stopping)
        set(Plan::OnceSaved); // The training stops already.
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
    delete m_question; // The question is obsolete.
    // Later, because the end of the training may call stay().
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
    m_question
        = named(new QMessageBox(QMessageBox::Question, tr("Close Unroll"),
                                tr("%1 is being trained. What should happen to it?").arg(m_run),
                                QMessageBox::NoButton, &m_window),
                "closeQuestion");
    m_question->setAttribute(Qt::WA_DeleteOnClose);
    m_question->setInformativeText(
        tr("In both cases the run is saved after its last update and can be resumed; then the "
           "window closes. \"Cancel\" keeps the window open and the training running."));
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

DropOverlay::DropOverlay(QWidget* window) : QWidget(window)
{
    named(this, "dropOverlay", tr("Drop to load"));
    setAttribute(Qt::WA_TransparentForMouseEvents); // The drop goes to what lies below.
    hide();
}

void DropOverlay::appear()
{
    setGeometry(parentWidget()->rect());
    raise();
    show();
}

void DropOverlay::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = theme.base();
    veil.setAlphaF(0.86F);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(theme.accent(), 3, Qt::DashLine));
    const int margin = 2 * kGrid;
    painter.drawRoundedRect(rect().adjusted(margin, margin, -margin, -margin), 8, 8);
    constexpr int kPicture = 64;
    const QPoint centre = rect().center();
    icon(QStringLiteral("drop"), theme.accent())
        .paint(&painter, QRect(centre - QPoint(kPicture / 2, kPicture), QSize(kPicture, kPicture)));
    QFont font = theme.headingFont();
    font.setPointSizeF(1.4 * font.pointSizeF());
    painter.setFont(font);
    painter.setPen(theme.text());
    painter.drawText(QRect(0, centre.y() + margin, width(), 2 * QFontMetrics(font).height()),
                     Qt::AlignHCenter | Qt::AlignTop, tr("Drop to load"));
}

OpenDialog::OpenDialog(QWidget* parent)
    : QFileDialog(parent, tr("Open data, settings, a run or an export"))
{
    setObjectName(QStringLiteral("openDialog"));
    setFileMode(QFileDialog::ExistingFiles);
    resize(kSize.boundedTo(parent->size()));
    setOption(QFileDialog::DontUseNativeDialog); // Those choose either files or folders.
    if (auto* buttons = findChild<QDialogButtonBox*>(QStringLiteral("buttonBox"))) {
        QPushButton* folder = buttons->addButton(tr("Open &folder"), QDialogButtonBox::ActionRole);
        named(folder, "openFolderButton", {},
              tr("Open the selected folder or, if none is selected, the one shown"));
        folder->setAutoDefault(false);
        connect(folder, &QPushButton::clicked, this, &OpenDialog::takeFolder);
    }
}

QStringList OpenDialog::choose(QWidget* parent)
{
    OpenDialog dialog(parent);
    return dialog.exec() == QDialog::Accepted ? dialog.paths() : QStringList();
}

QStringList OpenDialog::paths() const
{
    return m_folder.isEmpty() ? selectedFiles() : QStringList(m_folder);
}

void OpenDialog::accept()
{
    const QStringList chosen = selectedFiles();
    // Runs and exports are opened as a whole.
    const auto holds = [&](const char* file) {
        return QFileInfo::exists(QDir(chosen.first()).filePath(QLatin1String(file)));
    };
    if (chosen.size() == 1 && (holds("spec.json") || holds("exported_files.json")))
        take(chosen.first());
    else
        QFileDialog::accept();
}

void OpenDialog::takeFolder()
{
    const QStringList chosen = selectedFiles();
    const bool marked = chosen.size() == 1 && QFileInfo(chosen.first()).isDir();
    take(marked ? chosen.first() : directory().absolutePath());
}

void OpenDialog::take(const QString& folder)
{
    m_folder = folder;
    QDialog::done(QDialog::Accepted);
}

} // namespace ui
