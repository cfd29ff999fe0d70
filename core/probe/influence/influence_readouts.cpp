#include "core/probe/influence/influence_questions.h"
#include "core/probe/question_kind.h"

namespace core {

namespace {

void describeTarget(const TracedLoss& loss, Readout& readout)
{
    readout.value({"loss_of", "The loss is that of"}, loss.of)
        .value({"loss_of_truth", "This is the true answer"}, loss.ofTruth);
}

void describeInfluence(const Influence& influence, Readout& readout)
{
    using Update = UpdateInfluence;
    readout.value({"text", "Text"}, influence.text);
    describeTarget(influence.loss, readout);
    readout.value({"loss_now", "Loss now"}, influence.lossNow)
        .value({"first_loss", "Loss before the first ranked update"}, influence.firstLoss)
        .value({"last_loss", "Loss after the last ranked update"}, influence.lastLoss)
        .value({"total_change", "Change between both"}, influence.lastLoss - influence.firstLoss)
        .value({"measured_sum", "Sum of the measured changes"}, influence.measuredSum)
        .value({"estimated_sum", "Sum of the estimated changes"}, influence.estimatedSum)
        .value({"between", "Updates between them without weights"}, influence.between)
        .value({"not_ranked", "Recorded updates without weights"}, influence.notRanked)
        .table(
            {"updates", "Updates"}, influence.updates, column({"update", "Update"}, &Update::step),
            column({"epoch", "Epoch"}, &Update::epoch), column({"texts", "Texts"}, &Update::texts),
            column({"estimated", "Estimated change"}, &Update::estimated),
            column({"measured", "Measured change"}, &Update::measured),
            column({"loss_before", "Loss before"}, &Update::lossBefore),
            column({"batch_loss", "Loss of the batch"}, &Update::batchLoss));
    describeMoment(influence, readout);
}

void describeTextInfluences(const TextInfluences& influences, Readout& readout)
{
    const auto own = [](auto UpdateItem::*member) {
        return [member](const TextInfluence& each) { return each.item.*member; };
    };
    readout.value({"all_updates", "Sum over all ranked updates"}, influences.allUpdates);
    if (!influences.allUpdates)
        readout.value({"update", "Update"}, influences.place.step)
            .value({"epoch_of_update", "Epoch of the update"}, influences.place.epoch);
    describeTarget(influences.loss, readout);
    readout
        .value({"before_update", "Gradients at the weights before the update"},
               influences.beforeUpdate)
        .value({"learning_rate", "Learning rate"}, influences.learningRate)
        .value({"estimated", "Estimated change by the update"}, influences.estimated)
        .value({"measured", "Measured change by the update"}, influences.measured)
        .value({"product_sum", "Sum of the products"}, influences.productSum)
        .value({"batch_texts", "Texts of the batch"}, influences.itemCount)
        .table({"texts", "Texts"}, influences.texts,
               column({"product", "Product"}, &TextInfluence::product),
               column({"updates", "Updates"}, &TextInfluence::updates),
               column({"row", "Row"}, own(&UpdateItem::row)),
               column({"text", "Text"}, own(&UpdateItem::text)),
               column({"reference", "True answer"}, own(&UpdateItem::reference)),
               column({"loss_then", "Loss then"},
                      [](const TextInfluence& each) { return knownNumber(each.item.lossThen); }),
               column({"loss_before", "Loss before the update"}, own(&UpdateItem::lossNow)));
}

void describeExampleLoss(const ExampleLoss& example, Readout& readout)
{
    readout.value({"prediction", "Prediction"}, example.prediction.text);
    if (example.prediction.probability >= 0.0)
        readout.value({"probability", "Probability"}, example.prediction.probability);
    readout.value({"loss", "Loss"}, example.loss);
    describeTarget(example.target, readout);
    describeMoment(example, readout);
}

} // namespace

QuestionKind<AskInfluence> AskInfluence::kind()
{
    return {"Influence of updates",
            "The recorded updates by how much each changed the loss of a text: the product of its "
            "step and the gradient of the loss, beside the measured change (TracIn). The weights "
            "around the updates must be recorded: train with --record.",
            Schema<AskInfluence>()
                .flatten(&AskInfluence::example, exampleSchema())
                .choice(&AskInfluence::at,
                        {{InfluenceAt::Before, Choice{"before", "Before the update"}},
                         {InfluenceAt::Middle, Choice{"middle", "Halfway through the update"}}},
                        {.name = "at",
                         .label = "Gradient",
                         .help = "The weights at which the gradient is taken. If estimated and "
                                 "measured changes differ much, try the middle: large steps leave "
                                 "the range in which the gradient before them is right."}),
            &describeInfluence};
}

QuestionKind<AskTextInfluences> AskTextInfluences::kind()
{
    return {"Influence of texts",
            "The texts of an update's batch by the product of their gradient and that of another "
            "text's loss (TracIn): which of them taught the network that text.",
            Schema<AskTextInfluences>()
                .flatten(&AskTextInfluences::example, exampleSchema())
                .flatten(&AskTextInfluences::place, updatePlaceSchema())
                .add(&AskTextInfluences::allUpdates,
                     {.name = "all_updates",
                      .label = "All updates",
                      .help = "Sums the products of each text over all updates whose weights are "
                              "recorded. Each text of each batch costs a backward pass."}),
            &describeTextInfluences};
}

QuestionKind<AskExampleLoss> AskExampleLoss::kind()
{
    return {"Prediction and loss", "The prediction for a text, and the loss of its true answer.",
            Schema<AskExampleLoss>().flatten(&AskExampleLoss::example, exampleSchema()),
            &describeExampleLoss};
}

} // namespace core
