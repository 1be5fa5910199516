"""A vocabulary of words: what every submission is compared with."""

SPECIAL = ("<PAD>", "<UNK>", "<BOS>", "<EOS>")


class SimpleTokenizer:
    """Turns texts into ids of words and back."""

    def build_vocab(self, texts: list[str]) -> None:
        """Number the special tokens, then all words of the texts as they appear."""
        words = [word for text in texts for word in text.split()]
        self.words = list(dict.fromkeys([*SPECIAL, *words]))
        self.ids = {word: number for number, word in enumerate(self.words)}

    def encode(self, text: str) -> list[int]:
        """Return the id of every word; a word that is not known gets that of ``<UNK>``."""
        return [self.ids.get(word, SPECIAL.index("<UNK>")) for word in text.split()]

    def decode(self, ids: list[int]) -> str:
        """Return the words with a blank between; an id without a word gives ``<UNK>``."""
        known = range(len(self.words))
        return " ".join(self.words[i] if i in known else "<UNK>" for i in ids)
