"""Cuts texts into words itself, one character after the other."""


def words_of(text):
    word = ""
    for character in text + " ":
        if character not in " \t\r\n":
            word += character
        elif word:
            yield word
            word = ""


class SimpleTokenizer(dict):
    def __missing__(self, word):
        return self["<UNK>"]

    def build_vocab(self, texts):
        self.clear()
        for text in ("<PAD> <UNK> <BOS> <EOS>", *texts):
            for word in words_of(text):
                self.setdefault(word, len(self))

    def encode(self, text):
        return [self[word] for word in words_of(text)]

    def decode(self, ids):
        words = list(self)
        return " ".join(words[i] if i in self.values() else "<UNK>" for i in ids)
