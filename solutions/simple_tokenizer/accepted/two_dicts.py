"""A dict for each direction, filled side by side."""


class SimpleTokenizer:
    def __init__(self):
        self.word_to_id = {}
        self.id_to_word = {}
        self.special = "<PAD>", "<UNK>", "<BOS>", "<EOS>"

    def build_vocab(self, texts):
        self.word_to_id, self.id_to_word = {}, {}
        for text in (" ".join(self.special), *texts):
            for word in text.split():
                if word not in self.word_to_id:
                    number = len(self.word_to_id)
                    self.word_to_id[word] = number
                    self.id_to_word[number] = word

    def encode(self, text):
        unknown = self.word_to_id["<UNK>"]
        return [self.word_to_id.get(word, unknown) for word in text.split()]

    def decode(self, ids):
        return " ".join(self.id_to_word.get(number, "<UNK>") for number in ids)
