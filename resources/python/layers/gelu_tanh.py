"""GELU as in GPT-2: Hendrycks & Gimpel (2016), arXiv:1606.08415."""
import torch.nn.functional as F

# ---- exported ----


def gelu_tanh(x):
    return F.gelu(x, approximate="tanh")
