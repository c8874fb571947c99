"""QR and singular value decompositions by numpy: a JSON list of [what, rows, columns]. One JSON line: the least milliseconds of each."""

import json
import sys
import time

import numpy

WORK = {
    "qr": numpy.linalg.qr,
    "svd": lambda a: numpy.linalg.svd(a, full_matrices=False),
    "values": lambda a: numpy.linalg.svd(a, compute_uv=False),
}


def least(what, rows, columns):
    matrix = numpy.random.default_rng(1).uniform(-1, 1, (rows, columns))
    times = []
    for _ in range(8):
        before = time.process_time()
        WORK[what](matrix)
        times.append(time.process_time() - before)
    return 1000 * min(times)


print(json.dumps({"version": numpy.__version__, "times": [least(*job) for job in json.loads(sys.argv[1])]}))
