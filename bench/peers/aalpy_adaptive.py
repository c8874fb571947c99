"""What AALpy spends on machines, afresh, from an older version and from a log: run_Lsharp and run_adaptive_Lsharp, the best of their rules.

Reads a JSON object: "machines", each with "letters", "target" and "output" at [state * letters + letter], "pairs" of a machine and an older one or null,
and "logs", pairs of a machine and words whose runs are in the log. From a log it learns in two ways: run_Lsharp takes it as samples, or
run_adaptive_Lsharp takes the machine that run_EDSM makes of it.
Writes a line for each pair and each log: the cost, 1 and a letter each for every word asked, those of the equivalence oracle's counterexamples too; or null.
"""

import json
import sys
from collections import deque

from aalpy.automata import MealyMachine, MealyState
from aalpy.base import SUL, Oracle
from aalpy.learning_algs import run_adaptive_Lsharp, run_EDSM, run_Lsharp


class Counted(SUL):
    def __init__(self, machine):
        super().__init__()
        self.machine = machine
        self.cost = 0
        self.state = 0

    def pre(self):
        self.state = 0
        self.cost += 1

    def post(self):
        pass

    def step(self, letter):
        self.cost += 1
        arc = self.state * self.machine["letters"] + letter
        self.state = self.machine["target"][arc]
        return self.machine["output"][arc]


class Perfect(Oracle):
    """The first counterexample by length, then by letters; it is asked."""

    def __init__(self, sul):
        super().__init__(list(range(sul.machine["letters"])), sul)
        self.machine = sul.machine

    def find_cex(self, hypothesis):
        letters, target, output = (self.machine[x] for x in ("letters", "target", "output"))
        start = (hypothesis.initial_state, 0)
        words = {(id(start[0]), 0): ()}
        queue = deque([start])
        while queue:
            at, state = queue.popleft()
            word = words[id(at), state]
            for letter in range(letters):
                arc = state * letters + letter
                if at.output_fun[letter] != output[arc]:
                    found = (*word, letter)
                    self.sul.query(found)
                    return list(found)
                after = (at.transitions[letter], target[arc])
                key = (id(after[0]), after[1])
                if key not in words:
                    words[key] = (*word, letter)
                    queue.append(after)
        return None


def mealy(machine):
    letters, target, output = machine["letters"], machine["target"], machine["output"]
    states = [MealyState(f"s{i}") for i in range(len(target) // letters)]
    for i, state in enumerate(states):
        for letter in range(letters):
            state.transitions[letter] = states[target[i * letters + letter]]
            state.output_fun[letter] = output[i * letters + letter]
    model = MealyMachine(states[0], states)
    model.compute_prefixes()
    return model


def cost(machine, older, rule, samples=None):
    sul = Counted(machine)
    alphabet, oracle = list(range(machine["letters"])), Perfect(sul)
    options = {"extension_rule": rule, "print_level": 0}
    if older is None:
        run_Lsharp(alphabet, sul, oracle, "mealy", samples=samples, **options)
    else:
        run_adaptive_Lsharp(alphabet, sul, [older], oracle, "mealy", **options)
    return sul.cost


def merged(traces):
    """The machine that AALpy makes of a log, with an output of its own where the log has none."""
    data = [(inputs[: n + 1], outputs[n]) for inputs, outputs in traces for n in range(len(inputs))]
    model = run_EDSM(data, "mealy", input_completeness="sink_state", print_info=False)
    model.compute_prefixes()
    return model


def least(ways):
    costs = []
    for way in ways:
        for rule in ("SepSeq", "ADS"):
            try:
                costs.append(way(rule))
            except Exception:  # It fails on some.
                pass
    print(json.dumps(min(costs, default=None)), flush=True)


def run(machine, word):
    letters, state, outputs = machine["letters"], 0, []
    for letter in word:
        outputs.append(machine["output"][state * letters + letter])
        state = machine["target"][state * letters + letter]
    return tuple(outputs)


task = json.load(sys.stdin)
machines = task["machines"]
for new, old in task.get("pairs", []):
    least([lambda rule: cost(machines[new], None if old is None else mealy(machines[old]), rule)])
for new, words in task.get("logs", []):
    traces = [(tuple(word), run(machines[new], word)) for word in words]
    least(
        [
            lambda rule: cost(machines[new], None, rule, traces),
            lambda rule: cost(machines[new], merged(traces), rule),
        ]
    )
