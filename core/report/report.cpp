#include "core/report/reported_run.h"

namespace core {

Report reportOf(std::span<const std::filesystem::path> runs, const ReportSettings& settings,
                const Monitor& monitor)
{
    for (size_t run = 1; run < runs.size(); ++run)
        for (size_t other = 0; other < run; ++other) {
            std::error_code error; // What cannot be compared is refused where it is read.
            if (std::filesystem::equivalent(runs[run], runs[other], error))
                throw Error(ErrorCode::BadSetting, {"%1 is named twice.", {runs[run].string()}},
                            {"Name each run once.", {}});
        }
    std::vector<ReportedRun> read;
    for (const std::filesystem::path& run : runs) {
        monitor.throwIfStopped();
        monitor.report({{"Evaluating %1", {run.filename().string()}},
                        static_cast<double>(read.size()) / static_cast<double>(runs.size())});
        read.push_back(readReportedRun(run, settings.split, monitor));
    }
    Report report;
    const bool several = read.size() > 1;
    if (several)
        report.sections.push_back(comparisonOf(read, monitor));
    for (const ReportedRun& run : read) {
        report.title += (report.title.empty() ? "Report on " : ", ") + run.summary.name;
        if (several)
            report.sections.push_back({.title = run.summary.name});
        for (ReportSection& section : sectionsOf(run, settings, several ? 3 : 2, monitor))
            report.sections.push_back(std::move(section));
    }
    if (!settings.figures.empty())
        report.sections.push_back({.title = "Open views", .figures = settings.figures});
    return report;
}

} // namespace core
