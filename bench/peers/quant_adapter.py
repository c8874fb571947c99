"""Runs QuaNT of pyModelExtractor on a network or a probabilistic automaton: TARGET FOLDER SECONDS. One JSON line.

FOLDER holds pymodelextractor and pythautomata as they are in their repositories. Ten bins a probability. Equivalence: for an
automaton the first word, by length, on which the bins differ; for a network 500 words drawn from it.
"""

import collections
import contextlib
import json
import os
import sys
import time

import language_models

BINS = 10
MOST_STATES = 5000
LONGEST = 100
DRAWN = 500
LONGEST_DRAWN = 50


def measure(path, folder, seconds):
    sys.path.insert(0, folder)
    sys.setrecursionlimit(100_000)
    from pymodelextractor.learners.observation_tree_learners.bounded_pdfa_quantization_n_ary_tree_learner import (
        BoundedPDFAQuantizationNAryTreeLearner as Learner,
    )
    from pymodelextractor.teachers.probabilistic_teacher import ProbabilisticTeacher
    from pythautomata.base_types.alphabet import Alphabet
    from pythautomata.base_types.sequence import Sequence
    from pythautomata.base_types.symbol import SymbolStr
    from pythautomata.utilities.probability_partitioner import QuantizationProbabilityPartitioner

    model = language_models.opened(path)
    counted = language_models.Counted(model)
    letters = range(counted.letters)
    # One character each, in order; the last is the end of a word.
    symbols = [SymbolStr(chr(0x100 + a)) for a in range(counted.letters + 1)]
    number = {symbol: a for a, symbol in enumerate(symbols)}
    partitioner = QuantizationProbabilityPartitioner(BINS)

    def successors(state):
        return [state.transitions_list[symbol][0][0] for symbol in symbols[:-1]]

    def row(state):
        return [*(state.transitions_list[symbol][0][1] for symbol in symbols[:-1]), state.final_weight]

    class Teacher(ProbabilisticTeacher):
        spent = 0.0
        alphabet = Alphabet(frozenset(symbols[:-1]))
        terminal_symbol = symbols[-1]

        def log_sequence_weight(self, sequence):
            raise NotImplementedError("no learner here asks for it")

        def next_token_probabilities(self, sequence):
            said = counted.distribution(tuple(number[symbol] for symbol in sequence))
            return collections.OrderedDict([(symbols[-1], said[-1]), *zip(symbols, said[:-1])])

        def equivalence_query(self, aut):
            begin = time.perf_counter()
            self._equivalence_queries_count += 1
            search = on_drawn_words if isinstance(model, language_models.Network) else in_product
            word = search(initial(aut))
            self.spent += time.perf_counter() - begin
            return word is None, None if word is None else Sequence([symbols[a] for a in word])

    def initial(automaton):
        return next(state for state in automaton.weighted_states if state.initial_weight == 1)

    def on_drawn_words(begin):
        checked = set()
        for _ in range(DRAWN):
            word, state = counted.drawn(min(LONGEST_DRAWN, model.longest)), begin
            for end in range(len(word) + 1):
                if word[:end] not in checked:
                    checked.add(word[:end])
                    if not partitioner.are_in_same_partition(counted.distribution(word[:end]), row(state)):
                        return word[:end]
                if end < len(word):
                    state = successors(state)[word[end]]
        return None

    def in_product(begin):
        met, open_pairs = {(0, id(begin))}, collections.deque([(0, begin, ())])
        while open_pairs:
            p, q, word = open_pairs.popleft()
            if not partitioner.are_in_same_partition(model.row(p), row(q)):
                return word
            for a, following in zip(letters, successors(q)):
                to = model.target[p * counted.letters + a]
                if (to, id(following)) not in met:
                    met.add((to, id(following)))
                    open_pairs.append((to, following, (*word, a)))
        return None

    teacher = Teacher(None)
    options = {"generate_partial_hipothesis": True, "mean_distribution_for_partial_hipothesis": True}
    longest = min(LONGEST, model.longest)
    learner = Learner(
        partitioner, MOST_STATES, longest, int(seconds), **options, check_max_states_in_tree=True, check_probabilistic_hipothesis=False
    )
    start = time.perf_counter()
    result = learner.learn(teacher)
    ends = {"NumberOfStatesExceeded": f"{MOST_STATES} states", "QueryLengthExceeded": f"words of over {longest} letters"}
    ends["TimeExceeded"] = f"over {seconds:g} s"
    stopped = next((text for name, text in ends.items() if result.info[name]), None)
    # The search through an automaton is ours; drawing words from a network is part of learning it.
    ours = 0 if isinstance(model, language_models.Network) else teacher.spent
    return language_models.report(counted, start + ours, initial(result.model), successors, row, stopped)


if __name__ == "__main__":
    # The learner walks sets of symbols: without this, the figures would change from run to run.
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    with contextlib.redirect_stdout(sys.stderr):
        found = measure(sys.argv[1], sys.argv[2], float(sys.argv[3]))
    print(json.dumps(found, separators=(",", ":")))
