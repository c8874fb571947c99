#!/usr/bin/env python3
"""A black box in Python, standard library only.

    hankel learn -- python3 examples/teachers/python/weather.py

Copy `serve` and replace `weigh`.
"""

import json
import sys
from fractions import Fraction


def serve(semifield, alphabet, weigh):
    """Answers Hankel's requests on standard input and output. Print messages for people to standard error."""

    def send(message):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    send({"hankel": 1, "semifield": semifield, "alphabet": alphabet, "counterexamples": False})
    for line in sys.stdin:
        request = json.loads(line)
        try:
            weights = [str(weigh(word)) for word in request["weigh"]]
            send({"id": request["id"], "weights": weights})
        except Exception as error:  # reported to the user; the program keeps running
            send({"id": request["id"], "error": f"{type(error).__name__}: {error}"})


# The probability of the weather: it rains with probability 1/4 after a dry day, 1/2 after a wet one, and never on
# three days in a row.
RAIN = [Fraction(1, 4), Fraction(1, 2), Fraction(0)]


def weigh(days):
    probability = Fraction(1)
    wet = 0
    for day in days:
        probability *= RAIN[wet] if day == "rain" else 1 - RAIN[wet]
        wet = min(wet + 1, 2) if day == "rain" else 0
    return probability


if __name__ == "__main__":
    serve("rational", ["sun", "rain"], weigh)
