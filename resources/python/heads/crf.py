"""A linear-chain CRF: Lafferty et al. (2001)."""
import torch
from torch import nn

OUTPUTS = 3

# ---- exported ----


class Crf(nn.Module):
    """A linear-chain CRF over the scores of tags (emissions [length, tags] of one text).

    score(y) = start[y_1] + sum_t emission[t, y_t] + sum_t transition[y_(t-1), y_t] + end[y_n]
    """

    def __init__(self):
        super().__init__()
        self.transitions = nn.Parameter(torch.zeros(OUTPUTS, OUTPUTS))  # from row to column
        self.start = nn.Parameter(torch.zeros(OUTPUTS))
        self.end = nn.Parameter(torch.zeros(OUTPUTS))

    def log_partition(self, emissions):
        """log of the sum over all paths of exp(score)."""
        score = self.start + emissions[0]
        for emission in emissions[1:]:
            score = torch.logsumexp(score.unsqueeze(1) + self.transitions, 0) + emission
        return torch.logsumexp(score + self.end, 0)

    def path_score(self, emissions, tags):
        score = self.start[tags[0]] + self.end[tags[-1]]
        score = score + emissions.gather(1, tags.unsqueeze(1)).sum()
        return score + self.transitions[tags[:-1], tags[1:]].sum()

    def loss(self, emissions, tags):
        """The negative logarithm of the probability of `tags` [length], in nats."""
        return self.log_partition(emissions) - self.path_score(emissions, tags)

    def viterbi(self, emissions, allowed=None):
        """The path with the largest score: a list of tags. Equal ones: the smaller tag.

        `allowed`: (transitions, start, end), bool; other moves are not taken.
        """
        transitions, start, end = self.transitions, self.start, self.end
        if allowed is not None:
            transitions, start, end = (
                scores.masked_fill(~legal, float("-inf"))
                for scores, legal in zip((transitions, start, end), allowed)
            )
        score = start + emissions[0]
        pointers = []
        for emission in emissions[1:]:
            reached = score.unsqueeze(1) + transitions
            best = reached.max(0)
            pointers.append(best.indices.tolist())
            score = best.values + emission
        path = [int((score + end).argmax())]
        for pointer in reversed(pointers):
            path.append(pointer[path[-1]])
        return path[::-1]
