#include "core/decode/searches/beam.h"
#include "core/decode/searches/entries.h"

namespace core {
namespace {

Schema<BeamOptions> beamSchema()
{
    Schema<BeamOptions> schema;
    schema
        .add(&BeamOptions::width,
             {.name = "width",
              .label = "Width k",
              .help = "Good translations are missed: raise it, 5 to 10 is usual and 1 is greedy "
                      "search. Time and memory grow with it.",
              .unit = "hypotheses",
              .minimum = 1,
              .maximum = 100000})
        .add(&BeamOptions::stop,
             {.name = "stop",
              .label = "Stop",
              .help = "The search takes long: stop when enough hypotheses have finished. It stops "
                      "before a better one has ended: go on to the maximum length.",
              .choices = {{"finished", "When n hypotheses have finished"},
                          {"length", "At the maximum length"}}})
        .add(&BeamOptions::stopCount,
             {.name = "stop_count",
              .label = "Finished hypotheses n",
              .help = "It stops before a better one has ended: raise it. 0: as many as the beam is "
                      "wide.",
              .unit = "hypotheses",
              .minimum = 0,
              .maximum = 100000})
        .add(&BeamOptions::refill,
             {.name = "refill",
              .label = "Refill the beam",
              .help
              = "On: a place that a finished hypothesis leaves goes to the next best open one, "
                "so that k of them always go on. Off: the beam gets narrower with each that "
                "finishes; quicker, and looks at less.",
              .advanced = true});
    return addRules(schema);
}

} // namespace

SearchRegistry::Entry beamSearch()
{
    return SearchRegistry::entry<BeamOptions>(
        {.id = "beam",
         .title = "Beam search",
         .summary
         = "Follows the k best hypotheses at once, and chooses among those that have ended. "
           "What most translators use.",
         .formula = "score(y₁ … y_T) = Σ log p(yₜ | y₁ … yₜ₋₁, x) / lp(T) + β Σᵢ log min(cᵢ, 1)",
         .options = {},
         .tasks = {"translation"}},
        beamSchema(), [](const BeamOptions&, const SearchContext&) -> std::unique_ptr<Search> {
            return nullptr;
        });
}

} // namespace core
