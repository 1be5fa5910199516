# Scaled Dot-Product Attention
# Weigh values by how well their keys match: softmax(QKᵀ/√(dₖ)) V.
#
# attention(Q, K, V, mask=None)
#   Q          float64 array (*batch, q, d_k)
#              queries
#   K          float64 array (*batch, k, d_k)
#              keys k₁, ..., kₙ
#   V          float64 array (*batch, k, d_v)
#              values
#   mask       bool array or None, None by default (q, k)
#              True where a query may look
#   returns    tuple
#              both
#     output   float64 array (*batch, q, d_v)
#              weighted mean of the rows of V
#     weights  float64 array (*batch, q, k)
#              each row sums to one
#
# Requirements
#   1. Subtract the largest score of a row before np.exp.
#   2. Return float64.
#
# Check your solution: grader check attention attention.py

import numpy as np


def attention(Q: np.ndarray, K: np.ndarray, V: np.ndarray, mask: np.ndarray | None = None):
    """Return (output, weights)."""
    pass
