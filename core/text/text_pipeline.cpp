#include "core/text/text_pipeline.h"

#include "core/experiment/spec_schema.h"
#include "core/text/text_files.h"
#include "core/text/tokenisers/tokeniser.h"

#include <limits>

namespace core {

struct TextPipeline::State {
    explicit State(TextSpec whole)
        : spec(std::move(whole))
        , cleaning(spec.cleaning)
        , tokeniser(tokeniserRegistry().make(spec.tokeniser))
    {
    }

    /// Shares the tokeniser and vocabulary of `other`.
    State(TextSpec whole, const State& other)
        : spec(std::move(whole))
        , cleaning(spec.cleaning)
        , tokeniser(other.tokeniser)
        , vocabulary(other.vocabulary)
        , distinctTokens(other.distinctTokens)
    {
    }

    void learn(const CleanedTexts& texts, const FurtherTokens& further, const Monitor& monitor)
    {
        const int64_t largest = spec.vocabularySize - (further.mask ? 1 : 0);
        LearntVocabulary learnt
            = tokeniser->learn(texts, {largest, spec.minimumFrequency}, monitor);
        Vocabulary whole = std::move(learnt.vocabulary);
        if (!further.words.empty() && !learnsSubwords(spec.tokeniser.kind))
            whole = whole.extended(wordsOfTexts(further.words), largest);
        vocabulary = std::make_shared<const Vocabulary>(further.mask ? whole.withMask()
                                                                     : std::move(whole));
        distinctTokens = learnt.distinctTokens;
    }

    /// Those that are one token each in a text.
    std::vector<std::string> wordsOfTexts(std::vector<std::string> words) const
    {
        std::erase_if(words, [&](const std::string& word) {
            std::string cleaned;
            cleaning.apply(word, cleaned);
            return tokeniser->tokens(cleaned) != std::vector{word};
        });
        return words;
    }

    TextSpec spec;
    CleaningChain cleaning;
    std::shared_ptr<Tokeniser> tokeniser; ///< Not changed any more once it has learnt.
    std::shared_ptr<const Vocabulary> vocabulary;
    int64_t distinctTokens = 0;
};

TextPipeline::TextPipeline(std::unique_ptr<State> state) : m_state(std::move(state)) { }
TextPipeline::TextPipeline(TextPipeline&&) noexcept = default;
TextPipeline& TextPipeline::operator=(TextPipeline&&) noexcept = default;
TextPipeline::~TextPipeline() = default;

TextPipeline TextPipeline::learn(const TextSpec& spec, TextList trainTexts, const Monitor& monitor,
                                 const FurtherTokens& further)
{
    auto state = std::make_unique<State>(completedTextSpec(spec));
    state->learn(CleanedTexts(trainTexts, state->cleaning), further, monitor);
    return TextPipeline(std::move(state));
}

TextPipeline TextPipeline::learnJoint(const TextSpec& first, const TextSpec& second,
                                      TextList firstTexts, TextList secondTexts,
                                      const Monitor& monitor)
{
    auto state = std::make_unique<State>(completedTextSpec(first));
    const CleaningChain secondCleaning(completedTextSpec(second).cleaning);
    state->learn(
        {CleanedTexts(firstTexts, state->cleaning), CleanedTexts(secondTexts, secondCleaning)}, {},
        monitor);
    return TextPipeline(std::move(state));
}

TextPipeline TextPipeline::sharing(const TextSpec& own) const
{
    const TextSpec whole = completedTextSpec(own);
    TextSpec spec = m_state->spec;
    spec.cleaning = whole.cleaning;
    spec.maximumLength = whole.maximumLength;
    spec.joint = true;
    return TextPipeline(std::make_unique<State>(std::move(spec), *m_state));
}

bool TextPipeline::hasVocabularyOf(const TextPipeline& other) const
{
    const State& a = *m_state;
    const State& b = *other.m_state;
    return a.spec.tokeniser == b.spec.tokeniser && a.vocabulary->tokens() == b.vocabulary->tokens()
        && (!a.tokeniser->hasModel() || a.tokeniser->model() == b.tokeniser->model());
}

TextPipeline TextPipeline::load(const FilePlace& folder)
{
    TextFiles files = readTextFiles(folder);
    auto state = std::make_unique<State>(std::move(files.spec));
    state->vocabulary
        = std::make_shared<const Vocabulary>(Vocabulary::fromTokens(std::move(files.tokens)));
    if (files.model.has_value() != state->tokeniser->hasModel())
        throw Error(ErrorCode::FileMalformed,
                    {"%1 and its tokeniser \"%2\" do not belong together.",
                     {(folder / "text.json").path().string(), state->spec.tokeniser.kind}},
                    {"Copy the whole run folder again from where it was made.", {}});
    if (files.model)
        state->tokeniser->restore(*files.model);
    return TextPipeline(std::move(state));
}

void TextPipeline::save(const FilePlace& folder) const
{
    TextFiles files{m_state->spec, m_state->vocabulary->tokens(), std::nullopt};
    if (m_state->tokeniser->hasModel())
        files.model = m_state->tokeniser->model();
    writeTextFiles(files, folder);
}

std::string TextPipeline::clean(std::string_view text) const
{
    std::string cleaned;
    m_state->cleaning.apply(text, cleaned);
    return cleaned;
}

std::vector<std::string> TextPipeline::tokens(std::string_view text) const
{
    return m_state->tokeniser->tokens(clean(text));
}

std::vector<int32_t> TextPipeline::ids(std::string_view text) const
{
    const std::string one(text);
    return ids(std::span(&one, 1), {}).front();
}

std::vector<std::vector<int32_t>> TextPipeline::ids(TextList texts, const Monitor& monitor) const
{
    const int64_t longest = m_state->spec.maximumLength;
    const CleanedTexts cleaned(texts, m_state->cleaning);
    if (!marksTexts())
        return m_state->tokeniser->ids(cleaned, *m_state->vocabulary, longest, monitor);
    std::vector<std::vector<int32_t>> all = m_state->tokeniser->ids(
        cleaned, *m_state->vocabulary, std::max<int64_t>(longest - 2, 1), monitor);
    for (size_t i = 0; i < all.size(); ++i) {
        std::vector<int32_t>& ids = all[i];
        if (ids == std::vector{static_cast<int32_t>(kUnknownId)} && tokens(texts[i]).empty())
            ids.clear();
        ids.insert(ids.begin(), static_cast<int32_t>(kBeginId));
        ids.push_back(static_cast<int32_t>(kEndId));
    }
    return all;
}

bool TextPipeline::marksTexts() const
{
    return m_state->tokeniser->marksTexts();
}

std::vector<std::vector<int32_t>> TextPipeline::allIds(TextList texts, const Monitor& monitor) const
{
    return m_state->tokeniser->ids(CleanedTexts(texts, m_state->cleaning), *m_state->vocabulary,
                                   std::numeric_limits<int64_t>::max(), monitor);
}

std::string TextPipeline::text(std::span<const int32_t> ids) const
{
    std::vector<std::string> tokens;
    for (const int32_t id : ids)
        if (id >= kSpecialTokens)
            tokens.push_back(token(id));
    return m_state->tokeniser->joined(tokens);
}

std::string TextPipeline::writtenToken(const std::string& token) const
{
    return m_state->tokeniser->joined({&token, 1});
}

int64_t TextPipeline::vocabularySize() const
{
    return m_state->vocabulary->size();
}

const std::string& TextPipeline::token(int64_t id) const
{
    return m_state->vocabulary->token(id);
}

int64_t TextPipeline::id(std::string_view token) const
{
    return m_state->vocabulary->id(token);
}

int64_t TextPipeline::maskId() const
{
    return m_state->vocabulary->maskId();
}

std::string TextPipeline::identity() const
{
    const auto& schema = m_state->spec.joint ? targetTextSchema() : textSchema();
    std::string identity = schema.toJson(m_state->spec).dump();
    for (const std::string& token : m_state->vocabulary->tokens())
        identity += '\n' + escapedToken(token);
    return m_state->tokeniser->hasModel() ? identity + '\n' + m_state->tokeniser->model()
                                          : identity;
}

int64_t TextPipeline::distinctTokens() const
{
    return m_state->distinctTokens;
}

const TextSpec& TextPipeline::spec() const
{
    return m_state->spec;
}

} // namespace core
