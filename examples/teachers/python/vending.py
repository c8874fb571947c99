#!/usr/bin/env python3
"""A Mealy machine as a black box in Python, standard library only.

    hankel learn -- python3 examples/teachers/python/vending.py

Copy `serve` and replace `run`.
"""

import json
import sys


def serve(machine, alphabet, run):
    """Answers Hankel's requests on standard input and output. Print messages for people to standard error."""

    def send(message):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    send({"hankel": 1, "machine": machine, "alphabet": alphabet})
    for line in sys.stdin:
        request = json.loads(line)
        try:
            send({"id": request["id"], "outputs": [run(word) for word in request["run"]]})
        except Exception as error:  # reported to the user; the program keeps running
            send({"id": request["id"], "error": f"{type(error).__name__}: {error}"})


def run(inputs):
    """A coffee costs two coins, a third one falls through. Returns one output for each input, from the start."""
    coins = 0
    outputs = []
    for given in inputs:
        if given == "coin" and coins < 2:
            coins += 1
            outputs.append("click")
        elif given == "coin":
            outputs.append("clatter")
        elif given == "button" and coins == 2:
            coins = 0
            outputs.append("coffee")
        elif given == "return" and coins > 0:
            outputs.append(f"{coins} back")
            coins = 0
        else:
            outputs.append("")
    return outputs


if __name__ == "__main__":
    serve("mealy", ["coin", "button", "return"], run)
