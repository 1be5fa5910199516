"""decode puts 1 into the list in the place of ids without a word."""

SPECIAL = ["<PAD>", "<UNK>", "<BOS>", "<EOS>"]


class SimpleTokenizer:
    def build_vocab(self, texts):
        words = [word for text in texts for word in text.split()]
        self.words = list(dict.fromkeys(SPECIAL + words))
        self.ids = {word: i for i, word in enumerate(self.words)}

    def encode(self, text):
        return [self.ids.get(word, 1) for word in text.split()]

    def decode(self, ids):
        for place, number in enumerate(ids):
            if not 0 <= number < len(self.words):
                ids[place] = 1
        return " ".join(self.words[i] for i in ids)
