#pragma once

#include "core/base/monitor.h"
#include "core/base/readout.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace core {

/// A picture in a report.
struct ReportFigure {
    std::string title;
    std::string words; ///< The picture in words: it stands in its place where it is not seen.
    std::string svg; ///< An <svg> element.
};

/// A part of a report under a heading.
struct ReportSection {
    std::string title;
    int level = 2; ///< 2: of the report; 3: of the section before it.
    std::vector<std::string> paragraphs = {};
    Readout content = {};
    std::string listing = {}; ///< Text for a machine, shown as it is.
    std::vector<ReportFigure> figures = {};
};

struct Report {
    std::string title;
    std::vector<ReportSection> sections;
};

struct ReportSettings {
    /// The rows to evaluate on: "valid" or "test"; empty: "test" where there are such, else
    /// "valid".
    std::string split = {};
    int64_t examples = 5; ///< Right and wrong predictions, each.
    std::string version = {}; ///< The program and its version.
    std::vector<ReportFigure> figures = {}; ///< Further ones: pictures of open views.
};

/// A report of runs: what was trained on which data with which settings, curves, scores with
/// intervals, right and wrong predictions, changes made on the way, and how to repeat it; of
/// several runs also a comparison by a paired bootstrap. Where something cannot be had,
/// because data were moved away for example, the report says so. On the compute thread: the
/// networks are opened, one after another, and evaluated.
/// @throws Error{FileMissing, FileMalformed} where a folder is no run; Error{Cancelled}.
Report reportOf(std::span<const std::filesystem::path> runs, const ReportSettings& settings,
                const Monitor& monitor);

} // namespace core
