#include "core/metric/score.h"

#include <algorithm>
#include <limits>

namespace core {

const std::vector<ScoreDescription>& scoreDescriptions()
{
    static const std::vector<ScoreDescription> all = {
        {"macro_f1", "macro F1", "The mean of the classes' F1, each class counting alike.", true,
         false},
        {"bleu", "BLEU",
         "Geometric mean of the precisions of 1- to 4-grams times a penalty for translations that "
         "are too short, 0 to 100 (Papineni et al., 2002; as sacreBLEU).",
         true, false},
        {"chrf", "chrF",
         "F score with twice the weight on recall over character n-grams up to 6, 0 to 100 "
         "(Popović, 2015; as sacreBLEU).",
         true, false},
        {"exact_match", "exact match", "Share of translations that equal their reference.", true,
         true},
        {"alignment_error_rate", "alignment error rate",
         "1 - 2 |A ∩ S| / (|A| + |S|): A links each target token to the source token that gets "
         "most attention, S are the gold links (Och and Ney, 2003).",
         false, true}};
    return all;
}

ScoreDescription scoreDescription(const std::string& name)
{
    const auto& all = scoreDescriptions();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const ScoreDescription& each) { return each.name == name; });
    return found != all.end() ? *found : ScoreDescription{name, name, {}, true, false};
}

std::string monitoredScore(const std::string& monitor)
{
    constexpr size_t kPrefix = sizeof "valid_" - 1;
    return monitor.starts_with("valid_") ? monitor.substr(kPrefix) : monitor;
}

bool monitorRises(const std::string& monitor)
{
    const std::string name = monitoredScore(monitor);
    return name != "loss" && (name == "accuracy" || scoreDescription(name).higherIsBetter);
}

double scoreValue(const std::vector<Score>& scores, const std::string& name)
{
    for (const Score& score : scores)
        if (score.name == name)
            return score.value;
    return std::numeric_limits<double>::quiet_NaN();
}

} // namespace core
