#include "core/catalogue/pretrained_vectors.h"

#include "core/base/error.h"
#include "core/catalogue/spec_json.h"
#include "core/exchange/vectors.h"
#include "core/task/language_model/language_options.h"
#include "core/task/task_kinds.h"

#include <algorithm>
#include <filesystem>

namespace core {

namespace {

constexpr const char* kVectors = "model.embedding.vectors";
constexpr const char* kDimension = "model.embedding.dimension";

std::string fileName(const VectorFile& file)
{
    return shown(std::filesystem::path(file.path).filename().string());
}

/// @throws Error when the network cannot start from vectors of words at all.
void checkUse(const ExperimentSpec& spec, const VectorFile& file)
{
    if (!taskDescription(spec.task.kind).has(TaskTrait::OneText))
        throw Error(ErrorCode::BadSetting,
                    {"%1 holds word vectors, but the networks of this task cannot start from them.",
                     {fileName(file)}},
                    {"Choose a task that reads one text, such as text classification, in step 1, "
                     "and drop the file again.",
                     {}});
    const std::string unit = tokenUnit(spec.text);
    if (unit != "word")
        throw Error(
            ErrorCode::BadSetting,
            {"%1 holds vectors of words, but the texts are read as %2s.", {fileName(file), unit}},
            {"Choose a tokeniser of words in step 2, and drop the file again.", {}});
}

bool isAtFault(const ExperimentSpec& spec, const std::string& path)
{
    const std::vector<Problem> problems = crossCheck(spec);
    return std::any_of(problems.begin(), problems.end(),
                       [&](const Problem& each) { return each.path == path; });
}

/// @throws Error when a setting of the network demands another dimension.
void checkDimension(const ExperimentSpec& spec, const VectorFile& file)
{
    const std::vector<Problem> problems = crossCheck(spec);
    if (!problems.empty())
        throw Error(ErrorCode::BadSetting,
                    {"%1 holds vectors of %2 numbers, which the network cannot start from.",
                     {fileName(file), std::to_string(file.dimension)}},
                    problems.front().what);
}

} // namespace

SortedPaths sortedPaths(const std::vector<std::string>& paths)
{
    SortedPaths sorted;
    for (const std::string& path : paths) {
        const auto dimension = vectorDimension(path);
        if (!dimension)
            sorted.data.push_back(path);
        else if (!sorted.vectors)
            sorted.vectors = {path, *dimension};
    }
    return sorted;
}

ExperimentSpec withVectors(ExperimentSpec spec, const VectorFile& file,
                           std::vector<DataDecision>& decisions)
{
    checkUse(spec, file);
    const std::string dimension = std::to_string(file.dimension);
    const int64_t before = spec.model.embedding.dimension;
    std::vector<DataDecision> made{
        {kVectors,
         file.path,
         {"The network starts from the word vectors in %1.", {fileName(file)}},
         {"They were learnt from many more texts. Words that the file lacks start at random.",
          {}}}};
    spec.model.embedding.vectors = file.path;
    spec.model.embedding.dimension = file.dimension;
    if (before != file.dimension) {
        made.push_back({kDimension,
                        dimension,
                        {"A token's vector has %1 numbers.", {dimension}},
                        {"The vectors in %1 have as many.", {fileName(file)}}});
        if (isAtFault(spec, "task.tied")) {
            spec.task.options["tied"] = false;
            made.push_back({"task.tied",
                            "false",
                            {"The output has weights of its own.", {}},
                            {"The states of the network have another number of features than the "
                             "vectors.",
                             {}}});
        }
    }
    checkDimension(spec, file);
    for (DataDecision& each : made) {
        std::erase_if(decisions,
                      [&](const DataDecision& other) { return other.path == each.path; });
        decisions.push_back(std::move(each));
    }
    return spec;
}

} // namespace core
