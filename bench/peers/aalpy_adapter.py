"""Runs one AALpy learner on one target: TARGET ALGORITHM [SECONDS]. One JSON line on standard output."""

import time
from importlib.metadata import version

from aalpy.base import SUL, Oracle
from aalpy.learning_algs import run_KV, run_Lsharp, run_Lstar

import harness

# With cache_and_non_det_check off the learner asks our counter itself, so that its repeated questions are seen too.
COMMON = {"cache_and_non_det_check": False, "return_data": False, "print_level": 0}

# name: (learner, its options, whether it also reads the answers for the prefixes of a DFA word it asks)
ALGORITHMS = {
    "lstar": (run_Lstar, {"cex_processing": None, "all_prefixes_in_obs_table": False}, False),
    "lstar-rs": (run_Lstar, {"cex_processing": "rs", "all_prefixes_in_obs_table": False}, False),
    "lstar-rs-runs": (run_Lstar, {"cex_processing": "rs", "all_prefixes_in_obs_table": True}, True),
    "kv": (run_KV, {"cex_processing": "rs"}, False),
    "lsharp": (run_Lsharp, {"extension_rule": "SepSeq", "separation_rule": "ADS"}, True),
    "lsharp-ads": (run_Lsharp, {"extension_rule": "ADS", "separation_rule": "ADS"}, True),
}


class CountedSystem(SUL):
    """The target as AALpy asks it. query() is the fast way; adaptive questions come through pre, step and post."""

    def __init__(self, target, counter):
        super().__init__()
        self.target = target
        self.counter = counter
        self.state = 0
        self.word = []

    def query(self, word):
        word = tuple(word)
        self.counter.ask(word)
        k, arcs, labels = self.target.letters, self.target.target, self.target.labels
        state = 0
        outputs = []
        if self.target.kind == "mealy":
            for letter in word:
                outputs.append(labels[state][letter])
                state = arcs[state * k + letter]
            return outputs
        for letter in word:
            state = arcs[state * k + letter]
            outputs.append(labels[state])
        return outputs or [labels[0]]

    def pre(self):
        self.state = 0
        self.word = []

    def step(self, letter):
        if letter is None:
            return self.target.labels[self.state]
        self.word.append(letter)
        before = self.state
        self.state = self.target.target[before * self.target.letters + letter]
        return self.target.labels[before][letter] if self.target.kind == "mealy" else self.target.labels[self.state]

    def post(self):
        self.counter.ask(tuple(self.word))


class PerfectOracle(Oracle):
    def __init__(self, target, system):
        super().__init__(list(range(target.letters)), system)
        self.equivalence = harness.Equivalence(target)

    def find_cex(self, hypothesis):
        word = self.equivalence.ask(hypothesis.initial_state, *views(self.equivalence.target))
        if word is not None:
            self.sul.counter.give(word)
        return word


def views(target):
    """How harness.difference looks at AALpy's states."""
    letters = range(target.letters)
    labels = target.labels

    def follow(state):
        return [state.transitions[a] for a in letters]

    def clash_dfa(p, state):
        return None if labels[p] == state.is_accepting else ()

    def clash_mealy(p, state):
        return next(((a,) for a in letters if labels[p][a] != state.output_fun[a]), None)

    return follow, clash_mealy if target.kind == "mealy" else clash_dfa


def measure(target, algorithm):
    if target.kind not in ("dfa", "mealy"):
        raise ValueError(f'kind is "{target.kind}": AALpy is given dfa or mealy')
    if algorithm not in ALGORITHMS:
        raise ValueError(f"unknown algorithm {algorithm}: {', '.join(ALGORITHMS)}")
    learner, options, reads_prefixes = ALGORITHMS[algorithm]
    counter = harness.Counter()
    system = CountedSystem(target, counter)
    oracle = PerfectOracle(target, system)
    start = time.perf_counter()
    learned = learner(oracle.alphabet, system, oracle, automaton_type=target.kind, **options, **COMMON)
    seconds = time.perf_counter() - start
    distinct = len(counter.words)
    prefixes = harness.Prefixes(counter.words)
    whole = harness.difference(target, learned.initial_state, *views(target)) is None
    mealy = target.kind == "mealy"
    return {
        "peer": "aalpy",
        "version": version("aalpy"),
        "algorithm": algorithm,
        "kind": target.kind,
        "states": len(learned.states),
        "queries": counter.queries,
        "distinct": distinct,
        "maximal": prefixes.maximal if mealy else distinct,
        # A DFA word asked of AALpy also answers its prefixes, the empty one too, for the learners that read them.
        "answers": prefixes.count if mealy else prefixes.count + 1 if reads_prefixes else distinct,
        "symbols": counter.symbols(),
        "cost": prefixes.maximal_cost if mealy else prefixes.cost + 1 if reads_prefixes else counter.cost(),
        "equivalences": oracle.equivalence.asked,
        "seconds": round(seconds, 6),
        "equivalenceSeconds": round(oracle.equivalence.seconds, 6),
        "runs": 1,
        "correct": whole and len(learned.states) == target.minimal_size(),
    }


if __name__ == "__main__":
    harness.main(measure)
