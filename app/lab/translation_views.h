#pragma once

#include "app/lab/question_gate.h"
#include "app/lab/task_views.h"

#include <memory>
#include <optional>
#include <vector>

namespace app {

/// Sentence, Decoding and Results of a translator.
class TranslationViews : public TaskViews {
    Q_OBJECT
public:
    TranslationViews(ui::MainWindow& window, ModelService& models, QObject* parent);

    void show(const ShownModel& shown) override;
    void setText(const QString& pinned) override;
    void learnt() override;
    void viewChanged() override;

private:
    /// One column of Decoding.
    struct Column {
        explicit Column(std::function<void()> ask) : gate(std::move(ask)) { }
        QuestionGate gate;
        std::optional<core::DecodingRequest> wanted; ///< The newest.
        quint64 version = 0; ///< Of `wanted`.
    };

    void connectSentence();
    void connectDecoding();
    void connectResults();
    void openSentence(const QString& source, const QString& reference);
    void openDecoding(const QString& source);
    void want(const QString& source, const QString& reference);
    void askForSentence();
    void askForDecoding(int column);
    void askForResults(const QString& split);
    void askForGains(const QString& split);
    void askForDecodingGains(const core::Selection& search);
    void scoreIfShown();
    bool isShown(const ModelChoice& asked) const { return asked == m_shown.choice; }

    QuestionGate m_sentence;
    QString m_source, m_reference; ///< What Sentence shows.
    std::vector<std::unique_ptr<Column>> m_columns;
    QString m_split = QStringLiteral("valid"); ///< What Results shows.
    std::optional<ModelChoice> m_scored; ///< What Results was last asked for.
    quint64 m_resultsRequest = 0, m_gainsRequest = 0;
};

} // namespace app
