"""Rotary positions."""
import torch

# ---- exported ----


def turned(x, start):
    """Rotary positions: features 2j, 2j + 1 of a head turned by t / 10000^(2j / size)."""
    places = torch.arange(start, start + x.size(2), dtype=torch.float64, device=x.device)
    even = torch.arange(0, x.size(3), 2, dtype=torch.float64, device=x.device)
    angles = places.unsqueeze(1) / torch.pow(10000.0, even / x.size(3))
    sin, cos = angles.sin().float(), angles.cos().float()
    a, b = x[..., 0::2], x[..., 1::2]
    return torch.stack((a * cos - b * sin, a * sin + b * cos), 4).flatten(3)
