#pragma once

#include "app/lab/model_service.h"

#include "ui/window/main_window.h"

#include <QHash>
#include <QObject>

#include <memory>

namespace app {

/// The sentences that are pinned, for each data set its own: those that a person has pinned, kept
/// from session to session, or else one of the data themselves; for the bundled reviews one that
/// shows more than a random one.
class PinnedSentences : public QObject {
    Q_OBJECT
public:
    /// @param settings  File of ui::Settings.
    PinnedSentences(ui::MainWindow& window, ModelService& models, const QString& settings,
                    QObject* parent = nullptr);

    /// A text of the run's data that is known already, for no run of the data that are set up;
    /// empty: none. @return whether that is news.
    bool know(const QString& run, const QString& text);
    /// Another run is looked at, or other data are set up. @param spec  of the run, or the set-up.
    void suit(const QString& run, const core::ExperimentSpec& spec);
    bool isOf(const core::DataSpec& data) const; ///< What is pinned is pinned for these.

private:
    void suggest(const QString& text);
    bool suggestKnown();
    void keep(const QStringList& texts);
    bool isOwn() const;
    void findExamples();

    ui::MainWindow& m_window;
    ModelService& m_models;
    QString m_settings;
    QString m_suggested; ///< By the program; empty: nothing yet.
    QString m_run; ///< The current one.
    QString m_key; ///< Of the data, in the settings.
    std::unique_ptr<ui::Asked> m_asked; ///< For a sentence of a run's data.
    std::unique_ptr<ui::Asked> m_examples; ///< For the menu.
    QHash<QString, QString> m_known; ///< A sentence of each run's data.
};

} // namespace app
