#pragma once

#include "ui/figure/figure_file.h"

#include <QElapsedTimer>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QTimer>

#include <functional>
#include <optional>

class QWidget;

namespace ui {

class ShownBar;

/// Moves the epoch slider from the first epoch to the latest state, as soon as the views show each,
/// and can save a picture of each. GUI thread.
class EpochFilm : public QObject {
    Q_OBJECT
public:
    static constexpr int kEpochMs = 700; ///< Shortest time that an epoch is shown for.

    /// @param bar  outlives this. @param settled  whether the views show the chosen epoch.
    EpochFilm(ShownBar& bar, std::function<bool()> settled);

    /// Plays from the current epoch, or from the first one if the current one is the latest.
    void play(bool on);
    bool plays() const { return m_clock.isActive(); }
    /// Plays from the first epoch and saves `picture` at each in a FilmFolder. recorded() or
    /// failed() follows; play(false) ends it early. Where it began, it ends.
    void record(QWidget& picture, const QString& folder);

Q_SIGNALS:
    void playingChanged(bool plays);
    void recorded(int frames, const QString& folder);
    void failed(const core::Failure& failure);

private:
    void start(int position);
    void stop();
    void step();
    void fail(); ///< Ends the film by the exception in flight.

    ShownBar& m_bar;
    std::function<bool()> m_settled;
    QTimer m_clock;
    QElapsedTimer m_since; ///< Time since the shown epoch was chosen or last changed.
    QPointer<QWidget> m_picture;
    std::optional<FilmFolder> m_folder; ///< None: nothing is saved.
    int m_before = 0; ///< Position before the film began.
};

} // namespace ui
