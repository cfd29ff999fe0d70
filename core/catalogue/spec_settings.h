#pragma once

#include "core/base/error.h"
#include "core/experiment/spec.h"

#include <string>
#include <vector>

namespace core {

/// A path that names no setting, or a text that is no value of it: wrong usage, unlike a value out
/// of its range.
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

/// Sets one value of an object that these options describe, by its path, as withValue() does.
/// @param task  whose options may be set. @throws WrongSetting, Error{BadSetting}.
void setOption(Json& object, const std::vector<OptionDescription>& options, const std::string& task,
               const std::string& path, const std::string& value);

/// Sets one value by its path: "model.network.hidden_size", "64". A selection's path alone sets
/// its kind ("model.network", "gru") and leaves the options of the kind that it had already; a list
/// takes comma separated items or JSON, and one of its entries by its number ("data.train[0]"), the
/// one behind the last too. An option of another kind than "auto" chooses that kind.
/// @throws WrongSetting when there is no such path, with the nearest that there is;
/// or no value of it; Error{BadSetting} when the value is out of its range.
ExperimentSpec withValue(const ExperimentSpec& spec, const std::string& path,
                         const std::string& value);

} // namespace core
