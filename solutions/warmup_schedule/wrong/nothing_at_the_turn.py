"""Neither comparison includes the last step of the warm-up."""


def learning_rate(step, d_model, warmup_steps=4000):
    rate = 0.0
    if step < warmup_steps:
        rate = step * warmup_steps**-1.5
    elif step > warmup_steps:
        rate = step**-0.5
    return d_model**-0.5 * rate
