import {
  Alphabet,
  type AsyncTeacher,
  type Automaton,
  formatByEnding,
  formatByName,
  fromExpression,
  functionTeacher,
  HankelError,
  randomAutomaton,
  readFormat,
  semifieldByName,
  type Teacher,
  type Word,
} from "hankel";
import type { AnyAlgebra } from "hankel/algebra";
import type { Format, JournalHeader } from "hankel/formats";
import { openReplay, parseJournal, type Replay } from "hankel/learning";
import { automatonTarget } from "./field-target.ts";
import { blockTestsFor, compile, testsFor } from "./function-target.ts";
import { machineView } from "./machine.ts";
import { MAX_SHOWN } from "./recorder.ts";
import { type NetworkSpec, type StudioLearner, symbolsOf, type TargetSpec } from "./spec.ts";
import { counted } from "./text.ts";
import type { Opened } from "./views.ts";

/** What is to be learned. */
export interface Target {
  readonly opened: Opened;
  readonly algebra: AnyAlgebra;
  readonly alphabet: Alphabet;
  /** Who answers at once; undefined where a person or a network answers. */
  readonly teacher: Teacher<unknown> | undefined;
  /** A network, which takes its time. */
  readonly network?: NetworkTeacher;
  readonly automaton: Automaton<unknown> | null;
  /** A run that has told apart more states ends. */
  readonly maxStates?: number | undefined;
  /** The run of a journal, and the header of the journal. */
  readonly replay?: Replay;
  readonly header?: JournalHeader;
}

/** A network as a teacher. */
export interface NetworkTeacher {
  readonly teacher: AsyncTeacher<unknown>;
  /** The weight of a counterexample, where that follows from the conjecture that it refutes. */
  weightOf(word: Word, conjecture: Automaton<unknown>): unknown;
}

/** Opens a target for a learner: that decides whether a nondeterministic automaton is determinized. */
export function openTarget(spec: Exclude<TargetSpec, NetworkSpec>, learner: StudioLearner = "table"): Target {
  switch (spec.kind) {
    case "automaton":
      return ofAutomaton(spec.name, readAutomaton(formatByName("hankel"), spec.text), learner);
    case "expression":
      return ofExpression(spec, learner);
    case "file":
      return ofAutomaton(spec.name, readAutomaton(formatOf(spec), spec.text, spec.semifield), learner);
    case "function":
      return ofFunction(spec, learner);
    case "journal":
      return ofJournal(spec.name, spec.text);
    case "random":
      return ofRandom(spec, learner);
    default:
      return ofPerson(spec);
  }
}

function ofAutomaton(name: string, given: Automaton<unknown>, learner: StudioLearner): Target {
  const { automaton, teacher, equivalence, maxStates } = automatonTarget(given, learner);
  const { algebra, alphabet, size } = automaton;
  return {
    algebra,
    alphabet,
    teacher,
    automaton,
    maxStates,
    opened: {
      ...common(name, algebra, alphabet),
      target: size <= MAX_SHOWN ? machineView(automaton) : null,
      targetStates: size,
      equivalence,
    },
  };
}

export function common(name: string, algebra: AnyAlgebra, alphabet: Alphabet) {
  return { name, semifield: algebra.name, exact: algebra.exact, symbols: alphabet.symbols };
}

function readAutomaton(format: Format, text: string, semifield = ""): Automaton<unknown> {
  const algebra = semifield === "" ? undefined : semifieldByName(semifield);
  return readFormat(format, text, { algebra });
}

/** The format of a file: as chosen, by its name, or by how it begins. */
function formatOf({ name, text, format }: { name: string; text: string; format: string }): Format {
  if (format !== "") return formatByName(format);
  const byName = formatByEnding(name);
  if (byName !== undefined) return byName;
  const start = text.trimStart();
  if (start.startsWith("{")) return formatByName("hankel");
  if (start.startsWith("<")) return formatByName("jflap");
  if (/^(strict\s+)?digraph\b/u.test(start)) return formatByName("dot");
  throw new HankelError("usage", `the name ${JSON.stringify(name)} does not tell the format: choose one`);
}

function ofExpression(spec: Extract<TargetSpec, { kind: "expression" }>, learner: StudioLearner): Target {
  const algebra = semifieldByName(spec.semifield);
  const symbols = symbolsOf(spec.alphabet);
  const wfsa = fromExpression(
    spec.text,
    algebra,
    symbols.length > 0 ? { alphabet: new Alphabet(symbols) } : {},
  );
  return ofAutomaton(spec.name ?? spec.text, wfsa, learner);
}

function ofFunction(spec: Extract<TargetSpec, { kind: "function" }>, learner: StudioLearner): Target {
  const algebra = semifieldByName(spec.semifield);
  const alphabet = new Alphabet(symbolsOf(spec.alphabet));
  if (alphabet.size === 0) throw new HankelError("usage", "a function needs an alphabet: give some symbols");
  const weigh = compile(spec.code, algebra);
  const isBlock = learner === "multiplicity";
  const equivalence = isBlock ? blockTestsFor(alphabet) : testsFor(alphabet);
  const last = isBlock ? "W-method for one more dimension" : "Wp-method for one more state";
  return {
    algebra,
    alphabet,
    teacher: functionTeacher({ algebra, alphabet, weigh, equivalence }),
    automaton: null,
    opened: {
      ...common("A JavaScript function", algebra, alphabet),
      target: null,
      targetStates: null,
      equivalence: `Conjectures are tested: all short words, 300 random ones, and the ${last}. That no test fails is evidence, not proof.`,
    },
  };
}

function ofRandom(spec: Extract<TargetSpec, { kind: "random" }>, learner: StudioLearner): Target {
  const algebra = semifieldByName(spec.semifield);
  const { states, seed } = spec;
  const automaton = randomAutomaton({ algebra, letters: spec.letters, states, seed });
  return ofAutomaton(`${states} random states`, automaton, learner);
}

function ofJournal(name: string, text: string): Target {
  const content = parseJournal(text);
  const replay = openReplay(content);
  const { store, teacher, learner } = replay;
  const { algebra, alphabet } = learner;
  const [words, verdicts] = [counted(store.size, "word"), counted(store.verdicts.length, "conjecture")];
  return {
    algebra,
    alphabet,
    teacher,
    automaton: null,
    replay,
    header: content.header,
    opened: {
      ...common(name, algebra, alphabet),
      target: null,
      targetStates: null,
      equivalence: `The journal answers. It holds the weights of ${words} and the answers to ${verdicts}.`,
    },
  };
}

function ofPerson(spec: Extract<TargetSpec, { kind: "teacher" }>): Target {
  const algebra = semifieldByName(spec.semifield);
  const alphabet = new Alphabet(symbolsOf(spec.alphabet));
  if (alphabet.size === 0)
    throw new HankelError("usage", "your language needs an alphabet: give some symbols");
  return {
    algebra,
    alphabet,
    teacher: undefined,
    automaton: null,
    opened: {
      ...common("You are the teacher", algebra, alphabet),
      target: null,
      targetStates: null,
      equivalence: "You answer: what a word weighs, and whether a conjecture is right.",
    },
  };
}
