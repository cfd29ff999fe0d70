"""A classifier as scripts write it, its state dict, and what it computes: BiLSTM, maximum, linear.

Usage: plain_state_dict.py FOLDER
"""
import json
import os
import sys

import torch
from torch import nn

TOKENS = ["<pad>", "<unk>", "the", "film", "was", "good", "bad", "not"]


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(len(TOKENS), 5)
        self.lstm = nn.LSTM(5, 3, num_layers=2, batch_first=True, bidirectional=True)
        self.fc = nn.Linear(6, 2)

    def forward(self, ids):
        states, _ = self.lstm(self.emb(ids))
        return self.fc(states.max(1)[0])


def main(folder):
    torch.manual_seed(11)
    network = Classifier()
    path = lambda name: os.path.join(folder, name)
    torch.save(network.state_dict(), path("plain.pt"))
    torch.save({"epoch": 3, "model": nn.DataParallel(network).state_dict(), "loss": 0.5},
               path("nested.pt"))
    doubtful = dict(network.state_dict(), **{"old_fc.weight": network.fc.weight.detach() + 1})
    torch.save(doubtful, path("doubtful.pt"))
    with open(path("tokens.txt"), "w") as file:
        file.write("\n".join(TOKENS) + "\n")
    with open(path("labels.csv"), "w") as file:
        file.write("text,label\n" + "the film was good,pos\nthe film was bad,neg\n" * 20)
    texts = ["the film was not bad", "good", "the the unheard"]
    with open(path("expected.json"), "w") as file:
        json.dump([[text, network(torch.tensor([[
            TOKENS.index(token) if token in TOKENS else 1 for token in text.split()]]))
            .softmax(1)[0].tolist()] for text in texts], file)


if __name__ == "__main__":
    main(*sys.argv[1:])
