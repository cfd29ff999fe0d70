#include "core/data/preview.h"

#include "core/data/source/path_scan.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace core {

namespace {

/// The parts that a folder or an archive is divided into, by names alone.
std::set<Split> divisionsOf(const std::string& path, const Monitor& monitor)
{
    const Monitor silent(monitor.stopToken(), {});
    ReadProgress progress(silent, "Looking at %1", 0);
    return scanPath(path, "utf-8", progress).parts;
}

/// The splits to which one dropped path belongs; empty when its name and content do not say.
/// A path that cannot be read says nothing here: the preview gives the reason.
std::set<Split> splitsOf(const std::string& path, const Monitor& monitor)
{
    try {
        if (isContainer(path))
            if (std::set<Split> parts = divisionsOf(path, monitor); !parts.empty())
                return parts;
    } catch (const Error&) {
        monitor.throwIfStopped();
        return {};
    }
    std::filesystem::path name(path);
    if (!name.has_filename()) // "corpus/test/"
        name = name.parent_path();
    const auto split = splitOfFileName(name.filename().string());
    return split ? std::set<Split>{*split} : std::set<Split>{};
}

void addOnce(std::vector<std::string>& paths, const std::string& path)
{
    if (std::find(paths.begin(), paths.end(), path) == paths.end())
        paths.push_back(path);
}

} // namespace

DataSpec dataSpecFromPaths(const std::vector<std::string>& paths, const DataSpec& base,
                           const Monitor& monitor)
{
    std::vector<std::string> train, valid, test;
    for (const std::string& path : paths) {
        const std::set<Split> splits = splitsOf(path, monitor);
        if (splits.empty() || splits.contains(Split::Train))
            addOnce(train, path);
        if (splits.contains(Split::Valid))
            addOnce(valid, path);
        if (splits.contains(Split::Test))
            addOnce(test, path);
    }
    DataSpec spec = base;
    const bool loaded = base.sample.kind == "none" && !base.train.empty();
    if (train.empty() && loaded) { // A test set for what is there.
        if (!valid.empty()) {
            spec.valid = valid;
            spec.validTarget.clear();
        }
        if (!test.empty()) {
            spec.test = test;
            spec.testTarget.clear();
        }
        return spec;
    }
    if (train.empty()) // Nothing to add them to: they are what there is.
        (test.empty() ? valid : test).swap(train);
    spec.sample = {"none", Json::object()};
    spec.train = std::move(train);
    spec.valid = std::move(valid);
    spec.test = std::move(test);
    // What was recognised or corrected for other files does not hold for these.
    if (spec.train != base.train) {
        spec.format = {"auto", Json::object()};
        spec.encoding = "auto";
        spec.sourceLanguage.clear();
        spec.targetLanguage.clear();
    }
    for (auto* targets : {&spec.trainTarget, &spec.validTarget, &spec.testTarget})
        targets->clear();
    return spec;
}

DataSpec exchangedSides(const DataSpec& data)
{
    DataSpec spec = data;
    if (spec.sample.kind != "none")
        return spec;
    std::swap(spec.sourceLanguage, spec.targetLanguage);
    const bool sides = spec.format.kind == "parallel" || !spec.trainTarget.empty();
    if (sides) {
        spec.train.swap(spec.trainTarget);
        spec.valid.swap(spec.validTarget);
        spec.test.swap(spec.testTarget);
        return spec;
    }
    Json& options = spec.format.options;
    if (options.contains("text_field") && options.contains("label_field"))
        options["text_field"].swap(options["label_field"]);
    const bool columns = options.contains("text_columns") && options.contains("label_column")
        && !options["text_columns"].empty();
    if (columns) {
        // Of several joined columns the first takes the target's place, which holds one only.
        const Json target = options["label_column"];
        options["label_column"] = options["text_columns"].front();
        options["text_columns"] = Json::array({target});
    }
    return spec;
}

} // namespace core
