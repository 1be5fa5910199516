"""Finds words by a regular expression; a dict makes up ids while it is asked."""

import re
from collections import defaultdict

WORD = re.compile(r"\S+")


class SimpleTokenizer:
    def build_vocab(self, texts):
        numbers = defaultdict(lambda: len(numbers))
        for text in ["<PAD> <UNK> <BOS> <EOS>", *texts]:
            for found in WORD.finditer(text):
                numbers[found[0]]
        self.numbers = dict(numbers)

    def encode(self, text):
        return [self.numbers.get(found[0], self.numbers["<UNK>"]) for found in WORD.finditer(text)]

    def decode(self, ids):
        words = {number: word for word, number in self.numbers.items()}
        return " ".join([words.get(number, "<UNK>") for number in ids])
