#include "core/base/option.h"

#include "core/base/error.h"
#include "core/base/schema.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace core {

namespace {

/// One walk over a JSON object beside its description; collects problems.
class Completion {
public:
    Completion(const Catalogue& catalogue, std::vector<Problem>& problems)
        : m_catalogue(catalogue), m_problems(problems)
    {
    }

    Json object(const Json& value, const std::vector<OptionDescription>& options,
                const std::string& path, const std::string& alsoAllowed = {})
    {
        Json result = Json::object();
        if (!value.is_object()) {
            add(path, {"%1 must be an object with named fields.", {named(path)}});
            return result;
        }
        refuseUnknown(value, options, path, alsoAllowed);
        for (const OptionDescription& option : options) {
            const auto found = value.find(option.name);
            const std::string inner = joined(path, option.name);
            // Defaults go through the same walk: a default selection is completed, too.
            result[option.name]
                = field(found == value.end() ? option.defaultValue : *found, option, inner);
        }
        return result;
    }

private:
    static std::string joined(const std::string& path, const std::string& name)
    {
        return path.empty() ? name : path + "." + name;
    }
    static std::string named(const std::string& path) { return path.empty() ? "The spec" : path; }

    void add(const std::string& path, Message what)
    {
        m_problems.push_back({path, std::move(what)});
    }

    void refuseUnknown(const Json& value, const std::vector<OptionDescription>& options,
                       const std::string& path, const std::string& alsoAllowed)
    {
        std::vector<std::string> names;
        names.reserve(options.size());
        for (const OptionDescription& option : options)
            names.push_back(option.name);
        for (const auto& [key, unused] : value.items()) {
            if (key == alsoAllowed || std::find(names.begin(), names.end(), key) != names.end())
                continue;
            const std::string near = nearestWord(key, names);
            const std::string full = joined(path, shown(key));
            if (near.empty())
                add(full, {"%1 is not a known field.", {full}});
            else
                add(full, {"%1 is not a known field; did you mean %2?", {full, near}});
        }
    }

    Json field(const Json& value, const OptionDescription& option, const std::string& path)
    {
        switch (option.type) {
        case OptionType::Boolean:
            return value.is_boolean() ? value : wrong(path, "true or false", option);
        case OptionType::Integer:
            return integer(value, option, path);
        case OptionType::Real:
            return real(value, option, path);
        case OptionType::Text:
        case OptionType::Path:
            return value.is_string() ? value : wrong(path, "a text in quotes", option);
        case OptionType::Choice:
            return choice(value, option, path);
        case OptionType::IntegerList:
            return list(
                value, option, path, "a list of whole numbers",
                [&](const Json& item, const std::string& at) { return integer(item, option, at); });
        case OptionType::TextList:
        case OptionType::PathList:
            return list(value, option, path, "a list of texts",
                        [&](const Json& item, const std::string& at) {
                            return item.is_string() ? item : wrong(at, "a text in quotes", option);
                        });
        case OptionType::Selection:
            return selection(value, option, path);
        case OptionType::SelectionList:
            return list(value, option, path, "a list of kinds",
                        [&](const Json& item, const std::string& at) {
                            return selection(item, option, at);
                        });
        case OptionType::Section:
            return object(value, option.children, path);
        case OptionType::SectionList:
            return list(value, option, path, "a list of objects with named fields",
                        [&](const Json& item, const std::string& at) {
                            return object(item, option.children, at);
                        });
        }
        return {};
    }

    Json wrong(const std::string& path, const std::string& wanted, const OptionDescription& option)
    {
        add(path, {"%1 must be %2.", {path, wanted}});
        return option.defaultValue;
    }

    bool inRange(double value, const OptionDescription& option, const std::string& path)
    {
        if (value >= option.minimum && value <= option.maximum)
            return true;
        if (std::isinf(option.maximum))
            add(path,
                {"%1 is %2; it must be at least %3.",
                 {path, numberText(value), numberText(option.minimum)}});
        else if (std::isinf(option.minimum))
            add(path,
                {"%1 is %2; it must be at most %3.",
                 {path, numberText(value), numberText(option.maximum)}});
        else
            add(path,
                {"%1 is %2; it must be between %3 and %4.",
                 {path, numberText(value), numberText(option.minimum),
                  numberText(option.maximum)}});
        return false;
    }

    Json integer(const Json& value, const OptionDescription& option, const std::string& path)
    {
        const bool whole = value.is_number_integer()
            || (value.is_number_float() && std::abs(value.get<double>()) < 9e15
                && std::trunc(value.get<double>()) == value.get<double>());
        if (!whole || (value.is_number_unsigned() && value.get<uint64_t>() > INT64_MAX))
            return wrong(path, "a whole number", option);
        return inRange(value.get<double>(), option, path) ? Json(value.get<int64_t>())
                                                          : option.defaultValue;
    }

    Json real(const Json& value, const OptionDescription& option, const std::string& path)
    {
        if (!value.is_number() || !std::isfinite(value.get<double>()))
            return wrong(path, "a number", option);
        return inRange(value.get<double>(), option, path) ? Json(value.get<double>())
                                                          : option.defaultValue;
    }

    Json choice(const Json& value, const OptionDescription& option, const std::string& path)
    {
        std::string allowed;
        for (const Choice& candidate : option.choices) {
            if (value.is_string() && value.get<std::string>() == candidate.value)
                return value;
            allowed += (allowed.empty() ? "\"" : ", \"") + candidate.value + "\"";
        }
        return wrong(path, "one of " + allowed, option);
    }

    template <class Function>
    Json list(const Json& value, const OptionDescription& option, const std::string& path,
              const std::string& wanted, Function&& item)
    {
        if (!value.is_array())
            return wrong(path, wanted, option);
        Json result = Json::array();
        for (size_t i = 0; i < value.size(); ++i)
            result.push_back(item(value[i], path + "[" + std::to_string(i) + "]"));
        return result;
    }

    Json selection(const Json& value, const OptionDescription& option, const std::string& path)
    {
        // "lstm" alone is short for {"kind": "lstm"}.
        const Json whole = value.is_string() ? Json{{"kind", value}} : value;
        const bool hasKind
            = whole.is_object() && whole.contains("kind") && whole["kind"].is_string();
        const std::string id = hasKind ? whole["kind"].get<std::string>() : std::string();
        const KindDescription* kind = findKind(m_catalogue, option.family, id);
        if (kind == nullptr) {
            std::string allowed;
            for (const KindDescription& known : m_catalogue.at(option.family))
                allowed += (allowed.empty() ? "\"" : ", \"") + known.id + "\"";
            add(path, {"%1 must name one of %2.", {joined(path, "kind"), allowed}});
            return value;
        }
        Json result = {{"kind", id}};
        result.update(object(whole, kind->options, path, "kind"));
        return result;
    }

    const Catalogue& m_catalogue;
    std::vector<Problem>& m_problems;
};

} // namespace

std::string inSentences(const std::vector<Problem>& problems)
{
    std::string all;
    for (const Problem& problem : problems) {
        if (!all.empty())
            all += ' ';
        all += problem.what.plain();
    }
    return all;
}

bool servesTask(const std::vector<std::string>& tasks, const std::string& task)
{
    return tasks.empty() || std::find(tasks.begin(), tasks.end(), task) != tasks.end();
}

Json toJson(const Selection& selection)
{
    Json json = {{"kind", selection.kind}};
    json.update(selection.options);
    return json;
}

Selection selectionFromJson(const Json& json)
{
    Selection selection{json.at("kind").get<std::string>(), json};
    selection.options.erase("kind");
    return selection;
}

const KindDescription* findKind(const Catalogue& catalogue, const std::string& family,
                                const std::string& id)
{
    const auto kinds = catalogue.find(family);
    if (kinds == catalogue.end())
        return nullptr;
    const auto found = std::find_if(kinds->second.begin(), kinds->second.end(),
                                    [&](const KindDescription& kind) { return kind.id == id; });
    return found == kinds->second.end() ? nullptr : &*found;
}

Selection defaultSelection(const Catalogue& catalogue, const std::string& family,
                           const std::string& kind)
{
    std::vector<Problem> problems;
    OptionDescription option;
    option.type = OptionType::Selection;
    option.family = family;
    option.name = family;
    const Json whole = completed({{family, {{"kind", kind}}}}, {option}, catalogue, "", problems);
    if (!problems.empty())
        throw Error(ErrorCode::BadSetting, problems.front().what);
    return selectionFromJson(whole.at(family));
}

Json completed(const Json& value, const std::vector<OptionDescription>& options,
               const Catalogue& catalogue, const std::string& path, std::vector<Problem>& problems)
{
    return Completion(catalogue, problems).object(value, options, path);
}

std::string nearestWord(const std::string& word, const std::vector<std::string>& candidates)
{
    std::string best;
    size_t bestDistance = 1 + word.size() / 3;
    for (const std::string& candidate : candidates) {
        std::vector<size_t> row(candidate.size() + 1);
        std::iota(row.begin(), row.end(), size_t{0});
        for (size_t i = 1; i <= word.size(); ++i) {
            size_t diagonal = std::exchange(row[0], i);
            for (size_t j = 1; j <= candidate.size(); ++j) {
                const size_t change = diagonal + (word[i - 1] == candidate[j - 1] ? 0 : 1);
                diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, change}));
            }
        }
        if (row.back() <= bestDistance && (best.empty() || row.back() < bestDistance)) {
            best = candidate;
            bestDistance = row.back();
        }
    }
    return best;
}

} // namespace core
