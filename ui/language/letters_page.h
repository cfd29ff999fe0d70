#pragma once

#include "core/base/option.h"
#include "ui/language/glass_page.h"

#include <QElapsedTimer>

#include <array>

class QSpinBox;

namespace core {
struct Decoding;
}

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
    void resizeEvent(QResizeEvent* event) override; ///< As many rows as fit.
    void trained() override; ///< Draws anew, at most every two seconds.
    std::vector<Figure> figures() const override;
    void setClass(const QString& name);
    void setName(int which, const core::Decoding& decoding);

private:
    /// What was chosen at a place, and the share of each letter there.
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
    void askNext();
    std::vector<int32_t> letters() const; ///< Rows of all maps: what was chosen, and what fits.
    size_t mostLetters() const;
    void showMaps();
    QString letter(int32_t id) const;
    QString describe(int which, int row, int column) const;
    QString words() const;

    ViewContext& m_context;
    Asker m_asker;
    Shown m_shown;
    QString m_class;
    int m_next = 0; ///< Which name is to be asked for; kNames: none.
    std::array<Name, kNames> m_names;
    QElapsedTimer m_since; ///< The first of them was asked for.
    std::vector<int32_t> m_letters;
    QSpinBox* m_seed = nullptr;
    QLabel *m_state, *m_heading;
    ColourScale* m_scale;
    std::array<QLabel*, kNames> m_titles{};
    std::array<HeatMap*, kNames> m_maps{};
};

} // namespace ui
