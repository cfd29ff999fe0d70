#pragma once

#include <QSplitter>

#include <functional>

namespace ui {

class Settings;

/// A splitter whose parts share its length as the view likes, until the user moves a border: then
/// as the user likes, in this session and the next. Sizes are remembered by id, and for each
/// direction and for which parts are in sight or folded on their own.
class Splitter : public QSplitter {
    Q_OBJECT
public:
    /// Lengths of the parts, of `whole` pixels.
    using Sharing = std::function<QList<int>(int whole)>;

    Splitter(const QString& id, Qt::Orientation orientation, QWidget* parent = nullptr);

    void setSharing(Sharing sharing); ///< Without it, stretch factors and size hints decide.
    void share(); ///< Something has changed: the direction, the parts in sight or their wishes.
    void shareSoon(); ///< The same after the layout, where wishes depend on it.

    /// The sizes that users have chosen, for all splitters of the program.
    static void load(const Settings& settings);
    static void save(Settings& settings);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QString arrangement() const; ///< The arrangement that sizes are stored for.

    QString m_id;
    Sharing m_sharing;
    QString m_restored; ///< Arrangement whose remembered sizes it has.
    bool m_waiting = false;
};

} // namespace ui
