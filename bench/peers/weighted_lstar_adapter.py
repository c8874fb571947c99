"""Runs the weighted L* of Weiss, Goldberg and Yahav 2019 on a network: NETWORK.onnx FOLDER SECONDS. One JSON line.

FOLDER is a clone of tech-srl/weighted_lstar. The options are those of its full_example.py, but for the limits on prefixes and
time. Packages that it imports only to draw are replaced by nothing.
"""

import contextlib
import json
import os
import random
import sys
import tempfile
import time
import types

import language_models

TOLERANCE = 0.1
MOST_PREFIXES = 5000
END = "end"


class Model:
    """What their LanguageModel wants of a model. A state is the word that leads to it."""

    def __init__(self, counted):
        self.counted = counted
        self.input_alphabet = list(range(counted.letters))
        self.end_token = END
        self.internal_alphabet = [*self.input_alphabet, END]

    def initial_state(self):
        return ()

    def next_state(self, state, token):
        return (*state, token)

    def state_probs_dist(self, state):
        return self.counted.distribution(state)

    def state_char_prob(self, state, token):
        return self.counted.distribution(state)[self.counted.letters if token == END else token]


def without_drawing():
    for name in ["matplotlib", "matplotlib.pyplot", "pathos", "pathos.multiprocessing", "psutil"]:
        sys.modules[name] = types.ModuleType(name)
    sys.modules["matplotlib"].use = lambda _: None
    sys.modules["matplotlib"].pyplot = sys.modules["matplotlib.pyplot"]
    sys.modules["pathos"].multiprocessing = sys.modules["pathos.multiprocessing"]
    for name in ["IPython", "IPython.display"]:
        sys.modules[name] = types.ModuleType(name)
    sys.modules["IPython.display"].display = sys.modules["IPython.display"].Image = None


def measure(path, folder, seconds):
    without_drawing()
    sys.path.insert(0, folder)
    from Learner import learn

    random.seed(1)
    counted = language_models.Counted(language_models.opened(path))
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch, open(os.devnull, "w", encoding="utf-8") as nowhere:
        pdfa, table, _ = learn(
            Model(counted),
            max_P=MOST_PREFIXES,
            max_S=50,
            pdfas_path=scratch,
            prints_path=nowhere,
            atol=TOLERANCE,
            interval_width=2 * TOLERANCE,
            n_cex_attempts=500,
            max_counterexample_length=50,
            expanding_time_limit=seconds,
        )
    late = time.process_time() - table.table_start > seconds
    stopped = f"over {seconds:g} s" if late else f"{MOST_PREFIXES} prefixes" if len(table.P) >= MOST_PREFIXES else None
    letters = range(counted.letters)
    return language_models.report(
        counted,
        start,
        pdfa.initial_state(),
        lambda state: [pdfa.transitions[state][a] for a in letters],
        lambda state: [max(0, pdfa.transition_weights[state][a]) for a in [*letters, END]],
        stopped,
    )


if __name__ == "__main__":
    with contextlib.redirect_stdout(sys.stderr):
        found = measure(sys.argv[1], sys.argv[2], float(sys.argv[3]))
    print(json.dumps(found, separators=(",", ":")))
