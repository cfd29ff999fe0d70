#pragma once

#include "core/base/seeded_numbers.h"

#include <string>
#include <vector>

namespace support {

/// Writes texts of cells, each with gates of random operands, which all lead to h.
class RandomCells {
public:
    explicit RandomCells(uint64_t seed) : m_state(seed) { }

    std::string text()
    {
        m_known = {"h"};
        m_names = 0;
        const size_t states = number(3); // Beside h.
        std::vector<std::string> names{"c", "s"};
        names.resize(states);
        std::string lines;
        std::vector<std::string> unread;
        for (const char* gate : {"i", "f", "g"}) {
            if (number(4) == 0)
                continue;
            lines += std::string(gate) + " = " + squashed(sum()) + "\n";
            unread.emplace_back(gate);
            m_known.emplace_back(gate);
        }
        for (const std::string& state : names) {
            lines += state + " = " + takenUp(unread, "f") + state + " * " + squashed(sum()) + " + "
                + squashed(sum()) + "\n";
            unread.push_back(state);
            m_known.push_back(state);
            m_known.push_back(state + "_{t-1}");
        }
        std::string last = squashed("W_z x + " + sum());
        for (const std::string& each : unread)
            last += number(2) == 0 ? " + " + each : " * tanh(" + each + " + b_" + fresh() + ")";
        return lines + "h = " + "tanh(" + last + ")\n";
    }

private:
    size_t number(size_t below)
    {
        m_state = core::mixedBits(m_state + 1);
        return static_cast<size_t>(m_state % below);
    }
    std::string fresh() { return "k" + std::to_string(++m_names); }

    static std::string takenUp(std::vector<std::string>& unread, const std::string& gate)
    {
        return std::erase(unread, gate) > 0 ? gate + " * " : std::string();
    }

    std::string squashed(const std::string& value)
    {
        if (number(4) == 0) // By itself it may grow without a bound.
            return "tanh(relu(" + value + "))";
        return (number(2) == 0 ? "sigmoid(" : "tanh(") + value + ")";
    }

    std::string known() { return m_known[number(m_known.size())]; }

    /// @param kinds  so many of the following: the last one is the same at every step.
    std::string term(size_t kinds = 7)
    {
        switch (number(kinds)) {
        case 0:
            return "W_" + fresh() + " x";
        case 1:
            return "U_" + fresh() + " " + known();
        case 2:
            return "V_" + fresh() + " (" + known() + " * " + known() + ")";
        case 3:
            return "p_" + fresh() + " * " + known();
        case 4:
            return "(1 - " + known() + ") * " + known();
        case 5:
            return known() + " * " + known();
        default:
            return "b_" + fresh();
        }
    }

    /// At least one of its terms changes from step to step.
    std::string sum()
    {
        std::string all = term(6);
        for (size_t more = number(3); more > 0; --more)
            all += " + " + term();
        return all;
    }

    uint64_t m_state;
    int m_names = 0;
    std::vector<std::string> m_known;
};

} // namespace support
