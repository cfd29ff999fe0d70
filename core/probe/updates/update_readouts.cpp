#include "core/probe/question_kind.h"
#include "core/probe/updates/update_questions.h"

#include <array>
#include <numeric>

namespace core {

namespace {

void describeUpdateBatch(const UpdateBatch& batch, Readout& readout)
{
    readout.value({"update", "Update"}, batch.place.step)
        .value({"epoch_of_update", "Epoch of the update"}, batch.place.epoch)
        .value({"recorded", "Its texts were recorded"}, batch.recorded)
        .value({"loss_now", "Loss now"}, batch.lossNow)
        .value({"units", "Units"}, batch.units)
        .table({"items", "Texts"}, batch.items, column({"text", "Text"}, &UpdateItem::text),
               column({"reference", "True answer"}, &UpdateItem::reference),
               column({"row", "Row"}, &UpdateItem::row),
               column({"tokens", "Tokens"}, &UpdateItem::tokens),
               column({"loss_then", "Loss then"},
                      [](const UpdateItem& item) { return knownNumber(item.lossThen); }),
               column({"loss_now", "Loss now"}, &UpdateItem::lossNow))
        .value({"step", "Update of the network"}, batch.networkStep)
        .value({"epoch", "Epoch of the network"}, batch.networkEpoch);
}

void describeNorms(const RecordedUpdate& update, const std::vector<RecordedParameter>& parameters,
                   Readout& readout)
{
    if (update.norms.size() != parameters.size())
        return;
    std::vector<size_t> indices(parameters.size());
    std::iota(indices.begin(), indices.end(), size_t{0});
    readout.table(
        {"norms", "L2 norms"}, indices,
        column({"parameter", "Parameter"}, [&](size_t i) { return parameters[i].name; }),
        column({"weight", "Weight"}, [&](size_t i) { return update.norms[i].weight; }),
        column({"gradient", "Gradient"}, [&](size_t i) { return update.norms[i].gradient; }),
        column({"step", "Step"}, [&](size_t i) { return update.norms[i].step; }));
}

void describeHistograms(const RecordedUpdate& update, Readout& readout)
{
    static constexpr std::array<const char*, kUpdateQuantities> kQuantityNames{
        "weight", "gradient", "first_moment", "second_moment", "step"};
    for (size_t i = 0; i < kUpdateQuantities; ++i) {
        if (!update.histograms[i])
            continue;
        const SignedHistogram& histogram = *update.histograms[i];
        Readout part;
        part.value({"count", "Values"}, histogram.count)
            .value({"minimum", "Minimum"}, histogram.minimum)
            .value({"maximum", "Maximum"}, histogram.maximum)
            .value({"mean", "Mean"}, histogram.mean)
            .value({"root_mean_square", "Root mean square"}, histogram.rootMeanSquare);
        std::vector<size_t> bins;
        for (size_t bin = 0; bin < histogram.counts.size(); ++bin)
            if (histogram.counts[bin] > 0)
                bins.push_back(bin);
        part.table(
            {"bins", "Bins"}, bins,
            column({"from", "Edge nearer to zero"},
                   [](size_t bin) { return SignedHistogram::innerEdge(static_cast<int>(bin)); }),
            column({"count", "Values"}, [&](size_t bin) { return histogram.counts[bin]; }));
        readout.part({kQuantityNames[i], kQuantityNames[i]}, std::move(part));
    }
}

void describeRecording(const ShownRecording& recording, Readout& readout)
{
    readout.value({"live", "The network is being trained"}, recording.live)
        .value({"from_disk", "Read from the run's folder"}, recording.fromDisk)
        .value({"share", "Share of the training's time"}, recording.share)
        .table({"parameters", "Parameters"}, recording.parameters,
               column({"name", "Name"}, &RecordedParameter::name),
               column({"layer", "Layer"}, &RecordedParameter::layer),
               column({"count", "Values"}, &RecordedParameter::count))
        .parts({"updates", "Update"}, recording.updates,
               [&](const ShownUpdate& each, Readout& part) {
                   const RecordedUpdate& update = *each;
                   part.key({"step", "Update"}, update.step)
                       .value({"epoch", "Epoch"}, update.epoch)
                       .value({"loss", "Loss"}, update.loss)
                       .value({"learning_rate", "Learning rate"}, update.learningRate)
                       .value({"gradient_norm", "Norm of the gradient"}, update.gradientNorm)
                       .value({"clip_factor", "Factor of clipping"}, update.clipFactor)
                       .list({"items", "Items"}, update.items)
                       .list({"item_losses", "Their losses"}, update.itemLosses, "items");
                   if (!update.chosen.empty())
                       part.value({"layer", "Layer of the histograms"}, update.chosen);
                   describeNorms(update, recording.parameters, part);
                   describeHistograms(update, part);
               });
}

void describeLandscape(const Landscape& landscape, Readout& readout)
{
    const auto labels = [](const std::vector<double>& values) {
        std::vector<std::string> all;
        for (const double value : values)
            all.push_back(numberText(value));
        return all;
    };
    readout.value({"update", "Update"}, landscape.place.step)
        .value({"before_update", "a = 0 is right before the update"}, landscape.beforeUpdate)
        .value({"weight_norm", "Norm of the weights"}, landscape.weightNorm)
        .value({"direction_norm", "Norm of the direction"}, landscape.directionNorm)
        .value({"step_cosine", "Cosine of step and descent"}, landscape.stepCosine)
        .list({"a", "a"}, landscape.a)
        .list({"b", "b"}, landscape.b)
        .matrix({"losses", "Losses (rows: b, columns: a)"}, landscape.losses, labels(landscape.b),
                labels(landscape.a));
}

} // namespace

const Schema<UpdatePlace>& updatePlaceSchema()
{
    static const Schema<UpdatePlace> schema = Schema<UpdatePlace>().add(
        &UpdatePlace::step,
        {.name = "update",
         .label = "Update",
         .help = "Number of the update of the training, from 1. Without one, the last.",
         .minimum = 0});
    return schema;
}

QuestionKind<AskUpdateBatch> AskUpdateBatch::kind()
{
    return {"Batch of an update", "The texts of an update's batch with their losses.",
            Schema<AskUpdateBatch>().flatten(&AskUpdateBatch::place, updatePlaceSchema()),
            &describeUpdateBatch};
}

QuestionKind<AskRecording> AskRecording::kind()
{
    return {
        "Recorded updates", "Norms, histograms and losses that were recorded of the last updates.",
        Schema<AskRecording>().add(
            &AskRecording::until,
            {.name = "until", .label = "Up to update", .help = "0: up to the last.", .minimum = 0}),
        &describeRecording};
}

QuestionKind<AskLandscape> AskLandscape::kind()
{
    return {"Loss around the weights",
            "The loss of an update's batch along a line, or over a plane, through the weights.",
            Schema<AskLandscape>()
                .flatten(&AskLandscape::place, updatePlaceSchema())
                .choice(&AskLandscape::path,
                        {{LandscapePath::Step, Choice{"step", "Along the update"}},
                         {LandscapePath::Gradient, Choice{"gradient", "Against the gradient"}},
                         {LandscapePath::Random, Choice{"random", "In a random direction"}},
                         {LandscapePath::RandomPlane,
                          Choice{"random_plane", "In two random directions"}}},
                        {.name = "path", .label = "Path", .help = "How the weights are moved."})
                .add(&AskLandscape::points,
                     {.name = "points",
                      .label = "Points",
                      .help = "Points of the line, or of a side of the plane; an odd number.",
                      .minimum = 3,
                      .maximum = 201})
                .add(&AskLandscape::reach,
                     {.name = "reach",
                      .label = "Reach",
                      .help = "Largest |a| and |b| of random directions.",
                      .minimum = 0.0})
                .add(&AskLandscape::seed,
                     {.name = "seed",
                      .label = "Seed",
                      .help = "Seed of the random directions.",
                      .minimum = 0}),
            &describeLandscape};
}

} // namespace core
