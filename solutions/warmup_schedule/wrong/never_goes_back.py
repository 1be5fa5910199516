"""Takes the largest step so far."""

_largest = 0


def learning_rate(step, d_model, warmup_steps=4000):
    global _largest
    _largest = max(_largest, step)
    return d_model**-0.5 * min(_largest**-0.5, _largest * warmup_steps**-1.5)
