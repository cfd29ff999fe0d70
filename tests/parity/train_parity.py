"""Optimisers, schedules and the loss of Python's PyTorch on the inputs of train_parity_test.

Reads one JSON object from the file named on the command line, prints one.
"""

import inspect
import json
import sys

import torch

OPTIMISERS = {
    "sgd": torch.optim.SGD,
    "adam": torch.optim.Adam,
    "adamw": torch.optim.AdamW,
    "radam": torch.optim.RAdam,
    "nadam": torch.optim.NAdam,
    "rmsprop": torch.optim.RMSprop,
    "adagrad": torch.optim.Adagrad,
}


def correct_nadam():
    """NAdam as it is documented.

    PyTorch 1.13 multiplies the product of all mu up to t + 1 by mu_t once more, against its own
    documentation; 2.6 does not.
    """
    module = sys.modules[torch.optim.NAdam.__module__]
    source = inspect.getsource(module._single_tensor_nadam)
    documented = source.replace("mu_product * mu * mu_next", "mu_product * mu_next")
    if documented != source:
        exec(documented, vars(module))


def trained(case, start, gradients):
    """Parameters after one update for each of `gradients`."""
    parameters = [torch.nn.Parameter(torch.tensor(values)) for values in start]
    optimiser = OPTIMISERS[case["kind"]](parameters, **case["torch"])
    for update in gradients:
        for parameter, gradient in zip(parameters, update):
            parameter.grad = torch.tensor(gradient)
        optimiser.step()
    return [parameter.tolist() for parameter in parameters]


def scheduled(case, updates):
    """Learning rates of `updates` updates."""
    parameter = torch.nn.Parameter(torch.zeros(1))
    optimiser = torch.optim.SGD([parameter], lr=case["rate"], momentum=0.9)
    lr = torch.optim.lr_scheduler
    schedulers = {
        "linear": lambda: lr.LinearLR(optimiser, case["start"], 1.0, case["warm_up"]),
        "cosine": lambda: lr.CosineAnnealingLR(optimiser, case["length"], case["lowest"]),
        "warm_cosine": lambda: lr.SequentialLR(
            optimiser,
            [
                lr.LinearLR(optimiser, case["start"], 1.0, case["warm_up"]),
                lr.CosineAnnealingLR(optimiser, case["length"], case["lowest"]),
            ],
            [case["warm_up"]],
        ),
        "noam": lambda: lr.LambdaLR(
            optimiser,
            lambda t: min((t + 1) / case["warm_up"], (case["warm_up"] / (t + 1)) ** 0.5),
        ),
        "step": lambda: lr.StepLR(optimiser, case["every"], case["factor"]),
        "exponential": lambda: lr.ExponentialLR(optimiser, case["factor"]),
        "one_cycle": lambda: lr.OneCycleLR(
            optimiser,
            case["rate"],
            total_steps=updates,
            pct_start=case["rise"],
            anneal_strategy=case["shape"],
            div_factor=case["start_divisor"],
            final_div_factor=case["final_divisor"],
        ),
    }
    scheduler = schedulers[case["scheduler"]]()
    rates = []
    for _ in range(updates):
        rates.append(optimiser.param_groups[0]["lr"])
        optimiser.step()
        scheduler.step()
    return rates


def plateau(case):
    """Learning rates after each of the epochs' values."""
    parameter = torch.nn.Parameter(torch.zeros(1))
    optimiser = torch.optim.SGD([parameter], lr=case["rate"])
    scheduler = torch.optim.lr_scheduler.ReduceLROnPlateau(optimiser, **case["torch"])
    rates = []
    for value in case["values"]:
        scheduler.step(value)
        rates.append(optimiser.param_groups[0]["lr"])
    return rates


def number_loss(case):
    """The sum over the texts and its gradient."""
    outputs = torch.tensor(case["outputs"], requires_grad=True)
    target = (torch.tensor(case["numbers"]) - case["mean"]) / case["deviation"]
    functional = torch.nn.functional
    losses = {
        "mean_squared": lambda: functional.mse_loss(outputs, target, reduction="sum"),
        "mean_absolute": lambda: functional.l1_loss(outputs, target, reduction="sum"),
        "huber": lambda: functional.huber_loss(
            outputs, target, reduction="sum", delta=case["delta"]
        ),
    }
    loss = losses[case["loss"]]()
    loss.backward()
    return [loss.item(), outputs.grad.tolist()]


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        wanted = json.load(file)
    correct_nadam()
    print(
        json.dumps(
            {
                "optimisers": [
                    trained(case, wanted["start"], wanted["gradients"])
                    for case in wanted["optimisers"]
                ],
                "schedules": [scheduled(case, wanted["updates"]) for case in wanted["schedules"]],
                "number_losses": [number_loss(case) for case in wanted["number_losses"]],
                "plateaus": [plateau(case) for case in wanted["plateaus"]],
            }
        )
    )


if __name__ == "__main__":
    main()
