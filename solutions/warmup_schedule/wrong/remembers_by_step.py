"""Keeps the rate of each step."""

_rates = {}


def learning_rate(step, d_model, warmup_steps=4000):
    if step not in _rates:
        _rates[step] = d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)
    return _rates[step]
