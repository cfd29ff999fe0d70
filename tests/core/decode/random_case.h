#pragma once

#include "tests/core/decode/made_network.h"

/// A network, a sentence and options drawn at random: small, and different on each axis.
struct RandomCase {
    MadeNetwork network;
    core::SearchContext context;
    core::Json options;

    explicit RandomCase(uint64_t seed)
    {
        std::mt19937_64 draws(seed);
        const auto below = [&](uint64_t bound) { return static_cast<int64_t>(draws() % bound); };
        network.seed = seed;
        network.vocabularySize = 5 + below(4);
        network.sourceLength = below(4);
        network.impossible = below(3) == 0 ? 0.3 : 0.0;
        network.endBonus = static_cast<double>(below(3)) - 1.0;
        context = network.context(1 + below(5));
        const std::vector<std::string> normalisations{"none", "mean", "length_power", "gnmt"};
        options["normalisation"] = normalisations[static_cast<size_t>(below(4))];
        options["length_penalty"] = 0.25 * static_cast<double>(below(6));
        options["coverage_penalty"] = below(2) == 0 ? 0.0 : 0.3;
        options["block_ngrams"] = below(2) == 0 ? 0 : 1 + below(3);
        options["minimum_length"] = below(2) == 0 ? 0 : below(3);
        if (below(3) == 0)
            for (int64_t i = below(context.maximumLength); i > 0; --i)
                context.prefix.push_back(static_cast<int32_t>(
                    below(8) == 0 ? 1 : 4 + below(network.vocabularySize - 4)));
    }

    /// With what only beam search takes.
    core::Json beamOptions(uint64_t seed) const
    {
        std::mt19937_64 draws(seed + 99);
        core::Json all = options;
        all["width"] = 1 + draws() % 6;
        all["stop"] = draws() % 2 == 0 ? "finished" : "length";
        all["stop_count"] = draws() % 4;
        all["refill"] = draws() % 2 == 0;
        return all;
    }
};
