"""Falls with the step, from the right height."""


def learning_rate(step, d_model, warmup_steps=4000):
    peak = (d_model * warmup_steps) ** -0.5
    return peak * min(step / warmup_steps, warmup_steps / step)
