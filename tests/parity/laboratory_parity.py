"""Compares our gradient laboratory with PyTorch in double precision: FOLDER with a JSON file for each
case, the answer to the question with all numbers. Every step has a copy of its own of the parameters,
so that autograd gives what this step adds to their gradient. Prints one line a case; ends with 1 where
a number differs by more than 1e-9 of the largest."""
import json
import pathlib
import sys

import torch
from torch import nn

LIMIT = 1e-9
KINDS = {
    "RNN (tanh)": lambda size: nn.RNNCell(size, size, nonlinearity="tanh"),
    "RNN (ReLU)": lambda size: nn.RNNCell(size, size, nonlinearity="relu"),
    "LSTM": lambda size: nn.LSTMCell(size, size),
    "GRU": lambda size: nn.GRUCell(size, size),
}


class Linear(nn.Module):
    """An RNN without activation."""

    def __init__(self, size):
        super().__init__()
        self.weight_ih = nn.Parameter(torch.zeros(size, size))
        self.weight_hh = nn.Parameter(torch.zeros(size, size))
        self.bias_ih = nn.Parameter(torch.zeros(size))

    def forward(self, x, h):
        return x @ self.weight_ih.T + self.bias_ih + h @ self.weight_hh.T


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def copy_of(cell, parameters):
    size = len(parameters["weight_hh"][0])
    module = KINDS.get(cell, Linear)(size).double()
    with torch.no_grad():
        for name, parameter in module.named_parameters():
            parameter.copy_(tensor(parameters[name]).reshape(parameter.shape))
    return module


def difference(ours, theirs):
    theirs = theirs.detach()
    return ((tensor(ours).reshape(theirs.shape) - theirs).abs().max() / theirs.abs().max()).item()


def largest_difference(case, written, numbers):
    parameters = {each["name"]: each["value"] for each in numbers["parameters"]}
    modules = [copy_of(written["cell"], parameters) for _ in case["inputs"]]
    h = tensor(case["initial"]).requires_grad_()
    c = torch.zeros_like(h).requires_grad_()
    hidden, memory, loss = [h], [c], 0.0
    for module, x, v in zip(modules, case["inputs"], case["injected"]):
        if written["cell"] == "LSTM":
            h, c = module(tensor([x]), (h, c))
            c.retain_grad()
        else:
            h = module(tensor([x]), h)
        h.retain_grad()
        hidden.append(h)
        memory.append(c)
        loss = loss + (h * tensor([v])).sum()
    loss.backward()

    def norms(values):
        return torch.stack([each.norm() for each in values])

    def column(name):
        return [step[name] for step in written["steps"]]

    gradients = {name: torch.stack([dict(module.named_parameters())[name].grad for module in modules])
                 for name in parameters}
    found = [
        difference(numbers["states"], torch.cat(hidden)),
        difference(numbers["gradients"], torch.cat([each.grad for each in hidden])),
        difference(column("gradient"), norms(each.grad for each in hidden)),
        difference([written["loss"]], loss.reshape(1)),
        difference([written["gradient_norm"]], norms(
            [torch.cat([each.sum(0).flatten() for each in gradients.values()])])),
    ]
    if written["cell"] == "LSTM":
        found.append(difference(column("memory")[1:], norms(memory[1:])))
        found.append(difference(column("memory_gradient"), norms(each.grad for each in memory)))
    for each in numbers["parameters"]:
        found.append(difference(each["gradient"], gradients[each["name"]].sum(0)))
    for name, key in (("weight_hh", "recurrent"), ("weight_ih", "input")):
        parts, whole = gradients[name], gradients[name].sum(0)
        found.append(difference(column(key + "_part")[1:], norms(parts)))
        found.append(difference(column(key + "_share")[1:],
                                (parts * whole).sum((1, 2)) / (whole * whole).sum()))
    return max(found)


worst = 0.0
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    answer = json.loads(path.read_text())
    largest = max(largest_difference(answer, *pair)
                  for pair in zip(answer["cells"], answer["numbers"]))
    worst = max(worst, largest)
    print(f"{path.name}: {largest:.1e}")
sys.exit(int(not worst <= LIMIT))
