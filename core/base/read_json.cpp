#include "core/base/read_json.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace core {

namespace {

/// Listens to the library's parser, which calls nothing of itself again, and builds the value.
/// (The library's own builder looks at all members of an object for each new one.)
class JsonBuilder {
public:
    JsonBuilder(std::string_view text, const JsonLimits& limits)
        : m_text(text), m_limits(limits) { }

    Json&& value() { return std::move(m_value); }
    const Message& fault() const { return m_fault; }
    /// @param position  in bytes.
    void failAt(size_t position, const char* inLine, const char* inIt)
    {
        const std::string_view before = m_text.substr(0, position);
        const auto line = 1 + std::count(before.begin(), before.end(), '\n');
        if (m_text.find('\n') == std::string_view::npos)
            m_fault = {inIt, {}};
        else
            m_fault = {inLine, {std::to_string(line)}};
    }

    // What the parser calls. False ends it.
    bool null() { return add(nullptr) != nullptr; }
    bool boolean(bool value) { return add(value) != nullptr; }
    bool number_integer(Json::number_integer_t value) { return add(value) != nullptr; }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value) != nullptr; }
    bool number_float(Json::number_float_t value, const std::string&)
    {
        return add(value) != nullptr;
    }
    bool string(std::string& value) { return add(std::move(value)) != nullptr; }
    bool binary(Json::binary_t&) { return false; }
    bool start_object(size_t) { return open(Json::object()); }
    bool start_array(size_t) { return open(Json::array()); }
    bool key(std::string& name)
    {
        m_name = std::move(name);
        return true;
    }
    bool end_array()
    {
        m_open.pop_back();
        return true;
    }
    bool end_object()
    {
        const Json& object = *m_open.back();
        m_open.pop_back();
        return namesDiffer(*object.get_ptr<const Json::object_t*>());
    }
    bool parse_error(size_t position, const std::string&, const Json::exception& error)
    {
        constexpr int kNumberTooLarge = 406;
        if (error.id == kNumberTooLarge)
            failAt(position, "a number in line %1 is too large", "a number in it is too large");
        else
            failAt(position, "line %1 is not JSON", "it is not JSON");
        return false;
    }

private:
    /// Puts a value where the parser is. @return where it is now; null beyond the limits.
    Json* add(Json value)
    {
        if (++m_count > m_limits.values) {
            m_fault = {"it holds more than %1 values", {std::to_string(m_limits.values)}};
            return nullptr;
        }
        if (m_open.empty()) {
            m_value = std::move(value);
            return &m_value;
        }
        if (auto* items = m_open.back()->get_ptr<Json::array_t*>())
            return &items->emplace_back(std::move(value));
        auto& members = *m_open.back()->get_ptr<Json::object_t*>();
        return &members.emplace_back(std::move(m_name), std::move(value)).second;
    }

    bool open(Json value)
    {
        if (m_open.size() == m_limits.depth) {
            m_fault = {"it is nested more than %1 levels deep", {std::to_string(m_limits.depth)}};
            return false;
        }
        Json* added = add(std::move(value));
        if (added != nullptr)
            m_open.push_back(added);
        return added != nullptr;
    }

    bool namesDiffer(const Json::object_t& object)
    {
        m_names.clear();
        for (const auto& [name, value] : object)
            m_names.push_back(name);
        std::sort(m_names.begin(), m_names.end());
        const auto twice = std::adjacent_find(m_names.begin(), m_names.end());
        if (twice == m_names.end())
            return true;
        m_fault = {"it names \"%1\" twice", {shown(std::string(*twice))}};
        return false;
    }

    std::string_view m_text;
    JsonLimits m_limits;
    Json m_value;
    std::vector<Json*> m_open; ///< From the outermost on; only the last one grows.
    std::vector<std::string_view> m_names;
    std::string m_name; ///< Key of the next member.
    size_t m_count = 0;
    Message m_fault;
};

} // namespace

JsonReading readJson(std::string_view text, const JsonLimits& limits)
{
    if (text.size() > limits.bytes)
        return {std::nullopt, {"it is longer than %1 bytes", {std::to_string(limits.bytes)}}};
    JsonBuilder builder(text, limits);
    // The library takes a NUL for the end of the text.
    if (const size_t nul = text.find('\0'); nul != std::string_view::npos)
        builder.failAt(nul, "line %1 is not JSON", "it is not JSON");
    else if (Json::sax_parse(text.begin(), text.end(), &builder))
        return {std::move(builder.value()), {}};
    return {std::nullopt, builder.fault()};
}

Json readJsonFile(const FilePlace& place, Links links, const JsonLimits& limits)
{
    JsonReading reading = readJson(readFile(place, limits.bytes, links), limits);
    if (!reading.value)
        throw Error(ErrorCode::FileMalformed,
                    {"%1 cannot be read: %2.", {place.path().string(), reading.fault.plain()}},
                    {"Correct the file, or copy it again from where it was made.", {}});
    return *std::move(reading.value);
}

} // namespace core
