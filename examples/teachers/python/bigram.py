#!/usr/bin/env python3
"""A tiny language model as a black box in Python, standard library only.

    hankel learn -- python3 examples/teachers/python/bigram.py

It says what comes next: a probability for each word of its vocabulary, in this order, and last that of the end. This one
is a bigram model, which looks at the last word only. Copy `serve` and replace `following`; a network that reads a whole
text in one pass gives all of these rows at once. If yours cannot, leave "prefixes" out and answer with the last row only.
"""

import json
import sys
from collections import Counter

TEXT = """the cat sleeps
the dog sleeps
the cat sees the dog
the dog sees the cat
a cat sees a dog
a dog sleeps"""

VOCABULARY = ["the", "a", "cat", "dog", "sees", "sleeps"]
START, END = "<s>", "</s>"
SMOOTHING = 0.01

PAIRS = Counter()
for line in TEXT.splitlines():
    words = [START, *line.split(), END]
    PAIRS.update(zip(words, words[1:]))


def following(last):
    """What comes after a word: a distribution over the vocabulary and the end."""
    counts = [PAIRS[last, word] + SMOOTHING for word in [*VOCABULARY, END]]
    return [count / sum(counts) for count in counts]


def rows(text):
    """A distribution for every prefix of a text, the empty one first."""
    return [following(last) for last in [START, *text]]


def serve(alphabet, rows):
    """Answers Hankel's requests on standard input and output. Print messages for people to standard error."""

    def send(message):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    send({"hankel": 1, "next": True, "prefixes": True, "alphabet": alphabet})
    for line in sys.stdin:
        request = json.loads(line)
        try:
            send({"id": request["id"], "distributions": [rows(text) for text in request["next"]]})
        except Exception as error:  # reported to the user; the program keeps running
            send({"id": request["id"], "error": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    serve(VOCABULARY, rows)
