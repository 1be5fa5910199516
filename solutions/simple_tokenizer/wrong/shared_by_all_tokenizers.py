"""All tokenizers have one vocabulary, which is only added to."""

words = ["<PAD>", "<UNK>", "<BOS>", "<EOS>"]
numbers = {word: i for i, word in enumerate(words)}


class SimpleTokenizer:
    def build_vocab(self, texts):
        for text in texts:
            for word in text.split():
                if word not in numbers:
                    numbers[word] = len(words)
                    words.append(word)

    def encode(self, text):
        return [numbers.get(word, 1) for word in text.split()]

    def decode(self, ids):
        return " ".join(words[i] if 0 <= i < len(words) else "<UNK>" for i in ids)
