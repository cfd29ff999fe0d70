#pragma once

#include "core/experiment/spec.h"

#include <string>

namespace core {

/// Where data come from, one line for each file: the same whatever their split, columns or shares.
inline std::string sourceKey(const DataSpec& data)
{
    std::string key = data.sample.kind;
    for (const auto* files : {&data.train, &data.trainTarget})
        for (const std::string& file : *files)
            key += '\n' + file;
    return key;
}

} // namespace core
