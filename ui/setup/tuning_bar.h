#pragma once

#include "ui/setup/setup_panel.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace ui {

/// Says what in the forms the running training has otherwise, and offers to apply it there.
class TuningBar : public QWidget {
    Q_OBJECT
public:
    explicit TuningBar(QWidget* parent = nullptr);

    void setRun(const QString& name); ///< Empty: nothing is trained.
    const QString& run() const { return m_run; }
    void setSettings(const std::vector<TunedSetting>& settings); ///< Empty: nothing to apply.
    void setFolded(bool folded); ///< Away, whatever there is to apply.

Q_SIGNALS:
    void applied();
    void discarded();

private:
    void follow();

    QString m_run;
    bool m_folded = false;
    QLabel* m_changes;
    QPushButton *m_apply, *m_discard;
};

} // namespace ui
