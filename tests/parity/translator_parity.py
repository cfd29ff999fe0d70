"""Runs the generated PyTorch module of each translator on the weights and the pairs that the C++
program wrote, and compares what comes out: logits of forward and of encode with step, gradients,
logits after 20 updates.

    python3 translator_parity.py FOLDER     one folder a case; prints one line a case, exit 1 on any
                                            difference that roundings do not explain
"""
import torch
from torch import nn
from torch.nn import functional as F

from parity_cases import NetworkCase, run, updated


class Translator(NetworkCase):
    def __init__(self, folder):
        super().__init__(folder)
        pairs = self.manifest["batch"]
        self.source_ids = self.integers("source.bin", [pairs, self.manifest["source_length"]])
        self.source_lengths = self.integers("source_lengths.bin", [pairs])
        self.target = self.integers("target.bin", [pairs, self.manifest["target_length"]])
        self.target_lengths = self.integers("target_lengths.bin", [pairs])
        logits = self.expected_logits("logits.bin")
        self.expected = {"logits/at once": logits, "logits/steps": logits}
        if self.manifest["network"].get("final_norm"):
            self.expected["logits/nn.Transformer"] = logits
        self.expected |= self.parameters("gradients.bin", "gradient/")
        self.expected["after Adam/logits"] = self.expected_logits("adam_logits.bin")

    def integers(self, name, shape):
        return self.read(name, torch.int64, shape)

    def expected_logits(self, name):
        return self.read(name, torch.float32, [-1, self.manifest["vocabulary"]])

    def packed(self, padded):
        """Without padding, pairs one after another: as the C++ program has it."""
        return torch.cat([row[: n - 1] for row, n in zip(padded, self.target_lengths)])

    def logits(self, network):
        return self.packed(network(self.source_ids, self.source_lengths, self.target))

    def stepped(self, network):
        state = network.encode(self.source_ids, self.source_lengths)
        steps = []
        for t in range(self.target.size(1) - 1):
            logits, state = network.step(state, self.target[:, t])
            steps.append(logits)
        return self.packed(torch.stack(steps, 1))

    def backward(self, network):
        labels = torch.cat([row[1:n] for row, n in zip(self.target, self.target_lengths)])
        F.cross_entropy(self.logits(network), labels).backward()

    def of_torch(self, values):
        """Encoder and decoder of one torch.nn.Transformer, which our weights fit by name."""
        network = self.network(values).eval()
        options, size = self.manifest["network"], network.encoder.embedding.embedding_dim
        whole = nn.Transformer(
            size, options["heads"], options["encoder_layers"], options["decoder_layers"],
            options["feed_forward_size"], 0.0, batch_first=True,
        )
        weights = {name.replace("encoder.transformer.", "encoder."): value
                   for name, value in values.items()}
        parts = ("encoder.layers.", "encoder.norm.", "decoder.")
        whole.load_state_dict(
            {name: value for name, value in weights.items() if name.startswith(parts)})
        whole.eval()
        network.encoder.transformer, network.decoder = whole.encoder, whole.decoder
        return network

    def compute(self, values):
        network, found = self.network(values).eval(), {}
        with torch.no_grad():
            found["logits/at once"] = self.logits(network)
            found["logits/steps"] = self.stepped(network)
            if self.manifest["network"].get("final_norm"):
                found["logits/nn.Transformer"] = self.logits(self.of_torch(values))
        network.train()
        self.backward(network)
        found |= self.gradients(network)
        updated(torch.optim.Adam(network.parameters(), 1e-3), lambda: self.backward(network))
        network.eval()
        with torch.no_grad():
            found["after Adam/logits"] = self.logits(network)
        return found


if __name__ == "__main__":
    run(Translator)
