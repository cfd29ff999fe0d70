"""Loads what was exported, a folder with w.safetensors, w.pt, module/ and maybe word vectors, and says what Python makes
of it: {"problems", "probabilities"} of a classifier, {"problems", "numbers"} of a regressor,
{"problems", "emissions", "tags"} of a tagger. every_kind.py and exchange_translators.py use
it.
"""
import importlib.util
import json
import os
import struct

import torch

TYPES = {"F32": torch.float32, "F64": torch.float64, "I64": torch.int64, "BOOL": torch.bool}


def read_safetensors(path):
    """An own reader of a few lines, so that ours is not tested against itself."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    assert header.pop("__metadata__")["format"] == "pt"
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        flat = torch.empty(0) if begin == end else torch.frombuffer(
            bytearray(data[begin:end]), dtype=TYPES[entry["dtype"]])
        tensors[name] = flat.reshape(entry["shape"])
    return tensors


def same(one, other):
    return one.keys() == other.keys() and all(
        one[name].dtype == other[name].dtype and torch.equal(one[name], other[name])
        for name in one)


def load_module(folder, name):
    spec = importlib.util.spec_from_file_location(name, os.path.join(folder, "model.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def vectors_of_text(path, has_header):
    """{word: numbers}, as other programs read it: words hold no blanks."""
    with open(path, encoding="utf-8", newline="\n") as file:
        lines = file.read().split("\n")[:-1]
    if has_header:
        count, dimension = map(int, lines.pop(0).split(" "))
        assert len(lines) == count and len(lines[0].split(" ")) == dimension + 1
    return {word: torch.tensor([float(number) for number in numbers])
            for word, *numbers in (line.split(" ") for line in lines)}


def vectors_of_word2vec(path):
    with open(path, "rb") as file:
        count, dimension = map(int, file.readline().split())
        found = {}
        for _ in range(count):
            word = b""
            while not word.endswith(b" "):
                word += file.read(1)
            found[word[:-1].decode()] = torch.tensor(
                struct.unpack("<%df" % dimension, file.read(4 * dimension)))
            assert file.read(1) == b"\n"
        assert not file.read()
    return found


def vectors_of_fasttext(path):
    """A model without n-grams, as args.cc, dictionary.cc and densematrix.cc read it."""
    with open(path, "rb") as file:
        data = file.read()
    assert struct.unpack_from("<2i", data) == (793712314, 12)
    buckets = struct.unpack_from("<12id", data, 8)[8]
    size, words, labels, tokens, pruned = struct.unpack_from("<3i2q", data, 64)
    assert (buckets, labels, pruned) == (0, 0, -1) and size == words
    at, names = 92, []
    for _ in range(size):
        end = data.index(b"\0", at)
        names.append(data[at:end].decode())
        at = end + 10
    found = {}
    for quantised, rows, dimension in [struct.unpack_from("<?2q", data, at)]:
        assert not quantised and rows == words
        for row, name in enumerate(names):
            found[name] = torch.tensor(
                struct.unpack_from("<%df" % dimension, data, at + 17 + 4 * dimension * row))
        at += 17 + 4 * dimension * rows
    assert struct.unpack_from("<?2q", data, at) == (False, words, dimension)
    assert len(data) == at + 17 + 4 * dimension * words
    return found


def vector_problems(folder, table):
    """Files of word vectors against the rows of the embedding behind the padding."""
    problems = []
    files = [("v.vec", vectors_of_text, True), ("v.txt", vectors_of_text, False),
             ("v.bin", vectors_of_word2vec), ("v.model", vectors_of_fasttext)]
    for name, read, *more in files:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            found = read(path, *more)
            if not torch.equal(torch.stack(list(found.values())), table[1:]):
                problems.append(name + " differs from the embedding")
    return problems


def loaded(folder, name):
    """What is wrong with the three exports of a network, and its module."""
    problems = []
    state = torch.load(os.path.join(folder, "w.pt"), weights_only=True)
    if type(state) is not dict:
        problems.append("w.pt is no dict")
    if not same(state, read_safetensors(os.path.join(folder, "w.safetensors"))):
        problems.append("w.pt and w.safetensors differ")
    module = load_module(os.path.join(folder, "module"), "exported_" + name)
    network = module.load_network()
    if network.training:
        problems.append("the network is in training mode")
    if not same(dict(network.state_dict()), state):
        problems.append("the module's weights differ")
    if "encoder.embedding.weight" in state:
        problems += vector_problems(folder, state["encoder.embedding.weight"])
    return problems, module


def numbers(module, texts, problems):
    """Of a module with a number for each text: as one column."""
    together = module.predict(texts)
    alone = [module.predict([text])[0] for text in texts]
    if not torch.allclose(torch.tensor(together), torch.tensor(alone), atol=1e-5):
        problems.append("a text's number depends on its batch")
    if module.predict([]) != []:
        problems.append("no texts are not answered by nothing")
    return {"numbers": [[number] for number in together], "problems": problems}


def spans(module, texts, problems):
    """Of a module that answers questions: the answers and their probabilities."""
    together = module.predict(texts, batch_size=3)
    alone = [module.predict([text])[0] for text in texts]
    if any(one[0] != other[0] or abs(one[1] - other[1]) > 1e-5
           for one, other in zip(together, alone)):
        problems.append("an answer depends on its batch")
    if module.predict([]) != []:
        problems.append("no texts are not answered by nothing")
    return {"spans": [answer for answer, _ in together],
            "numbers": [[probability] for _, probability in together], "problems": problems}


def tags(module, texts, problems):
    """Of a tagger: the scores of all tags at each token, and the tags of the best path."""
    divided = [module.divided(text) or ["<unk>"] for text in texts]
    first = [module.pieces(tokens)[0] for tokens in divided]
    together = module.scores(first)
    for row, tokens in zip(together, first):
        if not torch.allclose(row, module.scores([tokens])[0], atol=1e-5):
            problems.append("a text's scores depend on its batch")
    if module.predict([]) != []:
        problems.append("no texts are not answered by nothing")
    return {"emissions": [row.flatten().tolist() for row in together],
            "tokens": divided, "tags": [module.tag(tokens) for tokens in divided],
            "problems": problems}


def answer(folder, name, texts):
    problems, module = loaded(folder, name)
    if hasattr(module, "TAGS"):
        return tags(module, texts, problems)
    if hasattr(module, "LONGEST_ANSWER"):
        return spans(module, texts, problems)
    if not hasattr(module, "CLASSES"):
        return numbers(module, texts, problems)
    together = module.probabilities(texts)
    alone = torch.cat([module.probabilities([text]) for text in texts])
    if not torch.allclose(together, alone, atol=1e-6):
        problems.append("a text's probabilities depend on its batch")
    for row, answered in zip(together.tolist(), module.predict(texts, batch_size=2)):
        best = max(range(len(row)), key=row.__getitem__)
        if answered["class"] != module.CLASSES[best] or list(
                answered["probabilities"]) != module.CLASSES:
            problems.append("predict() and probabilities() differ")
    if module.predict([]) != []:
        problems.append("no texts are not answered by nothing")
    return {"probabilities": together.tolist(), "problems": problems}
