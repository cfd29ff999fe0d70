"""One state of a text, which is drawn while training."""
import torch
from torch import nn

FEATURES = 6
HIDDEN = 0  # 0: the score is linear in the state

# ---- exported ----


class Pooling(nn.Module):
    """Hard attention: one state of the text, drawn while training, else the likeliest.

    While training, add to the loss of each text ((loss - baseline) * log_choice) with
    loss.detach(), and let baseline follow: baseline = 0.9 * baseline + 0.1 * loss.mean().
    """

    def __init__(self):
        super().__init__()
        if HIDDEN:
            self.hidden = nn.Linear(FEATURES, HIDDEN)
            self.score = nn.Linear(HIDDEN, 1, bias=False)
        else:
            self.score = nn.Linear(FEATURES, 1, bias=False)
        self.register_buffer("baseline", torch.zeros(()))
        self.log_choice = None

    def forward(self, states, mask, last):
        if HIDDEN:
            scores = self.score(torch.tanh(self.hidden(states))).squeeze(2)
        else:
            scores = self.score(states).squeeze(2)
        probabilities = scores.masked_fill(~mask, float("-inf")).softmax(1)
        if self.training:
            place = torch.multinomial(probabilities.detach(), 1)
            self.log_choice = probabilities.gather(1, place).squeeze(1).clamp_min(1e-30).log()
        else:
            place = probabilities.argmax(1, keepdim=True)
        return states.gather(1, place.unsqueeze(2).expand(-1, 1, states.size(2))).squeeze(1)
