"""decode leaves special tokens out."""

SPECIAL = ["<PAD>", "<UNK>", "<BOS>", "<EOS>"]


class SimpleTokenizer:
    def build_vocab(self, texts):
        words = [word for text in texts for word in text.split()]
        self.words = list(dict.fromkeys(SPECIAL + words))
        self.ids = {word: i for i, word in enumerate(self.words)}

    def encode(self, text):
        return [self.ids.get(word, 1) for word in text.split()]

    def decode(self, ids):
        return " ".join(
            self.words[i] if 0 <= i < len(self.words) else "<UNK>" for i in ids if not 0 <= i < 4
        )
