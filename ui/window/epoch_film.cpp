#include "ui/window/epoch_film.h"

#include "ui/window/pinned_bar.h"

#include <QImage>
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
    const bool atEnd = m_bar.position() >= m_bar.lastInTime();
    start(atEnd ? 0 : m_bar.position());
}

void EpochFilm::record(QWidget& picture, const QString& folder)
{
    stop();
    try {
        m_folder.emplace(folder);
    } catch (...) { // nothing may leave a handler
        return fail();
    }
    m_picture = &picture;
    m_before = m_bar.position();
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
    if (m_folder) {
        m_bar.setPosition(m_before);
        Q_EMIT recorded(m_folder->pictures(), m_folder->path());
    }
    m_folder.reset();
    Q_EMIT playingChanged(false);
}

void EpochFilm::fail()
{
    m_folder.reset();
    stop();
    Q_EMIT failed(core::currentFailure());
}

void EpochFilm::step()
{
    if (m_since.elapsed() < kEpochMs || !m_settled())
        return;
    try {
        if (m_folder && m_picture != nullptr)
            m_folder->add(m_picture->grab().toImage());
    } catch (...) { // nothing may leave a handler
        return fail();
    }
    if (m_bar.position() >= m_bar.lastInTime())
        return stop();
    m_bar.setPosition(m_bar.position() + 1);
    m_since.start();
}

} // namespace ui
