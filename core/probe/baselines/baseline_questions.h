#pragma once

#include "core/baseline/baseline.h"
#include "core/probe/question.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// The simple methods that a network has to beat. Plain values.

namespace core {

struct CorpusPart;

/// A run against a baseline on the same rows.
struct BaselineTest {
    std::string baseline; ///< Baseline::id
    PairedComparison comparison;
};

/// The baselines of a run's data.
struct BaselineReport {
    Baselines baselines;
    BootstrapSettings settings = {}; ///< Of `tests`.
    std::vector<BaselineTest> tests = {}; ///< One for each baseline; empty: nothing was compared.
    /// Whether the run is better than all of them, and what to try if it is not; empty: nothing
    /// was compared.
    Message verdict = {}, advice = {};
    bool beaten = false; ///< The run is not better than the best of them.
};

/// The baselines of a run's data, from its texts and vocabulary alone, and how what a network
/// predicted compares with them. Needs no network. The scores are kept in the user's cache
/// folder, under a key of all that decides it: other runs on the same data find it there.
struct AskBaselines {
    static constexpr const char* kName = "baselines";
    using Answer = BaselineReport;
    static QuestionKind<AskBaselines> kind();
    std::string run; ///< Its folder, from which the vocabulary is read.
    std::string split = "valid";
    std::shared_ptr<const Outcomes> outcomes = {}; ///< A network's on these rows; null: none.

    friend bool operator==(const AskBaselines& a, const AskBaselines& b)
    {
        return a.run == b.run && a.split == b.split
            && (a.outcomes == b.outcomes
                || (a.outcomes && b.outcomes && *a.outcomes == *b.outcomes));
    }
};

/// As AskBaselines, after the network was evaluated on the rows.
struct AskBaselineTest {
    static constexpr const char* kName = "baseline_test";
    static constexpr bool kLong = true;
    using Answer = BaselineReport;
    static QuestionKind<AskBaselineTest> kind();
    std::string run;
    std::string split = "valid";
    std::shared_ptr<const BaselineReport> report = {}; ///< Without tests; null: to be computed.
    std::shared_ptr<const CorpusPart> rows = {}; ///< Null: to be read.
    friend bool operator==(const AskBaselineTest&, const AskBaselineTest&) = default;
};

/// Compares a run with all baselines and says what follows.
void compareWith(const Outcomes& run, BaselineReport& report, const Monitor& monitor);

/// As compareWith(), from the scores of a run on these rows alone and without tests. Nothing
/// follows if the score by which baselines are compared is not among them.
void judge(const std::vector<Score>& run, BaselineReport& report);

} // namespace core
