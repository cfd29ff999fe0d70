#include "core/probe/texts/word_space.h"

#include "core/base/error.h"
#include "core/nn/tensors.h"
#include "core/projection/principal_components.h"
#include "core/text/tokens/unicode.h"
#include "core/text/tokens/vocabulary.h"
#include "core/text/tokens/word_marks.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <sstream>
#include <utility>

namespace core {

namespace {

constexpr std::string_view kSigns[] = {"+", "-", "\u2212", "\u2013"}; // The latter are minus, too.

[[noreturn]] void throwNoSum(Message what)
{
    throw Error(
        ErrorCode::BadSetting, std::move(what),
        {"Type words with + or - between them and spaces around these: king - man + woman.", {}});
}

/// "king - man + woman"; a hyphen inside a word belongs to it.
std::vector<SignedWord> signedWords(const std::string& text)
{
    std::vector<SignedWord> words;
    std::string sign, before; // The sign in front of the next word; the part read last.
    std::istringstream parts(text);
    for (std::string part; parts >> part; before = part) {
        const bool isSign
            = std::find(std::begin(kSigns), std::end(kSigns), part) != std::end(kSigns);
        if (isSign && !sign.empty())
            throwNoSum({"Two signs, \"%1\" and \"%2\", follow each other in the sum \"%3\".",
                        {sign, part, text}});
        if (!isSign && sign.empty() && !words.empty())
            throwNoSum({"There is no sign between \"%1\" and \"%2\" in the sum \"%3\".",
                        {before, part, text}});
        if (!isSign)
            words.push_back({part, sign.empty() || sign == "+" ? 1.0 : -1.0});
        sign = isSign ? part : std::string();
    }
    if (words.empty())
        throwNoSum({"The sum \"%1\" has no word.", {text}});
    if (!sign.empty())
        throwNoSum({"Behind the last \"%1\" of the sum \"%2\" there is no word.", {sign, text}});
    return words;
}

/// "king-man+woman", which is no word of the vocabulary, is a sum without its spaces.
bool lacksSpaces(const SignedWord& each, const std::vector<std::string>& tokens,
                 const TextPipeline& pipeline)
{
    const bool hasSign
        = std::any_of(std::begin(kSigns), std::end(kSigns), [&](std::string_view sign) {
              return each.word.find(sign) != std::string::npos;
          });
    return hasSign && (tokens.size() != 1 || pipeline.id(tokens.front()) < kSpecialTokens);
}

/// A token as it is typed; empty where it is a sign, or would be read as several tokens.
std::string typedWord(const TextPipeline& pipeline, int64_t id)
{
    const std::string token = pipeline.token(id);
    const std::string word(withoutMark(wordMarksOf(pipeline.spec().tokeniser.kind), token));
    for (size_t at = 0; at < word.size();)
        if (!isWordCharacter(nextCodePoint(word, at)))
            return {};
    const std::vector<std::string> tokens = pipeline.tokens(pipeline.clean(word));
    return tokens.size() == 1 && pipeline.id(tokens.front()) >= kSpecialTokens ? word
                                                                               : std::string();
}

void placeInPlane(const std::vector<torch::Tensor>& vectors, WordSum& result)
{
    const torch::Tensor rows = torch::stack(vectors).to(torch::kCPU).contiguous();
    const std::span<const float> values(rows.data_ptr<float>(), static_cast<size_t>(rows.numel()));
    const PrincipalComponents components
        = principalComponents({values, static_cast<size_t>(rows.size(1))});
    result.plane = mapOf(components);
    for (const double share : components.shares)
        result.planeShare += share;
}

} // namespace

WordSpace::WordSpace(const torch::Tensor& table, const TextPipeline& pipeline, Unseen unseen)
    : m_pipeline(pipeline), m_unseen(std::move(unseen))
{
    if (table.defined() && table.size(0) > kSpecialTokens + 1)
        m_table = table.detach().to(torch::kFloat);
}

torch::Tensor WordSpace::vector(int64_t id, std::string_view token) const
{
    if (!m_table.defined())
        return {};
    if (id >= kSpecialTokens)
        return m_table[id];
    return id == kUnknownId && m_unseen ? m_unseen(token) : torch::Tensor();
}

std::vector<Neighbour> WordSpace::nearest(const torch::Tensor& vector, int64_t count,
                                          const std::vector<int64_t>& without) const
{
    if (!vector.defined())
        return {};
    const torch::Tensor cosines
        = torch::cosine_similarity(m_table, vector.unsqueeze(0), 1).to(torch::kCPU).contiguous();
    const torch::Tensor order = cosines.argsort(0, true).contiguous();
    std::vector<Neighbour> nearest;
    for (int64_t i = 0; i < order.size(0) && std::ssize(nearest) < count; ++i) {
        const int64_t other = order.data_ptr<int64_t>()[i];
        if (other >= kSpecialTokens
            && std::find(without.begin(), without.end(), other) == without.end())
            nearest.push_back({m_pipeline.token(other), cosines.data_ptr<float>()[other]});
    }
    return nearest;
}

void WordSpace::addNeighbours(Neighbours& result, int64_t count) const
{
    for (size_t i = 0; i < result.ids.size(); ++i)
        result.nearest.push_back(
            nearest(vector(result.ids[i], result.tokens[i]), count, {result.ids[i]}));
    result.vocabularySize = words();
    result.features = features();
}

std::string WordSpace::exampleSum() const
{
    const char* const example[] = {"king", "man", "woman"};
    if (std::all_of(std::begin(example), std::end(example),
                    [&](const char* word) { return vector(m_pipeline.id(word), word).defined(); }))
        return "king - man + woman";
    std::vector<std::string> frequent;
    for (int64_t id = kSpecialTokens; id < words() && frequent.size() < 2; ++id)
        if (const std::string word = typedWord(m_pipeline, id); !word.empty())
            frequent.push_back(word);
    if (frequent.size() < 2)
        throw Error(ErrorCode::BadSetting,
                    {"The network has no two words with vectors to add.", {}},
                    {"Choose a network whose vocabulary holds words.", {}});
    return frequent[0] + " + " + frequent[1];
}

std::string WordSpace::tokenOf(const std::string& word) const
{
    const std::vector<std::string> tokens = m_pipeline.tokens(m_pipeline.clean(word));
    return tokens.empty() ? word : tokens.front();
}

void WordSpace::checkWords(const std::vector<SignedWord>& words) const
{
    std::vector<std::string> without;
    std::string listed; // The same, in quotes.
    Message problem; // With the last of them.
    for (const auto& [word, sign] : words) {
        const std::vector<std::string> tokens = m_pipeline.tokens(m_pipeline.clean(word));
        if (lacksSpaces({word, sign}, tokens, m_pipeline))
            throwNoSum({"The vocabulary has no word \"%1\".", {word}});
        const std::string token = tokenOf(word);
        const bool isDivided = tokens.size() > 1; // The vector of the first would be none of it.
        if ((!isDivided && vector(m_pipeline.id(token), token).defined())
            || std::find(without.begin(), without.end(), word) != without.end())
            continue;
        listed += (without.empty() ? "\"" : ", \"") + word + "\"";
        without.push_back(word);
        problem = isDivided
            ? Message{"The vocabulary has no word \"%1\": the tokeniser divides it into %2 tokens.",
                      {word, std::to_string(tokens.size())}}
            : Message{"The network has no vector for \"%1\".", {token}};
    }
    if (without.size() == 1)
        throw Error(ErrorCode::BadSetting, std::move(problem),
                    {"Choose a word of its vocabulary.", {}});
    if (!without.empty())
        throw Error(ErrorCode::BadSetting,
                    {"The network has no vectors for %1 of the words: %2.",
                     {std::to_string(without.size()), listed}},
                    {"Choose words of its vocabulary.", {}});
}

WordSum WordSpace::sum(const AskWordSum& question) const
{
    WordSum result;
    torch::Tensor sum;
    std::vector<int64_t> ids;
    std::vector<torch::Tensor> placed;
    const auto terms = signedWords(question.sum.empty() ? exampleSum() : question.sum);
    checkWords(terms);
    for (const SignedWord& each : terms) {
        const std::string token = tokenOf(each.word);
        const int64_t id = m_pipeline.id(token);
        const torch::Tensor own = vector(id, token);
        // All have length 1, so that each word counts alike.
        const torch::Tensor direction = own / own.norm().clamp_min(1e-12);
        sum = sum.defined() ? sum + each.sign * direction : each.sign * direction;
        result.words.push_back(token);
        result.signs.push_back(each.sign);
        ids.push_back(id);
        placed.push_back(direction);
    }
    constexpr double kRounding = 1e-5;
    if (sum.norm().item<double>() < kRounding)
        throw Error(
            ErrorCode::BadSetting,
            {"The sum \"%1\" is zero: it has no direction and no neighbours.", {question.sum}},
            {"Add or subtract other words.", {}});
    result.nearest = nearest(sum, question.count, ids);
    if (!result.nearest.empty()) {
        const torch::Tensor best = m_table[m_pipeline.id(result.nearest.front().token)];
        placed.push_back(best / best.norm().clamp_min(1e-12));
        placed.push_back(sum / sum.norm().clamp_min(1e-12));
        placeInPlane(placed, result);
    }
    result.vocabularySize = words();
    result.features = features();
    return result;
}

} // namespace core
