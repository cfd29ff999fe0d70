#!/usr/bin/env python3
"""Runs a baseline script that was written for processors on a GPU, unchanged.

    pytorch_on_gpu.py SCRIPT [its arguments ...]

All tensors that the script makes stand on the first GPU, except the lengths of sequences, which
pack_padded_sequence wants on the processor; a timed step ends when the GPU has finished. Products of
float32 compute in float32 as Unroll's do, unless UNROLL_TF32=1 is set.
"""
import os
import runpy
import sys
import time

import torch
from torch.nn.utils import rnn

pack = rnn.pack_padded_sequence
rnn.pack_padded_sequence = lambda input, lengths, *rest, **named: pack(input, lengths.cpu(), *rest, **named)
counter = time.perf_counter


def finished():
    torch.cuda.synchronize()
    return counter()


time.perf_counter = finished
torch.set_default_device("cuda")
tf32 = os.environ.get("UNROLL_TF32") == "1"
torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = tf32
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
