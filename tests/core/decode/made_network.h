#pragma once

#include "core/decode/search.h"
#include "tests/support/test_case.h"

#include <numeric>
#include <random>

/// A "network" by lookup: what it says depends on all tokens so far and a seed, nothing else.
/// Token ids are as in the program: 0 padding, 1 unknown, 2 begin, 3 end, 4 ... words.
class MadeNetwork {
public:
    using Tokens = std::vector<int32_t>;

    int64_t vocabularySize = 7;
    int64_t sourceLength = 0;
    uint64_t seed = 1;
    double impossible = 0.0; ///< Share of tokens with probability 0.
    double endBonus = 0.0; ///< Added to the end mark before the softmax.
    /// Probabilities by hand, for the tokens so far; else they are drawn.
    std::map<Tokens, std::map<int32_t, double>> given;

    std::vector<float> logProbabilities(const Tokens& soFar) const
    {
        std::vector<float> row(static_cast<size_t>(vocabularySize),
                               -std::numeric_limits<float>::infinity());
        if (const auto found = given.find(soFar); found != given.end()) {
            for (const auto& [token, probability] : found->second)
                row[static_cast<size_t>(token)] = static_cast<float>(std::log(probability));
            return row;
        }
        std::mt19937_64 draws(hash(soFar, 1));
        std::vector<double> logits;
        double sum = 0.0;
        for (int64_t i = 0; i < vocabularySize; ++i) {
            const double value = 4.0 * uniform(draws) + (i == 3 ? endBonus : 0.0);
            logits.push_back(uniform(draws) < impossible ? -1e300 : value);
            sum += std::exp(logits.back());
        }
        for (size_t i = 0; i < logits.size(); ++i)
            if (logits[i] > -1e299)
                row[i] = static_cast<float>(logits[i] - std::log(sum));
        return row;
    }

    std::vector<float> attention(const Tokens& soFar) const
    {
        std::mt19937_64 draws(hash(soFar, 2));
        std::vector<float> weights;
        for (int64_t i = 0; i < sourceLength; ++i)
            weights.push_back(static_cast<float>(0.01 + uniform(draws)));
        const float sum = std::accumulate(weights.begin(), weights.end(), 0.0F);
        for (float& weight : weights)
            weight /= sum;
        return weights;
    }

    core::SearchContext context(int64_t maximumLength) const
    {
        core::SearchContext made;
        made.vocabularySize = vocabularySize;
        made.sourceLength = sourceLength;
        made.maximumLength = maximumLength;
        return made;
    }

private:
    static double uniform(std::mt19937_64& draws)
    {
        return static_cast<double>(draws() >> 11) * 0x1.0p-53;
    }
    uint64_t hash(const Tokens& soFar, uint64_t purpose) const
    {
        uint64_t value = seed * 1000003U + purpose;
        for (const int32_t token : soFar)
            value = value * 6364136223846793005U + static_cast<uint64_t>(token) + 17U;
        return value;
    }
};

/// Feeds a search with a made network, as the program feeds it with a real one.
class Feeder {
public:
    Feeder(core::Search& search, const MadeNetwork& network) : m_search(search), m_network(network)
    {
    }

    /// Rows of log probabilities and of attention for what is open now, one below the other.
    void answer(std::vector<float>& logProbabilities, std::vector<float>& attention)
    {
        std::vector<MadeNetwork::Tokens> rows;
        for (const core::OpenRow& open : m_search.open()) {
            MadeNetwork::Tokens soFar
                = m_started ? m_rows[static_cast<size_t>(open.parent)] : MadeNetwork::Tokens{};
            if (m_started)
                soFar.push_back(open.token);
            const auto distribution = m_network.logProbabilities(soFar);
            const auto weights = m_network.attention(soFar);
            logProbabilities.insert(logProbabilities.end(), distribution.begin(),
                                    distribution.end());
            attention.insert(attention.end(), weights.begin(), weights.end());
            rows.push_back(std::move(soFar));
        }
        m_rows = std::move(rows);
        m_started = true;
    }

    void step()
    {
        std::vector<float> logProbabilities;
        std::vector<float> attention;
        answer(logProbabilities, attention);
        m_search.advance({logProbabilities, attention});
    }

    /// Tokens of each row, as of the last answer.
    const std::vector<MadeNetwork::Tokens>& rows() const { return m_rows; }

private:
    core::Search& m_search;
    const MadeNetwork& m_network;
    std::vector<MadeNetwork::Tokens> m_rows;
    bool m_started = false;
};

inline std::unique_ptr<core::Search> finishedSearch(const core::Selection& selection,
                                                    const core::SearchContext& context,
                                                    const MadeNetwork& network)
{
    auto search = core::searchRegistry().make(selection, context);
    Feeder feeder(*search, network);
    while (!search->finished())
        feeder.step();
    return search;
}

/// `kind` with its defaults and `changes`.
inline core::Selection selectionOf(const std::string& kind,
                                   const core::Json& changes = core::Json::object())
{
    core::Selection selection{kind, core::Json::object()};
    for (const core::OptionDescription& option :
         core::searchRegistry().find(kind).description.options)
        selection.options[option.name] = option.defaultValue;
    selection.options.update(changes);
    return selection;
}
