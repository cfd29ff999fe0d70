"""Computes with PyTorch what the C++ program computed with its cells, and compares: outputs, states,
all gradients, weights after 20 updates. The equations below are written by hand, from the papers,
and share nothing with those of the program.

    python3 cells_parity.py FOLDER      one .safetensors file a case; prints one line a case,
                                        exit 1 on any difference that roundings do not explain
"""
import json
import re

import torch
import torch.nn.functional as F

from parity_cases import run
from recurrent_parity import Recurrent

sigmoid, tanh = torch.sigmoid, torch.tanh


def lstm_written_out(w, x, h, c):
    i, f, g, o = (x @ w["weight_ih"].T + h @ w["weight_hh"].T + w["bias"]).chunk(4, 1)
    c = sigmoid(f) * c + sigmoid(i) * tanh(g)
    return sigmoid(o) * tanh(c), c


def lstm_peephole(w, x, h, c):
    """Gers & Schmidhuber (2000)."""
    i, f, g, o = (x @ w["weight_ih"].T + h @ w["weight_hh"].T + w["bias"]).chunk(4, 1)
    at_i, at_f, at_o = w["peephole"].chunk(3)
    after = sigmoid(f + at_f * c) * c + sigmoid(i + at_i * c) * tanh(g)
    return sigmoid(o + at_o * after) * tanh(after), after


def lstm_coupled(w, x, h, c):
    """Greff et al. (2015): CIFG."""
    f, g, o = (x @ w["weight_ih"].T + h @ w["weight_hh"].T + w["bias"]).chunk(3, 1)
    f = sigmoid(f)
    c = f * c + (1 - f) * tanh(g)
    return sigmoid(o) * tanh(c), c


def lstm_layer_norm(w, x, h, c):
    """Ba et al. (2016), with the offsets of the first two norms in the bias."""
    size = h.size(1)
    sums = F.layer_norm(x @ w["weight_ih"].T, (4 * size,), w["gain_ih"])
    sums = sums + F.layer_norm(h @ w["weight_hh"].T, (4 * size,), w["gain_hh"]) + w["bias"]
    i, f, g, o = sums.chunk(4, 1)
    c = sigmoid(f) * c + sigmoid(i) * tanh(g)
    return sigmoid(o) * tanh(F.layer_norm(c, (size,), w["gain_c"], w["offset_c"])), c


def lstm_nested(w, x, h, c, inner_c):
    """Moniz & Krueger (2017)."""
    i, f, g, o = (x @ w["weight_ih"].T + h @ w["weight_hh"].T + w["bias"]).chunk(4, 1)
    inner_x, inner_h = sigmoid(i) * tanh(g), sigmoid(f) * c
    c, inner_c = lstm_written_out(
        {name[6:]: value for name, value in w.items() if name.startswith("inner_")},
        inner_x, inner_h, inner_c)
    return sigmoid(o) * tanh(c), c, inner_c


def mgu(w, x, h):
    """Zhou et al. (2016)."""
    x_f, x_n = (x @ w["weight_ih"].T + w["bias"]).chunk(2, 1)
    f = sigmoid(x_f + h @ w["weight_hh"].T)
    return ((1 - f) * h + f * tanh(x_n + (f * h) @ w["weight_ch"].T),)


def rnn_linear(w, x, h):
    return (x @ w["weight_ih"].T + h @ w["weight_hh"].T + w["bias"],)


def gru_nested(w, x, h):
    """A GRU, with the reset gate in front of the matrix, whose blend is another one."""
    def gru(x_sums, state, inner):
        x_r, x_z, x_n = x_sums.chunk(3, 1)
        h_r, h_z = (state @ w[inner + "weight_hh"].T).chunk(2, 1)
        z = sigmoid(x_z + h_z)
        return z, tanh(x_n + (sigmoid(x_r + h_r) * state) @ w[inner + "weight_ch"].T)

    z, n = gru(x @ w["weight_ih"].T + w["bias"], h, "")
    keep, write = z * h, (1 - z) * n
    z, n = gru(write @ w["inner_weight_ih"].T + w["inner_bias"], keep, "inner_")
    return ((1 - z) * n + z * keep,)


def as_state(w, x):
    return x @ w["weight_x"].T if "weight_x" in w else x


def mut1(w, x, h):
    """Jozefowicz et al. (2015), as the next two."""
    b_z, b_r, b_n = w["bias"].chunk(3)
    x_z, x_r = (x @ w["weight_ih"].T).chunk(2, 1)
    z, r = sigmoid(x_z + b_z), sigmoid(x_r + h @ w["weight_hh"].T + b_r)
    return (tanh((r * h) @ w["weight_ch"].T + tanh(as_state(w, x)) + b_n) * z + h * (1 - z),)


def mut2(w, x, h):
    b_z, b_r, b_n = w["bias"].chunk(3)
    x_z, x_n = (x @ w["weight_ih"].T).chunk(2, 1)
    h_z, h_r = (h @ w["weight_hh"].T).chunk(2, 1)
    z, r = sigmoid(x_z + h_z + b_z), sigmoid(as_state(w, x) + h_r + b_r)
    return (tanh((r * h) @ w["weight_ch"].T + x_n + b_n) * z + h * (1 - z),)


def mut3(w, x, h):
    x_z, x_r, x_n = (x @ w["weight_ih"].T + w["bias"]).chunk(3, 1)
    z, r = sigmoid(x_z + tanh(h) @ w["weight_th"].T), sigmoid(x_r + h @ w["weight_hh"].T)
    return (tanh((r * h) @ w["weight_ch"].T + x_n) * z + h * (1 - z),)


def typed(text, layout, names):
    """The step of a cell that was typed: its text, read as Python once matrices are functions."""
    lines = []
    for line in text.splitlines():
        name, _, value = line.partition(" = ")
        value = re.sub(r"_\{t-1\}", "_before", value)
        value = re.sub(r"\b([A-Z]\w*) ([a-z]\w*)", r"\1(\2)", value)
        value = re.sub(r"\b([A-Z]\w*) \(", r"\1(", value)
        lines.append((name, compile(value, line, "eval")))

    def part(weights, name):
        parameter, block, blocks = layout[name]
        return weights[parameter].chunk(blocks)[block]

    def step(weights, x, *states):
        known = {"sigmoid": sigmoid, "tanh": tanh, "relu": torch.relu, "x": x}
        for name in layout:
            value = part(weights, name)
            known[name] = (lambda v, m=value: v @ m.T) if value.dim() == 2 else value
        for name, state in zip(names, states):
            known[name] = known[name + "_before"] = state
        for name, value in lines:
            known[name] = eval(value, {}, known)
        nothing = 0.0 * sum(state.sum() for state in states)  # a gradient for unread states
        return tuple(known[name] + nothing for name in names)

    return step


def sequence(step, weights, x, states, backwards):
    """All tokens of one sequence: x [length, size], each state [size]."""
    outputs = [None] * len(x)
    states = tuple(state.unsqueeze(0) for state in states)
    tokens = range(len(x))
    for t in reversed(tokens) if backwards else tokens:
        states = step(weights, x[t].unsqueeze(0), *states)
        outputs[t] = states[0][0]
    return torch.stack(outputs), [state[0] for state in states]


class Cells(Recurrent):
    def layer(self, weights):
        weights = {name: value.clone().requires_grad_() for name, value in weights.items()}
        return weights, lambda leaves: self.forward(weights, leaves)

    def forward(self, weights, leaves):
        """Sequence by sequence, so that no padding can matter."""
        if self.metadata["cell"] == "typed":
            step = typed(self.metadata["text"], json.loads(self.metadata["layout"]),
                         json.loads(self.metadata["state_names"]))
        else:
            step = globals()[self.metadata["cell"]]
        lengths = self.lengths.tolist()
        layers, both = int(self.metadata["layers"]), self.metadata["bidirectional"] == "1"
        count, size = int(self.metadata["states"]), int(self.metadata["hidden_size"])
        connections = self.metadata.get("connections", "none")
        outputs, last = [], []
        for row, length in enumerate(lengths):
            x, ends = leaves["input"][row, :length], []
            for layer in range(layers):
                found = []
                for ending in ("", "_reverse") if both else ("",):
                    begins = [leaves[f"initial_state_{s}"][len(ends), row]
                              if f"initial_state_{s}" in leaves else torch.zeros(size)
                              for s in range(count)]
                    place = f"_l{layer}{ending}"
                    own = {name[: -len(place)]: value for name, value in weights.items()
                           if name.endswith(place)}
                    output, after = sequence(step, own, x, begins, ending != "")
                    found.append(output)
                    ends.append(after)
                y = torch.cat(found, 1)
                if connections == "residual" and layer > 0:
                    y = y + x
                x = torch.cat((x, y), 1) if connections == "dense" else y
            outputs.append(F.pad(y, (0, 0, 0, max(lengths) - length)))
            last.append(ends)
        states = {f"state_{s}": torch.stack([torch.stack([ends[s] for ends in column])
                                             for column in zip(*last)]) for s in range(count)}
        return {"output": torch.stack(outputs)} | states

    @staticmethod
    def loss(results):
        loss = results["output"].square().mean() + results["state_0"].sin().mean()
        for name, state in results.items():
            if name not in ("output", "state_0"):
                loss = loss + state.cos().mean()
        return loss


if __name__ == "__main__":
    run(Cells, "*.safetensors")
