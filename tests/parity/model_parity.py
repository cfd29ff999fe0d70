"""Runs the generated PyTorch module of each network on the weights and the batch that the C++
program wrote, and compares what comes out: logits, gradients, weights after 20 updates.

    python3 model_parity.py FOLDER      one folder a case; prints one line a case, exit 1 on any
                                        difference over 1e-5 relative
"""
import torch
from torch.nn import functional as F

from parity_cases import NetworkCase, difference, run


class Case(NetworkCase):
    def __init__(self, folder):
        super().__init__(folder)
        rows = self.manifest["batch"], self.manifest["length"]
        self.ids = self.read("ids.bin", torch.int64, rows)
        self.lengths = self.read("lengths.bin", torch.int64, rows[:1])
        self.labels = self.read("labels.bin", torch.int64, rows[:1])

    def expected_logits(self, name):
        shape = self.manifest["batch"], self.manifest["classes"]
        return self.read(name, torch.float32, shape)

    def logits(self):
        return self.network(self.ids, self.lengths)

    def backward(self):
        self.network.zero_grad()
        F.cross_entropy(self.logits(), self.labels).backward()

    def trained(self, optimiser):
        self.load()
        self.network.train()
        for _ in range(20):
            self.backward()
            optimiser.step()
        self.network.eval()
        return self.logits()

    def compare(self):
        found = {}
        self.network.eval()
        with torch.no_grad():  # PyTorch takes its fused layers here
            quick = self.logits()
        found["fused"] = difference(quick, self.expected_logits("logits.bin"))
        found["logits"] = difference(self.logits(), self.expected_logits("logits.bin"))

        self.network.train()
        self.backward()
        found |= self.gradient_differences()

        trainable = [p for p in self.network.parameters() if p.requires_grad]
        logits = self.trained(torch.optim.SGD(trainable, 0.05, momentum=0.9))
        found["logits after SGD"] = difference(logits, self.expected_logits("sgd_logits.bin"))
        expected = self.parameters("sgd_weights.bin")
        for name, parameter in self.network.named_parameters():
            found["SGD on " + name] = difference(parameter, expected[name], 1e-2)
        # A parameter whose gradient is zero but for rounding (a key's bias) is moved by Adam at
        # random; it does not reach the logits.
        logits = self.trained(torch.optim.Adam(trainable, 1e-3))
        found["logits after Adam"] = difference(logits, self.expected_logits("adam_logits.bin"))
        return found


if __name__ == "__main__":
    run(Case)
