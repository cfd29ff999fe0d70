#include "core/train/reports.h"

#include "core/base/seal.h"

#include <charconv>
#include <limits>

namespace core {

namespace {

/// Reads known text and numbers from the front of a line.
class LineReader {
public:
    explicit LineReader(std::string_view line) : m_rest(line) { }

    /// Skips `text`, which must come next.
    void expect(std::string_view text)
    {
        if (!m_rest.starts_with(text))
            m_good = false;
        else
            m_rest.remove_prefix(text.size());
    }
    template <class Number> void number(Number& value)
    {
        const auto [end, error]
            = std::from_chars(m_rest.data(), m_rest.data() + m_rest.size(), value);
        if (error != std::errc())
            m_good = false;
        m_rest.remove_prefix(static_cast<size_t>(end - m_rest.data()));
    }
    void real(double& value)
    {
        if (m_rest.starts_with("null")) {
            value = std::numeric_limits<double>::quiet_NaN();
            m_rest.remove_prefix(4);
        } else {
            number(value);
        }
    }
    /// Numbers up to and with the closing bracket.
    void reals(std::vector<float>& values)
    {
        do {
            double value = 0.0;
            real(value);
            values.push_back(static_cast<float>(value));
        } while (m_good && accept(","));
        expect("]");
    }
    void boolean(bool& value)
    {
        value = m_rest.starts_with("true");
        expect(value ? "true" : "false");
    }
    /// Reads `,"name":`. @return false when something else comes next.
    bool name(std::string& name)
    {
        expect(R"(,")");
        const size_t end = m_rest.find(R"(":)");
        m_good = m_good && end != std::string_view::npos;
        if (m_good) {
            name = m_rest.substr(0, end);
            m_rest.remove_prefix(end + 2);
        }
        return m_good;
    }
    /// Skips `text` if it comes next.
    bool accept(std::string_view text)
    {
        const bool found = m_rest.starts_with(text);
        if (found)
            m_rest.remove_prefix(text.size());
        return found;
    }
    /// Skips `,"name":[` if it comes next.
    bool acceptList(std::string_view name)
    {
        constexpr std::string_view kBegin = R"(,")", kEnd = R"(":[)";
        const bool found = m_rest.starts_with(kBegin)
            && m_rest.substr(kBegin.size()).starts_with(name)
            && m_rest.substr(kBegin.size() + name.size()).starts_with(kEnd);
        if (found)
            m_rest.remove_prefix(kBegin.size() + name.size() + kEnd.size());
        return found;
    }
    bool finished() const { return m_good && m_rest.empty(); }

private:
    std::string_view m_rest;
    bool m_good = true;
};

} // namespace

std::optional<UpdateReport> parseUpdateLine(std::string_view line)
{
    UpdateReport report;
    const std::string_view checksum = checksumOf(line);
    LineReader reader(line.substr(0, line.size() - checksum.size()));
    reader.expect(R"({"event":"update","step":)");
    reader.number(report.step);
    reader.expect(R"(,"epoch":)");
    reader.number(report.epoch);
    reader.expect(R"(,"epoch_position":)");
    reader.real(report.epochPosition);
    reader.expect(R"(,"loss":)");
    reader.real(report.loss);
    while (!reader.accept(R"(,"learning_rate":)")) { // what stands before it are scores
        Score score;
        if (!reader.name(score.name))
            return std::nullopt;
        reader.real(score.value);
        report.scores.push_back(std::move(score));
    }
    reader.real(report.learningRate);
    reader.expect(R"(,"gradient_norm":)");
    reader.real(report.gradientNorm);
    reader.expect(R"(,"tokens":)");
    reader.number(report.tokens);
    reader.expect(R"(,"seconds":)");
    reader.real(report.seconds);
    reader.expect(R"(,"tokens_per_second":)");
    reader.real(report.tokensPerSecond);
    reader.expect(R"(,"clipped":)");
    reader.boolean(report.clipped);
    if (reader.accept(R"(,"teacher_forcing":)"))
        reader.real(report.teacherForcing);
    if (reader.accept(R"(,"clipped_norm":)"))
        reader.real(report.clippedNorm);
    for (size_t i = 0; i < kLayerQuantities; ++i)
        if (reader.acceptList(kLayerMembers.all[i]))
            reader.reals(report.layers.all[i]);
    if (checksum.empty())
        reader.expect("}");
    if (!reader.finished())
        return std::nullopt;
    return report;
}

} // namespace core
