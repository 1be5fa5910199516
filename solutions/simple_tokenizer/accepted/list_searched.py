"""One list of words, searched from the front."""


class SimpleTokenizer:
    def build_vocab(self, texts):
        self.words = ["<PAD>", "<UNK>", "<BOS>", "<EOS>"]
        for text in texts:
            for word in text.split():
                if word not in self.words:
                    self.words.append(word)

    def encode(self, text):
        ids = []
        for word in text.split():
            try:
                ids.append(self.words.index(word))
            except ValueError:
                ids.append(1)
        return ids

    def decode(self, ids):
        text = ""
        for number in ids:
            known = number in range(len(self.words))
            text += " " + (self.words[number] if known else self.words[1])
        return text[1:]
