"""What every exported module imports, and where its files are."""
# ruff: noqa: F401

# ---- exported ----


import html.entities
import json
import math
import os
import re
import sys
import unicodedata

import torch
import torch.nn.functional as F
from torch import nn

FOLDER = os.path.dirname(os.path.abspath(__file__))
