import {
  Alphabet,
  type Automaton,
  breadthFirst,
  determinize,
  type EquivalenceTest,
  exactTeacher,
  fieldTeacher,
  formatByName,
  fromExpression,
  functionTeacher,
  HankelError,
  randomAutomaton,
  randomWords,
  readFormat,
  removeEpsilon,
  semifieldByName,
  type Teacher,
  type Wdfsa,
  type Word,
  wMethod,
  wpMethod,
} from "hankel";
import { type AnyAlgebra, isField } from "hankel/algebra";
import type { Format, JournalHeader } from "hankel/formats";
import { type AsyncTeacher, openReplay, parseJournal, type Replay } from "hankel/learning";
import type { NextTeacher } from "hankel/models";
import { compile } from "./compile.ts";
import { formatOfFile } from "./recognise.ts";
import { type PlainSpec, type StudioLearner, symbolsOf } from "./spec.ts";
import { counted } from "./text.ts";

/** What is to be learned. */
export interface Target {
  readonly name: string;
  readonly algebra: AnyAlgebra;
  readonly alphabet: Alphabet;
  /** How conjectures are answered, in a sentence. */
  readonly equivalence: string;
  /** What was noticed when it was opened, in sentences. */
  readonly notices?: readonly string[];
  /** Who answers at once; undefined where a person or a network answers. */
  readonly teacher?: Teacher<unknown>;
  /** A network, which takes its time. */
  readonly network?: NetworkTeacher;
  readonly automaton?: Automaton<unknown>;
  /** A run that has told apart more states ends. */
  readonly maxStates?: number;
  /** The run of a journal, and the header of the journal. */
  readonly replay?: Replay;
  readonly header?: JournalHeader;
}

/** A network as a teacher. */
export interface NetworkTeacher {
  readonly teacher: AsyncTeacher<unknown>;
  /** What says what comes next, if it is a language model. */
  readonly model?: NextTeacher;
  /** The most letters of a word that it reads, if there is a limit. */
  readonly longest?: number | undefined;
  /** The weight of a counterexample, where that follows from the conjecture that it refutes. */
  weightOf(word: Word, conjecture: Automaton<unknown>): unknown;
}

/** Determinizing an automaton over a field is given up at this many states. */
const MOST_DETERMINIZED = 2000;
/** So many states are enough to see that a deterministic automaton grows while the rank stands still. */
const ENOUGH_STATES = 128;

const EXACTLY = "Conjectures are compared with the target exactly, and a shortest counterexample is given.";
const BY_ALGEBRA =
  "Conjectures are compared with the target exactly, by linear algebra, and a shortest counterexample is given.";
const BY_TESTS =
  "Conjectures are tested, since weights are rounded: all short words, 300 random ones, and the W-method for one dimension more.";

/** A target that is written down as a text. */
export type WrittenSpec = Extract<PlainSpec, { kind: "automaton" | "expression" | "file" }>;

/** The automaton of a text; throws what is wrong with it, and where. */
export function readWritten(spec: WrittenSpec): Automaton<unknown> {
  if (spec.kind === "automaton") return readFormat(formatByName("hankel"), spec.text);
  if (spec.kind === "expression") {
    const symbols = symbolsOf(spec.alphabet);
    const options = symbols.length > 0 ? { alphabet: new Alphabet(symbols) } : {};
    return fromExpression(spec.text, semifieldByName(spec.semifield), options);
  }
  const algebra = spec.semifield === "" ? undefined : semifieldByName(spec.semifield);
  return readFormat(formatOf(spec), spec.text, { algebra });
}

/** Opens a target for a learner: that decides whether a nondeterministic automaton is determinized. */
export function openTarget(spec: PlainSpec, learner: StudioLearner = "table"): Target {
  switch (spec.kind) {
    case "automaton":
    case "expression":
    case "file":
      return ofAutomaton(spec.name ?? spec.text, readWritten(spec), learner);
    case "function":
      return ofFunction(spec, learner);
    case "journal":
      return ofJournal(spec.name, spec.text);
    case "random": {
      const { states, letters, seed } = spec;
      const automaton = randomAutomaton({ algebra: semifieldByName(spec.semifield), letters, states, seed });
      return ofAutomaton(`${states} random states`, automaton, learner);
    }
    default:
      return {
        name: "You are the black box",
        ...overSymbols(spec, "your language"),
        equivalence: "You answer for every word, and say whether a conjecture is right.",
      };
  }
}

/** The format of a file: as chosen, by its name, or by how it begins. */
function formatOf({ name, text, format }: { name: string; text: string; format: string }): Format {
  if (format !== "") return formatByName(format);
  const found = formatOfFile(name, text);
  if (found !== undefined) return found;
  throw new HankelError(
    "usage",
    `neither the name ${JSON.stringify(name)} nor its beginning tells the format: choose one`,
  );
}

/** An automaton as a target: deterministic, if the learner needs it and the language allows it. */
function ofAutomaton(name: string, given: Automaton<unknown>, learner: StudioLearner): Target {
  const { algebra } = given;
  if (learner === "multiplicity" && isField(algebra)) return overField(name, given);
  if (!algebra.exact || !isField(algebra)) return deterministic(name, determinize(given));
  try {
    return deterministic(name, determinize(given, { maxStates: MOST_DETERMINIZED }));
  } catch (error) {
    if (!(error instanceof HankelError) || error.code !== "budget") throw error;
    return {
      ...overField(name, given),
      maxStates: ENOUGH_STATES,
      equivalence: `${BY_ALGEBRA} The target seems to have no deterministic automaton: it was determinized up to ${MOST_DETERMINIZED} states, and there were more. So this run ends at ${ENOUGH_STATES} states.`,
    };
  }
}

function deterministic(name: string, automaton: Wdfsa<unknown>): Target {
  const { algebra, alphabet } = automaton;
  return { name, algebra, alphabet, automaton, teacher: exactTeacher(automaton), equivalence: EXACTLY };
}

/** Any automaton over a field stays as it is; over rounded weights conjectures can only be tested. */
function overField(name: string, given: Automaton<unknown>): Target {
  const automaton = removeEpsilon(given);
  const { algebra, alphabet } = automaton;
  const common = { name, algebra, alphabet, automaton };
  if (algebra.exact) return { ...common, teacher: fieldTeacher(automaton), equivalence: BY_ALGEBRA };
  const weigh = (word: readonly string[]) => automaton.weigh(word);
  const teacher = functionTeacher({ algebra, alphabet, weigh, equivalence: testsFor(alphabet, wMethod(1)) });
  return { ...common, teacher, equivalence: BY_TESTS };
}

function ofFunction(spec: Extract<PlainSpec, { kind: "function" }>, learner: StudioLearner): Target {
  const { algebra, alphabet } = overSymbols(spec, "a function");
  const weigh = compile(spec.code, algebra);
  // Over a field the W-method is complete for one more dimension.
  const [method, words] =
    learner === "multiplicity"
      ? [wMethod(1), "W-method for one more dimension"]
      : [wpMethod(1), "Wp-method for one more state"];
  return {
    name: "A JavaScript function",
    algebra,
    alphabet,
    teacher: functionTeacher({ algebra, alphabet, weigh, equivalence: testsFor(alphabet, method) }),
    equivalence: `Conjectures are tested: all short words, 300 random ones, and the ${words}. That no test fails is evidence, not proof.`,
  };
}

/** All short words, random ones, and a method for a little more than the conjecture has. */
function testsFor({ size }: Alphabet, method: EquivalenceTest): EquivalenceTest[] {
  const depth = size <= 1 ? 24 : Math.max(1, Math.floor(Math.log(2000) / Math.log(size)));
  return [breadthFirst(depth), randomWords(300, 30), method];
}

/** The weights and symbols of a target that does not say them itself. */
function overSymbols(spec: { readonly semifield: string; readonly alphabet: string }, what: string) {
  const alphabet = new Alphabet(symbolsOf(spec.alphabet));
  if (alphabet.size === 0) throw new HankelError("usage", `${what} needs an alphabet: give some symbols`);
  return { algebra: semifieldByName(spec.semifield), alphabet };
}

function ofJournal(name: string, text: string): Target {
  const content = parseJournal(text);
  const replay = openReplay(content);
  const { store, teacher, learner } = replay;
  const { algebra, alphabet } = learner;
  const [words, verdicts] = [counted(store.size, "word"), counted(store.verdicts.length, "conjecture")];
  const equivalence = `The journal answers. It holds the weights of ${words} and the answers to ${verdicts}.`;
  return { name, algebra, alphabet, teacher, replay, header: content.header, equivalence };
}
