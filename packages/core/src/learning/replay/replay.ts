import { AnswerStore } from "../../answers/store.ts";
import type { Automaton } from "../../automata/convert.ts";
import { HankelError } from "../../errors.ts";
import { encodeUtf8 } from "../../formats/bytes.ts";
import { hankelChunks } from "../../formats/hankel-json.ts";
import {
  type JournalHeader,
  type JournalLine,
  opensObject,
  parseJournalHeader,
  parseJournalLine,
  refuseAutomaton,
} from "../../formats/journal-lines.ts";
import { JournalSums } from "../../formats/journal-sums.ts";
import { kindOf } from "../../kinds/kinds.ts";
import { Alphabet } from "../../words/alphabet.ts";
import { Batch } from "../../words/batch.ts";
import type { DriveOptions } from "../driver.ts";
import { createLearner } from "../learn.ts";
import type { Learned } from "../learned.ts";
import type { Prices } from "../prices.ts";
import type { Learner, Teacher } from "../protocol.ts";
import { runLearner } from "../run.ts";
import { ALGORITHM_VERSION } from "../version.ts";
import { learnOptionsOf } from "./learner-options.ts";
import { sha256 } from "./sha256.ts";

/** A journal that has been read. */
export interface JournalContent {
  readonly header: JournalHeader;
  readonly lines: readonly JournalLine[];
  /** How many of its lines, the header included, have no checksum; none unless given. An earlier version wrote them. */
  readonly unsummed?: number | undefined;
}

/**
 * Reads a journal, from its text or its lines, and checks that no line was changed. In a text, a torn last line is left out: a
 * crash can leave one behind.
 *
 * @example
 * const header = formatJournalHeader({
 *   journal: "hankel/1",
 *   algorithm: ALGORITHM_VERSION,
 *   learner: "tree",
 *   semifield: "boolean",
 *   alphabet: ["a"],
 *   options: {},
 *   seed: 1,
 * });
 * const text = new JournalSums().add(header);
 * console.log(parseJournal(`${text}\n`).lines.length); // 0
 */
export function parseJournal(source: string | readonly string[]): JournalContent {
  const lines = typeof source === "string" ? source.split("\n").slice(0, -1) : source;
  if (lines.length === 0 || opensObject(lines[0]))
    refuseAutomaton(typeof source === "string" ? source : source.join("\n"));
  if (lines.length === 0) throw new HankelError("parse", "this is no journal: it has no header");
  const header = parseJournalHeader(lines[0]);
  const sums = new JournalSums();
  const read = (line: string, i: number) => {
    sums.check(line, i + 1);
    return i === 0 ? [] : [parseJournalLine(line, i + 1)];
  };
  return { header, lines: lines.flatMap(read), unsummed: sums.unsummed };
}

/**
 * A store with everything that a journal holds.
 *
 * @example
 * const header = formatJournalHeader({
 *   journal: "hankel/1",
 *   algorithm: ALGORITHM_VERSION,
 *   learner: "tree",
 *   semifield: "boolean",
 *   alphabet: ["a"],
 *   options: {},
 *   seed: 1,
 * });
 * const text = new JournalSums().add(header);
 * console.log(storeOf(parseJournal(`${text}\n`)).answered); // 0
 */
export function storeOf({ header, lines }: JournalContent): AnswerStore<unknown> {
  const alphabet = new Alphabet(header.alphabet);
  const store = new AnswerStore(kindOf(header, alphabet), alphabet);
  for (const line of lines) store.apply(line);
  return store;
}

/**
 * Identifies a conjecture: the first 16 hexadecimal digits of the SHA-256 of its `hankel/1` file.
 *
 * @example
 * console.log(conjectureHash(minimize(fromExpression("ab", boolean))).length); // 16
 */
export function conjectureHash<W>(hypothesis: Automaton<W>): string {
  return sha256(hankelChunks(hypothesis)).slice(0, 16);
}

/** A short digest of a text: the same for the same text. */
export function textDigest(text: string): string {
  return sha256([encodeUtf8(text)]).slice(0, 16);
}

/** A run that can be repeated on the answers of its journal. */
export interface Replay {
  readonly store: AnswerStore<unknown>;
  readonly learner: Learner<unknown>;
  /**
   * Gives the journal's answers. If the journal ends before the run does, the run ends with the best automaton so far. A
   * journal that does not fit, because this version asks other questions, is an error.
   */
  readonly teacher: Teacher<unknown>;
  /** What a question costs in this run. */
  readonly prices: Prices | undefined;
}

/**
 * The learner of a journal, and a teacher that gives the journal's answers.
 *
 * @example
 * const header = formatJournalHeader({
 *   journal: "hankel/1",
 *   algorithm: ALGORITHM_VERSION,
 *   learner: "tree",
 *   semifield: "boolean",
 *   alphabet: ["a"],
 *   options: {},
 *   seed: 1,
 * });
 * const text = new JournalSums().add(header);
 * console.log(openReplay(parseJournal(`${text}\n`)).learner.name); // tree
 */
export function openReplay(content: JournalContent): Replay {
  const { header } = content;
  const store = storeOf(content);
  const { kind, alphabet, tree, memory } = store;
  const options = { ...learnOptionsOf(header), ...(store.log && { log: store.log }) };
  const learner = createLearner({ kind, alphabet, answers: memory }, options);
  const journalEnds = () => new HankelError("cancelled", "the journal ends here");
  let conjectures = 0;
  const answer = (batch: Batch) =>
    batch.nodesIn(tree).map((node) => {
      if (memory.knows(node)) return memory.answer(node);
      // A journal that knows of later conjectures does not end here.
      if (conjectures < store.verdicts.length) throw doesNotFit(conjectures, header.algorithm);
      throw journalEnds();
    });
  const teacher: Teacher<unknown> = {
    kind,
    alphabet,
    weigh: (words) => answer(Batch.of(words)),
    answer: (batch) => ({ weights: answer(batch) }),
    findCounterexample(hypothesis) {
      const verdict = store.verdicts[conjectures];
      if (verdict === undefined) throw journalEnds();
      if (verdict.hash !== conjectureHash(hypothesis)) throw doesNotFit(conjectures, header.algorithm);
      conjectures++;
      return verdict.counterexample;
    },
  };
  return { store, learner, teacher, prices: options.prices };
}

/**
 * Runs the learner of a journal again on the journal's answers alone. Every conjecture must be the recorded one, byte for
 * byte. If the journal ends before the run does, the result is the best automaton so far.
 *
 * @example
 * const header = formatJournalHeader({
 *   journal: "hankel/1",
 *   algorithm: ALGORITHM_VERSION,
 *   learner: "tree",
 *   semifield: "boolean",
 *   alphabet: ["a"],
 *   options: {},
 *   seed: 1,
 * });
 * const text = new JournalSums().add(header);
 * console.log(replayJournal(parseJournal(`${text}\n`)).learned.outcome); // cancelled
 */
export function replayJournal(
  content: JournalContent,
  watch?: (learner: Learner<unknown>) => Pick<DriveOptions<unknown>, "announce" | "observe">,
): {
  readonly learned: Learned<unknown>;
  readonly store: AnswerStore<unknown>;
  /** What the learner concludes, if it says so itself. */
  readonly conclusion: string | undefined;
} {
  const { learner, teacher, store, prices } = openReplay(content);
  // What the journal holds is in memory already, so there is no limit to keep to.
  const maxMemory = Number.POSITIVE_INFINITY;
  const learned = runLearner(learner, teacher, { ...watch?.(learner), prices, maxMemory });
  if (learned.error instanceof HankelError && learned.error.code === "usage") throw learned.error;
  return { learned, store, conclusion: learner.conclusion?.() };
}

/** The error for a journal whose conjectures differ from those that the learner makes from the same answers. */
export function doesNotFit(conjecture: number, algorithm = ALGORITHM_VERSION): HankelError {
  const version =
    algorithm === ALGORITHM_VERSION
      ? ""
      : `It was written by version ${algorithm} of the algorithms, and this is version ${ALGORITHM_VERSION}. `;
  return new HankelError(
    "usage",
    `the journal does not fit: its conjecture ${conjecture} is not the one that the learner makes now from the same ` +
      `answers. ${version}Start a new journal; --warm takes the answers of this one along`,
  );
}
