#!/usr/bin/env python3
"""A black box in Python, standard library only.

    hankel learn -- python3 examples/teachers/python/weather.py

Copy `serve`; replace `weigh`.
"""

import json
import sys
from fractions import Fraction


def serve(semifield, alphabet, weigh):
    """Answers Hankel on standard input and output. Whatever you print for people goes to standard error."""

    def say(message):
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()

    say({"hankel": 1, "semifield": semifield, "alphabet": alphabet, "counterexamples": False})
    for line in sys.stdin:
        request = json.loads(line)
        try:
            weights = [str(weigh(word)) for word in request["weigh"]]
            say({"id": request["id"], "weights": weights})
        except Exception as error:  # told to the user, who may want to go on
            say({"id": request["id"], "error": f"{type(error).__name__}: {error}"})


# How likely is this weather? After a dry day it rains with probability 1/4, after a wet one with 1/2, and never on
# three days in a row.
RAIN = [Fraction(1, 4), Fraction(1, 2), Fraction(0)]


def weigh(days):
    chance = Fraction(1)
    wet = 0
    for day in days:
        chance *= RAIN[wet] if day == "rain" else 1 - RAIN[wet]
        wet = min(wet + 1, 2) if day == "rain" else 0
    return chance


if __name__ == "__main__":
    serve("rational", ["sun", "rain"], weigh)
