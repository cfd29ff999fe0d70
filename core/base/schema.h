#pragma once

#include "core/base/option.h"

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace core {

Json toJson(const Selection& selection);
Selection selectionFromJson(const Json& json);

/// @throws Error{BadSetting} that names `id` and the kinds of `family` that there are.
[[noreturn]] void throwUnknownKind(const std::string& family, const std::string& id,
                                   const std::vector<KindDescription>& kinds);

/// How members of one type are written as JSON and read from it.
class MemberType {
public:
    virtual ~MemberType() = default;
    virtual OptionType optionType() const = 0;
    virtual Json toJson(const void* member) const = 0;
    /// @pre `json` passed completed() without a problem.
    virtual void fromJson(const Json& json, void* member) const = 0;
};
using MemberTypePointer = std::shared_ptr<const MemberType>;

/// The types that members of a described struct can have, beside enumerations, structs and lists
/// of structs.
template <class Member>
concept PlainMember = std::same_as<Member, bool> || std::same_as<Member, int64_t> || std::same_as<
    Member, int32_t> || std::same_as<Member, double> || std::same_as<Member, std::string> || std::
    same_as<Member, std::vector<int64_t>> || std::same_as<Member, std::vector<std::string>> || std::
        same_as<Member, Selection> || std::same_as<Member, std::vector<Selection>>;
template <PlainMember Member> MemberTypePointer memberType();

/// The part of a Schema that does not depend on the struct: its members by their distance from the
/// struct's begin. Kept apart because templates are compiled again in every file.
class StructDescription {
public:
    const std::vector<OptionDescription>& options() const { return m_options; }

    Json write(const void* object) const;
    void read(const Json& json, void* object) const;

protected:
    /// @param object  a struct with default values. @param member  its member.
    void addMember(OptionDescription description, MemberTypePointer type, const void* object,
                   const void* member);
    void addStruct(OptionDescription description, const StructDescription& inner,
                   const void* object, const void* member);
    void addFlattened(const StructDescription& inner, const void* object, const void* member);
    /// Values of an enumeration as numbers, each with the choice that stands for it.
    struct Enumeration {
        std::vector<std::pair<int64_t, Choice>> values;
        int64_t (*get)(const void* member);
        void (*set)(void* member, int64_t value);
    };
    void addEnumeration(OptionDescription description, Enumeration enumeration, const void* object,
                        const void* member);
    void addAll(const StructDescription& other);
    void markLastAsPath();

private:
    struct Field {
        std::string name;
        std::ptrdiff_t offset;
        MemberTypePointer type;
    };
    std::vector<OptionDescription> m_options;
    std::vector<Field> m_fields;
};

/// Binds the members of a plain struct to their descriptions: the one place from which JSON,
/// validation, forms and help of `T` follow. Defaults are the member initialisers of `T`.
template <class T> class Schema : public StructDescription {
public:
    /// Adds a member of `T` or of a base of it. The option's type follows from the member's type;
    /// a text with choices or a family is a Choice.
    template <PlainMember Member, class Owner>
    requires std::derived_from<T, Owner> Schema& add(Member Owner::*member,
                                                     OptionDescription description)
    {
        const T object{};
        addMember(std::move(description), memberType<Member>(), &object, &(object.*member));
        return *this;
    }

    /// As add(), for a member that holds a path or a list of paths.
    template <PlainMember Member, class Owner>
    Schema& addPath(Member Owner::*member, OptionDescription description)
    {
        add(member, std::move(description));
        markLastAsPath();
        return *this;
    }

    /// Adds a struct inside `T` with its own schema.
    template <class Member>
    Schema& section(Member T::*member, OptionDescription description, const Schema<Member>& inner)
    {
        const T object{};
        addStruct(std::move(description), inner, &object, &(object.*member));
        return *this;
    }

    /// Adds a list of structs with their own schema.
    template <class Member>
    Schema& list(std::vector<Member> T::*member, OptionDescription description,
                 const Schema<Member>& inner)
    {
        const T object{};
        description.children = inner.options();
        addMember(std::move(description), std::make_shared<ListType<Member>>(inner), &object,
                  &(object.*member));
        return *this;
    }

    /// Adds an enumeration. @param values  each with the choice that stands for it.
    template <class Value>
    Schema& choice(Value T::*member, const std::vector<std::pair<Value, Choice>>& values,
                   OptionDescription description)
    {
        Enumeration enumeration{{},
                                [](const void* place) {
                                    return static_cast<int64_t>(*static_cast<const Value*>(place));
                                },
                                [](void* place, int64_t value) {
                                    *static_cast<Value*>(place) = static_cast<Value>(value);
                                }};
        for (const auto& [value, choice] : values)
            enumeration.values.emplace_back(static_cast<int64_t>(value), choice);
        const T object{};
        addEnumeration(std::move(description), std::move(enumeration), &object, &(object.*member));
        return *this;
    }

    /// Adds the members of a struct inside `T` as if they were its own.
    template <class Owner, class Member>
    requires std::derived_from<T, Owner> Schema& flatten(Member Owner::*member,
                                                         const Schema<Member>& inner)
    {
        const T object{};
        addFlattened(inner, &object, &(object.*member));
        return *this;
    }

    /// Adds all members that `other` describes after the existing ones.
    Schema& append(const Schema& other)
    {
        addAll(other);
        return *this;
    }

    Json toJson(const T& value) const { return write(&value); }

    /// Members that are missing in `json` keep their value.
    /// @pre `json` passed completed() without a problem.
    void fromJson(const Json& json, T& value) const { read(json, &value); }
    T fromJson(const Json& json) const
    {
        T value;
        read(json, &value);
        return value;
    }

private:
    template <class Member> class ListType : public MemberType {
    public:
        explicit ListType(Schema<Member> inner) : m_inner(std::move(inner)) { }
        OptionType optionType() const override { return OptionType::SectionList; }
        Json toJson(const void* member) const override
        {
            Json list = Json::array();
            for (const Member& each : *static_cast<const std::vector<Member>*>(member))
                list.push_back(m_inner.toJson(each));
            return list;
        }
        void fromJson(const Json& json, void* member) const override
        {
            auto& list = *static_cast<std::vector<Member>*>(member);
            list.clear();
            for (const Json& each : json)
                list.push_back(m_inner.fromJson(each));
        }

    private:
        Schema<Member> m_inner;
    };
};

} // namespace core
