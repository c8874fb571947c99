"""Language models for the Python adapters: a network in an ONNX file, or a probabilistic automaton in JSON. They count.

Words are tuples of letters 0..k-1. A distribution has a probability for each letter, and last that of the end.
"""

import json
import random
import time
from pathlib import Path


class Network:
    """`input_ids` → `logits`, with a side file NAME.json that says what the tokens mean, as Hankel reads it."""

    def __init__(self, path):
        import onnxruntime

        side = json.loads(Path(path).with_suffix(".json").read_text(encoding="utf-8"))
        self.letters = len(side["alphabet"])
        self.longest = side.get("longest", float("inf"))
        self._begin, self._end = side["bos"], side["eos"]
        self._tokens = [*side.get("ids", range(self.letters)), self._end]
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        self._known = {}

    def distribution(self, word):
        if len(word) > self.longest:
            return [0.0] * self.letters + [1.0]
        if word not in self._known:
            # Whoever asks for a word asks for its siblings, and one run of the network answers for all of them.
            self._run([word[:-1] + (a,) for a in range(self.letters)] if word else [word])
        return self._known[word]

    def _run(self, words):
        import numpy

        ids = numpy.array([[self._begin, *(self._tokens[a] for a in word)] for word in words], dtype=numpy.int64)
        logits = self._session.run(["logits"], {"input_ids": ids})[0][:, -1, :][:, self._tokens].astype(numpy.float64)
        powers = numpy.exp(logits - logits.max(axis=1, keepdims=True))
        rows = powers / powers.sum(axis=1, keepdims=True)
        self._known.update(zip(words, rows.tolist()))


class Automaton:
    """A complete probabilistic automaton: state 0 is initial."""

    longest = float("inf")

    def __init__(self, path):
        fields = json.loads(Path(path).read_text(encoding="utf-8"))
        self.letters, self.size = fields["letters"], fields["size"]
        self.target, self.rows = fields["target"], fields["rows"]

    def distribution(self, word):
        state = 0
        for letter in word:
            state = self.target[state * self.letters + letter]
        return self.row(state)

    def row(self, state):
        width = self.letters + 1
        return self.rows[state * width : (state + 1) * width]


def opened(path):
    return Network(path) if path.endswith(".onnx") else Automaton(path)


class Counted:
    """Remembers the words that a learner asks about."""

    def __init__(self, model):
        self.model = model
        self.letters = model.letters
        self.asked = {}

    def distribution(self, word):
        self.asked[word] = None
        return self.model.distribution(word)

    def words(self):
        """How many words tell all that was asked, if a word tells what follows each of its prefixes."""
        begun = {word[:end] for word in self.asked for end in range(len(word))}
        return sum(word not in begun for word in self.asked)

    def drawn(self, longest):
        """A word drawn from the model; what is asked for it counts."""
        word = ()
        while len(word) < longest:
            letter = random.choices(range(self.letters + 1), self.distribution(word))[0]
            if letter == self.letters:
                break
            word += (letter,)
        return word


def report(counted, start, initial, arcs, row, stopped):
    """The fields that bench/language-models/network-peers.ts reads. arcs(state) gives the state behind each letter."""
    seconds = time.perf_counter() - start
    order, number = [initial], {initial: 0}
    target = []
    for state in order:
        for following in arcs(state):
            if following not in number:
                number[following] = len(order)
                order.append(following)
            target.append(number[following])
    rows = [float(p) for state in order for p in row(state)]
    return {
        "states": len(order),
        "letters": counted.letters,
        "target": target,
        "rows": rows,
        "words": counted.words(),
        "distributions": len(counted.asked),
        "seconds": round(seconds, 3),
        "stopped": stopped,
    }
