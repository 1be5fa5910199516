"""The root of the steps since the warm-up ended."""


def learning_rate(step, d_model, warmup_steps=4000):
    if step <= warmup_steps:
        return d_model**-0.5 * step * warmup_steps**-1.5
    return d_model**-0.5 * (step - warmup_steps) ** -0.5
