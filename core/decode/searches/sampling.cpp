#include "core/decode/search.h"
#include "core/decode/tree_search.h"

#include <algorithm>
#include <cmath>

namespace core {
namespace {

struct SamplingOptions : TokenRules {
    double temperature = 1.0;
    int64_t topK = 0; ///< 0: all.
    double topP = 1.0; ///< 1: all.
    int64_t seed = 1;
};

/// One hypothesis, each token drawn by uniformDraw(seed, stream, step) from the network's
/// distribution, after the penalties for repetition: first sharpened or flattened by the
/// temperature, then cut to the k likeliest, then
/// to the fewest likeliest that reach mass p of what is left (Holtzman et al., 2020,
/// arXiv:1904.09751). Totals and scores refer to the distribution before the temperature.
class SamplingSearch final : public TreeSearch {
public:
    SamplingSearch(const SearchContext& context, const SamplingOptions& options)
        : TreeSearch(context, SearchRules{options}, 1), m_options(options)
    {
    }

private:
    void decide(const NextTokens& next, Decision& decision) override;
    Message enough() const override
    {
        if (finishedCount() == 0)
            return {};
        return stoppedLast() ? Message{"The text has a stop sequence.", {}}
                             : Message{"The end token was drawn.", {}};
    }

    void support(std::span<const float> row);
    void cutToMass();
    double weight(const WeighedToken& token) const;
    WeighedToken draw();
    Fate fateOf(Candidate& candidate, int32_t drawn);

    SamplingOptions m_options;
    std::vector<WeighedToken> m_support; ///< Tokens that can be drawn; sorted once they are cut.
    std::vector<double> m_weights; ///< Unnormalised probabilities of m_support.
    float m_likeliestOf = 0.0F; ///< The largest log probability in m_support.
};

void SamplingSearch::decide(const NextTokens& next, Decision& decision)
{
    support(rowOf(next, 0));
    if (m_support.empty())
        return;
    const WeighedToken drawn = draw();
    weighAround(next, drawn, decision);
    for (Candidate& each : decision.candidates)
        each.fate = fateOf(each, drawn.token);
    list(decision);
}

void SamplingSearch::support(std::span<const float> row)
{
    const bool all = m_options.topK <= 0 || m_options.topK >= context().vocabularySize;
    // A limit that is never reached leaves them in the order of their ids.
    likeliest().scan(row, all ? context().vocabularySize + 1 : m_options.topK);
    const auto found = likeliest().found();
    m_support.assign(found.begin(), found.end());
    if (m_support.empty())
        return;
    // The draw goes through them in their order, so that has to be the same on every machine.
    if (!all)
        std::sort(m_support.begin(), m_support.end());
    m_likeliestOf = std::min_element(m_support.begin(), m_support.end())->logProbability;
    if (m_options.topP < 1.0)
        cutToMass();
}

/// Sorts no more than needed: a few of ten thousand tokens mostly hold the whole mass.
void SamplingSearch::cutToMass()
{
    double wanted = 0.0;
    for (const WeighedToken& each : m_support)
        wanted += weight(each);
    wanted *= m_options.topP;
    double mass = 0.0;
    size_t taken = 0;
    for (size_t sorted = 0; taken < m_support.size(); ++taken) {
        if (taken == sorted) {
            sorted = std::min(m_support.size(), std::max<size_t>(64, 4 * sorted));
            const auto from = m_support.begin() + static_cast<int64_t>(taken);
            const auto to = m_support.begin() + static_cast<int64_t>(sorted);
            std::nth_element(from, to, m_support.end());
            std::sort(from, to);
        }
        if (taken > 0 && mass >= wanted)
            break;
        mass += weight(m_support[taken]);
    }
    m_support.resize(taken);
}

double SamplingSearch::weight(const WeighedToken& token) const
{
    return std::exp(static_cast<double>(token.logProbability - m_likeliestOf)
                    / m_options.temperature);
}

WeighedToken SamplingSearch::draw()
{
    m_weights.clear();
    double mass = 0.0;
    for (const WeighedToken& each : m_support)
        mass += m_weights.emplace_back(weight(each));
    const auto seed = static_cast<uint64_t>(m_options.seed);
    double rest = mass * uniformDraw(seed, context().stream, static_cast<uint64_t>(length()));
    for (size_t i = 0; i < m_support.size(); ++i) {
        rest -= m_weights[i];
        if (rest < 0.0)
            return m_support[i];
    }
    return m_support.back();
}

Fate SamplingSearch::fateOf(Candidate& candidate, int32_t drawn)
{
    if (candidate.token == drawn)
        return ends(candidate) ? Fate::Finished : Fate::Kept;
    if (m_options.topK > 0 && candidate.rank > m_options.topK)
        return Fate::OutsideTopK;
    if (candidate.rank > static_cast<int64_t>(m_support.size()))
        return Fate::OutsideTopP;
    return Fate::NotDrawn;
}

Schema<SamplingOptions> samplingSchema()
{
    Schema<SamplingOptions> schema;
    schema
        .add(
            &SamplingOptions::temperature,
            {.name = "temperature",
             .label = "Temperature",
             .help
             = "Log probabilities are divided by it before the draw. If the results are too "
               "random, lower it (near 0 is greedy search); if they are always the same, raise it.",
             .minimum = 0.01,
             .maximum = 100.0})
        .add(&SamplingOptions::topK,
             {.name = "top_k",
              .label = "Top k",
              .help
              = "If unlikely words appear, draw only from the k most likely tokens. 0: from all.",
              .unit = "tokens",
              .minimum = 0,
              .maximum = 1000000})
        .add(&SamplingOptions::topP,
             {.name = "top_p",
              .label = "Top p",
              .help = "If unlikely words appear, draw only from the most likely tokens that "
                      "together reach this probability. 1: from all. Applied after top k.",
              .minimum = 0.0,
              .maximum = 1.0})
        .add(&SamplingOptions::seed,
             {.name = "seed",
              .label = "Seed",
              .help
              = "The same seed draws the same translation again; another seed draws another one.",
              .minimum = 0,
              .maximum = 9007199254740992.0});
    return addTokenRules(schema);
}

} // namespace

SearchRegistry::Entry samplingSearch()
{
    return SearchRegistry::entry<SamplingOptions>(
        {.id = "sampling",
         .title = "Sampling",
         .summary
         = "Draws each token by its probability. Shows what the network considers possible rather "
           "than what it considers best.",
         .formula
         = {"y_t ~ p(y | y_{<t}, x)^(1/τ), over the top k, then the top p",
            R"tex(y_t \sim p(y \mid y_{<t}, x)^{1/\tau} \quad\text{over the top } k \text{, then
the top } p)tex"}},
        samplingSchema(), [](const SamplingOptions& options, const SearchContext& context) {
            return std::make_unique<SamplingSearch>(context, options);
        });
}

} // namespace core
