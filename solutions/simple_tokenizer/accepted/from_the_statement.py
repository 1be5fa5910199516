"""Written from the statement alone."""


class SimpleTokenizer:
    def __init__(self):
        self.tokens = []

    def build_vocab(self, texts):
        self.tokens = ["<PAD>", "<UNK>", "<BOS>", "<EOS>"]
        for text in texts:
            for word in text.split():
                if word not in self.tokens:
                    self.tokens.append(word)

    def encode(self, text):
        return [self.tokens.index(w) if w in self.tokens else 1 for w in text.split()]

    def decode(self, ids):
        known = range(len(self.tokens))
        return " ".join(self.tokens[i] if i in known else "<UNK>" for i in ids)
