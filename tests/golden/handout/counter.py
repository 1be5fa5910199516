# Counter <script>alert("title")</script>
# Count words.
#
# Counter(start=0)
#   Counts the words it is shown.
#   start  int, 0 by default  where every count begins
#
# show(words)
#   Count these words.
#   words  list[str]  words in order
#
# count(word)
#   word     str
#   returns  int  how often it came
#
# Requirements
#   1. Count.
#
# Check your solution: grader check counter counter.py

class Counter:
    def __init__(self, start=0):
        pass

    def show(self, words):
        pass

    def count(self, word):
        pass
