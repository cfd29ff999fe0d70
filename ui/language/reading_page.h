#pragma once

#include "ui/language/glass_page.h"
#include "ui/language/reading_panel.h"

class QComboBox;
class QSpinBox;

namespace ui {

class ContentOrEmpty;
class SmallBars;

/// The text that all views open up, through the glass, with histograms as in GLTR beside what was
/// expected.
class ReadingPage : public GlassPage {
    Q_OBJECT
public:
    ReadingPage(ViewContext& context, Asker::Failed failed, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    void withdraw() override;
    void trained() override { m_asker.repeat(); }
    std::vector<Figure> figures() const override;
    void setClass(const QString& name); ///< Class of models that generate for a class.
    void setReading(const core::ReadText& text);

private:
    QWidget* buildHistograms();
    void showHistograms(const core::ReadText& text);

    Asker m_asker;
    Shown m_shown;
    QString m_class;
    QLabel* m_state;
    ContentOrEmpty* m_part; ///< The panel, where there is a text.
    ReadingPanel* m_panel;
    SmallBars *m_ranks = nullptr, *m_probabilities = nullptr, *m_entropies = nullptr;
};

/// Rows of the data through the glass, coloured by their loss, live while the network learns.
class RowsPage : public GlassPage {
    Q_OBJECT
public:
    RowsPage(ViewContext& context, Asker::Failed failed, QWidget* parent = nullptr);

    void follow(const Shown& shown) override;
    void withdraw() override;
    void trained() override { m_asker.repeat(); }
    std::vector<Figure> figures() const override;
    void setReadings(const std::vector<core::ReadText>& texts);

private:
    QWidget* buildChoice();
    void ask();

    Asker m_asker;
    Shown m_shown;
    QLabel* m_state;
    ReadingPanel* m_panel;
    QComboBox* m_split = nullptr;
    QSpinBox* m_first = nullptr;
};

} // namespace ui
