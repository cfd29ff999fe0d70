#include "core/task/language_model/language_python.h"

#include "core/model/python_text.h"
#include "core/task/text_python.h"
#include "core/text/python_source.h"

namespace core {

namespace {

constexpr const char* kWriting = R"py(BEGIN_ID = <<begin>>
END_ID = 3  # of a line
NEVER = [0, 1, 2]  # padding, unknown, begin: not written
STOP_AT_LINE_END = <<stop>>
WINDOW = getattr(Encoder, "window", 0)  # tokens that are read together; 0: any number


def class_tensor(name):
    """The class that is written for, as the network takes it."""
    return torch.tensor([CLASSES.index(name or CLASSES[0])]) if CLASSES else None


def text_ids(text):
    """All ids of a text, with the mark of a line's end between its lines."""
    ids = []
    for number, line in enumerate(text.split("\n")):
        ids += ([END_ID] if number else []) + token_ids(clean(line))
    return ids


def nats(text, name=None):
    """-log p of each token of a text, one after another, its end included."""
    ids = text_ids(text) + [END_ID]
    fed, found = [BEGIN_ID] + ids[:-1], []
    size = WINDOW or len(ids)  # A longer text than the window is read window by window.
    with torch.no_grad():
        for first in range(0, len(ids), size):
            part, wanted = torch.tensor([fed[first:first + size]]), ids[first:first + size]
            logits = loaded_network()(part, torch.tensor([len(wanted)]), class_tensor(name))
            found += F.cross_entropy(logits[0], torch.tensor(wanted), reduction="none").tolist()
    return found


def generate(prompt="", length=60, temperature=1.0, top_k=0, seed=None, name=None):
    """What follows a prompt, token by token, with the state kept. temperature 0: the likeliest.

    Where the network has a window and that is full, its later half is read again."""
    generator = torch.Generator()
    if seed is not None:
        generator.manual_seed(seed)
    network, classes = loaded_network(), class_tensor(name)
    known = text_ids(prompt)
    if WINDOW:
        known = known[-max(WINDOW - 1, 1):]
    ids, state, lines = torch.tensor([[BEGIN_ID] + known]), None, [[]]
    with torch.no_grad():
        for _ in range(length):
            logits, state = network.step(ids, state, classes)
            scores = logits[0, -1]
            scores[NEVER] = -math.inf
            if top_k:
                scores[scores < scores.topk(top_k).values[-1]] = -math.inf
            if temperature == 0:
                token = int(scores.argmax())
            else:
                shares = torch.softmax(scores / temperature, 0)
                token = int(torch.multinomial(shares, 1, generator=generator))
            if token == END_ID:
                if STOP_AT_LINE_END:
                    break
                lines.append([])
            else:
                lines[-1].append(token)
            ids = torch.tensor([[token]])
    return "\n".join(detokenise(line) for line in lines)


def predict(texts):
    """For each text a dict: the "nats" of its tokens, and "continuation", how it goes on."""
    return [{"nats": nats(text), "continuation": generate(text, temperature=0)} for text in texts]


def main(texts):
    for text in texts or [""]:
        print(text + " ..." if text else "...")
        print(generate(text))


)py";

TextPython pythonOf(const LeavingLanguageModel& model)
{
    std::string classes;
    for (const std::string& name : model.facts.classes)
        classes += (classes.empty() ? "Writes for the classes " : ", ") + markdownText(name);
    return {
        .what = "language model",
        .facts = classes.empty() ? "It says what comes next, and writes on." : classes + ".",
        .answers = "the text, then how it goes on",
        .example = R"([{"nats": [...], "continuation": ...}]; generate("a text", seed=1))"
            + (model.facts.classes.empty()
                   ? std::string()
                   : ", generate(name=" + pythonLiteral(Json(model.facts.classes.back())) + ")"),
        .constants = "CLASSES = " + pythonLiteral(model.facts.classes) + "\n",
        .predicting = filledIn(
            kWriting,
            {{"begin", std::to_string(model.options.isStream() ? kEndId : kBeginId)},
             {"stop",
              pythonBoolean(model.options.writing.stopAtLineEnd || !model.options.isStream())}})};
}

} // namespace

std::string languageModule(const LeavingLanguageModel& model, const ExportOrigin& origin)
{
    return textModule(model.spec, pythonOf(model), model.network.pythonSource(), origin);
}

std::string languageReadme(const LeavingLanguageModel& model, const ExportOrigin& origin)
{
    return textReadme(model.spec, pythonOf(model), origin);
}

} // namespace core
