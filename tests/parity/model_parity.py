"""Runs the generated PyTorch module of each network on the weights and the batch that the C++
program wrote, and compares what comes out: logits, gradients, weights after 20 updates.

    python3 model_parity.py FOLDER      one folder a case; prints one line a case, exit 1 on any
                                        difference over 1e-5 relative
"""
import torch
from torch import nn
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

    def differences_going_on(self):
        """Of a decoder: token by token with keys and values kept, against the whole text at once;
        and PyTorch's own layers with a causal mask and the same weights, where it has them."""
        encoder, full = self.network.encoder, self.ids[self.lengths.argmax()].unsqueeze(0)
        if not (hasattr(encoder, "step") and hasattr(encoder, "transformer")):
            return {}
        past, states = None, []
        for t in range(full.size(1)):
            state, past = encoder.step(full[:, t : t + 1], past)
            states.append(state)
        whole = encoder.step(full)[0]
        found = {"token by token": difference(torch.cat(states, 1), whole)}
        text = torch.cat((full, full[:, :1]), 1)  # the window is full: its newer half is kept
        beyond = encoder.step(text[:, -1:], past)[0]
        again = encoder.step(text[:, -(full.size(1) // 2) :])[0][:, -1:]
        found["beyond the window"] = difference(beyond, again)
        layer, stack = encoder.transformer.layers[0], encoder.transformer
        if hasattr(layer, "norm1") and "turned" not in self.source:
            own = nn.TransformerEncoder(
                nn.TransformerEncoderLayer(
                    layer.linear1.in_features, layer.self_attn.heads, layer.linear1.out_features,
                    0.0, F.gelu if "F.gelu" in self.source else F.relu, batch_first=True,
                    norm_first=hasattr(stack, "norm")),
                len(stack.layers), getattr(stack, "norm", None), enable_nested_tensor=False)
            own.load_state_dict(stack.state_dict())
            x = torch.randn(2, 7, layer.linear1.in_features)
            future = torch.ones(7, 7, dtype=torch.bool).triu(1)
            found["PyTorch's layers"] = difference(stack(x, future)[0], own.train()(x, future))
        return found

    def compare(self):
        found = {}
        self.network.eval()
        with torch.no_grad():
            found |= self.differences_going_on()
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
