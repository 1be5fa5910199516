"""Sorted words in an array, found by bisection, and the ids that belong to them."""

import numpy as np


class SimpleTokenizer:
    def build_vocab(self, texts):
        words = ["<PAD>", "<UNK>", "<BOS>", "<EOS>"]
        for text in texts:
            words.extend(text.split())
        self.sorted, first = np.unique(np.array(words), return_index=True)
        self.order = np.argsort(first)
        self.rank = np.argsort(self.order)

    def encode(self, text):
        words = np.array(text.split(), dtype=str)
        places = np.minimum(np.searchsorted(self.sorted, words), len(self.sorted) - 1)
        return np.where(self.sorted[places] == words, self.rank[places], 1).tolist()

    def decode(self, ids):
        ids = np.array(ids, dtype=np.int64)
        known = (ids >= 0) & (ids < len(self.order))
        return " ".join(self.sorted[self.order[np.where(known, ids, 1)]].tolist())
