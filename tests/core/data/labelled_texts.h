#pragma once

#include "preview_agreement.h"
#include "task_columns.h"
#include "tests/support/test_case.h"

/// Labelled texts the way people have them, and what the preview makes of their files.
namespace labelled {

inline core::DataPreview previewOf(const Strings& paths,
                                   const core::Selection& format = {"auto", core::Json::object()})
{
    core::DataSpec spec = tasks::recognised(paths, "classification", {}).spec;
    spec.format = format;
    spec.validFraction = 0.0;
    return agreedPreview(spec);
}

/// The names of the classes between commas.
inline std::string classesOf(const core::DataPreview& preview)
{
    std::string names;
    for (const core::ClassCount& entry : preview.classes)
        names += (names.empty() ? "" : ",") + entry.name;
    return names;
}

inline const char* const kTexts[]
    = {"the film was a joy from start to end", "a dull plot and wooden acting",
       "I would watch it again and I did",     "nobody laughed in the whole theatre",
       "what a cast and what a score",         "two hours that I want back"};

inline std::string textNumber(int i)
{
    return std::string(kTexts[i % 6]) + " " + std::to_string(i);
}
inline const char* label(int i)
{
    return i % 2 ? "ham" : "spam";
}

/// Rows of "label,text" with `tail` behind each.
inline std::string rows(int count, const std::string& tail = "\n", int from = 0)
{
    std::string text;
    for (int i = from; i < from + count; ++i)
        text += label(i) + ","s + textNumber(i) + tail;
    return text;
}

} // namespace labelled
