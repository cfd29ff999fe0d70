#include "ui/window/epoch_film.h"

#include "core/base/atomic_file.h"
#include "ui/window/pinned_bar.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QPixmap>
#include <QWidget>

namespace ui {

namespace {

constexpr int kLookMs = 50; ///< Time between two looks whether the views have settled.

} // namespace

EpochFilm::EpochFilm(ShownBar& bar, std::function<bool()> settled)
    : QObject(&bar), m_bar(bar), m_settled(std::move(settled))
{
    m_clock.setInterval(kLookMs);
    connect(&m_clock, &QTimer::timeout, this, &EpochFilm::step);
}

void EpochFilm::play(bool on)
{
    if (on == plays())
        return;
    if (!on)
        return stop();
    const bool atEnd = m_bar.position() + 1 >= m_bar.positions();
    start(atEnd ? 0 : m_bar.position());
}

void EpochFilm::record(QWidget& picture, const QString& folder)
{
    stop();
    m_picture = &picture;
    m_folder = folder;
    m_frames = 0;
    start(0);
}

void EpochFilm::start(int position)
{
    m_bar.setPosition(position);
    m_since.start();
    m_clock.start();
    Q_EMIT playingChanged(true);
}

void EpochFilm::stop()
{
    if (!plays())
        return;
    m_clock.stop();
    if (m_picture != nullptr)
        Q_EMIT recorded(m_frames, m_folder);
    m_picture = nullptr;
    Q_EMIT playingChanged(false);
}

void EpochFilm::step()
{
    if (m_since.elapsed() < kEpochMs || !m_settled())
        return;
    if (m_picture != nullptr && !save())
        return;
    if (m_bar.position() + 1 >= m_bar.positions())
        return stop();
    m_bar.setPosition(m_bar.position() + 1);
    m_since.start();
}

bool EpochFilm::save()
{
    try {
        if (!QDir().mkpath(m_folder))
            throw core::Error(core::ErrorCode::FileUnwritable,
                              {"The folder %1 could not be made.", {m_folder.toStdString()}},
                              {"Choose another place for the film.", {}});
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        m_picture->grab().save(&buffer, "PNG");
        const QString path
            = QStringLiteral("%1/%2.png").arg(m_folder).arg(m_frames + 1, 4, 10, QLatin1Char('0'));
        core::writeFileAtomically(QFile::encodeName(path).toStdString(), bytes.toStdString());
        ++m_frames;
        return true;
    } catch (...) { // nothing may leave a handler
        m_picture = nullptr;
        stop();
        Q_EMIT failed(core::currentFailure());
        return false;
    }
}

} // namespace ui
