#pragma once

#include "core/base/error.h"
#include "core/data/kept_file.h"
#include "core/task/encoded_texts.h"

#include <filesystem>
#include <optional>
#include <string>

namespace core {

// The second start on large data takes neither the time to learn a vocabulary nor that to encode
// the texts. Whatever is damaged or cannot be written is as if it were not there.

/// The file for the ids that `pipeline` makes of the texts of that name (CorpusPart::key).
/// @param further  everything else that decides what is kept.
KeptFile keptTexts(const std::string& key, const TextPipeline& pipeline,
                   const std::string& further = {});
/// The ids stay in the file.
std::optional<EncodedTexts> readKeptTexts(const KeptFile& file);
/// @throws Error{Cancelled}.
void keepTexts(const KeptFile& file, const EncodedTexts& texts, const Monitor& monitor);

/// Kept ones, or those that `make` returns. Texts that it leaves out and `marked` are not kept.
template <class Make>
EncodedTexts encodedOnce(const KeptFile& file, const Monitor& monitor, const Make& make)
{
    if (std::optional<EncodedTexts> found = readKeptTexts(file))
        return std::move(*found);
    EncodedTexts made = make();
    keepTexts(file, made, monitor);
    return made;
}

/// The folder for what was learnt from the texts of that name with these settings; empty: none.
std::filesystem::path keptPipelines(const std::string& key, const std::string& settings);
/// Fills the folder by `save`, or leaves none.
void keepPipelines(const std::filesystem::path& folder,
                   const std::function<void(const FilePlace&)>& save);

/// TextPipeline or PairPipelines: kept ones, or those that `learn` returns.
template <class Pipelines, class Learn>
Pipelines learntOnce(const std::string& key, const std::string& settings, const Learn& learn)
{
    const std::filesystem::path folder = keptPipelines(key, settings);
    std::error_code ignored;
    if (!folder.empty() && std::filesystem::is_directory(folder, ignored)) {
        try {
            return Pipelines::load(folder);
        } catch (const Error&) { // Damaged: learn it anew.
            std::filesystem::remove_all(folder, ignored);
        }
    }
    Pipelines learnt = learn();
    keepPipelines(folder, [&](const FilePlace& place) { learnt.save(place); });
    return learnt;
}

} // namespace core
