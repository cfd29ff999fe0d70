#include "core/experiment/spec_schema.h"

namespace core {

namespace {

Formula clippedNorm()
{
    return {"g ← g · min(1, c / ‖g‖)",
            R"tex(g \leftarrow g \cdot \min\left(1, \frac{c}{\lVert g \rVert}\right))tex"};
}

Formula clippedValue()
{
    return {"g_j ← max(−c, min(c, g_j))", R"tex(g_j \leftarrow \max(-c, \min(c, g_j)))tex"};
}

Formula smoothedLoss()
{
    return {"L = −Σ_k q_k log p_k,  q_k = 1 − ε + ε / K for the right class, ε / K for the others",
            R"tex(L = -\sum_{k=1}^{K} q_k \log p_k,
\quad q_k = \begin{cases}
1 - \varepsilon + \frac{\varepsilon}{K} & \text{right class} \\
\frac{\varepsilon}{K} & \text{others}
\end{cases})tex"};
}

void addLimits(Schema<TrainingSpec>& schema)
{
    schema
        .add(&TrainingSpec::epochs,
             {.name = "epochs",
              .label = "Epochs",
              .help = "Passes over the training texts, in total. If validation loss still "
                      "falls at the end, raise it and resume.",
              .unit = "epochs",
              .minimum = 1,
              .maximum = 100000})
        .add(&TrainingSpec::maximumUpdates,
             {.name = "maximum_updates",
              .label = "Maximum updates",
              .help = "Ends the run early. 0: no limit.",
              .unit = "updates",
              .minimum = 0,
              .maximum = 1e9,
              .advanced = true})
        .add(&TrainingSpec::maximumMinutes,
             {.name = "maximum_minutes",
              .label = "Maximum time",
              .help = "Ends the run after this much training time. 0: no limit.",
              .unit = "minutes",
              .minimum = 0,
              .maximum = 1e6,
              .advanced = true})
        .add(&TrainingSpec::batchSize,
             {.name = "batch_size",
              .label = "Batch size",
              .help = "If memory runs out, halve it. If the loss is very noisy, double it.",
              .unit = "examples",
              .minimum = 1,
              .maximum = 65536,
              .logarithmic = true})
        .add(&TrainingSpec::batchTokens,
             {.name = "batch_tokens",
              .label = "Token budget",
              .help = "Bounds the padded tokens of a batch, so that long texts come in smaller "
                      "batches. 0: the batch size alone decides.",
              .unit = "tokens",
              .minimum = 0,
              .maximum = 1e8,
              .advanced = true});
}

void addOptimisation(Schema<TrainingSpec>& schema)
{
    schema
        .add(&TrainingSpec::optimiser,
             {.name = "optimiser",
              .label = "Optimiser",
              .help = "Adam works in almost all cases; SGD shows the theory.",
              .family = "optimiser"})
        .add(&TrainingSpec::schedule,
             {.name = "schedule",
              .label = "Schedule",
              .help = "How the learning rate changes over the run; the plot shows it.",
              .family = "schedule"})
        .add(&TrainingSpec::clipNorm,
             {.name = "clip_norm",
              .label = "Clip gradient norm",
              .help = "If the loss jumps or becomes NaN, lower it. 0: off.",
              .minimum = 0,
              .maximum = 1e6,
              .trait = TaskTrait::Gradients,
              .formula = clippedNorm()})
        .add(&TrainingSpec::clipValue,
             {.name = "clip_value",
              .label = "Clip gradient values",
              .help = "Bounds each component; the norm is clipped first. 0: off.",
              .minimum = 0,
              .maximum = 1e6,
              .advanced = true,
              .trait = TaskTrait::Gradients,
              .formula = clippedValue()})
        .add(&TrainingSpec::labelSmoothing,
             {.name = "label_smoothing",
              .label = "Label smoothing",
              .help = "If predictions are confident but wrong, try 0.1. The training loss "
                      "then no longer reaches 0.",
              .minimum = 0,
              .maximum = 0.9,
              .trait = TaskTrait::Names,
              .formula = smoothedLoss()})
        .add(&TrainingSpec::accumulation,
             {.name = "accumulation",
              .label = "Accumulate",
              .help = "If memory runs out with the desired batch size, use smaller batches "
                      "and accumulate their gradients.",
              .unit = "batches",
              .minimum = 1,
              .maximum = 4096,
              .advanced = true,
              .trait = TaskTrait::Gradients})
        .add(&TrainingSpec::leaveOut,
             {.name = "leave_out",
              .label = "Rows left out",
              .help = "To see which texts taught the network something, train again without "
                      "them: numbers of rows of the training data, from 0. Vocabulary, initial "
                      "weights and the order of all other texts stay as they are.",
              .minimum = 0,
              .maximum = 2147483647,
              .advanced = true});
}

void addStopping(Schema<TrainingSpec>& schema)
{
    schema
        .add(&TrainingSpec::patience,
             {.name = "patience",
              .label = "Early stopping after",
              .help = "Epochs without improvement until training stops. If validation loss "
                      "rises while training loss falls, set 2 or 3. 0: off.",
              .unit = "epochs",
              .minimum = 0,
              .maximum = 100000})
        .add(&TrainingSpec::monitor,
             {.name = "monitor",
              .label = "Best by",
              .help = "Determines the best epoch and when to stop. On short texts, accuracy "
                      "may still rise while the loss gets worse; then choose accuracy.",
              .family = "monitor"})
        .add(&TrainingSpec::checkpointSeconds,
             {.name = "checkpoint_seconds",
              .label = "Checkpoint every",
              .help = "At most this much training is lost in a power cut. 0: only at the end of "
                      "each epoch.",
              .unit = "seconds",
              .minimum = 0,
              .maximum = 86400,
              .advanced = true})
        .add(&TrainingSpec::keepEpochs,
             {.name = "keep_epochs",
              .label = "Keep epochs",
              .help = "Kept epochs can be inspected later with the epoch slider. If disk "
                      "space is short, keep none.",
              .choices = {{"all", "Every epoch"}, {"none", "None"}},
              .advanced = true});
}

void addMachine(Schema<TrainingSpec>& schema)
{
    schema
        .add(&TrainingSpec::seed,
             {.name = "seed",
              .label = "Seed",
              .help
              = "The same seed, machine and threads give the same curve; on the CPU to the bit.",
              .minimum = 0,
              .maximum = 2147483647})
        .add(&TrainingSpec::device,
             {.name = "device", .label = "Device", .help = "cpu, or cuda:0 for the first GPU."})
        .add(&TrainingSpec::threads,
             {.name = "threads",
              .label = "Threads",
              .help = "0: one fewer than the machine has cores, so that the window stays "
                      "responsive.",
              .minimum = 0,
              .maximum = 1024,
              .advanced = true})
        .add(&TrainingSpec::processes,
             {.name = "processes",
              .label = "Processes",
              .help
              = "Processes of this machine that train together: each computes a part of every "
                "batch, on its share of the cores or on a GPU of its own. The curve is that "
                "of one process. If updates take longer than 50 ms and cores are idle, raise "
                "it.",
              .minimum = 1,
              .maximum = 64,
              .advanced = true,
              .trait = TaskTrait::Gradients})
        .add(&TrainingSpec::elastic,
             {.name = "elastic",
              .label = "Go on with fewer processes",
              .help = "If one of several processes ends, the others share its part of the batches "
                      "and go on from the last whole update, networks with carried states from the "
                      "last checkpoint. Off: all of them end with a checkpoint, and the run can be "
                      "resumed. The end of the first process ends the others.",
              .advanced = true,
              .trait = TaskTrait::Gradients})
        .add(&TrainingSpec::precision,
             {.name = "precision",
              .label = "Precision",
              .help = "Half precision is quicker on a GPU and not used on a CPU.",
              .choices = {{"float32", "float32"},
                          {"bfloat16", "bfloat16 (GPU)"},
                          {"float16", "float16 (GPU)"}},
              .advanced = true,
              .trait = TaskTrait::Gradients});
}

} // namespace

const Schema<TrainingSpec>& trainingSchema()
{
    static const Schema<TrainingSpec> schema = [] {
        Schema<TrainingSpec> all;
        addLimits(all);
        addOptimisation(all);
        addStopping(all);
        addMachine(all);
        return all;
    }();
    return schema;
}

} // namespace core
