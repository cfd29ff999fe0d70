#pragma once

#include "tests/core/decode/made_network.h"

/// Beam and exhaustive search as one would write them on a blackboard: whole sequences, every score
/// worked out anew from the definition, all candidates enumerated and sorted.
class ReferenceSearch {
public:
    using Tokens = MadeNetwork::Tokens;
    struct Sequence {
        Tokens tokens; ///< With the end mark.
        double total = 0.0;
        double score = 0.0;
        bool ended = false;
    };

    const MadeNetwork& network;
    core::SearchContext context;
    core::Json options;

    std::vector<Sequence> beam() const
    {
        const auto width = options["width"].get<size_t>();
        const auto count = options["stop_count"].get<size_t>();
        const size_t wanted = count > 0 ? count : width;
        std::vector<Sequence> open{{}};
        std::vector<Sequence> finished;
        for (int64_t length = 1; length <= context.maximumLength; ++length) {
            const std::vector<Sequence> all = candidates(open);
            const size_t room = options["refill"] ? width : width - finished.size();
            std::vector<Sequence> next;
            for (size_t i = 0; i < all.size(); ++i) {
                const bool within = i < room;
                if (all[i].ended && within)
                    finished.push_back(all[i]);
                if (!all[i].ended && (options["refill"] ? next.size() < width : within))
                    next.push_back(all[i]);
            }
            if (options["stop"] == "finished" && finished.size() >= wanted)
                return sorted(finished);
            if (next.empty())
                return sorted(finished.empty() ? open : finished);
            open = next;
        }
        finished = sorted(finished);
        for (const Sequence& cut : sorted(open))
            finished.push_back(cut);
        return finished;
    }

    /// All that end within the maximum length, best first.
    std::vector<Sequence> exhaustive() const
    {
        std::vector<Sequence> found;
        collect({}, found);
        return sorted(found);
    }

    /// Every continuation of every open sequence that may be written, best first.
    std::vector<Sequence> candidates(const std::vector<Sequence>& open) const
    {
        std::vector<Sequence> all;
        for (const Sequence& sequence : open)
            for (int32_t token = 0; token < context.vocabularySize; ++token)
                if (mayFollow(sequence.tokens, token))
                    all.push_back(extended(sequence.tokens, token));
        return sorted(all);
    }

    bool isWritable(const Tokens& soFar, int32_t token) const
    {
        const auto& never = context.neverIds;
        return std::find(never.begin(), never.end(), token) == never.end()
            && std::isfinite(network.logProbabilities(soFar)[static_cast<size_t>(token)]);
    }

    bool isBlocked(const Tokens& soFar, int32_t token) const
    {
        const auto length = static_cast<int64_t>(soFar.size());
        if (token == context.endId)
            return length < options["minimum_length"].get<int64_t>();
        const auto n = options["block_ngrams"].get<size_t>();
        Tokens tokens = soFar;
        tokens.push_back(token);
        if (n == 0 || tokens.size() < n)
            return false;
        const Tokens last(tokens.end() - static_cast<int64_t>(n), tokens.end());
        return std::search(tokens.begin(), tokens.end() - 1, last.begin(), last.end())
            != tokens.end() - 1;
    }

    Sequence extended(const Tokens& soFar, int32_t token) const
    {
        Sequence made;
        made.tokens = soFar;
        made.tokens.push_back(token);
        made.ended = token == context.endId;
        std::vector<double> coverage(static_cast<size_t>(context.sourceLength), 0.0);
        for (size_t i = 0; i < made.tokens.size(); ++i) {
            const Tokens before(made.tokens.begin(), made.tokens.begin() + static_cast<int64_t>(i));
            const float logProbability
                = network.logProbabilities(before)[static_cast<size_t>(made.tokens[i])];
            // What is forced although it is impossible counts as exp(-103).
            made.total
                += std::isfinite(logProbability) ? static_cast<double>(logProbability) : -103;
            const auto weights = network.attention(before);
            for (size_t s = 0; s < weights.size(); ++s)
                coverage[s] += static_cast<double>(weights[s]);
        }
        made.score = made.total / divisor(static_cast<double>(made.tokens.size()));
        for (const double each : coverage)
            made.score += options["coverage_penalty"].get<double>() * std::log(std::min(each, 1.0));
        return made;
    }

private:
    bool mayFollow(const Tokens& soFar, int32_t token) const
    {
        if (soFar.size() < context.prefix.size())
            return token == context.prefix[soFar.size()];
        return isWritable(soFar, token) && !isBlocked(soFar, token);
    }

    double divisor(double length) const
    {
        const double alpha = options["length_penalty"];
        if (options["normalisation"] == "mean")
            return length;
        if (options["normalisation"] == "length_power")
            return std::pow(length, alpha);
        if (options["normalisation"] == "gnmt")
            return std::pow(5.0 + length, alpha) / std::pow(5.0 + 1.0, alpha);
        return 1.0;
    }

    void collect(const Tokens& soFar, std::vector<Sequence>& found) const
    {
        for (int32_t token = 0; token < context.vocabularySize; ++token) {
            if (!mayFollow(soFar, token))
                continue;
            const Sequence next = extended(soFar, token);
            if (next.ended)
                found.push_back(next);
            else if (static_cast<int64_t>(next.tokens.size()) < context.maximumLength)
                collect(next.tokens, found);
        }
    }

    static std::vector<Sequence> sorted(std::vector<Sequence> sequences)
    {
        std::stable_sort(sequences.begin(), sequences.end(),
                         [](const Sequence& a, const Sequence& b) { return a.score > b.score; });
        return sequences;
    }
};
