"""Keeps the texts, and numbers their words when it is asked."""

from itertools import chain


class SimpleTokenizer:
    def __init__(self):
        self.texts = ()

    def build_vocab(self, texts):
        self.texts = "<PAD> <UNK> <BOS> <EOS>", *texts

    def _tokens(self):
        return tuple(dict.fromkeys(chain.from_iterable(text.split() for text in self.texts)))

    def encode(self, text):
        tokens = self._tokens()
        return [tokens.index(word if word in tokens else "<UNK>") for word in text.split()]

    def decode(self, ids):
        tokens = dict(enumerate(self._tokens()))
        return " ".join(tokens.get(number, "<UNK>") for number in ids)
