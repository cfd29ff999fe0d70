#pragma once

#include "core/base/error.h"
#include "core/base/schema.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// An ordered list of the kinds that users choose from, each with its description and its maker.
///
/// A new kind is one new file with a function that returns an Entry, and one line in the list with
/// which the registry is made. A maker returns a `Product` from its options and the
/// `Context`.
template <class Product, class... Context> class Registry {
public:
    struct Entry {
        KindDescription description;
        std::function<Product(const Json& options, Context...)> make;
        /// Python source that does the same, for exported modules; unset where none is needed.
        /// The exporter of the family documents what it must define.
        std::function<std::string()> python{};
    };

    /// An entry whose options are the struct `Options`, described by `schema`. The description's
    /// own option list is filled from the schema.
    template <class Options>
    static Entry entry(KindDescription description, const Schema<Options>& schema,
                       std::function<Product(const Options&, Context...)> make,
                       std::function<std::string()> python = {})
    {
        description.options = schema.options();
        return {std::move(description),
                [schema, make = std::move(make)](const Json& options, Context... context) {
                    return make(schema.fromJson(options), std::forward<Context>(context)...);
                },
                std::move(python)};
    }

    Registry(std::string family, std::vector<Entry> entries)
        : m_family(std::move(family)), m_entries(std::move(entries))
    {
    }

    /// Makes what `selection` names. @pre its options are complete (a validated spec).
    /// @throws Error{BadSetting} when there is no such kind.
    Product make(const Selection& selection, Context... context) const
    {
        return find(selection.kind).make(selection.options, std::forward<Context>(context)...);
    }

    const Entry& find(const std::string& id) const
    {
        for (const Entry& entry : m_entries)
            if (entry.description.id == id)
                return entry;
        throwUnknownKind(m_family, id, descriptions());
    }

    std::vector<KindDescription> descriptions() const
    {
        std::vector<KindDescription> all;
        for (const Entry& entry : m_entries)
            all.push_back(entry.description);
        return all;
    }

private:
    std::string m_family;
    std::vector<Entry> m_entries;
};

/// The options of a kind that has none.
struct NoOptions { };

} // namespace core
