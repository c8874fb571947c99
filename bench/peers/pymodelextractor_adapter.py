"""Runs one PDFA learner of pyModelExtractor on one target: TARGET ALGORITHM [SECONDS]. One JSON line on standard output.

A question of these learners is a last-token probability: the probability of the last letter of a word (or of stopping)
after the letters before it.
"""

import os
import sys
import time
from importlib.metadata import version

from pymodelextractor.learners.observation_table_learners.pdfa_lstar_learner import PDFALStarLearner
from pymodelextractor.learners.observation_table_learners.pdfa_lstarcol_learner import PDFALStarColLearner
from pymodelextractor.teachers.probabilistic_teacher import ProbabilisticTeacher
from pythautomata.base_types.alphabet import Alphabet
from pythautomata.base_types.sequence import Sequence
from pythautomata.base_types.symbol import Symbol, SymbolStr

import harness

ALGORITHMS = {"lstar": PDFALStarLearner, "lstar-col": PDFALStarColLearner}

# The learners take means of equal numbers, which may differ in the last places.
TOLERANCE = 1e-9


class CountedTeacher(ProbabilisticTeacher):
    def __init__(self, target, counter):
        super().__init__(TOLERANCE)
        self.target = target
        self.counter = counter
        self.equivalence = harness.Equivalence(target)
        # One character each; the last is the end of a word.
        self.symbols = [SymbolStr(chr(0x100 + a)) for a in range(target.letters + 1)]
        self.number = {symbol: a for a, symbol in enumerate(self.symbols)}
        self._alphabet = Alphabet(frozenset(self.symbols[:-1]))

    @property
    def alphabet(self):
        return self._alphabet

    @property
    def terminal_symbol(self):
        return self.symbols[-1]

    def letters(self, sequence):
        return tuple(self.number[symbol] for symbol in sequence)

    def last_token_weight(self, word):
        state = 0
        for letter in word[:-1]:
            state = self.target.target[state * self.target.letters + letter]
        return self.target.labels[state][word[-1]]

    def last_token_weights(self, sequence, required_suffixes):
        prefix = self.letters(sequence)
        weights = []
        for suffix in required_suffixes:
            word = prefix + self.letters([suffix] if isinstance(suffix, Symbol) else suffix)
            self.counter.ask(word)
            weights.append(self.last_token_weight(word))
        return weights

    def sequence_weight(self, sequence):
        """One question; what it needs beyond the last-token probabilities asked before counts as different words."""
        word = self.letters(sequence)
        self.counter.queries += 1
        weight = 1.0
        for end in range(1, len(word) + 1):
            self.counter.words[word[:end]] = None
            weight *= self.last_token_weight(word[:end])
        return weight

    def log_sequence_weight(self, sequence):
        raise NotImplementedError("no learner here asks for it")

    def equivalence_query(self, aut):
        word = self.equivalence.ask(initial(aut), *self.views())
        if word is None:
            return True, None
        return False, Sequence([self.symbols[a] for a in word])

    def views(self):
        """How harness.difference looks at pythautomata's states."""
        letters = self.symbols[:-1]
        labels = self.target.labels

        def follow(state):
            return [state.transitions_list[symbol][0][0] for symbol in letters]

        def clash(p, state):
            seen = [*(state.transitions_list[symbol][0][1] for symbol in letters), state.final_weight]
            return () if any(abs(x - y) > TOLERANCE for x, y in zip(labels[p], seen)) else None

        return follow, clash


def initial(automaton):
    return next(state for state in automaton.weighted_states if state.initial_weight != 0)


def measure(target, algorithm):
    if target.kind != "pdfa":
        raise ValueError(f'kind is "{target.kind}": pyModelExtractor is given pdfa')
    if algorithm not in ALGORITHMS:
        raise ValueError(f"unknown algorithm {algorithm}: {', '.join(ALGORITHMS)}")
    if min(map(min, target.labels)) <= 0:
        raise ValueError("a probability is zero: these learners are given positive ones")
    counter = harness.Counter()
    teacher = CountedTeacher(target, counter)
    start = time.perf_counter()
    learned = ALGORITHMS[algorithm]().learn(teacher).model
    seconds = time.perf_counter() - start
    distinct = len(counter.words)
    contexts = {word[:-1] for word in counter.words}
    states = len(learned.weighted_states)
    whole = harness.difference(target, initial(learned), *teacher.views()) is None
    return {
        "peer": "pymodelextractor",
        "version": version("pymodelextractor"),
        "algorithm": algorithm,
        "kind": target.kind,
        "states": states,
        "queries": counter.queries,
        "distinct": distinct,
        "maximal": distinct,
        "answers": distinct,
        # Different words before the last letter, and their cost: if a whole next-letter distribution were one answer.
        "contexts": len(contexts),
        "contextsCost": sum(1 + len(context) for context in contexts),
        "symbols": counter.symbols(),
        # The system reads what stands before the last letter, and answers for that letter.
        "cost": counter.cost() - distinct,
        "equivalences": teacher.equivalence.asked,
        "seconds": round(seconds, 6),
        "equivalenceSeconds": round(teacher.equivalence.seconds, 6),
        "runs": 1,
        "correct": whole and states == target.minimal_size(),
    }


if __name__ == "__main__":
    # The learners walk sets of symbols: without this, the figures would change from run to run.
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    harness.main(measure)
