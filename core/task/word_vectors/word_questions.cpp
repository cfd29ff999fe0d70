#include "core/task/word_vectors/word_questions.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/metric/regression.h"
#include "core/nn/tensors.h"
#include "core/task/word_vectors/shared_neighbours.h"
#include "core/text/tokens/unicode.h"
#include "core/text/tokens/vocabulary.h"

#include <torch/nn/functional/normalization.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace core {

namespace {

constexpr uint64_t kLargestFile = uint64_t{256} << 20; ///< The known ones have up to 1 MB.

std::vector<std::string> fieldsOf(std::string_view line)
{
    std::vector<std::string> fields;
    constexpr std::string_view kSeparators = " \t,;\r";
    for (size_t begin = 0; (begin = line.find_first_not_of(kSeparators, begin)) < line.size();) {
        const size_t end = std::min(line.find_first_of(kSeparators, begin), line.size());
        fields.emplace_back(line.substr(begin, end - begin));
        begin = end;
    }
    return fields;
}

std::optional<double> numberOf(const std::string& text)
{
    double value = 0.0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

/// @return whether the line is a question, or names a section.
bool addLine(WordQuestions& questions, const std::vector<std::string>& fields)
{
    if (fields.front().front() == ':') {
        questions.sections.push_back(fields.front().size() > 1 ? fields.front().substr(1)
                                         : fields.size() > 1   ? fields[1]
                                                               : std::string());
        return true;
    }
    if (fields.size() >= 3)
        if (const std::optional<double> similarity = numberOf(fields[2])) {
            questions.pairs.push_back({{fields[0], fields[1]}, *similarity});
            return true;
        }
    if (fields.size() != 4)
        return false;
    if (questions.sections.empty())
        questions.sections.emplace_back();
    questions.analogies.push_back(
        {{fields[0], fields[1], fields[2], fields[3]}, questions.sections.size() - 1});
    return true;
}

/// The rows of the words, or nothing where one has no vector.
template <size_t Count>
std::optional<std::array<int64_t, Count>> rowsOf(const std::array<std::string, Count>& words,
                                                 const WordTable& table)
{
    std::array<int64_t, Count> rows{};
    for (size_t i = 0; i < Count; ++i)
        if ((rows[i] = table.find(words[i])) < 0)
            return std::nullopt;
    return rows;
}

void scorePairs(const WordQuestions& questions, const WordTable& table, WordQuestionScores& scores)
{
    std::vector<double> truth, cosines;
    for (const WordPair& pair : questions.pairs)
        if (const auto rows = rowsOf(pair.words, table)) {
            const torch::Tensor& all = table.directions();
            truth.push_back(pair.similarity);
            cosines.push_back(all[(*rows)[0]].dot(all[(*rows)[1]]).item<double>());
        }
    scores.pairs = {std::ssize(questions.pairs), std::ssize(truth)};
    if (truth.size() > 1)
        scores.spearman = regressionScores(truth, cosines, 0.0).spearman;
}

/// Analogies with all their words.
struct CoveredAnalogy {
    std::array<int64_t, 4> rows{};
    size_t section = 0;
};

void scoreBlock(std::span<const CoveredAnalogy> block, const WordTable& table,
                WordQuestionScores& scores)
{
    std::array<std::vector<int64_t>, 3> rows;
    for (const CoveredAnalogy& each : block)
        for (size_t i = 0; i < rows.size(); ++i)
            rows[i].push_back(each.rows[i]);
    const torch::Tensor& all = table.directions();
    const auto vectors = [&](size_t i) { return all.index_select(0, torch::tensor(rows[i])); };
    const torch::Tensor wanted = vectors(1) - vectors(0) + vectors(2);
    const torch::Tensor candidates
        = all.slice(0, kSpecialTokens, std::min(all.size(0), kSpecialTokens + kCandidates));
    torch::Tensor cosines = wanted.mm(candidates.t()); // [block, candidates]
    auto values = cosines.accessor<float, 2>();
    const auto place = [&](int64_t row) { return row - kSpecialTokens; };
    for (size_t i = 0; i < block.size(); ++i)
        for (size_t word = 0; word < 3; ++word)
            if (const int64_t at = place(block[i].rows[word]); at < candidates.size(0))
                values[int64_t(i)][at] = -std::numeric_limits<float>::infinity();
    const torch::Tensor best = cosines.argmax(1).contiguous();
    for (size_t i = 0; i < block.size(); ++i)
        if (best.data_ptr<int64_t>()[i] == place(block[i].rows[3]))
            ++scores.sections[block[i].section].right;
}

void scoreAnalogies(const WordQuestions& questions, const WordTable& table, const Monitor& monitor,
                    WordQuestionScores& scores)
{
    constexpr size_t kBlock = 256;
    for (const std::string& name : questions.sections)
        scores.sections.push_back({name});
    std::vector<CoveredAnalogy> covered;
    for (const WordAnalogy& each : questions.analogies) {
        WordQuestionScores::Section& section = scores.sections[each.section];
        ++section.asked;
        if (const auto rows = rowsOf(each.words, table)) {
            ++section.covered;
            covered.push_back({*rows, each.section});
        }
    }
    for (size_t begin = 0; begin < covered.size(); begin += kBlock) {
        monitor.throwIfStopped();
        scoreBlock(std::span(covered).subspan(begin, std::min(kBlock, covered.size() - begin)),
                   table, scores);
    }
}

} // namespace

WordQuestions readWordQuestions(const std::filesystem::path& path, const Monitor& monitor)
{
    const Message kExpected{"A file of questions holds two words and a number, or four words, on "
                            "each line. A file of word vectors can be named as well.",
                            {}};
    WordQuestions questions;
    questions.name = path.filename().string();
    if (vectorDimension(path)) {
        WordVectors& others = questions.others;
        others = readVectors(path, monitor);
        others.words.resize(std::min(others.words.size(), kOtherWords));
        others.values.resize(others.words.size() * static_cast<size_t>(others.dimension));
        others.words.shrink_to_fit();
        others.values.shrink_to_fit();
        return questions;
    }
    const std::string text = readFile(path, kLargestFile);
    size_t number = 0;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find('\n', begin), text.size());
        const auto fields = fieldsOf(std::string_view(text).substr(begin, end - begin));
        begin = end + 1;
        ++number;
        if (fields.empty() || addLine(questions, fields) || number == 1)
            continue;
        throw Error(
            ErrorCode::FileMalformed,
            {"Line %1 of %2 is no question about words.", {std::to_string(number), path.string()}},
            kExpected);
    }
    if (questions.pairs.empty() && questions.analogies.empty())
        throw Error(ErrorCode::FileMalformed, {"%1 has no questions about words.", {path.string()}},
                    kExpected);
    return questions;
}

WordTable::WordTable(torch::Tensor vectors, std::function<int64_t(std::string_view)> id)
    : m_directions(torch::nn::functional::normalize(
        vectors, torch::nn::functional::NormalizeFuncOptions().dim(1)))
    , m_id(std::move(id))
{
}

int64_t WordTable::find(const std::string& word) const
{
    const int64_t id = m_id(word);
    return id >= 0 ? id : m_id(lowerCased(word));
}

WordQuestionScores::Count coveredPairs(const WordQuestions& questions, const WordTable& table)
{
    return {
        std::ssize(questions.pairs),
        std::count_if(questions.pairs.begin(), questions.pairs.end(),
                      [&](const WordPair& pair) { return rowsOf(pair.words, table).has_value(); })};
}

WordQuestionScores scoreWordQuestions(const WordQuestions& questions, const WordTable& table,
                                      const Monitor& monitor)
{
    WordQuestionScores scores;
    scores.name = questions.name;
    scores.spearman = scores.sharedNeighbours = std::numeric_limits<double>::quiet_NaN();
    if (!questions.others.words.empty()) {
        const SharedNeighbours shared = sharedNeighbours(questions.others, table, monitor);
        scores.words = {shared.asked, shared.covered};
        scores.sharedNeighbours = shared.share;
        return scores;
    }
    scorePairs(questions, table, scores);
    scoreAnalogies(questions, table, monitor, scores);
    return scores;
}

} // namespace core
