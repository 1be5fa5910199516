class Counter:
    def __init__(self, start=0):
        self._start = start
        self._seen = {}

    def show(self, words):
        for word in words:
            self._seen[word] = self._seen.get(word, 0) + 1

    def count(self, word):
        return self._start + self._seen.get(word, 0)
