"""The schedule of the learning rate: what every submission is compared with."""


def learning_rate(step: int, d_model: int, warmup_steps: int = 4000) -> float:
    """Return the rate of a step, counted from 1: a line up to the warm-up's end, then a decay."""
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)
