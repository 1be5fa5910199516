"""A tree of letters, in which a word is a path."""


class SimpleTokenizer:
    def build_vocab(self, texts):
        self.root, self.words = {}, []
        for word in ["<PAD>", "<UNK>", "<BOS>", "<EOS>"]:
            self._learn(word)
        for text in texts:
            for word in text.split():
                self._learn(word)

    def _learn(self, word):
        node = self.root
        for letter in word:
            node = node.setdefault(letter, {})
        if "" not in node:
            node[""] = len(self.words)
            self.words.append(word)

    def _find(self, word):
        node = self.root
        for letter in word:
            if letter not in node:
                return 1
            node = node[letter]
        return node.get("", 1)

    def encode(self, text):
        return list(map(self._find, text.split()))

    def decode(self, ids):
        count = len(self.words)
        return " ".join(self.words[number if -1 < number < count else 1] for number in ids)
