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

/// A property that several tasks share: an option selects tasks by it without naming one.
enum class TaskTrait {
    None, ///< The option applies to all tasks.
    Pairs, ///< The task maps a source text to a target text.
    Names, ///< The task predicts one of several classes or tokens with cross-entropy.
    OneText, ///< An encoder with a head reads one text.
    Gradients ///< The network learns by back-propagation and an optimiser.
};

struct Choice {
    std::string value; ///< The value in JSON.
    std::string label; ///< The English name for users.
    std::vector<std::string> tasks{}; ///< Tasks that offer it; empty: all.
};

/// One option, described once: the form, the JSON with its validation, the command line and the
/// help page follow from this. Texts are English and translated where they are shown.
struct OptionDescription {
    std::string name{}; ///< JSON key, snake_case; frozen, because files hold it.
    std::string label{};
    std::string help{}; ///< The symptom, then the action; one to three sentences.
    std::string unit{}; ///< "tokens", "seconds"; empty for pure numbers.
    double minimum = -std::numeric_limits<double>::infinity();
    double maximum = std::numeric_limits<double>::infinity();
    std::vector<Choice> choices{};
    /// The family of a Selection or SelectionList, or of a Choice without `choices`, whose value is
    /// the id of a kind.
    std::string family{};
    /// The language of a Text of several lines: "cell", the equations of a cell; empty: one line.
    std::string syntax{};
    std::vector<Choice> examples{}; ///< Values of such a Text to begin with.
    bool advanced = false; ///< Hidden until the user unfolds it.
    bool logarithmic = false; ///< Steps of a form's spin box multiply rather than add.
    OptionType type = OptionType::Text; ///< Set by Schema from the member's type.
    Json defaultValue{}; ///< Set by Schema.
    std::vector<OptionDescription> children{}; ///< For Section and SectionList.
    std::vector<std::string> tasks{}; ///< Tasks to which it applies; empty: all.
    TaskTrait trait = TaskTrait::None; ///< The description of a spec turns it into `tasks`.
    /// The section of the spec beside which forms show an option of a task.
    std::string beside = "training";
    Formula formula{}; ///< The effect as an equation; usually empty.
};

/// Whether something that serves `tasks` (empty: all) serves `task`.
bool servesTask(const std::vector<std::string>& tasks, const std::string& task);

/// One entry of a registry as a user sees it.
struct KindDescription {
    std::string id; ///< The value in JSON: "lstm".
    std::string title; ///< "LSTM".
    std::string summary; ///< One or two sentences: what it is and when to choose it.
    Formula formula{}; ///< The defining equation; may be empty.
    std::string example{}; ///< Its effect on a text: "Well, no! → Well  no"; may be empty.
    std::vector<OptionDescription> options{};
    std::vector<std::string> tasks{}; ///< Tasks that it serves; empty: all.
};

/// All kinds by family ("network", "optimiser", ...), in the order in which users see them.
using Catalogue = std::map<std::string, std::vector<KindDescription>>;

/// One thing wrong with a spec.
struct Problem {
    std::string path; ///< "model.network.hidden_size"
    Message what; ///< A sentence with the path, the reason and the allowed values.
};

/// The sentences of all problems, separated by spaces.
std::string inSentences(const std::vector<Problem>& problems);

/// The kind `id` of `family`, or nullptr.
const KindDescription* findKind(const Catalogue& catalogue, const std::string& family,
                                const std::string& id);

/// A selection of `kind` with every option at its default.
/// @throws Error{BadSetting} that lists the known kinds when there is no such kind.
Selection defaultSelection(const Catalogue& catalogue, const std::string& family,
                           const std::string& kind);

/// Checks `value` against `options` (types, ranges, choices, unknown fields, kinds), appends one
/// Problem for everything wrong, and returns the object completed with defaults.
Json completed(const Json& value, const std::vector<OptionDescription>& options,
               const Catalogue& catalogue, const std::string& path, std::vector<Problem>& problems);

/// The word of `candidates` nearest to `word` by edit distance, or empty when none is near.
std::string nearestWord(const std::string& word, const std::vector<std::string>& candidates);

} // namespace core
