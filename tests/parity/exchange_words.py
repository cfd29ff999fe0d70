"""What the exported module of word vectors and the files of its vectors say."""
import os
import struct

import torch

import exchange_formats


def rows_of_fasttext(path):
    """Vectors of the words of a model with n-grams: their means, by this module's own buckets."""
    with open(path, "rb") as file:
        data = file.read()
    assert struct.unpack_from("<2i", data) == (793712314, 12)
    buckets, shortest, longest = struct.unpack_from("<12id", data, 8)[8:11]
    size = struct.unpack_from("<i", data, 64)[0]
    at, names = 92, []
    for _ in range(size):
        end = data.index(b"\0", at)
        names.append(data[at:end].decode())
        at = end + 10
    rows, dimension = struct.unpack_from("<?2q", data, at)[1:]
    assert rows == size + buckets
    table = torch.frombuffer(bytearray(data), dtype=torch.float32, count=rows * dimension,
                             offset=at + 17).reshape(rows, dimension)
    return names, table, (buckets, shortest, longest)


def vector_problems(folder, module):
    problems = []
    network, names = module.network(), []
    for file, read, *more in [("v.vec", exchange_formats.vectors_of_text, True),
                              ("v.txt", exchange_formats.vectors_of_text, False),
                              ("v.bin", exchange_formats.vectors_of_word2vec)]:
        found = read(os.path.join(folder, file), *more)
        names = list(network.words)
        own = torch.stack([network(word) for word in names])
        if not torch.allclose(torch.stack(list(found.values())), own, atol=1e-6):
            problems.append(file + " differs from the module's vectors")
    words, table, (buckets, _, longest) = rows_of_fasttext(os.path.join(folder, "v.model"))
    if len(words) != len(names):
        problems.append("v.model has another number of words")
    for row, word in enumerate(names):
        rows = [row]
        if buckets > 0 and longest > 0:
            rows += [len(names) + bucket for bucket in module.ngram_buckets(word)]
        if not torch.allclose(table[rows].mean(0), network(word), atol=1e-6):
            problems.append("v.model has another vector of " + repr(word))
    return problems


def answer(folder, name, tokens):
    """Cosines of the five nearest words to each token of each text."""
    problems, module = exchange_formats.loaded(folder, name)
    problems += vector_problems(folder, module)
    return {"numbers": [[cosine for token in row for _, cosine in module.nearest(token, 5)]
                        for row in tokens], "problems": problems}
