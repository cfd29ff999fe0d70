#pragma once

#include "app/lab/model_service.h"

#include "ui/window/main_window.h"

#include <QHash>
#include <QObject>

#include <memory>

namespace app {

/// The pinned sentences of each data set: the sentences that the user pinned, kept between
/// sessions, or a text of the data. The bundled reviews have a chosen sentence.
class PinnedSentences : public QObject {
    Q_OBJECT
public:
    /// @param settings  File of ui::Settings.
    PinnedSentences(ui::MainWindow& window, ModelService& models, const QString& settings,
                    QObject* parent = nullptr);

    /// Stores a text of the run's data; for an empty run, of the set-up's data. @return whether it
    /// is new.
    bool know(const QString& run, const QString& text);
    void forget(const QString& run) { m_known.remove(run); }
    /// Adapts to another run or other data of the set-up. @param spec  of the run, or the set-up.
    void suit(const QString& run, const core::ExperimentSpec& spec);
    bool isOf(const core::DataSpec& data) const; ///< The pinned sentences belong to these data.

private:
    void suggest(const QString& text);
    bool suggestKnown();
    void keep();
    bool isOwn() const;
    void findExamples();

    ui::MainWindow& m_window;
    ModelService& m_models;
    QString m_settings;
    QString m_suggested; ///< Sentence pinned by the program; empty: none.
    QString m_run; ///< The current run.
    QString m_key; ///< Key of the data in the settings.
    std::unique_ptr<ui::Asked> m_asked; ///< The pending question for a sentence of a run's data.
    std::unique_ptr<ui::Asked> m_examples; ///< The pending question for the menu.
    QHash<QString, QString> m_known; ///< A sentence of each run's data.
};

} // namespace app
