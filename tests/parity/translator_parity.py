"""Runs the generated PyTorch module of each translator on the weights and the pairs that the C++
program wrote, and compares what comes out: logits of forward and of encode with step, gradients,
logits after 20 updates.

    python3 translator_parity.py FOLDER     one folder a case; prints one line a case, exit 1 on any
                                            difference over 1e-5 relative
"""
import torch
from torch import nn
from torch.nn import functional as F

from parity_cases import NetworkCase, difference, run


class Case(NetworkCase):
    def __init__(self, folder):
        super().__init__(folder)
        pairs = self.manifest["batch"]
        self.source = self.integers("source.bin", [pairs, self.manifest["source_length"]])
        self.source_lengths = self.integers("source_lengths.bin", [pairs])
        self.target = self.integers("target.bin", [pairs, self.manifest["target_length"]])
        self.target_lengths = self.integers("target_lengths.bin", [pairs])

    def integers(self, name, shape):
        return self.read(name, torch.int64, shape)

    def expected_logits(self, name):
        return self.read(name, torch.float32, [-1, self.manifest["vocabulary"]])

    def packed(self, padded):
        """Without padding, pairs one after another: as the C++ program has it."""
        return torch.cat([row[: n - 1] for row, n in zip(padded, self.target_lengths)])

    def logits(self):
        return self.packed(self.network(self.source, self.source_lengths, self.target))

    def stepped(self):
        state = self.network.encode(self.source, self.source_lengths)
        steps = []
        for t in range(self.target.size(1) - 1):
            logits, state = self.network.step(state, self.target[:, t])
            steps.append(logits)
        return self.packed(torch.stack(steps, 1))

    def backward(self):
        self.network.zero_grad()
        labels = torch.cat([row[1:n] for row, n in zip(self.target, self.target_lengths)])
        F.cross_entropy(self.logits(), labels).backward()

    def use_whole_transformer(self):
        """Encoder and decoder of one torch.nn.Transformer, which our weights fit by name."""
        options, size = self.manifest["network"], self.network.encoder.embedding.embedding_dim
        whole = nn.Transformer(
            size, options["heads"], options["encoder_layers"], options["decoder_layers"],
            options["feed_forward_size"], 0.0, batch_first=True,
        )
        weights = self.parameters("weights.bin")
        weights = {name.replace("encoder.transformer.", "encoder."): value
                   for name, value in weights.items()}
        parts = ("encoder.layers.", "encoder.norm.", "decoder.")
        whole.load_state_dict(
            {name: value for name, value in weights.items() if name.startswith(parts)})
        whole.eval()
        self.network.encoder.transformer, self.network.decoder = whole.encoder, whole.decoder

    def compare(self):
        found = {}
        self.network.eval()
        expected = self.expected_logits("logits.bin")
        with torch.no_grad():
            found["logits"] = difference(self.logits(), expected)
            found["steps"] = difference(self.stepped(), expected)
            if self.manifest["network"].get("final_norm"):
                self.use_whole_transformer()
                found["nn.Transformer"] = difference(self.logits(), expected)
        self.network.train()
        self.backward()
        found |= self.gradient_differences()
        optimiser = torch.optim.Adam(self.network.parameters(), 1e-3)
        for _ in range(20):
            self.backward()
            optimiser.step()
        self.network.eval()
        expected = self.expected_logits("adam_logits.bin")
        with torch.no_grad():
            found["logits after Adam"] = difference(self.logits(), expected)
        return found


if __name__ == "__main__":
    run(Case)
