#pragma once

#include "core/base/formula.h"
#include "core/base/json.h"
#include "core/base/message.h"

#include <limits>
#include <map>
#include <string>
#include <vector>

namespace core {

/// A pick from a registry with the options of what was picked.
/// JSON: {"kind": "lstm", "hidden_size": 128, ...}.
struct Selection {
    std::string kind;
    Json options = Json::object(); ///< Complete once a spec was read: defaults are filled in.

    friend bool operator==(const Selection&, const Selection&) = default;
};

enum class OptionType {
    Boolean,
    Integer,
    Real,
    Text,
    Choice, ///< One of `choices`, stored as its value.
    Path, ///< A file or a folder.
    IntegerList,
    TextList,
    PathList,
    Selection, ///< One kind of `family`.
    SelectionList, ///< An ordered list of kinds of `family`.
    Section, ///< An object with `children`.
    SectionList ///< A list of such objects; of questions, settings have none.
};

/// What tasks can have in common: by this an option asks for tasks without knowing one.
enum class TaskTrait {
    None, ///< It means something to all.
    Pairs, ///< Learnt is a text from a text: source and target.
    Names, ///< Learnt is which of several is right, class or token: by cross-entropy.
    OneText ///< An encoder reads one text, a head is put on it.
};

struct Choice {
    std::string value; ///< As it stands in JSON.
    std::string label; ///< As a person reads it, English.
    std::vector<std::string> tasks{}; ///< Tasks in which it can be chosen; empty: all.
};

/// One option, described once: the form, the JSON with its validation, the command line and the
/// help page follow from this. Texts are English and translated where they are shown.
struct OptionDescription {
    std::string name{}; ///< JSON key, snake_case; frozen, because files hold it.
    std::string label{};
    std::string help{}; ///< Symptom -> action, one to three sentences.
    std::string unit{}; ///< "tokens", "seconds"; empty for pure numbers.
    double minimum = -std::numeric_limits<double>::infinity();
    double maximum = std::numeric_limits<double>::infinity();
    std::vector<Choice> choices{};
    /// For Selection and SelectionList; of a Choice without `choices` the family of kinds that it
    /// names one of.
    std::string family{};
    bool advanced = false; ///< Folded away until asked for.
    bool logarithmic = false; ///< Steps of a form's spin box multiply rather than add.
    OptionType type = OptionType::Text; ///< Set by Schema from the member's type.
    Json defaultValue{}; ///< Set by Schema.
    std::vector<OptionDescription> children{}; ///< For Section and SectionList.
    std::vector<std::string> tasks{}; ///< Tasks in which it means something; empty: all.
    TaskTrait trait = TaskTrait::None; ///< In a spec's description `tasks` are those that have it.
    /// Of an option of a task: the section of the spec beside which forms show it.
    std::string beside = "training";
    Formula formula{}; ///< What it does; mostly empty.
};

/// Whether something that serves `tasks` (empty: all) serves `task`.
bool servesTask(const std::vector<std::string>& tasks, const std::string& task);

/// One entry of a registry as a user sees it.
struct KindDescription {
    std::string id; ///< As it stands in JSON: "lstm".
    std::string title; ///< "LSTM".
    std::string summary; ///< One or two sentences: what it is and when to take it.
    Formula formula{}; ///< The defining equation; may be empty.
    std::string example{}; ///< What it does to a text: "Well, no! → Well  no"; may be empty.
    std::vector<OptionDescription> options{};
    std::vector<std::string> tasks{}; ///< Tasks that it serves; empty: all.
};

/// All kinds by family ("network", "optimiser", ...), in the order in which users see them.
using Catalogue = std::map<std::string, std::vector<KindDescription>>;

/// One thing wrong with a spec.
struct Problem {
    std::string path; ///< "model.network.hidden_size"
    Message what; ///< A whole sentence that names the path, says why and what is allowed.
};

/// Everything that is wrong, one sentence after another.
std::string inSentences(const std::vector<Problem>& problems);

/// The kind `id` of `family`, or nullptr.
const KindDescription* findKind(const Catalogue& catalogue, const std::string& family,
                                const std::string& id);

/// A selection of `kind` with every option at its default.
/// @throws Error{BadSetting} when there is no such kind; the sentence lists those there are.
Selection defaultSelection(const Catalogue& catalogue, const std::string& family,
                           const std::string& kind);

/// Checks `value` against `options` (types, ranges, choices, unknown fields, kinds), appends one
/// Problem for everything wrong, and returns the object completed with defaults.
Json completed(const Json& value, const std::vector<OptionDescription>& options,
               const Catalogue& catalogue, const std::string& path, std::vector<Problem>& problems);

/// The word of `candidates` nearest to `word` by edit distance, or empty when none is near.
std::string nearestWord(const std::string& word, const std::vector<std::string>& candidates);

} // namespace core
