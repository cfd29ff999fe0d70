#include "core/base/schema.h"

#include "core/base/error.h"

#include <algorithm>
#include <type_traits>

namespace core {

namespace {

template <class Member> constexpr OptionType kOptionType = OptionType::SelectionList;
template <> constexpr OptionType kOptionType<bool> = OptionType::Boolean;
template <> constexpr OptionType kOptionType<int64_t> = OptionType::Integer;
template <> constexpr OptionType kOptionType<int32_t> = OptionType::Integer;
template <> constexpr OptionType kOptionType<double> = OptionType::Real;
template <> constexpr OptionType kOptionType<std::string> = OptionType::Text;
template <> constexpr OptionType kOptionType<std::vector<int64_t>> = OptionType::IntegerList;
template <> constexpr OptionType kOptionType<std::vector<std::string>> = OptionType::TextList;
template <> constexpr OptionType kOptionType<Selection> = OptionType::Selection;

void decode(const Json& json, Selection& selection)
{
    selection = selectionFromJson(json);
}

void decode(const Json& json, std::vector<Selection>& selections)
{
    selections.clear();
    for (const Json& each : json)
        selections.push_back(selectionFromJson(each));
}

template <class Member> void decode(const Json& json, Member& member)
{
    json.get_to(member);
}

template <class Member> Json encode(const Member& member)
{
    if constexpr (std::is_same_v<Member, std::vector<Selection>>) {
        Json list = Json::array();
        for (const Selection& each : member)
            list.push_back(toJson(each));
        return list;
    } else if constexpr (std::is_same_v<Member, Selection>) {
        return toJson(member);
    } else {
        return member;
    }
}

template <class Member> class PlainType : public MemberType {
public:
    OptionType optionType() const override { return kOptionType<Member>; }
    Json toJson(const void* member) const override
    {
        return encode(*static_cast<const Member*>(member));
    }
    void fromJson(const Json& json, void* member) const override
    {
        decode(json, *static_cast<Member*>(member));
    }
};

class StructType : public MemberType {
public:
    explicit StructType(StructDescription inner) : m_inner(std::move(inner)) { }
    OptionType optionType() const override { return OptionType::Section; }
    Json toJson(const void* member) const override { return m_inner.write(member); }
    void fromJson(const Json& json, void* member) const override { m_inner.read(json, member); }

private:
    StructDescription m_inner;
};

} // namespace

void throwUnknownKind(const std::string& family, const std::string& id,
                      const std::vector<KindDescription>& kinds)
{
    std::string known;
    for (const KindDescription& kind : kinds)
        known += (known.empty() ? "" : ", ") + kind.id;
    throw Error(ErrorCode::BadSetting, {"There is no %1 named \"%2\".", {family, shown(id)}},
                {"Choose one of: %1.", {known}});
}

template <PlainMember Member> MemberTypePointer memberType()
{
    static const MemberTypePointer type = std::make_shared<PlainType<Member>>();
    return type;
}
template MemberTypePointer memberType<bool>();
template MemberTypePointer memberType<int64_t>();
template MemberTypePointer memberType<int32_t>();
template MemberTypePointer memberType<double>();
template MemberTypePointer memberType<std::string>();
template MemberTypePointer memberType<std::vector<int64_t>>();
template MemberTypePointer memberType<std::vector<std::string>>();
template MemberTypePointer memberType<Selection>();
template MemberTypePointer memberType<std::vector<Selection>>();

Json StructDescription::write(const void* object) const
{
    Json json = Json::object();
    for (const Field& field : m_fields)
        json[field.name] = field.type->toJson(static_cast<const char*>(object) + field.offset);
    return json;
}

void StructDescription::read(const Json& json, void* object) const
{
    for (const Field& field : m_fields)
        if (const auto found = json.find(field.name); found != json.end())
            field.type->fromJson(*found, static_cast<char*>(object) + field.offset);
}

void StructDescription::addMember(OptionDescription description, MemberTypePointer type,
                                  const void* object, const void* member)
{
    description.type = type->optionType();
    if (description.type == OptionType::Text
        && (!description.choices.empty() || !description.family.empty()))
        description.type = OptionType::Choice;
    description.defaultValue = type->toJson(member);
    m_fields.push_back({description.name,
                        static_cast<const char*>(member) - static_cast<const char*>(object),
                        std::move(type)});
    m_options.push_back(std::move(description));
}

void StructDescription::addStruct(OptionDescription description, const StructDescription& inner,
                                  const void* object, const void* member)
{
    description.children = inner.m_options;
    addMember(std::move(description), std::make_shared<StructType>(inner), object, member);
}

void StructDescription::addFlattened(const StructDescription& inner, const void* object,
                                     const void* member)
{
    const Json defaults = inner.write(member);
    const auto offset = static_cast<const char*>(member) - static_cast<const char*>(object);
    for (OptionDescription option : inner.m_options) {
        option.defaultValue = defaults.at(option.name);
        m_options.push_back(std::move(option));
    }
    for (Field field : inner.m_fields) {
        field.offset += offset;
        m_fields.push_back(std::move(field));
    }
}

void StructDescription::addEnumeration(OptionDescription description, Enumeration enumeration,
                                       const void* object, const void* member)
{
    class EnumerationType : public MemberType {
    public:
        explicit EnumerationType(Enumeration enumeration)
            : m_enumeration(std::move(enumeration)) { }
        OptionType optionType() const override { return OptionType::Choice; }
        Json toJson(const void* member) const override
        {
            const auto& values = m_enumeration.values;
            const int64_t value = m_enumeration.get(member);
            return std::find_if(values.begin(), values.end(),
                                [&](const auto& each) { return each.first == value; })
                ->second.value;
        }
        void fromJson(const Json& json, void* member) const override
        {
            for (const auto& [value, choice] : m_enumeration.values)
                if (json == choice.value)
                    m_enumeration.set(member, value);
        }

    private:
        Enumeration m_enumeration;
    };
    for (const auto& [value, choice] : enumeration.values)
        description.choices.push_back(choice);
    addMember(std::move(description), std::make_shared<EnumerationType>(std::move(enumeration)),
              object, member);
}

void StructDescription::addAll(const StructDescription& other)
{
    m_options.insert(m_options.end(), other.m_options.begin(), other.m_options.end());
    m_fields.insert(m_fields.end(), other.m_fields.begin(), other.m_fields.end());
}

void StructDescription::markLastAsPath()
{
    OptionType& type = m_options.back().type;
    type = type == OptionType::Text ? OptionType::Path : OptionType::PathList;
}

} // namespace core
