"""Runs the generated PyTorch module of each network on the weights and the batch that the C++
program wrote, and compares what comes out: logits, gradients, weights after 20 updates.

    python3 model_parity.py FOLDER      one folder a case; prints one line a case, exit 1 on any
                                        difference that roundings do not explain
"""
import torch
from torch import nn
from torch.nn import functional as F

from parity_cases import NetworkCase, difference, largest, precision, run, updated


def other_ways(network, ids, lengths):
    """What a decoder computes, and the same computed in another way: token by token with keys and
    values kept, against the whole text at once; and by PyTorch's own layers with a causal mask and the
    same weights, where it has them."""
    encoder, full = network.encoder, ids[lengths.argmax()].unsqueeze(0)
    if not (hasattr(encoder, "step") and hasattr(encoder, "transformer")):
        return {}
    past, states = None, []
    for t in range(full.size(1)):
        state, past = encoder.step(full[:, t : t + 1], past)
        states.append(state)
    found = {"token by token": (torch.cat(states, 1), encoder.step(full)[0])}
    text = torch.cat((full, full[:, :1]), 1)  # the window is full: its newer half is kept
    beyond = encoder.step(text[:, -1:], past)[0]
    again = encoder.step(text[:, -(full.size(1) // 2) :])[0][:, -1:]
    return found | {"beyond the window": (beyond, again)}


def layers_of_torch(network, source):
    encoder = network.encoder
    if not (hasattr(encoder, "step") and hasattr(encoder, "transformer")):
        return {}
    layer, stack = encoder.transformer.layers[0], encoder.transformer
    if not hasattr(layer, "norm1") or "turned" in source:
        return {}
    own = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(
            layer.linear1.in_features, layer.self_attn.heads, layer.linear1.out_features,
            0.0, F.gelu if "F.gelu" in source else F.relu, batch_first=True,
            norm_first=hasattr(stack, "norm")),
        len(stack.layers), getattr(stack, "norm", None), enable_nested_tensor=False)
    own.load_state_dict(stack.state_dict())
    x = torch.randn(2, 7, layer.linear1.in_features)
    future = torch.ones(7, 7, dtype=torch.bool).triu(1)
    return {"PyTorch's layers": (stack(x, future)[0], own.train()(x, future))}


class Classifier(NetworkCase):
    def __init__(self, folder):
        super().__init__(folder)
        rows = self.manifest["batch"], self.manifest["length"]
        self.ids = self.read("ids.bin", torch.int64, rows)
        self.lengths = self.read("lengths.bin", torch.int64, rows[:1])
        self.labels = self.read("labels.bin", torch.int64, rows[:1])
        logits = self.expected_logits("logits.bin")
        self.expected = {"logits/fused": logits, "logits/plain": logits}
        self.expected |= self.parameters("gradients.bin", "gradient/")
        self.expected["after SGD/logits"] = self.expected_logits("sgd_logits.bin")
        self.expected |= self.parameters("sgd_weights.bin", "updated/")
        # A parameter whose gradient is zero but for rounding (a key's bias) is moved by Adam at
        # random; it does not reach the logits.
        self.expected["after Adam/logits"] = self.expected_logits("adam_logits.bin")
        self.differences_within()

    def differences_within(self):
        """Of the generated module alone, in float64: its ways to compute the same agree."""
        with precision(torch.float64), torch.no_grad():
            network = self.network({name: value.double() for name, value in self.given.items()})
            network.eval()
            found = (other_ways(network, self.ids, self.lengths)
                     | layers_of_torch(network, self.source))
        for name, (one, other) in found.items():
            assert difference(one, other) <= 1e-12 * (1 + largest(other)), name

    def expected_logits(self, name):
        shape = self.manifest["batch"], self.manifest["classes"]
        return self.read(name, torch.float32, shape)

    def logits(self, network):
        return network(self.ids, self.lengths)

    def backward(self, network):
        F.cross_entropy(self.logits(network), self.labels).backward()

    def trained(self, values, make_optimiser):
        network = self.network(values).train()
        trainable = [p for p in network.parameters() if p.requires_grad]
        updated(make_optimiser(trainable), lambda: self.backward(network))
        return network.eval()

    def compute(self, values):
        network, found = self.network(values).eval(), {}
        with torch.no_grad():  # PyTorch takes its fused layers here
            found["logits/fused"] = self.logits(network)
        found["logits/plain"] = self.logits(network).detach()
        network.train()
        self.backward(network)
        found |= self.gradients(network)
        network = self.trained(values, lambda them: torch.optim.SGD(them, 0.05, momentum=0.9))
        found["after SGD/logits"] = self.logits(network).detach()
        found |= {"updated/" + name: parameter.detach().clone()
                  for name, parameter in network.named_parameters()}
        network = self.trained(values, lambda them: torch.optim.Adam(them, 1e-3))
        return found | {"after Adam/logits": self.logits(network).detach()}


if __name__ == "__main__":
    run(Classifier)
