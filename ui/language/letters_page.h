#pragma once

#include "core/base/option.h"
#include "core/probe/decoding/decoding_questions.h"
#include "ui/language/glass_page.h"
#include "ui/view/answer_set.h"

#include <array>

class QSpinBox;

namespace ui {

class ColourScale;
class HeatMap;

/// How a model writes for a class (N8): names drawn with one seed after the other, side by side,
/// each as a map of what could have been chosen at each place; what was chosen is framed.
class LettersPage : public GlassPage {
    Q_OBJECT
public:
    static constexpr int kNames = 3;

    LettersPage(ViewContext& context, Asker::Failed failed, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    void withdraw() override;
    void resizeEvent(QResizeEvent* event) override; ///< Shows as many rows as fit.
    std::vector<Figure> figures() const override;
    void setClass(const QString& name);
    void setName(int which, const core::Decoding& decoding);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// The letter that was chosen at a place, and the probability of each letter there.
    struct Step {
        int32_t chosen = 0;
        std::vector<float> shares; ///< By id.
    };
    struct Name {
        std::vector<Step> steps;
        std::vector<std::string> vocabulary;
        QString text;
        int64_t step = 0, epoch = 0;
    };
    QWidget* buildChoice();
    void ask();
    std::vector<int32_t> letters() const; ///< Rows of all maps: what was chosen, and what fits.
    size_t mostLetters() const;
    void showMaps();
    QString letter(int32_t id) const;
    QString describe(int which, int row, int column) const;
    QString words() const;

    ViewContext& m_context;
    Asker::Failed m_failed;
    AnswerSet<int, core::AskDecoding> m_answers; ///< By name.
    Shown m_shown;
    QString m_class;
    std::array<Name, kNames> m_names;
    std::vector<int32_t> m_letters;
    QSpinBox* m_seed = nullptr;
    QLabel *m_state, *m_heading;
    ColourScale* m_scale;
    std::array<QLabel*, kNames> m_titles{};
    std::array<HeatMap*, kNames> m_maps{};
};

} // namespace ui
