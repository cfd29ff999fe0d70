#pragma once

#include "core/base/option.h"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace core {

Json toJson(const Selection& selection);
Selection selectionFromJson(const Json& json);

/// Binds the members of a plain struct to their descriptions: the one place from which JSON,
/// validation, forms and help of `T` follow. Defaults are the member initialisers of `T`.
template <class T> class Schema {
public:
    /// Adds a member. The option's type follows from the member's type: bool, int64_t, double,
    /// std::string (Choice when choices or a family are given), std::vector<int64_t>,
    /// std::vector<std::string>, Selection, std::vector<Selection>.
    template <class Member> Schema& add(Member T::*member, OptionDescription description)
    {
        description.type = typeOf<Member>(description);
        description.defaultValue = encode(T{}.*member);
        const std::string name = description.name;
        m_options.push_back(std::move(description));
        m_read.push_back([name, member](const Json& object, T& value) {
            if (const auto found = object.find(name); found != object.end())
                decode(*found, value.*member);
        });
        m_write.push_back(
            [name, member](const T& value, Json& object) { object[name] = encode(value.*member); });
        return *this;
    }

    /// The same of a member that T has from a base.
    template <class Member, class Owner>
    requires(!std::same_as<T, Owner> && std::derived_from<T, Owner>) Schema& add(
        Member Owner::*member, OptionDescription description)
    {
        return add(static_cast<Member T::*>(member), std::move(description));
    }

    /// As add(), for a member that holds a path or a list of paths.
    template <class Member> Schema& addPath(Member T::*member, OptionDescription description)
    {
        add(member, std::move(description));
        m_options.back().type
            = std::is_same_v<Member, std::string> ? OptionType::Path : OptionType::PathList;
        return *this;
    }

    /// Adds a struct inside `T` with its own schema.
    template <class Member>
    Schema& section(Member T::*member, OptionDescription description, const Schema<Member>& inner)
    {
        description.type = OptionType::Section;
        description.children = inner.options();
        description.defaultValue = inner.toJson(T{}.*member);
        const std::string name = description.name;
        m_options.push_back(std::move(description));
        m_read.push_back([name, member, inner](const Json& object, T& value) {
            if (const auto found = object.find(name); found != object.end())
                inner.fromJson(*found, value.*member);
        });
        m_write.push_back([name, member, inner](const T& value, Json& object) {
            object[name] = inner.toJson(value.*member);
        });
        return *this;
    }

    /// Adds a list of structs with their own schema.
    template <class Member>
    Schema& list(std::vector<Member> T::*member, OptionDescription description,
                 const Schema<Member>& inner)
    {
        description.type = OptionType::SectionList;
        description.children = inner.options();
        description.defaultValue = Json::array();
        const std::string name = description.name;
        m_options.push_back(std::move(description));
        m_read.push_back([name, member, inner](const Json& object, T& value) {
            if (const auto found = object.find(name); found != object.end()) {
                (value.*member).clear();
                for (const Json& each : *found)
                    (value.*member).push_back(inner.fromJson(each));
            }
        });
        m_write.push_back([name, member, inner](const T& value, Json& object) {
            object[name] = Json::array();
            for (const Member& each : value.*member)
                object[name].push_back(inner.toJson(each));
        });
        return *this;
    }

    /// Adds an enumeration. @param values  each with the choice that stands for it.
    template <class Enumeration>
    Schema& choice(Enumeration T::*member,
                   const std::vector<std::pair<Enumeration, Choice>>& values,
                   OptionDescription description)
    {
        const auto choiceOf = [values](Enumeration value) {
            const auto found = std::find_if(values.begin(), values.end(),
                                            [&](const auto& each) { return each.first == value; });
            return found->second.value;
        };
        for (const auto& [value, choice] : values)
            description.choices.push_back(choice);
        description.type = OptionType::Choice;
        description.defaultValue = choiceOf(T{}.*member);
        const std::string name = description.name;
        m_options.push_back(std::move(description));
        m_read.push_back([name, member, values](const Json& object, T& value) {
            if (const auto found = object.find(name); found != object.end())
                for (const auto& [meant, choice] : values)
                    if (*found == choice.value)
                        value.*member = meant;
        });
        m_write.push_back([name, member, choiceOf](const T& value, Json& object) {
            object[name] = choiceOf(value.*member);
        });
        return *this;
    }

    /// Adds the members of a struct inside `T` as if they were its own.
    template <class Owner, class Member>
    requires std::derived_from<T, Owner> Schema& flatten(Member Owner::*member,
                                                         const Schema<Member>& inner)
    {
        for (OptionDescription option : inner.options()) {
            option.defaultValue = inner.toJson(T{}.*member).at(option.name);
            m_options.push_back(std::move(option));
        }
        m_read.push_back([member, inner](const Json& object, T& value) {
            inner.fromJson(object, value.*member);
        });
        m_write.push_back([member, inner](const T& value, Json& object) {
            object.update(inner.toJson(value.*member));
        });
        return *this;
    }

    /// Adds all members that `other` describes, behind those that are there.
    Schema& append(const Schema& other)
    {
        m_options.insert(m_options.end(), other.m_options.begin(), other.m_options.end());
        m_read.insert(m_read.end(), other.m_read.begin(), other.m_read.end());
        m_write.insert(m_write.end(), other.m_write.begin(), other.m_write.end());
        return *this;
    }

    const std::vector<OptionDescription>& options() const { return m_options; }

    Json toJson(const T& value) const
    {
        Json object = Json::object();
        for (const auto& write : m_write)
            write(value, object);
        return object;
    }

    /// What is missing stays as it is in `value`.
    /// @pre what is there went through completed() without a problem.
    void fromJson(const Json& object, T& value) const
    {
        for (const auto& read : m_read)
            read(object, value);
    }
    T fromJson(const Json& object) const
    {
        T value;
        fromJson(object, value);
        return value;
    }

private:
    template <class Member> static OptionType typeOf(const OptionDescription& description)
    {
        if constexpr (std::is_same_v<Member, bool>)
            return OptionType::Boolean;
        else if constexpr (std::is_same_v<Member, int64_t> || std::is_same_v<Member, int32_t>)
            return OptionType::Integer;
        else if constexpr (std::is_same_v<Member, double>)
            return OptionType::Real;
        else if constexpr (std::is_same_v<Member, std::string>)
            return description.choices.empty() && description.family.empty() ? OptionType::Text
                                                                             : OptionType::Choice;
        else if constexpr (std::is_same_v<Member, std::vector<int64_t>>)
            return OptionType::IntegerList;
        else if constexpr (std::is_same_v<Member, std::vector<std::string>>)
            return OptionType::TextList;
        else if constexpr (std::is_same_v<Member, Selection>)
            return OptionType::Selection;
        else {
            static_assert(std::is_same_v<Member, std::vector<Selection>>, "no option type for it");
            return OptionType::SelectionList;
        }
    }

    template <class Member> static Json encode(const Member& member)
    {
        if constexpr (std::is_same_v<Member, Selection>) {
            return core::toJson(member);
        } else if constexpr (std::is_same_v<Member, std::vector<Selection>>) {
            Json list = Json::array();
            for (const Selection& selection : member)
                list.push_back(core::toJson(selection));
            return list;
        } else {
            return member;
        }
    }

    template <class Member> static void decode(const Json& json, Member& member)
    {
        if constexpr (std::is_same_v<Member, Selection>) {
            member = selectionFromJson(json);
        } else if constexpr (std::is_same_v<Member, std::vector<Selection>>) {
            member.clear();
            for (const Json& item : json)
                member.push_back(selectionFromJson(item));
        } else {
            json.get_to(member);
        }
    }

    std::vector<OptionDescription> m_options;
    std::vector<std::function<void(const Json&, T&)>> m_read;
    std::vector<std::function<void(const T&, Json&)>> m_write;
};

} // namespace core
