#include "app/cli/help_topics.h"

#include "core/base/encoding.h"
#include "core/catalogue/spec_json.h"
#include "core/experiment/spec_schema.h"

namespace app {

namespace {

void addOptions(const std::vector<core::OptionDescription>& options, const std::string& path,
                std::vector<HelpEntry>& entries)
{
    for (const core::OptionDescription& option : options) {
        std::string text = labelAndRange(option) + ".";
        if (!option.help.empty())
            text += " " + option.help;
        if (option.type != core::OptionType::Section)
            entries.push_back({optionWithDefault(option, path), text});
        addOptions(option.children, path + option.name + ".", entries);
    }
}

HelpTopic settingsTopic()
{
    HelpTopic topic{
        "settings",
        "Settings",
        {{"",
          "Each setting has a path. `unroll-cli spec PRESET` prints the settings of a preset as "
          "JSON, and --set PATH=VALUE replaces one of them: --set training.epochs=3."},
         {"",
          "The path of a kind selects the kind, and its options follow below that path: --set "
          "model.network=gru --set model.network.hidden_size=64. `unroll-cli kinds` lists all "
          "kinds, `unroll-cli kinds network` those of one family with their options. A list takes "
          "values separated by commas, or JSON; the path of one of its entries has a number from "
          "0: --set text.cleaning[0].kind=lower_case."},
         {"", "These are the settings of every experiment, with the defaults of an empty spec."}}};
    addOptions(core::experimentSchema().options(), {}, topic.entries);
    return topic;
}

HelpTopic formatsTopic()
{
    HelpTopic topic{
        "formats",
        "Formats of files",
        {{"",
          "Files, folders and archives are read as they are; nothing is unpacked to disk. The "
          "format is recognised unless data.format names one of these. `unroll-cli preview PATH` "
          "shows the result, and --set corrects it. In a folder or an archive, pictures, "
          "programs, a README and a licence are ignored."}}};
    for (const core::KindDescription& kind : core::catalogue().at("format")) {
        std::string text = kind.title + ". " + kind.summary;
        for (size_t i = 0; i < kind.tasks.size(); ++i)
            text += (i == 0 ? " Tasks: " : ", ") + kind.tasks[i];
        topic.entries.push_back({kind.id, text + (kind.tasks.empty() ? "" : ".")});
    }
    topic.entries.push_back(
        {"packed files",
         "Any of these may be compressed (.gz, .bz2, .xz, .zst) or stand in a .zip or .tar "
         "archive, which may be compressed as well."});
    topic.entries.push_back(
        {"training, validation and test set",
         "In a folder or an archive, words in the names of files and folders assign them to a "
         "set: train or training; valid, validation or dev; test."});
    topic.entries.push_back(
        {"columns",
         "The columns of a table and the fields of JSON are recognised by their names and their "
         "content. If several could hold the label, one that is named for it (label, target, "
         "score) is used, and never an identifier, a year or a date; a note lists the others. "
         "data.format.text_columns and data.format.label_column choose other columns, "
         "data.format.text_field and data.format.label_field other fields."});
    topic.entries.push_back(
        {"word vectors",
         "A file of vectors among the data, recognised by its content, becomes "
         "model.embedding.vectors: text of word2vec, GloVe or fastText (.vec), also compressed; "
         "binary of word2vec, also .gz; or a .bin model of fastText, which is not quantised. Words "
         "that such a model lacks get a vector from their n-grams."});
    topic.entries.push_back(
        {"published networks",
         "A folder with GPT-2 or BERT as their authors and Hugging Face publish them becomes a run "
         "by `unroll-cli import FOLDER --out RUN`, or when it is dropped on the window: "
         "config.json; model.safetensors or pytorch_model.bin, also in several files, in float32, "
         "float16 or bfloat16; vocab.json with merges.txt, vocab.txt, or tokenizer.json. A .bin is "
         "read as tensors; nothing in it is run."});
    std::string encodings;
    for (const core::Choice& choice : core::encodingChoices())
        if (choice.value != "auto")
            encodings += (encodings.empty() ? "" : ", ") + choice.value;
    topic.entries.push_back(
        {"encodings",
         "Recognised for each file and reported. data.encoding names another one: " + encodings
             + "."});
    for (const core::KindDescription& kind : core::catalogue().at("export"))
        topic.entries.push_back({"export --format " + kind.id, kind.title + ". " + kind.summary});
    return topic;
}

HelpTopic runsTopic()
{
    return {
        "runs",
        "Run folders",
        {{"",
          "A run is a folder with all results of a training. It can be moved, copied, opened in "
          "the window, compared and resumed. `train --out` names the folder; the window keeps its "
          "runs in ~/.local/share/unroll/runs."},
         {"spec.json",
          "The settings as they are now. \"changes\" lists those that were changed after the "
          "start, with the update at which each changed."},
         {"text.json, vocabulary.txt, tokeniser.model",
          "Cleaning, tokeniser and vocabulary. A translator keeps those of its target side in the "
          "folder target."},
         {"classes.json, scale.json, tagging.json, language.json",
          "Task data besides the text: names of classes or tags, mean and deviation of "
          "the training numbers, facts about the text of a language model."},
         {"events.jsonl",
          "Every report of the training, one JSON object on each line (see `unroll-cli help "
          "output`). Each line ends in a checksum (XXH32) of its content. Lines are only "
          "appended."},
         {"updates.jsonl",
          "Single updates with the texts of their batches, if they were recorded with --record or "
          "in the window."},
         {"update_weights.safetensors",
          "The weights before and after the last of these updates, for `unroll-cli ask RUN "
          "influence`: at most 200 updates and 128 MiB. It is written when the training ends."},
         {"summary.json", "The facts that the list of runs shows."},
         {"checkpoints",
          "Weights and state of the training in .safetensors files: last, previous, best, and "
          "epoch-N if training.keep_epochs is \"all\"."},
         {"name.txt, marks.json", "The run's name, star and note, if they were set in the window."},
         {"run.lock", "Locked by the process that trains the run."},
         {"",
          "Some settings may change while a run trains (in the window) or when it is resumed: the "
          "learning rate and weight decay, gradient clipping, dropout, the batch size, and the "
          "limits: epochs, updates, minutes and patience. A new batch size applies from the next "
          "batch, and the texts left in the epoch are batched anew. Each change is stored in "
          "spec.json and events.jsonl, so a run that is interrupted and resumed still equals the "
          "uninterrupted one, and `unroll-cli train RUN/spec.json --replay --out NEW` repeats the "
          "changes at the same updates."}}};
}

HelpTopic outputTopic()
{
    return {
        "output",
        "Output and exit codes",
        {{"",
          "Results are printed to standard output; notes and errors are sentences on standard "
          "error. Control characters in texts, class names and file names are printed as escape "
          "sequences such as \\u001B."},
         {"--json",
          "Prints one JSON object on each line. A training prints its reports as events.jsonl "
          "stores them. \"event\" names the kind of the report: \"start\", \"update\" (step, loss, "
          "learning rate, gradient norm, tokens per second), \"epoch\" (losses and scores of "
          "training and validation), \"change\" (a setting that was changed) and \"end\" (state, "
          "best epoch, test scores)."},
         {"exit code 0", "Done."},
         {"exit code 1",
          "Failed, because of files, data or the network; a sentence on standard error says why."},
         {"exit code 2",
          "Wrong usage: there is no such command, option, setting, question or table, or it cannot "
          "have the value. The message names the nearest that there is, or the values."},
         {"exit code 130",
          "Interrupted. Ctrl+C, SIGTERM and SIGHUP end a training with a checkpoint after the "
          "current update, and `unroll-cli resume` continues it. A second signal ends it at "
          "once."}}};
}

HelpTopic processesTopic()
{
    return {
        "processes",
        "Several processes and machines",
        {{"",
          "Several processes can train one network together. Each computes a part of every batch, "
          "their gradients are summed while back-propagation is still running, and all make the "
          "same update: the curve is that of one process, but for rounding; on a GPU also but for "
          "the masks of dropout, which each process draws by itself. Evaluations are divided as "
          "well. The first process alone writes the run; an exported or resumed run does not "
          "depend on their number. Gradients on GPUs are summed over NCCL where LibTorch has it, "
          "all else over Gloo. At the end it is printed how long the processes waited for each "
          "other. Word "
          "vectors train in one process."},
         {"on one machine",
          "`unroll-cli train reviews --out RUN --processes 2`. Each process has its share of the "
          "cores, or a GPU of its own where training.device is cuda. In the window the setting is "
          "Training > Processes."},
         {"torchrun",
          "`torchrun --standalone --nproc_per_node=2 --no_python unroll-cli train reviews --out "
          "RUN`. When a process ends, torchrun starts all of them again, and the run goes on from "
          "its last checkpoint."},
         {"Slurm", "`srun --ntasks=4 unroll-cli train reviews --out RUN` in a job."},
         {"Open MPI",
          "`mpirun -np 4 unroll-cli train reviews --out RUN`; on several machines with -x "
          "MASTER_ADDR and -x MASTER_PORT, the address of the first machine and a free port."},
         {"data",
          "Each process reads the data from the same paths. All of them compare their programs, "
          "settings, data and networks first; a difference is a sentence on standard error, and "
          "all of them end."},
         {"a process that ends",
          "The others end within 30 s with a sentence, and the first with a checkpoint of the last "
          "whole update. `unroll-cli resume RUN` continues the run. With `train ... --elastic` the "
          "others share the rest of the epoch anew and go on from the last whole update; networks "
          "that carry states from batch to batch go on from the last checkpoint. Only the end of "
          "the first process, which writes the run, ends all of them. A process that no longer "
          "answers, or is lost with its machine, is missed after about 40 s."}}};
}

HelpTopic environmentTopic()
{
    return {"environment",
            "Environment variables",
            {{"UNROLL_INSTRUCTION_SET",
              "Instruction set of the loops that compute: base, avx2 or avx512. Default: the "
              "widest that the processor supports."},
             {"UNROLL_SPM_HELPER",
              "Path of the helper program unroll-spm, which trains and runs subword tokenisers. "
              "Default: unroll-spm beside the program."},
             {"UNROLL_REDUCED_MOTION",
              "1: the window shows no animations. Default: the setting of the desktop (GTK, KDE)."},
             {"XDG_CACHE_HOME",
              "Data that were read once, and their baselines, are cached in its folder unroll. "
              "Default: ~/.cache."},
             {"XDG_DATA_HOME",
              "The window keeps runs and the last session in its folder unroll. Default: "
              "~/.local/share."},
             {"XDG_CONFIG_HOME",
              "The window keeps its settings in its folder unroll. Default: ~/.config."}}};
}

} // namespace

std::vector<HelpTopic> helpTopics()
{
    return {settingsTopic(), formatsTopic(),   runsTopic(),
            outputTopic(),   processesTopic(), environmentTopic()};
}

} // namespace app
