"""Runs what exported_graphs_test.cpp exported, without any code of ours.

usage: exported_graphs.py torch|onnxruntime FOLDER. FOLDER holds one folder an export with case.json:
calls of its functions, with inputs and the values that they are to return. Prints a line for each
export with the largest difference and the seconds of its calls.
"""
import json
import os
import sys
import time

import numpy


class TorchScript:
    """network.pt by PyTorch."""

    def __init__(self, folder, case, device="cpu"):
        import torch

        torch.set_num_threads(1)
        torch.backends.cudnn.allow_tf32 = False
        self.torch = torch
        self.case = case
        self.device = device
        files = {"made_by": ""}
        self.network = torch.jit.load(os.path.join(folder, "network.pt"), _extra_files=files)
        self.network.to(device)
        assert files["made_by"] in ("Unroll", b"Unroll"), files
        self.size = os.path.getsize(os.path.join(folder, "network.pt"))

    def call(self, function, inputs):
        values = [self.torch.from_numpy(value).to(self.device) if value.ndim else int(value)
                  for value in inputs.values()]
        with self.torch.no_grad():
            outputs = getattr(self.network, function)(*values)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        names = self.case["outputs"].get(function, ["ids"])
        return dict(zip(names, (output.cpu().numpy() for output in outputs)))


class Onnx:
    """One model a function by ONNX Runtime."""

    def __init__(self, folder, case):
        import onnxruntime

        paths = {name: os.path.join(folder, name + ".onnx") for name in case["outputs"]}
        self.size = sum(os.path.getsize(path) for path in paths.values())
        self.models = {name: onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
                       for name, path in paths.items()}

    def call(self, function, inputs):
        if function not in self.models:
            return None
        model = self.models[function]
        assert model.get_modelmeta().custom_metadata_map["made_by"] == "Unroll"
        used = {port.name for port in model.get_inputs()}
        names = [port.name for port in model.get_outputs()]
        return dict(zip(names, model.run(names, {k: v for k, v in inputs.items() if k in used})))


def stored(folder, entry):
    values = numpy.fromfile(os.path.join(folder, entry["file"]), dtype=entry["type"])
    return values.reshape(entry["shape"])


def difference(theirs, ours, mask):
    assert theirs.shape == ours.shape, (theirs.shape, ours.shape)
    if mask is not None:
        theirs, ours = theirs[mask], ours[mask]
    if theirs.dtype == numpy.int64:
        return 0.0 if (theirs == ours).all() else numpy.inf
    return float(numpy.abs(theirs - ours).max()) if ours.size else 0.0


def largest_difference(network, folder, case):
    """The largest difference of all calls, and the seconds that they took."""
    found, results, largest, seconds = False, [], 0.0, 0.0
    for call in case["calls"]:
        inputs = {}
        for name in case["inputs"].get(call["function"], call["inputs"]):
            entry = call["inputs"][name]
            if isinstance(entry, str):
                number, output = entry.split(".", 1)
                inputs[name] = results[int(number)][output]
            else:
                inputs[name] = stored(folder, entry)
        start = time.perf_counter()
        results.append(network.call(call["function"], inputs))
        seconds += time.perf_counter() - start
        mask = stored(folder, call["mask"]) if "mask" in call else None
        for name, entry in call.get("expected", {}).items():
            if results[-1] is None:
                continue
            found = True
            value = difference(results[-1][name], stored(folder, entry), mask)
            assert value == value, "not a number"
            largest = max(largest, value)
    assert found
    return largest, seconds


def tried(module, path, case):
    """The largest difference, its bound, the size and the seconds, on the CPU and on a GPU."""
    if module == "onnxruntime":
        network = Onnx(path, case)
        return [(*largest_difference(network, path, case), network.size, 1e-5)]
    import torch

    results = []
    for device, bound in [("cpu", 1e-5), ("cuda", 1e-4)][:1 + torch.cuda.is_available()]:
        network = TorchScript(path, case, device)
        with torch.jit.optimized_execution(False):  # Otherwise each graph is compiled, for long.
            results.append((*largest_difference(network, path, case), network.size, bound))
    return results


def main(module, folder):
    failures = 0
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        with open(os.path.join(path, "case.json"), encoding="utf-8") as file:
            case = json.load(file)
        try:
            results = tried(module, path, case)
            value, seconds, size, _ = results[0]
            print("%s: %.1e, %d bytes, %.3f s" % (case["name"], value, size, seconds)
                  + "".join(", on a GPU %.1e" % other[0] for other in results[1:]))
            failures += any(not each[0] < each[3] for each in results)
        except Exception as error:  # The others are tried all the same.
            print("%s: %s" % (case["name"], repr(error)[:2000].replace("\n", " ")))
            failures += 1
    sys.exit(min(failures, 1))


main(*sys.argv[1:])
