#pragma once

#include "core/probe/influence/influence_questions.h"
#include "ui/sentence/text_inspection_view.h"
#include "ui/updates/loss_picker.h"
#include "ui/view/answer_set.h"

class QLabel;
class QPushButton;

namespace ui {

class BusyLine;
class ContentOrEmpty;
class InfluentialTexts;
class QuietComboBox;
class RowView;

/// Which updates taught the network its prediction for a sentence, and which of their texts; a new
/// training without these texts, and the predictions of both runs side by side.
class InfluenceView : public TextInspectionView {
    Q_OBJECT
public:
    explicit InfluenceView(ViewContext& context, QWidget* parent = nullptr);
    ~InfluenceView() override;

protected:
    void showOtherRun() override;
    void showOtherText() override;
    void askShown() override;
    std::vector<Figure> contentFigures() const override;
    QString words() const override;

private:
    /// A run with its prediction for the sentence.
    struct Network {
        QString name;
        int64_t leftOut = 0; ///< Texts that its training left out.
        std::shared_ptr<const core::ExampleLoss> answer; ///< Null: none yet.
    };

    QWidget* buildUpper();
    QWidget* buildLower();
    QWidget* buildNetworks();
    void connectTexts();
    core::AskInfluence question() const;
    void rank();
    void askTexts(int64_t step); ///< 0: those of all ranked updates.
    void askNetworks();
    void askBesides();
    void showNoRanking(const QString& why, const QString& how);
    void setInfluence(const core::Influence& influence);
    void showNetworks();
    void train(const std::vector<int64_t>& rows);
    QString sumsText() const;
    QString gapsText() const;

    core::Influence m_influence;
    std::shared_ptr<core::UpdateBatches> m_batches; ///< Data of the run, once they are read.
    std::shared_ptr<const core::ExampleLoss> m_answer; ///< That of the shown network.
    std::vector<Network> m_networks; ///< That of the shown run first.
    Asker m_ranking, m_textAsker;
    BesideRuns<core::AskExampleLoss> m_besides;
    BusyLine* m_busy;
    RowView *m_updates = nullptr, *m_table = nullptr;
    InfluentialTexts* m_texts = nullptr;
    QLabel *m_sums = nullptr, *m_gaps = nullptr, *m_leftOut = nullptr;
    ContentOrEmpty* m_ranked = nullptr; ///< The table of updates.
    QString m_noRanking; ///< Why there is none; empty: there is one.
    QuietComboBox* m_at = nullptr;
    QPushButton* m_rank = nullptr;
};

} // namespace ui
