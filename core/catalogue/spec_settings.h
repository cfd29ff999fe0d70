#pragma once

#include "core/base/error.h"
#include "core/experiment/spec.h"

#include <string>
#include <vector>

namespace core {

/// A path that names no setting, or a value that it cannot have: wrong usage.
class WrongSetting : public Error {
public:
    using Error::Error;
};

/// A setting and the path that names it: "training.epochs", "text.cleaning[0].form".
struct Setting {
    std::string path;
    const OptionDescription* option
        = nullptr; ///< Belongs to a registry and lives as long as the program.
};

/// All settings in the order of the spec, those of single tasks last, with those of every kind that
/// can be chosen, each path once. Sections are none.
const std::vector<Setting>& allSettings();

/// @throws WrongSetting with all of the problems; nothing without one.
void throwWrong(const std::vector<Problem>& problems);

/// Sets one value of an object that these options describe, by its path, as withValue() does.
/// @param task  whose options may be set. @throws WrongSetting.
void setOption(Json& object, const std::vector<OptionDescription>& options, const std::string& task,
               const std::string& path, const std::string& value);

/// Sets one value by its path: "model.network.hidden_size", "64". A selection's path alone sets
/// its kind ("model.network", "gru") and leaves the options of the kind that it had already; a list
/// takes comma separated items or JSON, and one of its entries by its number ("data.train[0]"), the
/// one behind the last too. An option of another kind than "auto" chooses that kind.
/// @throws WrongSetting when there is no such path, with the nearest that there is, or when it
/// cannot have this value.
ExperimentSpec withValue(const ExperimentSpec& spec, const std::string& path,
                         const std::string& value);

} // namespace core
