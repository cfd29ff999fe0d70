"""Recurrent layers of a cell that is given by its equations, here of the minimal gated unit."""
import torch
import torch.nn.functional as F
from torch import nn

TITLE = "MGU"
STATE_COUNT = 1
INPUT_ITSELF, INPUT_PARAMETER = False, "weight_ph"
RESIDUAL, DENSE = False, False

# ---- exported ----


class Recurrent(nn.Module):
    """TITLE, one step after another on true lengths:

    # <EQUATIONS>
        f_t = σ(W_f x_t + U_f h_{t-1} + b_f)
        n_t = tanh(W_n x_t + U_n (f_t ⊙ h_{t-1}) + b_n)
        h_t = (1 - f_t) ⊙ h_{t-1} + f_t ⊙ n_t
    # </EQUATIONS>
    """

    def __init__(self, input_size, hidden_size, layers, dropout, bidirectional):
        super().__init__()
        self.hidden_size, self.layers, self.dropout = hidden_size, layers, dropout
        self.directions = ("", "_reverse") if bidirectional else ("",)
        bound = hidden_size ** -0.5
        for layer in range(layers):
            if DENSE:
                size = input_size + layer * len(self.directions) * hidden_size
            else:
                size = input_size if layer == 0 else len(self.directions) * hidden_size
            parameters = {
                # <SHAPES>
                "weight_ih": (None, (2 * hidden_size, size)),
                "bias": (None, (2 * hidden_size,)),
                "weight_hh": (None, (hidden_size, hidden_size)),
                "weight_ch": (None, (hidden_size, hidden_size)),
                # </SHAPES>
            }
            if INPUT_ITSELF:
                if size != hidden_size:  # P x stands for x there
                    parameters[INPUT_PARAMETER] = (None, (hidden_size, size))
            for name, (begins, shape) in parameters.items():
                for direction in self.directions:
                    values = torch.empty(shape)
                    if begins is None:
                        values.uniform_(-bound, bound)
                    else:
                        values.fill_(begins)
                    self.register_parameter(f"{name}_l{layer}{direction}", nn.Parameter(values))

    def step(self, x, states, place):
        """One step of one layer and direction.

        x [batch, size], each state [batch, hidden] -> the states after it.
        """
        def weight(name):
            return getattr(self, name + place)

        # <STEP>
        (last_h,) = states
        from_x_f, from_x_n = F.linear(x, weight("weight_ih")).chunk(2, -1)
        bias_f, bias_n = weight("bias").chunk(2, -1)
        f = torch.sigmoid(from_x_f + F.linear(last_h, weight("weight_hh")) + bias_f)
        n = torch.tanh(from_x_n + F.linear(f * last_h, weight("weight_ch")) + bias_n)
        h = (1 - f) * last_h + f * n
        return (h,)
        # </STEP>

    if INPUT_ITSELF:
        def as_state(self, x, place):
            """x where it has the size of a state, otherwise P x."""
            name = INPUT_PARAMETER + place
            return F.linear(x, getattr(self, name)) if hasattr(self, name) else x

    def walk(self, x, lengths, states, layer, direction):
        """All tokens of one layer and direction -> outputs [batch, length, hidden], last states."""
        tokens = range(x.size(1))
        outputs = [None] * x.size(1)
        for t in reversed(tokens) if direction else tokens:
            true = (t < lengths).unsqueeze(1)
            after = self.step(x[:, t], states, f"_l{layer}{direction}")
            states = tuple(torch.where(true, new, old) for new, old in zip(after, states))
            outputs[t] = torch.where(true, after[0], torch.zeros_like(after[0]))
        return torch.stack(outputs, 1), states

    def forward(self, x, lengths=None, states=None):
        """States of all tokens, and the last ones of all layers and directions."""
        rows = x.size(0)
        if lengths is None:
            lengths = torch.full((rows,), x.size(1))
        lengths = lengths.to(x.device)
        if states is None:
            zeros = x.new_zeros(self.layers * len(self.directions), rows, self.hidden_size)
            states = (zeros,) * STATE_COUNT
        last = []
        for layer in range(self.layers):
            outputs = []
            for direction in self.directions:
                begins = tuple(state[len(last)] for state in states)
                output, after = self.walk(x, lengths, begins, layer, direction)
                outputs.append(output)
                last.append(after)
            output = torch.cat(outputs, 2)
            if RESIDUAL:
                if layer > 0:
                    output = output + x
            if layer + 1 < self.layers:
                output = F.dropout(output, self.dropout, self.training)
            if DENSE:
                if layer + 1 < self.layers:
                    output = torch.cat((x, output), 2)
            x = output
        return x, tuple(torch.stack(each) for each in zip(*last))
