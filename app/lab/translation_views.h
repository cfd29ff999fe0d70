#pragma once

#include "app/lab/question_gate.h"
#include "app/lab/task_views.h"

#include <memory>
#include <optional>
#include <vector>

namespace app {

/// Sentence, Decoding and Results of a translator. What is typed in Sentence is decoded in
/// Decoding, and the other way round, once that view is seen.
class TranslationViews : public TaskViews {
    Q_OBJECT
public:
    TranslationViews(ui::MainWindow& window, ModelService& models, QObject* parent);

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

    void follow(Change change) override;
    void drop() override;
    void evaluate(const QString& split) override;
    void connectSentence();
    void connectDecoding();
    void connectResults();
    void openSentence(const QString& source, const QString& reference);
    void openDecoding(const QString& source);
    void showDecoding();
    void want(const QString& source, const QString& reference);
    void askForSentence();
    void askForDecoding(int column);
    void askForGains(const QString& split);
    void askForDecodingGains(const core::Selection& search);

    QuestionGate m_sentence;
    QString m_source; ///< The one sentence that Sentence and Decoding show.
    QString m_reference; ///< Beside it in Sentence; may be empty.
    std::vector<std::unique_ptr<Column>> m_columns;
    std::optional<ModelChoice> m_decoded; ///< What Decoding was last asked for.
    NewestQuestion m_gains; ///< Where a search beats greedy, for Results or Decoding.
};

} // namespace app
