#pragma once

#include "app/lab/model_service.h"

#include "ui/window/main_window.h"

#include <QHash>
#include <QObject>

#include <memory>

namespace app {

/// The sentence that is pinned: a person's own, kept from session to session, or else one that
/// suits the current run or, before there is one, what is set up: for a translator one of its own
/// data, in the language that it reads, and for names and the like one of them.
class PinnedSentence : public QObject {
    Q_OBJECT
public:
    /// @param settings  INI file.
    PinnedSentence(ui::MainWindow& window, ModelService& models, const QString& settings,
                   QObject* parent = nullptr);

    void begin(); ///< As it was left.
    /// A text of the run's data that is known already, for no run of the data that are set up;
    /// empty: none. @return whether that is news.
    bool know(const QString& run, const QString& text);
    /// Another run is looked at. @param task  what it has learnt.
    void suit(const QString& run, const std::string& task);

private:
    void suggest(const QString& text);
    bool suggestKnown(const std::string& task);
    void keep(const QString& text);
    bool isOwn() const;

    ui::MainWindow& m_window;
    ModelService& m_models;
    QString m_settings;
    QString m_suggested; ///< By the program; empty: nothing yet.
    QString m_run; ///< The current one.
    std::unique_ptr<ui::Asked> m_asked; ///< For a sentence of a run's data.
    QHash<QString, QString> m_known; ///< A sentence of each run's data.
};

} // namespace app
