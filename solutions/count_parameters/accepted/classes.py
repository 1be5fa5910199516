"""Small classes that know their size, put together to a model."""

from dataclasses import dataclass


@dataclass
class Linear:
    rows: int
    columns: int
    bias: bool = False

    def __len__(self):
        raise TypeError("may be too large for len")

    @property
    def size(self):
        return (self.rows + self.bias) * self.columns


@dataclass
class Group:
    parts: tuple
    times: int = 1

    @property
    def size(self):
        return self.times * sum(part.size for part in self.parts)


def count_parameters(
    vocab_size,
    d_model=512,
    d_ff=2048,
    num_layers=6,
    num_heads=8,
    d_k=None,
    d_v=None,
    shared=True,
):
    d_k = d_model // num_heads if d_k is None else d_k
    d_v = d_model // num_heads if d_v is None else d_v
    to_keys, to_values = Linear(d_model, num_heads * d_k), Linear(d_model, num_heads * d_v)
    attention = Group((to_keys, to_keys, to_values, Linear(num_heads * d_v, d_model)))
    network = Group((Linear(d_model, d_ff, bias=True), Linear(d_ff, d_model, bias=True)))
    norm = Linear(1, d_model, bias=True)  # a gain as its row, and a shift
    parts = {
        "embedding": Group((Linear(vocab_size, d_model),), 1 if shared else 3),
        "encoder": Group((attention, norm, network, norm), num_layers),
        "decoder": Group((attention, norm, attention, norm, network, norm), num_layers),
    }
    parts["total"] = Group(tuple(parts.values()))
    return {name: part.size for name, part in parts.items()}
