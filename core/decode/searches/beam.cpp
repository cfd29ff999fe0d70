#include "core/base/error.h"
#include "core/decode/tree_search.h"

#include <algorithm>

namespace core {

namespace {

struct BeamOptions : SearchRules {
    BeamOptions() { normalisation = "mean"; }

    int64_t width = 5; ///< k.
    std::string stop = "finished"; ///< Or "length".
    int64_t stopCount = 0; ///< n; 0: as many as the beam is wide.
    bool refill = true;
};

/// Beam search: follows the k best hypotheses at once.
///
/// At each step all candidates are put in the order of their penalised scores. Those with an end
/// mark that are among the best k are placed aside; one further down is dropped. Then, refilled,
/// the k best of the others go on, although they may rank below k (as in fairseq and OpenNMT); not
/// refilled, only those among the best k less the finished so far, so that the beam gets narrower
/// with each that finishes (Jurafsky and Martin, Speech and Language Processing, BEAMDECODE). It
/// stops when n have finished or only at the maximum length T: both criteria of lecture 002.
///
/// With k no smaller than the number of hypotheses of any length, and stopping at T, nothing is
/// ever dropped either way: every hypothesis is looked at, and the answer is that of exhaustive
/// search.
class BeamSearch : public TreeSearch {
public:
    BeamSearch(const SearchContext& context, const BeamOptions& options);
    void check() const override;

protected:
    void decide(const NextTokens& next, Decision& decision) override;
    Message enough() const override;
    Message exhausted() const override;

private:
    BeamOptions m_options;
};

BeamSearch::BeamSearch(const SearchContext& context, const BeamOptions& options)
    : TreeSearch(context, options, options.width), m_options(options)
{
}

void BeamSearch::check() const
{
    TreeSearch::check();
    if (m_options.width < 1)
        throw Error(ErrorCode::BadSetting,
                    {"A beam of width %1 holds no hypothesis.", {std::to_string(m_options.width)}},
                    {"Set the width to 1 or more; 5 is usual.", {}});
    if (m_options.width > context().vocabularySize)
        throw Error(ErrorCode::BadSetting,
                    {"The beam is %1 {hypothesis|hypotheses} wide, but the vocabulary has only %2 "
                     "{token|tokens}.",
                     {std::to_string(m_options.width), std::to_string(context().vocabularySize)}},
                    {"Set the width to %1 or less; 5 is usual.",
                     {std::to_string(context().vocabularySize)}});
}

void BeamSearch::decide(const NextTokens& next, Decision& decision)
{
    // A row has one end mark, so width + 1 of it are as many as can be taken.
    weigh(next, m_options.width + 1, decision);
    const int64_t room = m_options.refill ? m_options.width : m_options.width - finishedCount();
    int64_t rank = 0;
    int64_t kept = 0;
    for (Candidate& each : decision.candidates) {
        if (isBlocked(each))
            continue;
        each.rank = static_cast<int32_t>(++rank);
        const bool within = rank <= room;
        if (ends(each)) {
            each.fate = within ? Fate::Finished : Fate::BelowWidth;
            continue;
        }
        const bool goesOn = m_options.refill ? kept < m_options.width : within;
        each.fate = goesOn ? Fate::Kept : Fate::BelowWidth;
        kept += static_cast<int64_t>(goesOn);
    }
    list(decision);
}

Message BeamSearch::enough() const
{
    const int64_t wanted = m_options.stopCount > 0 ? m_options.stopCount : m_options.width;
    if (m_options.stop != "finished" || finishedCount() < wanted)
        return {};
    return {"%1 {hypothesis was|hypotheses were} finished.", {std::to_string(finishedCount())}};
}

Message BeamSearch::exhausted() const
{
    if (!m_options.refill && finishedCount() >= m_options.width)
        return {"Every place of the beam was taken by a finished hypothesis.", {}};
    return TreeSearch::exhausted();
}

Schema<BeamOptions> beamSchema()
{
    Schema<BeamOptions> schema;
    schema
        .add(&BeamOptions::width,
             {.name = "width",
              .label = "Width k",
              .help = "Number of hypotheses in the beam. If good translations are missed, raise "
                      "it: 5 to 10 is usual, and 1 is greedy search. Time and memory grow with it.",
              .unit = "hypotheses",
              .minimum = 1,
              .maximum = 100000})
        .add(&BeamOptions::stop,
             {.name = "stop",
              .label = "Stop",
              .help = "If the search takes long, stop as soon as enough hypotheses have finished. "
                      "If it stops before a better one has ended, continue to the maximum length.",
              .choices = {{"finished", "When enough hypotheses have finished"},
                          {"length", "At the maximum length"}}})
        .add(&BeamOptions::stopCount,
             {.name = "stop_count",
              .label = "Finished hypotheses n",
              .help = "If the search stops before a better hypothesis has ended, raise it. 0: the "
                      "beam width.",
              .unit = "hypotheses",
              .minimum = 0,
              .maximum = 100000})
        .add(&BeamOptions::refill,
             {.name = "refill",
              .label = "Refill the beam",
              .help = "On: the next best open hypothesis takes the place of a finished one, so "
                      "that k hypotheses always continue. Off: the beam becomes narrower with each "
                      "hypothesis that finishes, which is faster but compares fewer.",
              .advanced = true});
    return addRules(schema);
}

struct GreedyOptions : TokenRules { };

BeamOptions widthOne(const GreedyOptions& rules)
{
    BeamOptions options;
    static_cast<TokenRules&>(options) = rules;
    options.width = 1;
    options.normalisation = "none";
    return options;
}

/// A beam of one hypothesis.
class GreedySearch final : public BeamSearch {
public:
    GreedySearch(const SearchContext& context, const GreedyOptions& options)
        : BeamSearch(context, widthOne(options))
    {
    }

private:
    Message enough() const override
    {
        if (finishedCount() == 0)
            return {};
        return stoppedLast() ? Message{"The text has a stop sequence.", {}}
                             : Message{"The end token was the likeliest token.", {}};
    }
};

} // namespace

SearchRegistry::Entry greedySearch()
{
    Schema<GreedyOptions> schema;
    addTokenRules(schema);
    return SearchRegistry::entry<GreedyOptions>(
        {.id = "greedy",
         .title = "Greedy search",
         .summary = "Chooses the most likely token at each step and never revises it. The fastest "
                    "search, and the baseline for the others.",
         .formula = {"y_t = argmax_y p(y | y_{<t}, x)",
                     R"tex(y_t = \operatorname*{arg\,max}_{y}\ p(y \mid y_{<t}, x))tex"}},
        schema, [](const GreedyOptions& options, const SearchContext& context) {
            return std::make_unique<GreedySearch>(context, options);
        });
}

SearchRegistry::Entry beamSearch()
{
    return SearchRegistry::entry<BeamOptions>(
        {.id = "beam",
         .title = "Beam search",
         .summary = "Extends the k best hypotheses at the same time and chooses among those that "
                    "have ended. Most translators use it.",
         .formula = {"score(y) = 1 / lp(T) Σ_t log p(y_t | y_{<t}, x) + β Σ_i log min(c_i, 1),  "
                     "lp(T) = 1, T, T^α or ((5 + T) / 6)^α,  c_i = Σ_t a_{ti}",
                     R"tex(\begin{aligned}
\operatorname{score}(y) &= \frac{1}{\operatorname{lp}(T)} \sum_{t=1}^{T} \log p(y_t \mid y_{<t},
x) \\
&\phantom{{}={}} + \beta \sum_i \log \min\left(\sum_t a_{ti},\, 1\right) \\
\operatorname{lp}(T) &= 1,\quad T,\quad T^\alpha \ \text{ or }\ \left(\frac{5+T}{6}\right)^{\alpha}
\end{aligned})tex"}},
        beamSchema(), [](const BeamOptions& options, const SearchContext& context) {
            return std::make_unique<BeamSearch>(context, options);
        });
}

} // namespace core
