#include "app/lab/exporting.h"

#include "app/lab/session.h"
#include "core/base/atomic_file.h"
#include "ui/figure/figure_file.h"
#include "ui/figure/printed_html.h"
#include "ui/widgets/theme.h"

#include <QApplication>

namespace app {

namespace {

/// Light colours while it lives: what is drawn is read on white paper, whatever colours the window
/// has.
class LightColours {
public:
    LightColours() : m_before(ui::Theme::instance().scheme())
    {
        if (ui::Theme::instance().isDark())
            ui::Theme::instance().setScheme(ui::ColourScheme::Light);
    }
    LightColours(const LightColours&) = delete;
    LightColours& operator=(const LightColours&) = delete;
    ~LightColours() { ui::Theme::instance().setScheme(m_before); }

private:
    ui::ColourScheme m_before;
};

/// The drawings of a view: without what stands around the <svg> element, and none of more than
/// half a megabyte, such as those of a hundred thousand points.
std::vector<core::ReportFigure> drawingsOf(const std::vector<ui::Figure>& figures)
{
    constexpr size_t kLargest = 500'000; // Bytes.
    std::vector<core::ReportFigure> drawings;
    for (const ui::Figure& figure : figures) {
        if (!figure.paint || figure.size.isEmpty())
            continue;
        std::string svg = ui::contentOf(figure, ui::FigureFormat::Svg);
        svg.erase(0, std::min(svg.find("<svg"), svg.size()));
        if (svg.empty() || svg.size() > kLargest)
            continue;
        const std::string words = figure.words ? figure.words().toStdString() : std::string();
        drawings.push_back({figure.title.toStdString(), core::shown(words, 1000), std::move(svg)});
    }
    return drawings;
}

} // namespace

Exporting::Exporting(ui::MainWindow& window, ModelService& models, const RunLibrary& runs,
                     const ViewController& views)
    : m_window(window), m_models(models), m_runs(runs), m_views(views)
{
    connect(&window, &ui::MainWindow::exportRequested, this, &Exporting::exportRun);
    connect(&window, &ui::MainWindow::reportRequested, this, &Exporting::report);
}

void Exporting::exportRun(const QString& format, const QString& target)
{
    const QString run = m_views.currentRun();
    const ui::RunRow* row = m_runs.find(run);
    if (row == nullptr) {
        m_window.showNotice({"Choose a run in the list first.", {}});
        return;
    }
    const int epoch = m_views.choice().run == run ? m_views.choice().epoch : -1;
    const QString checkpoint = epoch >= 0
        ? QStringLiteral("epoch-%1").arg(epoch)
        : QString::fromStdString(core::standardCheckpoint(row->summary));
    m_models.exportRun(
        run, checkpoint, format, target,
        [this, target] {
            m_window.showNotice({"Exported to %1.", {target.toStdString()}});
        },
        [this](const core::Failure& failure) { m_window.showFailure(failure); });
}

std::vector<std::filesystem::path> Exporting::reportedRuns() const
{
    std::vector<std::filesystem::path> runs;
    const ui::RunRow* const current = m_runs.find(m_views.currentRun());
    if (current != nullptr)
        runs.push_back(current->summary.path);
    for (const ui::RunRow& row : m_runs.rows())
        if (row.shown && &row != current && row.summary.problem.empty())
            runs.push_back(row.summary.path);
    return runs;
}

void Exporting::report(const QString& target)
{
    const std::vector<std::filesystem::path> runs = reportedRuns();
    if (runs.empty()) {
        m_window.showNotice({"Choose a run in the list first.", {}});
        return;
    }
    core::ReportSettings settings;
    settings.version = "unroll " + QApplication::applicationVersion().toStdString();
    {
        const LightColours colours;
        settings.figures = drawingsOf(m_window.figures());
    }
    m_window.showNotice(
        {"Writing a report of %1 {run|runs} \u2026", {std::to_string(runs.size())}});
    m_models.report(
        runs, settings,
        [this, target](const std::string& html) {
            attempt(m_window, [&] {
                const bool isPdf = target.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive);
                core::writeFileAtomically(
                    std::filesystem::path(target.toStdString()),
                    isPdf ? ui::pdfOf(QString::fromStdString(html)).toStdString() : html);
                m_window.showNotice({"The report was written to %1.", {target.toStdString()}});
            });
        },
        [this](const core::Failure& failure) { m_window.showFailure(failure); });
}

} // namespace app
