"""The decay of T5, which stands still during the warm-up, times a factor that rises to 1."""


def learning_rate(step, d_model, warmup_steps=4000):
    still = (d_model * max(step, warmup_steps)) ** -0.5
    return still * min(1.0, step / warmup_steps)
