#include "core/exchange/pickle.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <unordered_map>

namespace core::pickle {

namespace {

using Kind = Value::Kind;

constexpr size_t kMostPickledValues = 2'000'000; ///< About 30 for each tensor.

constexpr std::string_view kRebuildTensor = "torch._utils _rebuild_tensor_v2";
constexpr std::string_view kRebuildOldTensor = "torch._utils _rebuild_tensor";
constexpr std::string_view kRebuildParameter = "torch._utils _rebuild_parameter";
constexpr std::string_view kOrdered = "collections OrderedDict";
constexpr std::string_view kSize = "torch Size";

constexpr std::array kAllowed{kRebuildTensor,
                              kRebuildOldTensor,
                              kRebuildParameter,
                              kOrdered,
                              kSize,
                              std::string_view("torch FloatStorage"),
                              std::string_view("torch DoubleStorage"),
                              std::string_view("torch HalfStorage"),
                              std::string_view("torch BFloat16Storage"),
                              std::string_view("torch LongStorage"),
                              std::string_view("torch IntStorage"),
                              std::string_view("torch ShortStorage"),
                              std::string_view("torch CharStorage"),
                              std::string_view("torch ByteStorage"),
                              std::string_view("torch BoolStorage")};

/// The stack machine of pickles. Names of operations: Python's pickletools.
class Machine {
public:
    Machine(std::string_view bytes, const std::string& name) : m_bytes(bytes), m_name(name) { }

    Reading run()
    {
        while (step(static_cast<unsigned char>(take(1)[0]))) { }
        m_reading.root = pop();
        m_reading.bytes = m_at;
        return std::move(m_reading);
    }

private:
    [[noreturn]] void refuse(const std::string& why) const
    {
        throw Error(
            ErrorCode::FileMalformed,
            {"%1 is damaged or holds more than tensors: %2.", {m_name, why}},
            {"Save the weights by torch.save(model.state_dict(), path), or as safetensors.", {}});
    }

    /// @return whether the pickle continues.
    bool step(unsigned char code)
    {
        switch (code) {
        case '.': // STOP
            return false;
        case 0x80: // PROTO
            take(1);
            return true;
        case 0x95: // FRAME
            take(8);
            return true;
        default:
            if (!pushPlain(code) && !collect(code) && !remember(code) && !call(code))
                refuse("it has the operation " + std::to_string(code)
                       + ", which tensors do not need");
            return true;
        }
    }

    bool pushPlain(unsigned char code)
    {
        switch (code) {
        case 'N':
            push(Kind::None);
            return true;
        case 0x88: // NEWTRUE
        case 0x89: // NEWFALSE
            push(Kind::Boolean).number = code == 0x88 ? 1 : 0;
            return true;
        case 'K':
            return pushInteger(static_cast<int64_t>(number(1)));
        case 'M':
            return pushInteger(static_cast<int64_t>(number(2)));
        case 'J':
            return pushInteger(std::bit_cast<int32_t>(static_cast<uint32_t>(number(4))));
        case 0x8a: // LONG1
            return pushLong(number(1));
        case 'G':
            take(8);
            push(Kind::Real);
            return true;
        case 'X': // BINUNICODE
        case 'T': // BINSTRING
            return pushText(number(4));
        case 0x8c: // SHORT_BINUNICODE
        case 'U': // SHORT_BINSTRING
            return pushText(number(1));
        default:
            return false;
        }
    }

    bool pushInteger(int64_t value)
    {
        push(Kind::Integer).number = value;
        return true;
    }

    /// A number of `size` bytes; one that is too large for 64 bits is kept as a text.
    bool pushLong(uint64_t size)
    {
        const std::string_view digits = take(size);
        if (size > sizeof(int64_t)) {
            push(Kind::Text).text = digits;
            return true;
        }
        const bool negative = size > 0 && (digits.back() & 0x80) != 0;
        int64_t value = negative ? -1 : 0;
        std::memcpy(&value, digits.data(), size);
        return pushInteger(value);
    }

    bool pushText(uint64_t size)
    {
        push(Kind::Text).text = take(size);
        return true;
    }

    bool collect(unsigned char code)
    {
        switch (code) {
        case '(':
            m_marks.push_back(m_stack.size());
            return true;
        case ')':
            push(Kind::Tuple);
            return true;
        case 't':
            return gather(Kind::Tuple, popToMark());
        case 0x85: // TUPLE1, TUPLE2, TUPLE3
        case 0x86:
        case 0x87:
            return gather(Kind::Tuple, popMany(size_t{code} - 0x84));
        case ']':
            push(Kind::List);
            return true;
        case 'a': // APPEND
            return append(Kind::List, popMany(1));
        case 'e': // APPENDS
            return append(Kind::List, popToMark());
        case '}':
            push(Kind::Dictionary);
            return true;
        case 's': // SETITEM
            return append(Kind::Dictionary, popMany(2));
        case 'u': // SETITEMS
            return append(Kind::Dictionary, popToMark());
        default:
            return false;
        }
    }

    bool gather(Kind kind, std::vector<const Value*> items)
    {
        push(kind).items = std::move(items);
        return true;
    }

    bool append(Kind kind, const std::vector<const Value*>& items)
    {
        Value& container = top();
        if (!container.is(kind) || (kind == Kind::Dictionary && items.size() % 2 != 0))
            refuse("something is added to what is no list or dictionary");
        container.items.insert(container.items.end(), items.begin(), items.end());
        return true;
    }

    bool remember(unsigned char code)
    {
        switch (code) {
        case 'q': // BINPUT
            m_memo[number(1)] = &top();
            return true;
        case 'r': // LONG_BINPUT
            m_memo[number(4)] = &top();
            return true;
        case 0x94: // MEMOIZE
            m_memo[m_memo.size()] = &top();
            return true;
        case 'h': // BINGET
            return recall(number(1));
        case 'j': // LONG_BINGET
            return recall(number(4));
        default:
            return false;
        }
    }

    bool recall(uint64_t place)
    {
        const auto found = m_memo.find(place);
        if (found == m_memo.end())
            refuse("it refers to a value that it does not have");
        m_stack.push_back(found->second);
        return true;
    }

    bool call(unsigned char code)
    {
        switch (code) {
        case 'c': { // GLOBAL
            const std::string module = line();
            return pushGlobal(module + " " + line());
        }
        case 0x93: { // STACK_GLOBAL
            const std::vector<const Value*> names = popMany(2);
            return pushGlobal(names[0]->text + " " + names[1]->text);
        }
        case 'R': { // REDUCE
            const std::vector<const Value*> both = popMany(2);
            return reduce(*both[0], *both[1]);
        }
        case 'Q': // BINPERSID
            return pushStorage(*pop());
        case 'b': // BUILD: the attributes of an ordered dictionary, such as _metadata.
            pop();
            if (!top().is(Kind::Dictionary))
                refuse("it sets attributes of an object");
            return true;
        default:
            return false;
        }
    }

    bool pushGlobal(const std::string& name)
    {
        if (std::find(kAllowed.begin(), kAllowed.end(), name) == kAllowed.end())
            refuse("it needs the Python object \"" + shown(name) + "\", which is not run");
        push(Kind::Global).text = name;
        return true;
    }

    bool reduce(const Value& function, const Value& arguments)
    {
        const std::string& name = function.text;
        const std::vector<const Value*>& given = arguments.items;
        if (!function.is(Kind::Global) || !arguments.is(Kind::Tuple))
            refuse("it calls what is no function");
        if (name == kOrdered && given.empty()) {
            push(Kind::Dictionary);
        } else if (name == kSize && given.size() == 1 && given[0]->is(Kind::Tuple)) {
            push(Kind::Tuple).items = given[0]->items;
        } else if (name == kRebuildParameter && !given.empty() && given[0]->is(Kind::Tensor)) {
            m_stack.push_back(const_cast<Value*>(given[0]));
        } else if ((name == kRebuildTensor || name == kRebuildOldTensor) && given.size() >= 4
                   && given[0]->is(Kind::Storage) && given[1]->is(Kind::Integer)
                   && given[2]->is(Kind::Tuple) && given[3]->is(Kind::Tuple)) {
            Value& tensor = push(Kind::Tensor);
            tensor.number = given[1]->number;
            tensor.items = {given[0], given[2], given[3]};
        } else {
            refuse("it calls \"" + name + "\" with other arguments than those of a tensor");
        }
        return true;
    }

    /// ("storage", type, key, location, elements), and in old files a view, which must be none.
    bool pushStorage(const Value& id)
    {
        const std::vector<const Value*>& parts = id.items;
        const bool fits = id.is(Kind::Tuple) && parts.size() >= 5 && parts[0]->text == "storage"
            && parts[1]->is(Kind::Global) && parts[1]->text.ends_with("Storage")
            && parts[2]->is(Kind::Text) && parts[4]->is(Kind::Integer) && parts[4]->number >= 0
            && (parts.size() == 5 || (parts.size() == 6 && parts[5]->is(Kind::None)));
        if (!fits)
            refuse("it refers to a value that is not the numbers of a tensor");
        Value& storage = push(Kind::Storage);
        storage.text = parts[2]->text;
        storage.number = parts[4]->number;
        storage.items = {parts[1]};
        return true;
    }

    // The bytes.

    std::string_view take(uint64_t count)
    {
        if (count > m_bytes.size() - m_at)
            refuse("it ends too early");
        const std::string_view taken = m_bytes.substr(m_at, count);
        m_at += count;
        return taken;
    }

    uint64_t number(size_t bytes)
    {
        uint64_t value = 0;
        std::memcpy(&value, take(bytes).data(), bytes);
        return value;
    }

    std::string line()
    {
        const size_t end = m_bytes.find('\n', m_at);
        if (end == std::string_view::npos)
            refuse("it ends too early");
        std::string text(m_bytes.substr(m_at, end - m_at));
        m_at = end + 1;
        return text;
    }

    // The stack.

    Value& push(Kind kind)
    {
        if (m_reading.values.size() >= kMostPickledValues)
            refuse("it has too many values");
        Value& value = m_reading.values.emplace_back();
        value.kind = kind;
        m_stack.push_back(&value);
        return value;
    }

    size_t floor() const { return m_marks.empty() ? 0 : m_marks.back(); }

    Value& top()
    {
        if (m_stack.size() <= floor())
            refuse("it needs a value where there is none");
        return *m_stack.back();
    }

    const Value* pop()
    {
        const Value* value = &top();
        m_stack.pop_back();
        return value;
    }

    std::vector<const Value*> popMany(size_t count)
    {
        if (m_stack.size() - floor() < count)
            refuse("it needs a value where there is none");
        const auto begin = m_stack.end() - static_cast<std::ptrdiff_t>(count);
        std::vector<const Value*> values(begin, m_stack.end());
        m_stack.erase(begin, m_stack.end());
        return values;
    }

    std::vector<const Value*> popToMark()
    {
        if (m_marks.empty())
            refuse("it needs a mark where there is none");
        std::vector<const Value*> values = popMany(m_stack.size() - m_marks.back());
        m_marks.pop_back();
        return values;
    }

    std::string_view m_bytes;
    const std::string& m_name;
    size_t m_at = 0;
    Reading m_reading;
    std::vector<Value*> m_stack;
    std::vector<size_t> m_marks; ///< Sizes of the stack.
    std::unordered_map<uint64_t, Value*> m_memo;
};

} // namespace

Reading read(std::string_view bytes, const std::string& name)
{
    return Machine(bytes, name).run();
}

} // namespace core::pickle
