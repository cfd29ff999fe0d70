"""Reads what exchange_translators_test.cpp exported and says what Python makes of it.

usage: exchange_translators.py FOLDER. FOLDER holds questions.json, {"texts", "references",
"beams": [{"width", "length_penalty"}]}, and one folder an export with w.safetensors, w.pt and
module/; answers.json gets {export: {"problems", "greedy", "beams", "log_probabilities"}}.
"""
import json
import os
import sys

import torch

from exchange_formats import loaded


def stepped(module, source, target):
    """log_probabilities() by encode() and step() in place of forward()."""
    network = module.load_network()
    tokens = [module.BEGIN_ID] + module.target_ids(target) + [module.END_ID]
    found = []
    with torch.no_grad():
        state = network.encode(*module.padded([module.source_ids(source)]))
        for before, token in zip(tokens, tokens[1:]):
            logits, state = network.step(state, torch.tensor([before]))
            found.append(float(torch.log_softmax(logits, 1)[0, token]))
    return found


def answer(folder, name, questions):
    problems, module = loaded(folder, name)
    texts, references = questions["texts"], questions["references"]
    greedy = module.translate(texts)
    if module.translate(texts, batch_size=2) != greedy:
        problems.append("a translation depends on its batch")
    if module.translate([]) != []:
        problems.append("no texts are not answered by nothing")
    if [(module.beam_search(text, width=1) or [{"text": ""}])[0]["text"] for text in texts] != greedy:
        problems.append("a beam of one is not greedy")
    pairs = list(zip(texts, references))
    forced = [module.log_probabilities(*pair) for pair in pairs]
    for pair, values in zip(pairs, forced):
        if abs(module.score(*pair) - sum(values)) > 1e-6:
            problems.append("score() is not the sum")
        if any(abs(a - b) > 1e-5 for a, b in zip(values, stepped(module, *pair))):
            problems.append("step() and forward() differ")
    beams = [[module.beam_search(text, **beam) for text in texts] for beam in questions["beams"]]
    return {"problems": problems, "greedy": greedy, "beams": beams, "log_probabilities": forced}


def main(folder):
    torch.set_num_threads(1)
    with open(os.path.join(folder, "questions.json"), encoding="utf-8") as file:
        questions = json.load(file)
    answers = {}
    for name in sorted(os.listdir(folder)):
        if os.path.isdir(os.path.join(folder, name)):
            try:
                answers[name] = answer(os.path.join(folder, name), name, questions)
            except Exception as error:  # said by the test, under the export's name
                answers[name] = {"problems": [repr(error)]}
    with open(os.path.join(folder, "answers.json"), "w", encoding="utf-8") as file:
        json.dump(answers, file)


if __name__ == "__main__":
    main(sys.argv[1])
