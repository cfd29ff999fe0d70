"""Fixed positions of a Transformer."""
import torch

# ---- exported ----


def sinusoids(length, size, device):
    """P[t, 2j] = sin(t / 10000^(2j / size)), P[t, 2j + 1] = cos(the same)."""
    even = torch.arange(0, size, 2, dtype=torch.float64, device=device)
    places = torch.arange(length, dtype=torch.float64, device=device).unsqueeze(1)
    angles = places / torch.pow(10000.0, even / size)
    return torch.stack((angles.sin(), angles.cos()), 2).flatten(1).float()
