"""What Python makes of exported language models: every_kind.py uses it."""
import torch

from exchange_formats import loaded


def written_for(module):
    """The greatest number, 10, or the last class that there is; None: none."""
    if hasattr(module, "NUMBERS"):
        return [10.0]
    return module.CLASSES[-1] if module.CLASSES else None


def stepped(module, text):
    """-log p of each token, one at a time with the state kept."""
    tensor = module.number_tensor if hasattr(module, "NUMBERS") else module.class_tensor
    classes = tensor(written_for(module))
    ids = module.text_ids(text) + [module.END_ID]
    network, state, before, nats = module.load_network(), None, module.BEGIN_ID, []
    with torch.no_grad():
        for token in ids:
            logits, state = network.step(torch.tensor([[before]]), state, classes)
            nats.append(-float(torch.log_softmax(logits[0, -1], 0)[token]))
            before = token
    return nats


def answer(folder, name, texts):
    """{"problems", "greedy", "log_probabilities"}"""
    problems, module = loaded(folder, name)
    given = written_for(module)
    nats = [module.nats(text, given) for text in texts]
    for text, values in zip(texts, nats):
        if module.WINDOW and len(values) > module.WINDOW:
            continue  # Read window by window, not token by token.
        if any(abs(a - b) > 1e-5 for a, b in zip(values, stepped(module, text))):
            problems.append("step() and forward() differ")
    if module.generate(texts[-1], seed=3, length=5) != module.generate(texts[-1], seed=3, length=5):
        problems.append("the same seed writes another text")
    named = {"numbers" if hasattr(module, "NUMBERS") else "name": given}
    greedy = [module.generate(text, length=8, temperature=0, **named) for text in texts]
    return {"problems": problems, "greedy": greedy, "beams": [],
            "log_probabilities": [[-value for value in values] for values in nats]}


def masked_answer(folder, name, texts):
    """-log p of each token of a masked language model, with this token hidden."""
    problems, module = loaded(folder, name)
    numbers = [[value for value in module.nats(text) if value is not None] for text in texts]
    for text in texts:
        alone, together = module.fill_in(text, [0], 3)[0], module.fill_in(text, [0, 0], 3)[0]
        if [place for place, _ in alone] != [place for place, _ in together]:
            problems.append("the same places are predicted in another way")
    return {"numbers": numbers, "problems": problems}


def both_sides_answer(folder, name, texts):
    """-log p of each token of a bidirectional language model, from the left and from the right."""
    problems, module = loaded(folder, name)
    alone = [module.predict([text])[0] for text in texts]
    for one, among in zip(alone, module.predict(texts)):
        for side in ("left", "right"):
            if any(abs(a - b) > 1e-5 for a, b in zip(one[side], among[side])):
                problems.append("a text differs among others")
    return {"numbers": [answer["left"] + answer["right"] for answer in alone],
            "problems": problems}
