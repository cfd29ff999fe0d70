#pragma once

#include <QFileDialog>

namespace ui {

/// One dialog for everything that can be opened: files, several at once, or a folder. What it is
/// need not be said: a run or an export is taken rather than looked into, any other folder by the
/// button "Open folder".
class OpenDialog : public QFileDialog {
    Q_OBJECT
public:
    explicit OpenDialog(QWidget* parent);

    /// Empty: the person has chosen nothing.
    static QStringList choose(QWidget* parent);
    QStringList paths() const;

public Q_SLOTS:
    void accept() override;

private:
    void takeFolder();
    void take(const QString& folder);

    QString m_folder; ///< Taken as it is; empty: files are.
};

} // namespace ui
