#include "core/task/tagging/word_reader.h"

#include "core/data/cells/cell_text.h"
#include "core/task/kept_texts.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <map>

namespace core {

namespace {

/// The tokens of all texts, each once, and which of them each token is.
struct DistinctTokens {
    explicit DistinctTokens(TextList texts)
    {
        std::unordered_map<std::string_view, int32_t> places;
        for (size_t i = 0; i < texts.size(); ++i) {
            for (const std::string_view token : tokensOf(texts[i])) {
                const auto [found, isNew]
                    = places.emplace(token, static_cast<int32_t>(tokens.size()));
                if (isNew)
                    tokens.push_back(token);
                ofToken.push_back(found->second);
            }
            starts.push_back(static_cast<int64_t>(ofToken.size()));
        }
    }

    std::vector<std::string_view> tokens;
    std::vector<int32_t> ofToken;
    std::vector<int64_t> starts{0}; ///< As EncodedTexts.
};

std::vector<std::string> charactersOf(std::string_view word)
{
    std::vector<std::string> characters;
    for (size_t i = 0; i < word.size();) {
        appendUtf8(characters.emplace_back(), nextCodePoint(word, i));
    }
    return characters;
}

/// A token that cleaning empties, or that the tokeniser of another run divides, is unknown.
std::vector<int32_t> idsOf(const std::vector<std::string_view>& tokens,
                           const TextPipeline& pipeline, const Monitor& monitor)
{
    std::vector<int32_t> ids;
    ids.reserve(tokens.size());
    for (const std::vector<int32_t>& found : pipeline.allIds(TextList(tokens), monitor))
        ids.push_back(found.size() == 1 ? found.front() : static_cast<int32_t>(kUnknownId));
    return ids;
}

/// Those frequent enough to learn from; others are unknown.
template <class Text> std::vector<std::string> seenTwice(const std::map<Text, int64_t>& counts)
{
    std::vector<std::string> known;
    for (const auto& [text, count] : counts)
        if (count >= 2)
            known.emplace_back(text);
    return known;
}

} // namespace

TextPipeline learnWords(TextSpec spec, TextList texts, const std::vector<std::string>& more,
                        const Monitor& monitor)
{
    spec.tokeniser = {"whole", Json::object()};
    std::vector<std::string_view> tokens;
    for (size_t i = 0; i < texts.size(); ++i)
        for (const std::string_view token : tokensOf(texts[i]))
            tokens.push_back(token);
    return TextPipeline::learn(spec, TextList(tokens), monitor, {.words = more});
}

std::vector<std::string> learnCharacters(TextList texts)
{
    std::map<std::string, int64_t> counts;
    for (const std::string_view token : DistinctTokens(texts).tokens) {
        std::vector<std::string> characters = charactersOf(token);
        std::sort(characters.begin(), characters.end());
        characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
        for (const std::string& character : characters)
            ++counts[character];
    }
    return seenTwice(counts);
}

std::vector<std::string> learnValues(TextList texts)
{
    std::map<std::string_view, int64_t> counts;
    for (size_t i = 0; i < texts.size(); ++i)
        for (const std::string_view value : tokensOf(texts[i]))
            ++counts[value];
    return seenTwice(counts);
}

WordReader::WordReader(std::shared_ptr<const TextPipeline> pipeline,
                       std::vector<std::string> characters, LooksIntoWords looks,
                       std::vector<FeatureColumn> features)
    : m_pipeline(std::move(pipeline))
    , m_characters(std::move(characters))
    , m_looks(looks)
    , m_features(std::move(features))
{
    for (const std::string& character : m_characters)
        m_characterIds.emplace(character,
                               kFirstCharacterId + static_cast<int64_t>(m_characterIds.size()));
}

EncodedTexts WordReader::read(const CorpusPart& rows, const Monitor& monitor, size_t count) const
{
    count = std::min(count, rows.size());
    std::vector<TextList> features;
    for (size_t i = 0; i < m_features.size() && i + 2 < rows.columns.size(); ++i)
        features.push_back(rows.texts(i + 2).list().part(0, count));
    return read(rows.texts().list().part(0, count), monitor, features);
}

EncodedTexts WordReader::readOnce(const CorpusPart& rows, const Monitor& monitor) const
{
    Json settings{m_characters, m_looks == LooksIntoWords::Yes};
    for (const auto& [column, values] : m_features)
        settings.push_back({column, values});
    EncodedTexts pieces = encodedOnce(keptTexts(rows.key, *m_pipeline, settings.dump()), monitor,
                                      [&] { return read(rows, monitor); });
    pieces.marked = m_pipeline->marksTexts();
    return pieces;
}

EncodedTexts WordReader::read(TextList texts, const Monitor& monitor,
                              const std::vector<TextList>& features) const
{
    DistinctTokens distinct(texts);
    const std::vector<int32_t> idsOfDistinct = idsOf(distinct.tokens, *m_pipeline, monitor);
    EncodedTexts pieces;
    auto ids = std::make_shared<std::vector<int32_t>>();
    ids->reserve(distinct.ofToken.size());
    for (const int32_t token : distinct.ofToken)
        ids->push_back(idsOfDistinct[static_cast<size_t>(token)]);
    pieces.ids = *ids;
    pieces.owner = std::move(ids);
    if (!m_features.empty()) {
        std::vector<std::vector<int32_t>> values;
        for (size_t i = 0; i < m_features.size(); ++i)
            values.push_back(i < features.size() ? valuesOf(i, features[i])
                                                 : std::vector<int32_t>());
        pieces.forms = formsOf(distinct.tokens, distinct.ofToken, values, pieces.words);
    } else if (m_looks == LooksIntoWords::Yes) {
        for (const std::string_view token : distinct.tokens)
            write(token, pieces.words);
        pieces.forms = std::move(distinct.ofToken);
        for (int32_t& form : pieces.forms)
            ++form; // Word 0 is none.
    }
    pieces.marked = m_pipeline->marksTexts();
    const int64_t longest
        = std::max<int64_t>(m_pipeline->spec().maximumLength - (pieces.marked ? 2 : 0), 1);
    for (size_t text = 0; text + 1 < distinct.starts.size(); ++text)
        for (int64_t start = distinct.starts[text]; start < distinct.starts[text + 1];) {
            const int64_t end = std::min(start + longest, distinct.starts[text + 1]);
            pieces.lengths.push_back(static_cast<int32_t>(end - start));
            pieces.offsets.push_back(end);
            start = end;
        }
    pieces.starts = std::move(distinct.starts);
    return pieces;
}

std::vector<int32_t> WordReader::valuesOf(size_t feature, TextList texts) const
{
    const std::vector<std::string>& known = m_features[feature].values;
    std::vector<int32_t> values;
    for (size_t i = 0; i < texts.size(); ++i)
        for (const std::string_view value : tokensOf(texts[i])) {
            const auto found = std::lower_bound(known.begin(), known.end(), value);
            values.push_back(static_cast<int32_t>(found != known.end() && *found == value
                                                      ? kFirstValueId + (found - known.begin())
                                                      : kUnknownId));
        }
    return values;
}

/// @param values  of each feature one a token, or none: all are unknown.
std::vector<int32_t> WordReader::formsOf(const std::vector<std::string_view>& tokens,
                                         const std::vector<int32_t>& ofToken,
                                         const std::vector<std::vector<int32_t>>& values,
                                         WrittenWords& words) const
{
    words.features.assign(values.size(), 0); // Word 0 is none.
    std::map<std::vector<int32_t>, int32_t> places; // By token and values.
    std::vector<int32_t> forms;
    forms.reserve(ofToken.size());
    std::vector<int32_t> form(values.size() + 1);
    for (size_t i = 0; i < ofToken.size(); ++i) {
        form[0] = ofToken[i];
        for (size_t feature = 0; feature < values.size(); ++feature)
            form[feature + 1] = i < values[feature].size() ? values[feature][i]
                                                           : static_cast<int32_t>(kUnknownId);
        const auto [found, isNew] = places.emplace(form, static_cast<int32_t>(places.size()) + 1);
        if (isNew) {
            write(tokens[static_cast<size_t>(ofToken[i])], words);
            words.features.insert(words.features.end(), form.begin() + 1, form.end());
        }
        forms.push_back(found->second);
    }
    return forms;
}

void WordReader::write(std::string_view word, WrittenWords& words) const
{
    for (const std::string& character : charactersOf(word)) {
        const auto found = m_characterIds.find(character);
        words.characters.push_back(found == m_characterIds.end() ? kUnknownId : found->second);
    }
    words.offsets.push_back(static_cast<int64_t>(words.characters.size()));
    words.cases.push_back(static_cast<int64_t>(wordCase(word)));
}

} // namespace core
