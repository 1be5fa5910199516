"""Returns the sum as it is."""


def residual_norm(x, sublayer_output, gamma, beta, eps=1e-6):
    return x + sublayer_output
