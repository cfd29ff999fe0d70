"""Import and cached generation of a network of the size of GPT-2 small, beside the time in which its
weights can be read from memory.

Usage: python3 gpt2_small.py UNROLL_CLI FOLDER

Prints, for one and for two threads, milliseconds of the processor for each token and the share of the
memory's bandwidth: the bytes of the weights that a token reads, by the time of reading as many once.
Reading and generating alternate, the best of each counts.
"""
import itertools
import json
import os
import resource
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "parity"))
import foreign_checkpoints as published  # noqa: E402
import torch  # noqa: E402

SIZES = {"n_layer": 12, "n_head": 12, "n_embd": 768, "n_positions": 1024,
         "activation_function": "gelu_new", "layer_norm_epsilon": 1e-5}
PIECES, SHORT, LONG, TURNS = 50257, 5, 105, 5


def write_pieces(folder):
    """The bytes, then made-up joins of two, as many as GPT-2 has pieces."""
    characters = list(published.byte_characters().values())
    pieces = {character: i for i, character in enumerate(characters)}
    merges = []
    for left, right in itertools.product(characters, characters):
        if len(pieces) < PIECES - 1:
            pieces[left + right] = len(pieces)
            merges.append(left + " " + right)
    pieces["<|endoftext|>"] = len(pieces)
    with open(os.path.join(folder, "vocab.json"), "w") as file:
        json.dump(pieces, file)
    with open(os.path.join(folder, "merges.txt"), "w", encoding="utf-8") as file:
        file.write("#version: 0.2\n" + "\n".join(merges) + "\n")


def publish(folder):
    os.makedirs(folder)
    write_pieces(folder)
    torch.manual_seed(1)
    weights = {name: torch.randn(shape) * 0.02 if len(shape) > 1 else torch.ones(shape)
               for name, shape in published.gpt2_shapes(SIZES, PIECES).items()}
    published.write_weights(folder, weights, "safetensors")
    with open(os.path.join(folder, "config.json"), "w") as file:
        json.dump(dict(SIZES, model_type="gpt2", vocab_size=PIECES), file)
    # The positions are looked up, all else is read for each token.
    return sum(tensor.numel() for name, tensor in weights.items() if name != "wpe.weight") * 4


def seconds_of_processor(command, threads):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    begin = time.time()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL,
                   env=dict(os.environ, OMP_NUM_THREADS=str(threads)))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, time.time() - begin


def reading(numbers, threads):
    torch.set_num_threads(threads)
    begin, wall = time.process_time(), time.time()
    numbers.sum()
    return time.process_time() - begin, time.time() - wall


def main(cli, folder):
    source, run = os.path.join(folder, "published"), os.path.join(folder, "run")
    size = publish(source)
    processor, wall = seconds_of_processor([cli, "import", source, "--out", run], 1)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print("import: %.1f s, %.1f s of the processor, at most %.0f MB" % (wall, processor, peak))
    generate = [cli, "generate", run, "--prompt", "a", "--search", "greedy", "--length"]
    numbers = torch.ones(size // 4)
    for threads in (1, 2):
        best = {key: [float("inf")] * 2 for key in ("read", SHORT, LONG)}
        for _ in range(TURNS):
            for key in (SHORT, LONG, "read"):
                both = reading(numbers, threads) if key == "read" else \
                    seconds_of_processor(generate + [str(key)], threads)
                best[key] = [min(pair) for pair in zip(best[key], both)]
        for i, what in enumerate(("processor", "clock")):
            token = (best[LONG][i] - best[SHORT][i]) / (LONG - SHORT)
            print("%d thread(s), %s: %.1f ms a token, %.0f %% of the bandwidth (%.1f GB/s read once)"
                  % (threads, what, 1e3 * token, 100 * best["read"][i] / token,
                     size / best["read"][i] / 1e9))


if __name__ == "__main__":
    main(*sys.argv[1:])
