"""Counts the calls, as a scheduler does."""

_calls = 0


def learning_rate(step, d_model, warmup_steps=4000):
    global _calls
    _calls += 1
    return d_model**-0.5 * min(_calls**-0.5, _calls * warmup_steps**-1.5)
