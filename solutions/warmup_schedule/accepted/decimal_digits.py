"""Fifty decimal digits, rounded at the end."""

from decimal import Decimal, localcontext


def learning_rate(step, d_model, warmup_steps=4000):
    with localcontext() as context:
        context.prec = 50
        step, d_model, warmup = Decimal(step), Decimal(d_model), Decimal(warmup_steps)
        falling = 1 / step.sqrt()
        rising = step / warmup / warmup.sqrt()
        return float(sorted([falling, rising])[0] / d_model.sqrt())
