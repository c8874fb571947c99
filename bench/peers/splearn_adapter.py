"""Spectral learning with scikit-splearn: JOB, a JSON file. One JSON line.

The Hankel matrix is made once, with all rows and columns of at most "length" letters that occur, and one automaton for each of "ranks";
then each weighs the test words. Seconds are of the processor, without reading files and without the test words.
"""

import json
import resource
import sys
import time

import numpy

# scikit-splearn 1.2.1 uses a name that numpy 2 has removed.
numpy.float_ = numpy.float64

from splearn.datasets.base import load_data_sample
from splearn.spectral import Spectral


def words(path):
    with open(path, encoding="utf-8") as file:
        next(file)
        return [tuple(map(int, line.split()[1:])) for line in file if line.strip()]


def measure(job):
    data = load_data_sample(adr=job["train"]).data
    test = words(job["test"])
    before = time.process_time()
    learner = Spectral(
        rank=job["ranks"][0],
        lrows=job["length"],
        lcolumns=job["length"],
        version=job["version"],
        mode_quiet=True,
    )
    learner.fit(data)
    hankel = learner.hankel
    automata = {job["ranks"][0]: learner.automaton}
    failures = {}
    for rank in job["ranks"][1:]:
        try:
            automata[rank] = hankel.to_automaton(rank, True)
        except Exception as failure:
            failures[rank] = str(failure)
    seconds = time.process_time() - before
    rows, columns = hankel.lhankel[0].shape
    return {
        "rows": rows,
        "columns": columns,
        "seconds": seconds,
        "weights": {rank: [float(automaton.val(word)) for word in test] for rank, automaton in automata.items()},
        "failures": failures,
        "peakMebibytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(json.dumps(measure(json.load(file))))
