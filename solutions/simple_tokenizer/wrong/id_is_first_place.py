"""The id of a word is its first place among all words, repetitions counted."""

SPECIAL = ["<PAD>", "<UNK>", "<BOS>", "<EOS>"]


class SimpleTokenizer:
    def build_vocab(self, texts):
        self.words = SPECIAL + [word for text in texts for word in text.split()]
        self.ids = {word: self.words.index(word) for word in self.words}

    def encode(self, text):
        return [self.ids.get(word, 1) for word in text.split()]

    def decode(self, ids):
        return " ".join(self.words[i] if 0 <= i < len(self.words) else "<UNK>" for i in ids)
