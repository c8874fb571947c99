"""What the Python adapters share: the target, the perfect equivalence oracle, the counters, the one-line report."""

import contextlib
import json
import signal
import sys
import time


class Target:
    """A complete deterministic machine: letters 0..k-1, states 0..n-1, state 0 initial, flat lists."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            fields = json.load(file)
        self.kind = fields["kind"]
        self.letters = fields["letters"]
        self.size = fields["size"]
        # Successor of state p by letter a, at [p * letters + a].
        self.target = fields["target"]
        self._expect("target", self.target, self.size * self.letters)
        # What is seen of a state: DFA its finality, Mealy its outputs, PDFA its next-letter probabilities and stop.
        self.labels = list(map(self._label_reader(fields), range(self.size)))

    def _expect(self, name, values, count):
        if len(values) != count:
            raise ValueError(f'"{name}" has {len(values)} entries, expected {count}')

    def _label_reader(self, fields):
        k = self.letters
        if self.kind == "dfa":
            final = fields["final"]
            self._expect("final", final, self.size)
            return lambda p: bool(final[p])
        if self.kind == "mealy":
            output = fields["output"]
            self._expect("output", output, self.size * k)
            return lambda p: tuple(output[p * k : (p + 1) * k])
        if self.kind == "pdfa":
            probability, stop = fields["probability"], fields["stop"]
            self._expect("probability", probability, self.size * k)
            self._expect("stop", stop, self.size)
            return lambda p: (*probability[p * k : (p + 1) * k], stop[p])
        raise ValueError(f'kind is "{self.kind}", expected dfa, mealy or pdfa')

    def minimal_size(self):
        """The number of states of the minimal machine: Moore's refinement of the reachable part."""
        k, target = self.letters, self.target
        order, met = [0], {0}
        for p in order:
            for q in target[p * k : (p + 1) * k]:
                if q not in met:
                    met.add(q)
                    order.append(q)
        rows = {p: self.labels[p] for p in order}
        count = 0
        while True:
            names = {}
            block = {p: names.setdefault(row, len(names)) for p, row in rows.items()}
            if len(names) == count:
                return count
            count = len(names)
            rows = {p: (block[p], *(block[q] for q in target[p * k : (p + 1) * k])) for p in order}


def difference(target, initial, follow, clash):
    """The first word, by length and then by letters, on which a hypothesis and the target differ; None if none does.

    follow(q) gives the successors of the hypothesis state q as a list over letters; clash(p, q) is None where the
    target's state p and q look alike, else the letters that show it: () here, (a,) on letter a.

    Breadth-first over pairs, as Hopcroft and Karp: a pair whose states were already joined is not followed. That keeps
    at most size + size pairs, and still finds the first word: had a skipped pair a separating word w, then w separates
    some joined pair on the chain between its states, and that pair was reached by an earlier word.
    """
    k, arcs = target.letters, target.target
    # Union-find over the target's numbers and the identities of the hypothesis's states.
    parent = {}

    def root(x):
        above = parent.setdefault(x, x)
        while above != x:
            parent[x] = above = parent[above]
            x, above = above, parent[above]
        return x

    def word(pair, last):
        letters = []
        while pair:
            letters.append(by_letter[pair])
            pair = came_from[pair]
        return (*reversed(letters), *last)

    pairs, came_from, by_letter = [(0, initial)], [0], [0]
    found = clash(0, initial)
    if found is not None:
        return found
    parent[0] = parent[id(initial)] = id(initial)
    for head, (p, q) in enumerate(pairs):
        for letter, (p2, q2) in enumerate(zip(arcs[p * k : (p + 1) * k], follow(q))):
            x, y = root(p2), root(id(q2))
            if x == y:
                continue
            parent[x] = y
            pairs.append((p2, q2))
            came_from.append(head)
            by_letter.append(letter)
            found = clash(p2, q2)
            if found is not None:
                return word(len(pairs) - 1, found)
    return None


class Counter:
    """Counts what a learner asks: every question goes through ask()."""

    def __init__(self):
        self.queries = 0
        # Different words, in the order they were first asked.
        self.words = {}

    def ask(self, word):
        self.queries += 1
        self.words[word] = None

    def give(self, word):
        """A counterexample: it costs as if asked, whether or not the learner asks for it, but is no query."""
        self.words[word] = None

    def symbols(self):
        return sum(map(len, self.words))

    def cost(self):
        """Of all different words: 1 + letters each."""
        return len(self.words) + self.symbols()


class Prefixes:
    """The prefix tree of words, in the order they were first asked."""

    def __init__(self, words):
        # Words that were no prefix of an earlier one, and what they cost: 1 + letters each.
        self.maximal = 0
        self.maximal_cost = 0
        # Different prefixes of all words, the empty one left out, and what asking for each would cost.
        self.count = 0
        self.cost = 0
        nodes = {}
        for word in words:
            node = 0
            before = len(nodes)
            for depth, letter in enumerate(word, start=1):
                fresh = len(nodes) + 1
                node = nodes.setdefault((node, letter), fresh)
                if node == fresh:
                    self.cost += 1 + depth
            if len(nodes) > before:
                self.maximal += 1
                self.maximal_cost += 1 + len(word)
        self.count = len(nodes)


class Equivalence:
    """The equivalence oracle's own count and clock."""

    def __init__(self, target):
        self.target = target
        self.asked = 0
        self.seconds = 0.0

    def ask(self, initial, follow, clash):
        start = time.perf_counter()
        try:
            return difference(self.target, initial, follow, clash)
        finally:
            self.asked += 1
            self.seconds += time.perf_counter() - start


@contextlib.contextmanager
def time_limit(seconds):
    def stop(_signal, _frame):
        raise TimeoutError(f"no result within {seconds} s")

    if seconds is not None:
        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def main(measure):
    """measure(target, algorithm) gives the report's fields; one JSON line is printed, whatever happens."""
    arguments = sys.argv[1:]
    sys.setrecursionlimit(100_000)
    try:
        if len(arguments) not in (2, 3):
            raise ValueError("usage: TARGET ALGORITHM [SECONDS]")
        seconds = float(arguments[2]) if len(arguments) == 3 else None
        # A peer that prints must not spoil the one line on standard output.
        with contextlib.redirect_stdout(sys.stderr), time_limit(seconds):
            report = measure(Target(arguments[0]), arguments[1])
    except BaseException as failure:  # the caller reads every end as JSON
        print(json.dumps({"error": f"{type(failure).__name__}: {failure}"}))
        sys.exit(1)
    print(json.dumps(report, separators=(",", ":")))
