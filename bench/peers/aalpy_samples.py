"""AALpy's state merging on samples.

    python aalpy_samples.py edsm TRAIN        words with labels, as Abbadingo writes them: a DFA
    python aalpy_samples.py edsm-mealy TRAIN  runs, one a line: inputs and outputs by turns: a Mealy machine
    python aalpy_samples.py gsm TRAIN         the same, by run_GSM with its default score

Prints one line of JSON: the seconds of the processor without reading, and the automaton: for each state its arcs [letter, state, output] and its label.
"""

import json
import sys
import time

from aalpy.learning_algs import run_EDSM, run_GSM


def labelled(path):
    with open(path, encoding="utf8") as lines:
        next(lines)
        return [(tuple(words[2:]), words[0] == "1") for words in map(str.split, lines) if words]


def runs(path):
    with open(path, encoding="utf8") as lines:
        flat = [line.split() for line in lines if line.strip()]
    return [list(zip(words[0::2], words[1::2])) for words in flat]


def learn(algorithm, path):
    if algorithm == "edsm":
        data = labelled(path)
        start = time.process_time()
        model = run_EDSM(data, "dfa", print_info=False)
    elif algorithm == "edsm-mealy":
        data = []
        for run in runs(path):
            inputs = tuple(i for i, _ in run)
            data.extend((inputs[: n + 1], run[n][1]) for n in range(len(run)))
        start = time.process_time()
        model = run_EDSM(data, "mealy", print_info=False)
    else:
        data = runs(path)
        start = time.process_time()
        model = run_GSM(data, output_behavior="mealy", data_format="io_traces")
    return model, time.process_time() - start


def main():
    algorithm, path = sys.argv[1:3]
    model, seconds = learn(algorithm, path)
    number = {state: i for i, state in enumerate([model.initial_state] + [s for s in model.states if s is not model.initial_state])}
    states = []
    for state in number:
        outputs = getattr(state, "output_fun", {})
        arcs = [[letter, number[to], outputs.get(letter)] for letter, to in state.transitions.items()]
        states.append({"label": bool(getattr(state, "is_accepting", False)), "arcs": arcs})
    print(json.dumps({"seconds": seconds, "states": states}))


main()
