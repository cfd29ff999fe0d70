#pragma once

#include "core/base/monitor.h"
#include "core/base/option.h"
#include "core/data/preview.h"
#include "core/model/model_summary.h"
#include "core/optimise/schedule_curve.h"
#include "core/task/teacher_forcing/teacher_forcing.h"
#include "core/text/text_preview.h"

#include <QObject>
#include <QPointer>

#include <array>
#include <optional>
#include <string>
#include <vector>

class QStackedWidget;

namespace ui {

class DataPage;
class ModelPage;
class PreviewPage;
class TextPage;
class TrainingPage;

enum class SetupStep { Data, Text, Model, Training };

/// The lengths of texts in tokens of the chosen tokeniser.
struct TokenLengths {
    std::string tokeniser; ///< Its title.
    /// Lengths in its tokens; nothing where it has to be trained first.
    std::optional<core::LengthHistogram> lengths;
    int64_t sample = 0; ///< Number of texts that were counted; 0: all training texts.
    double mean = 0.0; ///< Tokens per text; 0: not known.
};

/// The wide pictures of the steps, which stand in the centre of the window: data table with class
/// balance and length histogram; tokens; model summary; schedule. They belong to the layout that
/// they are put into: once the window has destroyed them, nothing is shown any more.
class SetupPages : public QObject {
    Q_OBJECT
public:
    /// @param catalogue  outlives this.
    explicit SetupPages(const core::Catalogue& catalogue);
    ~SetupPages() override;

    QWidget* widget() const; ///< It holds all pages; null once it was destroyed.
    void setStep(SetupStep step); ///< Brings its page to the front.
    /// Describes the data that the task needs while there are none.
    void setColumns(const core::TaskColumns& columns);
    /// Updates what the pages tell of the spec.
    void setSpec(const core::Json& spec, const core::TaskColumns& columns);
    void awaitData(); ///< Other data were chosen and are not read yet.
    void setEditable(bool editable);

    /// Show the progress or the failure of a step's preview.
    void setProgress(SetupStep step, const core::Progress& progress);
    void setFailure(SetupStep step, const core::Failure& failure);
    void setData(const core::DataPreview& preview);
    /// The lengths of the previewed texts in tokens; for pairs, of source and target.
    void setTokenLengths(const std::vector<TokenLengths>& sides);
    void setBaseline(const QString& sentence); ///< The best baseline; empty: not known.
    void setTexts(const core::TextPreview& preview);
    void setPairTexts(const core::PairTextPreview& preview); ///< Translation.
    void showTextsAgain(); ///< The kept previews fit again.
    void setModelSummary(const core::ModelSummary& summary);
    /// @param items  the items of batches; empty: rows of the data.
    void setScheduleCurve(const core::ScheduleCurve& curve, const core::Message& items = {});
    void setTeacherForcingCurve(const core::TeacherForcingCurve& curve);

Q_SIGNALS:
    void chooseRequested(); ///< Files by dialog.
    void columnsChosen(const std::vector<int64_t>& textColumns, int labelColumn);
    void sheetChosen(const std::string& sheet);
    void skipBadRowsRequested();
    void exchangeSidesRequested(); ///< Source and target of pairs.
    void settingRequested(const std::string& path); ///< The user wants to change it.
    void cancelRequested(ui::SetupStep step); ///< Cancels a running preview.
    void repeatRequested(ui::SetupStep step); ///< Repeats a preview that failed or was cancelled.

private:
    void connectPages();

    const core::Catalogue& m_catalogue;
    QPointer<QStackedWidget> m_stack;
    std::array<QPointer<PreviewPage>, 4> m_pages; ///< In the order of the steps.
    QPointer<DataPage> m_data;
    QPointer<TextPage> m_text;
    QPointer<ModelPage> m_model;
    QPointer<TrainingPage> m_training;
};

} // namespace ui
