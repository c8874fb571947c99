/** Journals of short runs, of every learner and every kind of answer. */

import {
  type AnyAlgebra,
  type AnyLearnerName,
  type Automaton,
  boolean,
  conjectureHash,
  createLearner,
  exactTeacher,
  fieldTeacher,
  formatByName,
  formatJournalHeader,
  formatJournalLine,
  type JournalHeader,
  type JournalLine,
  type Kind,
  type KindHeader,
  type MachineKind,
  randomAutomaton,
  rational,
  readFormat,
  runLearner,
  runsOf,
  type Teacher,
  tropical,
  type Wdfsa,
  weightsIn,
} from "@hankel/core";

interface Run {
  readonly learner: AnyLearnerName;
  readonly automaton: Wdfsa<unknown>;
  readonly machine?: MachineKind;
}

/** Runs a learner and writes down what it asks. */
function recorded({ learner, automaton, machine }: Run): string {
  const { algebra, alphabet } = automaton;
  const kind: Kind<unknown> = machine === undefined ? weightsIn(algebra) : runsOf(machine);
  const exact = learner === "multiplicity" ? fieldTeacher(automaton) : exactTeacher(automaton);
  const lines: JournalLine[] = [];
  const asked = new Set<string>();
  let conjectures = 0;
  const teacher: Teacher<unknown> = {
    kind,
    alphabet,
    weigh: (words) =>
      words.map((letters) => {
        const word = alphabet.spell(letters);
        const weight = automaton.weigh(letters);
        const isNew = !asked.has(String(letters));
        asked.add(String(letters));
        if (isNew) lines.push({ kind: "answer", word, weight: algebra.format(weight) });
        return weight;
      }),
    findCounterexample(hypothesis: Automaton<unknown>) {
      const found = exact.findCounterexample?.(hypothesis) ?? null;
      const counterexample = found === null ? null : alphabet.spell(found);
      const { size: states } = hypothesis;
      lines.push({
        kind: "conjecture",
        conjecture: conjectures++,
        states,
        hash: conjectureHash(hypothesis),
        counterexample,
      });
      return found;
    },
  };
  runLearner(createLearner({ kind, alphabet }, { learner, seed: 1 }), teacher);
  return journalOf(headerOf(kind.header, alphabet.symbols, { learner }), lines);
}

function headerOf(
  kind: KindHeader,
  alphabet: readonly string[],
  more: Pick<JournalHeader, "learner"> & Partial<Pick<JournalHeader, "options">>,
): JournalHeader {
  return {
    journal: "hankel/1",
    // The last version without checksums: with them, what was changed would be refused before it is read.
    algorithm: 8,
    ...kind,
    alphabet,
    options: {},
    seed: 1,
    ...more,
  };
}

function journalOf(header: JournalHeader, lines: readonly JournalLine[]): string {
  return [formatJournalHeader(header), ...lines.map((line) => formatJournalLine(line, header)), ""].join(
    "\n",
  );
}

const random = (algebra: unknown, seed: number) =>
  randomAutomaton({ algebra: algebra as AnyAlgebra, states: 3, letters: 2, seed });

const mealy = readFormat(
  formatByName("dot"),
  'digraph { s0 -> s1 [label="a / x"]; s1 -> s0 [label="a / y"]; s0 -> s0 [label="b / y"]; s1 -> s1 [label="b / x"]; __start0 -> s0 }',
) as Wdfsa<unknown>;

/** Every option of a learner. */
const OPTIONS = {
  counterexamples: "suffixes",
  probes: 1,
  savings: "ask-ahead+shorter-suffixes",
  wordCost: 2,
  letterCost: 0,
  tolerance: 0.1,
  maxStates: 5,
  rankTolerance: 0.1,
  integral: "no",
  trials: "no",
  repeat: 3,
};

/** Every kind of line. */
const eventful = journalOf(
  headerOf({ semifield: "rational" }, ["a", "b"], { learner: "tree", options: OPTIONS }),
  [
    { kind: "answer", word: [], weight: "1/2", answers: ["1/2", "1/2", "1/3"] },
    { kind: "answer", word: ["a"], weight: "1" },
    { kind: "recheck", conjecture: 0, word: [], weight: "1/3" },
    { kind: "correction", word: [], weight: "1/3", answers: ["1/2", "1/3", "1/3"] },
    { kind: "samples", conjecture: 0, test: 0, words: [["a", "b"], []] },
    { kind: "undo" },
  ],
);

/** Distributions, as a language model without memory gives them. */
const distributions = (prefixes: boolean) =>
  journalOf(
    headerOf({ semifield: "real", next: { prefixes, longest: 3 } }, ["a", "b"], { learner: "soft" }),
    [[], ["a"], ["b"], ["a", "a"], ["a", "b"], ["b", "a"], ["b", "b"]].map((word) => ({
      kind: "answer",
      word,
      weight: Array.from({ length: prefixes ? word.length + 1 : 1 }, () => "0.5 0.25 0.25").join(" "),
    })),
  );

export const JOURNALS: readonly string[] = [
  recorded({ learner: "tree", automaton: random(rational, 1) }),
  recorded({ learner: "table", automaton: random(boolean, 2) }),
  recorded({ learner: "apart", automaton: random(tropical, 3) }),
  recorded({ learner: "multiplicity", automaton: random(rational, 4) }),
  recorded({ learner: "machine", automaton: mealy, machine: "mealy" }),
  eventful,
  distributions(false),
  distributions(true),
];
