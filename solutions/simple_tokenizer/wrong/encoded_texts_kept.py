"""What a text was encoded to is kept, also for the next vocabulary."""

SPECIAL = ["<PAD>", "<UNK>", "<BOS>", "<EOS>"]


class SimpleTokenizer:
    def __init__(self):
        self.known = {}

    def build_vocab(self, texts):
        words = [word for text in texts for word in text.split()]
        self.words = list(dict.fromkeys(SPECIAL + words))
        self.ids = {word: i for i, word in enumerate(self.words)}

    def encode(self, text):
        if text not in self.known:
            self.known[text] = [self.ids.get(word, 1) for word in text.split()]
        return list(self.known[text])

    def decode(self, ids):
        return " ".join(self.words[i] if 0 <= i < len(self.words) else "<UNK>" for i in ids)
