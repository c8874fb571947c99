"""Reads DOT files as AALpy does: mealy|moore FILE... One JSON line on standard output for each file.

{"initial": state, "arcs": [[from, input, output, to], ...], "outputs": {state: output}}, or {"error": why}. The arcs of
a Moore machine have no output (null); those of a Mealy machine are all there is, and outputs is empty.
"""

import contextlib
import json
import sys

from aalpy.utils import load_automaton_from_file


def describe(automaton, kind):
    number = {id(state): i for i, state in enumerate(automaton.states)}
    arcs = [
        # AALpy turns digits into numbers.
        [number[id(state)], str(letter), str(state.output_fun[letter]) if kind == "mealy" else None, number[id(to)]]
        for state in automaton.states
        for letter, to in state.transitions.items()
    ]
    outputs = {number[id(state)]: str(state.output) for state in automaton.states} if kind == "moore" else {}
    return {"initial": number[id(automaton.initial_state)], "arcs": arcs, "outputs": outputs}


def read(path, kind):
    try:
        # Its warnings must not spoil standard output.
        with contextlib.redirect_stdout(sys.stderr):
            return describe(load_automaton_from_file(path, kind), kind)
    except Exception as failure:  # the caller reads every end as JSON
        return {"error": f"{type(failure).__name__}: {failure}"}


if __name__ == "__main__":
    for file in sys.argv[2:]:
        print(json.dumps(read(file, sys.argv[1])))
