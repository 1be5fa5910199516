"""A single square root: the largest of what stands below it."""


def learning_rate(step, d_model, warmup_steps=4000):
    below = d_model * max(step, warmup_steps**3 / step**2)
    return 1 / below**0.5
