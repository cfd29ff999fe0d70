#include "core/probe/by_hand/typed_tree.h"

#include "core/base/elapsed.h"
#include "core/base/error.h"
#include "core/decode/search.h"
#include "core/probe/question_kind.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <sstream>

namespace core {

namespace {

constexpr int32_t kBeginToken = 2, kEndToken = 3, kFirstWord = 4;
constexpr const char* kRowExample = "yes: yes=0.4 ok=0.3 </s>=0.3";

[[noreturn]] void refuseTree(Message what,
                             Message advice = {"Write, for example, \"%1\".", {kRowExample}})
{
    throw Error(ErrorCode::BadSetting, std::move(what), std::move(advice));
}

std::vector<std::string> splitWords(const std::string& text)
{
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;)
        words.push_back(word);
    return words;
}

/// A line of a tree before its words have numbers.
struct TreeLine {
    std::vector<std::string> beginning;
    std::vector<std::pair<std::string, double>> next;
};

double probabilityOf(const std::string& item, const std::string& number)
{
    double value = 0.0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (error != std::errc() || end != number.data() + number.size() || !(value >= 0.0)
        || !(value <= 1.0))
        refuseTree({"\"%1\" is not a word with a probability from 0 to 1.", {shown(item)}});
    return value;
}

TreeLine readTreeLine(const std::string& line)
{
    const size_t colon = line.find(": ");
    if (colon == std::string::npos)
        refuseTree({"The line \"%1\" has no colon between the words so far and the next ones.",
                    {shown(line)}});
    TreeLine read;
    read.beginning = splitWords(line.substr(0, colon));
    if (!read.beginning.empty() && read.beginning.front() == TypedTree::kBegin)
        read.beginning.erase(read.beginning.begin());
    for (const std::string& item : splitWords(line.substr(colon + 1))) {
        const size_t equals = item.rfind('=');
        if (equals == std::string::npos || equals == 0)
            refuseTree({"\"%1\" is not a word with a probability from 0 to 1.", {shown(item)}});
        read.next.emplace_back(item.substr(0, equals),
                               probabilityOf(item, item.substr(equals + 1)));
    }
    return read;
}

void addTreeWord(std::vector<std::string>& words, const std::string& word)
{
    if (word != TypedTree::kEnd && std::find(words.begin(), words.end(), word) == words.end())
        words.push_back(word);
}

int64_t wordIndex(const std::vector<std::string>& words, const std::string& word)
{
    return std::find(words.begin(), words.end(), word) - words.begin();
}

/// Sets the size of the tree for its lines.
void fitTree(TypedTree& tree, const std::vector<TreeLine>& lines)
{
    for (const TreeLine& line : lines) {
        for (const std::string& word : line.beginning) {
            if (word == TypedTree::kEnd)
                refuseTree({"Nothing follows the end mark %1.", {TypedTree::kEnd}});
            addTreeWord(tree.words, word);
        }
        for (const auto& [word, probability] : line.next)
            addTreeWord(tree.words, word);
        tree.depth = std::max(tree.depth, static_cast<int64_t>(line.beginning.size()) + 1);
    }
    const auto words = static_cast<int64_t>(tree.words.size());
    if (words < 1 || words > TypedTree::kMostWords)
        refuseTree({"The tree has %1 {word|words}; it may have 1 to %2.",
                    {std::to_string(words), std::to_string(TypedTree::kMostWords)}},
                   {"Use fewer words.", {}});
    if (tree.depth > TypedTree::kMostDepth
        || contextCount(words, tree.depth) > TypedTree::kMostContexts)
        refuseTree({"A tree of %1 {word|words} with texts of %2 {word|words} is too large.",
                    {std::to_string(words), std::to_string(tree.depth)}},
                   {"Use fewer words or shorter texts: at most %1 beginnings have probabilities.",
                    {std::to_string(TypedTree::kMostContexts)}});
    tree.probabilities.assign(static_cast<size_t>(tree.contexts() * tree.columns()), 0.0);
}

std::string joinedWords(const std::vector<std::string>& vocabulary, std::span<const int32_t> tokens)
{
    std::string text;
    for (const int32_t token : tokens)
        text += (text.empty() ? "" : " ") + vocabulary[static_cast<size_t>(token)];
    return text;
}

void checkSums(const TypedTree& tree)
{
    const std::vector<WrongSum> wrong = wrongSums(tree);
    if (wrong.empty())
        return;
    refuseTree({"The probabilities after \"%1\" sum to %2, not to 1.",
                {tree.name(wrong.front().context), numberText(wrong.front().sum)}},
               {"Change them, or normalise the tree: each row is then divided by its sum.", {}});
}

/// Probability of each token after `tokens`, by id.
std::vector<double> nextProbabilities(const TypedTree& tree, std::span<const int32_t> tokens)
{
    std::vector<int64_t> beginning;
    for (const int32_t token : tokens)
        beginning.push_back(token - kFirstWord);
    std::vector<double> next(static_cast<size_t>(kFirstWord) + tree.words.size(), 0.0);
    const int64_t context = tree.contextOf(beginning);
    const auto row = context < 0 ? std::span<const double>() : tree.row(context);
    if (std::all_of(row.begin(), row.end(), [](double each) { return each == 0.0; })) {
        next[kEndToken] = 1.0;
        return next;
    }
    std::copy(row.begin(), row.end() - 1, next.begin() + kFirstWord);
    next[kEndToken] = row.back();
    return next;
}

/// Feeds a search until it is finished.
void walkTree(const TypedTree& tree, Search& search)
{
    std::vector<std::vector<int32_t>> before{{}};
    bool begun = false;
    while (!search.finished()) {
        std::vector<std::vector<int32_t>> rows;
        std::vector<float> logs;
        for (const OpenRow& open : search.open()) {
            rows.push_back(before[static_cast<size_t>(open.parent)]);
            if (begun)
                rows.back().push_back(open.token);
            for (const double probability : nextProbabilities(tree, rows.back()))
                logs.push_back(static_cast<float>(std::log(probability)));
        }
        before = std::move(rows);
        begun = true;
        search.advance({logs, {}});
    }
}

void collectTexts(const TypedTree& tree, std::vector<int32_t>& tokens, double probability,
                  const std::vector<std::string>& vocabulary, std::vector<TypedText>& texts)
{
    const std::vector<double> next = nextProbabilities(tree, tokens);
    if (const double whole = probability * next[kEndToken]; whole > 0.0)
        texts.push_back({joinedWords(vocabulary, tokens), static_cast<int64_t>(tokens.size()),
                         whole, std::log(whole)});
    for (size_t token = kFirstWord; token < next.size(); ++token) {
        if (!(next[token] > 0.0))
            continue;
        tokens.push_back(static_cast<int32_t>(token));
        collectTexts(tree, tokens, probability * next[token], vocabulary, texts);
        tokens.pop_back();
    }
}

std::vector<std::string> treeVocabulary(const TypedTree& tree)
{
    std::vector<std::string> vocabulary{"<pad>", "<unk>", TypedTree::kBegin, TypedTree::kEnd};
    vocabulary.insert(vocabulary.end(), tree.words.begin(), tree.words.end());
    return vocabulary;
}

} // namespace

int64_t contextCount(int64_t words, int64_t depth)
{
    int64_t count = 0;
    int64_t sameLength = 1;
    for (int64_t length = 0; length < depth; ++length) {
        count += sameLength;
        sameLength *= words;
    }
    return count;
}

int64_t TypedTree::contexts() const
{
    return contextCount(static_cast<int64_t>(words.size()), depth);
}

std::span<const double> TypedTree::row(int64_t context) const
{
    return std::span(probabilities)
        .subspan(static_cast<size_t>(context * columns()), static_cast<size_t>(columns()));
}

std::vector<int64_t> TypedTree::beginning(int64_t context) const
{
    const auto count = static_cast<int64_t>(words.size());
    int64_t length = 0;
    int64_t sameLength = 1;
    for (; context >= sameLength; ++length) {
        context -= sameLength;
        sameLength *= count;
    }
    std::vector<int64_t> indices(static_cast<size_t>(length));
    for (auto index = indices.rbegin(); index != indices.rend(); ++index) {
        *index = context % count;
        context /= count;
    }
    return indices;
}

int64_t TypedTree::contextOf(std::span<const int64_t> beginning) const
{
    const auto length = static_cast<int64_t>(beginning.size());
    if (length >= depth)
        return -1;
    const auto count = static_cast<int64_t>(words.size());
    int64_t place = 0;
    for (const int64_t index : beginning)
        place = place * count + index;
    return contextCount(count, length) + place;
}

std::string TypedTree::name(int64_t context) const
{
    std::string name;
    for (const int64_t index : beginning(context))
        name += (name.empty() ? "" : " ") + words[static_cast<size_t>(index)];
    return name.empty() ? kBegin : name;
}

TypedTree typedTree(const std::vector<std::string>& lines)
{
    std::vector<TreeLine> read;
    for (const std::string& line : lines)
        if (line.find_first_not_of(" \t\r\n") != std::string::npos)
            read.push_back(readTreeLine(line));
    TypedTree tree;
    fitTree(tree, read);
    std::vector<int64_t> seen;
    for (const TreeLine& line : read) {
        std::vector<int64_t> beginning;
        for (const std::string& word : line.beginning)
            beginning.push_back(wordIndex(tree.words, word));
        const int64_t context = tree.contextOf(beginning);
        if (std::find(seen.begin(), seen.end(), context) != seen.end())
            refuseTree({"Two lines begin with \"%1\".", {tree.name(context)}},
                       {"Write one line for each beginning.", {}});
        seen.push_back(context);
        for (const auto& [word, probability] : line.next) {
            const int64_t column
                = word == TypedTree::kEnd ? tree.columns() - 1 : wordIndex(tree.words, word);
            double& place
                = tree.probabilities[static_cast<size_t>(context * tree.columns() + column)];
            if (place != 0.0)
                refuseTree({"After \"%1\" there are two probabilities of \"%2\".",
                            {tree.name(context), word}},
                           {"Write each word once.", {}});
            place = probability;
        }
    }
    return tree;
}

std::vector<std::string> linesOf(const TypedTree& tree)
{
    std::vector<std::string> lines;
    for (int64_t context = 0; context < tree.contexts(); ++context) {
        std::string next;
        const auto row = tree.row(context);
        for (size_t column = 0; column < row.size(); ++column)
            if (row[column] != 0.0)
                next += " " + (column < tree.words.size() ? tree.words[column] : TypedTree::kEnd)
                    + "=" + numberText(row[column]);
        if (!next.empty())
            lines.push_back(tree.name(context) + ":" + next);
    }
    return lines;
}

std::vector<WrongSum> wrongSums(const TypedTree& tree)
{
    constexpr double kTolerance = 1e-5; // Numbers have six digits.
    std::vector<WrongSum> wrong;
    for (int64_t context = 0; context < tree.contexts(); ++context) {
        double sum = 0.0;
        for (const double probability : tree.row(context))
            sum += probability;
        if (sum != 0.0 && std::abs(sum - 1.0) > kTolerance)
            wrong.push_back({context, sum});
    }
    return wrong;
}

TypedTree normalised(TypedTree tree)
{
    for (const WrongSum& each : wrongSums(tree))
        for (int64_t column = 0; column < tree.columns(); ++column)
            tree.probabilities[static_cast<size_t>(each.context * tree.columns() + column)]
                /= each.sum;
    return tree;
}

std::vector<TypedText> textsOf(const TypedTree& tree)
{
    std::vector<TypedText> texts;
    std::vector<int32_t> tokens;
    collectTexts(tree, tokens, 1.0, treeVocabulary(tree), texts);
    std::stable_sort(texts.begin(), texts.end(), [](const TypedText& a, const TypedText& b) {
        return a.probability > b.probability;
    });
    return texts;
}

std::vector<int32_t> tokensOf(const TypedTree& tree, const std::string& text)
{
    std::vector<int32_t> tokens;
    for (const std::string& word : splitWords(text)) {
        const int64_t index = wordIndex(tree.words, word);
        if (index == std::ssize(tree.words))
            throw Error(ErrorCode::BadSetting,
                        {"The prefix has \"%1\", which is not a word of the tree.", {shown(word)}},
                        {"Use words of the tree.", {}});
        tokens.push_back(kFirstWord + static_cast<int32_t>(index));
    }
    return tokens;
}

const TypedText* findText(const std::vector<TypedText>& texts, const std::string& text)
{
    const auto found = std::find_if(texts.begin(), texts.end(),
                                    [&](const TypedText& each) { return each.text == text; });
    return found == texts.end() ? nullptr : &*found;
}

Decoding searchTree(const TypedTree& tree, const DecodingRequest& request)
{
    const auto begin = std::chrono::steady_clock::now();
    checkSums(tree);
    for (const int32_t token : request.prefixIds)
        if (token < kFirstWord)
            refuseTree({"The forced prefix has the id %1, which is not a word of the tree.",
                        {std::to_string(token)}},
                       {"Use words of the tree.", {}});
    Decoding decoding;
    decoding.vocabulary = treeVocabulary(tree);
    for (const std::string& word : tree.words)
        decoding.source += (decoding.source.empty() ? "" : ", ") + word;
    decoding.search = defaultSelection({{"search", searchKinds()}}, "search", request.search.kind);
    decoding.search.options.update(request.search.options);
    SearchContext context;
    context.vocabularySize = static_cast<int64_t>(decoding.vocabulary.size());
    context.beginId = kBeginToken;
    context.endId = kEndToken;
    context.maximumLength = tree.depth + 1;
    context.prefix = request.prefixIds;
    context.trace = request.detail;
    context.textOf = [&decoding](std::span<const int32_t> tokens) {
        return joinedWords(decoding.vocabulary, tokens);
    };
    checkSearch(decoding.search, context);
    const auto search = searchRegistry().make(decoding.search, context);
    walkTree(tree, *search);
    decoding.trace = search->trace();
    for (TraceNode& node : decoding.trace.nodes)
        node.text = decoding.vocabulary[static_cast<size_t>(node.token)];
    for (const Hypothesis& each : search->best(request.best)) {
        Translation text;
        text.text = each.result(joinedWords(decoding.vocabulary, each.tokens));
        for (const int32_t token : each.tokens)
            text.tokens.push_back(decoding.vocabulary[static_cast<size_t>(token)]);
        text.logProbability = each.logProbability;
        text.score = each.score;
        text.ended = each.ended;
        decoding.best.push_back(std::move(text));
    }
    decoding.epoch = kImportedEpoch; // There is no network.
    decoding.milliseconds = millisecondsSince(begin);
    return decoding;
}

} // namespace core
