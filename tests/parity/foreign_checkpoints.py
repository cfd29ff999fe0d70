"""Writes networks as their authors published them, with weights drawn at random in the original
names and layouts, and what plain equations of the papers compute from them.

GPT-2: Radford et al. (2019); BERT: Devlin et al. (2018), arXiv:1810.04805.
Usage: foreign_checkpoints.py FOLDER CASE.json
"""
import json
import math
import os
import struct
import sys

import torch
import torch.nn.functional as F

TYPES = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.int64: "I64",
         torch.uint8: "U8"}


# ---- Files -----------------------------------------------------------------------------------

def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, tensor in tensors.items():
        flat = tensor.contiguous()
        raw = flat.view(torch.int16) if flat.dtype == torch.bfloat16 else flat
        its = raw.numpy().tobytes()
        header[name] = {"dtype": TYPES[tensor.dtype], "shape": list(tensor.shape),
                        "data_offsets": [len(data), len(data) + len(its)]}
        data += its
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def write_shards(folder, tensors, write, pattern, index):
    names = list(tensors)
    parts = {pattern % 1: names[: len(names) // 2], pattern % 2: names[len(names) // 2:]}
    for part, its in parts.items():
        write(os.path.join(folder, part), {name: tensors[name] for name in its})
    with open(os.path.join(folder, index), "w") as file:
        json.dump({"metadata": {}, "weight_map": {
            name: part for part, its in parts.items() for name in its}}, file)


def save(path, tensors, **options):
    torch.save(dict(tensors), path, **options)


def write_weights(folder, tensors, form):
    path = lambda name: os.path.join(folder, name)
    if form == "safetensors":
        write_safetensors(path("model.safetensors"), tensors)
    elif form == "safetensors_shards":
        write_shards(folder, tensors, write_safetensors, "model-%05d-of-00002.safetensors",
                     "model.safetensors.index.json")
    elif form == "bin":
        save(path("pytorch_model.bin"), tensors)
    elif form == "bin_before_1_6":
        save(path("pytorch_model.bin"), tensors, _use_new_zipfile_serialization=False)
    elif form == "bin_shards":
        write_shards(folder, tensors, save, "pytorch_model-%05d-of-00002.bin",
                     "pytorch_model.bin.index.json")
    else:
        raise ValueError(form)


# ---- Vocabularies ----------------------------------------------------------------------------

def byte_characters():
    """Byte -> character, in the order of GPT-2's vocabulary: encoder.py, bytes_to_unicode()."""
    printable = list(range(33, 127)) + list(range(161, 173)) + list(range(174, 256))
    characters = {byte: chr(byte) for byte in printable}
    for byte in range(256):
        if byte not in characters:
            characters[byte] = chr(256 + len(characters) - len(printable))
    return characters


def write_byte_pieces(folder):
    merges = ["\u0120 t", "h e", "\u0120t he", "i n", "\u0120 a"]
    pieces = list(byte_characters().values())
    pieces += [merge.replace(" ", "") for merge in merges] + ["<|endoftext|>"]
    with open(os.path.join(folder, "vocab.json"), "w") as file:
        json.dump({piece: i for i, piece in enumerate(pieces)}, file)
    with open(os.path.join(folder, "merges.txt"), "w", encoding="utf-8") as file:
        file.write("#version: 0.2\n" + "\n".join(merges) + "\n")
    return len(pieces)


def write_word_pieces(folder):
    pieces = ["[PAD]"] + ["[unused%d]" % i for i in range(5)]
    pieces += ["[UNK]", "[CLS]", "[SEP]", "[MASK]"] + list("abcdefghijklmnopqrstuvwxyz.,")
    pieces += ["##" + c for c in "abcdefghijklmnopqrstuvwxyz"] + ["the", "film", "was", "##ing"]
    with open(os.path.join(folder, "vocab.txt"), "w") as file:
        file.write("\n".join(pieces) + "\n")
    return len(pieces)


# ---- Networks --------------------------------------------------------------------------------

def norm(weights, name, x, eps):
    mean = x.mean(-1, keepdim=True)
    variance = ((x - mean) ** 2).mean(-1, keepdim=True)
    return (x - mean) / torch.sqrt(variance + eps) * weights[name + ".weight"] \
        + weights[name + ".bias"]


def attend(query, key, value, heads, visible):
    """@param visible  [batch, queries, keys] bool"""
    def split(x):  # batch, heads, length, size
        return x.view(x.size(0), x.size(1), heads, -1).transpose(1, 2)
    query, key, value = split(query), split(key), split(value)
    scores = query @ key.transpose(2, 3) / math.sqrt(query.size(3))
    scores = scores.masked_fill(~visible.unsqueeze(1), -math.inf)
    return (scores.softmax(3) @ value).transpose(1, 2).flatten(2)


def drawn(shapes, seed):
    torch.manual_seed(seed)
    weights = {}
    for name, shape in shapes.items():
        scale = 0.3 if len(shape) > 1 else 0.1
        weights[name] = torch.randn(shape) * scale
        if "ln_" in name and name.endswith("weight") or "LayerNorm.weight" in name:
            weights[name] += 1.0
    return weights


def gpt2_shapes(sizes, vocabulary):
    n = sizes["n_embd"]
    shapes = {"wte.weight": (vocabulary, n), "wpe.weight": (sizes["n_positions"], n)}
    for i in range(sizes["n_layer"]):
        for name, shape in {"ln_1": (n,), "attn.c_attn": (n, 3 * n), "attn.c_proj": (n, n),
                            "ln_2": (n,), "mlp.c_fc": (n, 4 * n), "mlp.c_proj": (4 * n, n)}.items():
            shapes["h.%d.%s.weight" % (i, name)] = shape
            shapes["h.%d.%s.bias" % (i, name)] = shape[-1:]
    shapes["ln_f.weight"] = shapes["ln_f.bias"] = (n,)
    return shapes


def gpt2(weights, sizes, ids, mask):
    def projected(name, x):  # Conv1D: its weight is [in, out]
        return x @ weights[name + ".weight"] + weights[name + ".bias"]

    eps, length = sizes["layer_norm_epsilon"], ids.size(1)
    visible = torch.ones(length, length, dtype=torch.bool).tril() & mask.unsqueeze(1)
    x = weights["wte.weight"][ids] + weights["wpe.weight"][:length]
    for i in range(sizes["n_layer"]):
        layer = "h.%d." % i
        both = projected(layer + "attn.c_attn", norm(weights, layer + "ln_1", x, eps))
        query, key, value = both.split(x.size(2), 2)
        x = x + projected(layer + "attn.c_proj",
                          attend(query, key, value, sizes["n_head"], visible))
        inner = projected(layer + "mlp.c_fc", norm(weights, layer + "ln_2", x, eps))
        inner = 0.5 * inner * (1 + torch.tanh(math.sqrt(2 / math.pi) * (inner + 0.044715 * inner ** 3)))
        x = x + projected(layer + "mlp.c_proj", inner)
    return norm(weights, "ln_f", x, eps) @ weights["wte.weight"].t()


def bert_shapes(sizes, vocabulary):
    n, inner = sizes["hidden_size"], sizes["intermediate_size"]
    shapes = {"embeddings.word_embeddings.weight": (vocabulary, n),
              "embeddings.position_embeddings.weight": (sizes["max_position_embeddings"], n),
              "embeddings.token_type_embeddings.weight": (sizes["type_vocab_size"], n)}

    def add(name, shape):
        shapes[name + ".weight"] = shape
        shapes[name + ".bias"] = shape[:1]

    add("embeddings.LayerNorm", (n,))
    for i in range(sizes["num_hidden_layers"]):
        layer = "encoder.layer.%d." % i
        for part in ("query", "key", "value"):
            add(layer + "attention.self." + part, (n, n))
        add(layer + "attention.output.dense", (n, n))
        add(layer + "attention.output.LayerNorm", (n,))
        add(layer + "intermediate.dense", (inner, n))
        add(layer + "output.dense", (n, inner))
        add(layer + "output.LayerNorm", (n,))
    add("pooler.dense", (n, n))
    add("cls.predictions.transform.dense", (n, n))
    add("cls.predictions.transform.LayerNorm", (n,))
    shapes["cls.predictions.bias"] = (vocabulary,)
    add("cls.seq_relationship", (2, n))
    return shapes


def bert(weights, sizes, ids, mask, separator):
    def projected(name, x):
        return x @ weights[name + ".weight"].t() + weights[name + ".bias"]

    def gelu(x):
        return x * 0.5 * (1 + torch.erf(x / math.sqrt(2)))

    eps = sizes["layer_norm_eps"]
    ends = (ids == separator).long()
    types = (ends.cumsum(1) - ends).clamp(max=sizes["type_vocab_size"] - 1)
    x = weights["embeddings.word_embeddings.weight"][ids] \
        + weights["embeddings.position_embeddings.weight"][: ids.size(1)] \
        + weights["embeddings.token_type_embeddings.weight"][types]
    x = norm(weights, "embeddings.LayerNorm", x, eps)
    visible = mask.unsqueeze(1).expand(-1, ids.size(1), -1)
    for i in range(sizes["num_hidden_layers"]):
        layer = "encoder.layer.%d." % i
        query, key, value = (projected(layer + "attention.self." + part, x)
                             for part in ("query", "key", "value"))
        mixed = attend(query, key, value, sizes["num_attention_heads"], visible)
        x = norm(weights, layer + "attention.output.LayerNorm",
                 x + projected(layer + "attention.output.dense", mixed), eps)
        inner = gelu(projected(layer + "intermediate.dense", x))
        x = norm(weights, layer + "output.LayerNorm",
                 x + projected(layer + "output.dense", inner), eps)
    x = gelu(projected("cls.predictions.transform.dense", x))
    x = norm(weights, "cls.predictions.transform.LayerNorm", x, eps)
    return x @ weights["embeddings.word_embeddings.weight"].t() + weights["cls.predictions.bias"]


# ---- Cases -----------------------------------------------------------------------------------

def published_gpt2(weights, case):
    tensors = {}
    for name, tensor in weights.items():
        tensors[case.get("prefix", "") + name] = tensor
        if name.endswith("attn.c_attn.weight"):  # The mask of the past, a buffer.
            size = case["sizes"]["n_positions"]
            tensors[case.get("prefix", "") + name.replace("c_attn.weight", "bias")] \
                = torch.ones(1, 1, size, size, dtype=torch.uint8).tril()
    if case.get("head"):
        tensors["lm_head.weight"] = weights["wte.weight"]
    return tensors


def published_bert(weights, case):
    tensors = {}
    for name, tensor in weights.items():
        if case.get("without_head") and name.startswith("cls."):
            continue
        if case.get("old_names") and ".LayerNorm." in name:
            name = name.replace("LayerNorm.weight", "LayerNorm.gamma").replace(
                "LayerNorm.bias", "LayerNorm.beta")
        prefix = "" if name.startswith("cls.") else case.get("prefix", "")
        tensors[prefix + name] = tensor
    size = case["sizes"]["max_position_embeddings"]
    tensors[case.get("prefix", "") + "embeddings.position_ids"] = torch.arange(size).unsqueeze(0)
    if case.get("head"):
        tensors["cls.predictions.decoder.weight"] = weights["embeddings.word_embeddings.weight"]
    return tensors


def main(folder, path):
    with open(path) as file:
        case = json.load(file)
    sizes, is_gpt2 = case["sizes"], case["kind"] == "gpt2"
    os.makedirs(folder)
    vocabulary = write_byte_pieces(folder) if is_gpt2 else write_word_pieces(folder)
    shapes = (gpt2_shapes if is_gpt2 else bert_shapes)(sizes, vocabulary)
    stored = {name: tensor.to(getattr(torch, case["type"]))
              for name, tensor in drawn(shapes, case["seed"]).items()}
    publish = published_gpt2 if is_gpt2 else published_bert
    write_weights(folder, publish(stored, case), case["form"])
    with open(os.path.join(folder, "config.json"), "w") as file:
        json.dump(dict(sizes, model_type=case["kind"], vocab_size=vocabulary,
                       **case.get("config", {})), file)

    weights = {name: tensor.float() for name, tensor in stored.items()}
    lengths = case["lengths"]
    ids = torch.randint(0 if is_gpt2 else 10, vocabulary, (len(lengths), max(lengths)))
    mask = torch.arange(max(lengths)) < torch.tensor(lengths).unsqueeze(1)
    if is_gpt2:
        ids[:, 0] = vocabulary - 1  # <|endoftext|>
        logits = gpt2(weights, sizes, ids, mask)
    else:
        begin, separator = 7, 8
        ids[:, 0] = begin
        for row, length in enumerate(lengths):
            ids[row, length - 1] = separator
            if length > 6:  # Two segments.
                ids[row, length // 2] = separator
        logits = bert(weights, sizes, ids, mask, separator)
    with open(os.path.join(folder, "reference.json"), "w") as file:
        json.dump({"ids": ids.tolist(), "lengths": lengths, "logits": logits.flatten().tolist()},
                  file)


if __name__ == "__main__":
    main(*sys.argv[1:])
