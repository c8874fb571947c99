import { boolean } from "../algebra/boolean.ts";
import { rational, tropical } from "../algebra/rational.ts";
import type { AnyAlgebra } from "../algebra/registry.ts";
import type { Automaton } from "../automata/convert.ts";
import { HankelError, quote } from "../errors.ts";
import { ArpaReader, checkArpa, writeArpa } from "./arpa.ts";
import { AttReader } from "./att.ts";
import { attChunks, checkAtt, writeAtt } from "./att-write.ts";
import { decodeUtf8 } from "./bytes.ts";
import { readDautDocument, writeDaut } from "./daut.ts";
import { type AutomatonDocument, documentToAutomaton } from "./document.ts";
import { writeDot } from "./dot.ts";
import { type DrawnKind, readDotDocument } from "./dot-read.ts";
import { hankelPieces, readHankelDocument, writeHankel } from "./hankel-json.ts";
import { readPlainHankel } from "./hankel-plain.ts";
import { checkJflap, readJflapDocument, writeJflap } from "./jflap.ts";
import { type ChunkReader, readWhole } from "./lines.ts";
import { checkPautomac, PautomacReader, writePautomac } from "./pautomac.ts";
import { sampleTreeReader } from "./sample-set.ts";
import type { SymbolTable } from "./symbols.ts";

/** What a file may leave open. Formats ignore the options that they do not need. */
export interface ReadOptions {
  /** The semifield of the weights. A file that names another is refused. */
  readonly algebra?: AnyAlgebra | undefined;
  /** Names for numeric labels. */
  readonly symbols?: SymbolTable | undefined;
  /** The first symbol, whose arcs carry the initial weights. */
  readonly frame?: string | undefined;
  /** Which label of a transducer's arcs is read. */
  readonly side?: "input" | "output" | undefined;
  /** The kind of machine that a graph draws, if it does not show it. */
  readonly machine?: DrawnKind | undefined;
}

/** How an automaton is written, where a format leaves a choice. */
export interface WriteOptions {
  /** A fresh first symbol for the initial weights, if the format has none. */
  readonly frame?: string | undefined;
  /** Does the file come with a symbol table? */
  readonly withTable?: boolean;
  /** The length of the n-grams that approximate the automaton, if the format holds n-grams. */
  readonly order?: number | undefined;
}

/** What is known of an automaton before it is made. */
export type PlannedAutomaton = Pick<Automaton<unknown>, "algebra" | "alphabet">;

/** A file format for automata. */
export interface Format {
  readonly name: string;
  /** One line for a list. */
  readonly description: string;
  /** The endings of file names, the usual one first. */
  readonly endings: readonly string[];
  /** What the format does not keep, in a few words; docs/formats.md has the details. */
  readonly loses: string;
  /** Reads a whole text. */
  readonly read?: (text: string, options?: ReadOptions) => AutomatonDocument<unknown>;
  /** Reads the bytes of a file as most are, much faster than `read`; undefined if it is another, or if it has a mistake, which `read` explains. */
  readonly readPlain?: (bytes: Uint8Array, options?: ReadOptions) => AutomatonDocument<unknown> | undefined;
  /** Reads a file in chunks; a format with large files has this instead of `read`. */
  readonly stream?: (options?: ReadOptions) => ChunkReader<AutomatonDocument<unknown>>;
  /**
   * Throws what `write` would throw if the format can hold no automaton with these weights and symbols. Whether it
   * can hold one of them depends on its weights, too, and only `write` knows.
   */
  readonly check?: (planned: PlannedAutomaton, options?: WriteOptions) => void;
  readonly write?: (automaton: Automaton<unknown>, options?: WriteOptions) => string;
  /** Writes in chunks, for large automata. */
  readonly chunks?: (automaton: Automaton<unknown>, options?: WriteOptions) => Iterable<string | Uint8Array>;
}

/**
 * All formats.
 *
 * @example
 * console.log(formats.map(({ name }) => name).join(" ")); // hankel att dot daut jflap pautomac samples abbadingo arpa
 */
export const formats: readonly Format[] = [
  {
    name: "hankel",
    description: "hankel/1 JSON",
    endings: [".json"],
    loses: "nothing",
    read: (text, options) => readHankelDocument(text, options?.algebra),
    readPlain: (bytes, options) =>
      readPlainHankel(bytes, options?.algebra, () =>
        readHankelDocument(decodeUtf8(bytes, 0, bytes.length), options?.algebra),
      ),
    write: writeHankel,
    chunks: hankelPieces,
  },
  {
    name: "att",
    description: "the text format of OpenFst and AT&T's FSM",
    endings: [".fst.txt", ".att", ".fsm.txt"],
    loses: "semifield, names of states; without --symbols the order of the alphabet",
    stream: (options) => new AttReader({ ...options, algebra: options?.algebra ?? tropical }),
    check: checkAtt,
    write: writeAtt,
    chunks: attChunks,
  },
  {
    name: "dot",
    description: "Graphviz DOT; read also as LearnLib, AALpy and the Automata Wiki write it",
    endings: [".dot", ".gv"],
    loses: "of a Mealy or Moore machine the scaling of its weights, otherwise nothing",
    read: (text, options) => readDotDocument(text, options),
    write: (automaton) => writeDot(automaton),
  },
  {
    name: "daut",
    description: "Vcsn's daut",
    endings: [".daut"],
    loses: "states that nothing mentions",
    read: (text, options) => readDautDocument(text, options?.algebra),
    write: writeDaut,
  },
  {
    name: "jflap",
    description: "JFLAP finite automata, Mealy and Moore machines",
    endings: [".jff"],
    loses: "unused symbols; only boolean and free-group, one character a symbol",
    read: (text) => readJflapDocument(text),
    check: checkJflap,
    write: writeJflap,
  },
  {
    name: "pautomac",
    description: "PAutomaC models (sections I, F, S, T)",
    endings: [".pautomac_model.txt", "_model.txt", ".pautomac"],
    loses: "names of symbols and states; only stochastic weights",
    stream: (options) => new PautomacReader(options?.algebra),
    check: checkPautomac,
    write: writePautomac,
  },
  {
    name: "samples",
    description: "PAutomaC and SPiCe samples, as a tree of frequencies",
    endings: [".train", ".test", ".samples", ".spice"],
    loses: "(only read)",
    stream: (options) => sampleTreeReader("plain", options?.algebra ?? rational),
  },
  {
    name: "abbadingo",
    description: "Abbadingo samples, as a tree of the positive words",
    endings: [".abbadingo", ".a"],
    loses: "(only read) negative words",
    stream: (options) => sampleTreeReader("labelled", options?.algebra ?? boolean),
  },
  {
    name: "arpa",
    description: "ARPA n-gram models; read with the back-off expanded",
    endings: [".arpa", ".lm"],
    loses: "what depends on more than the last --order symbols; only probabilities",
    stream: (options) => new ArpaReader(options?.algebra),
    check: (planned, options) => checkArpa(planned, { order: options?.order }),
    write: (automaton, options) => writeArpa(automaton, { order: options?.order }),
  },
];

/**
 * The format of this name.
 *
 * @example
 * console.log(formatByName("att").name); // att
 */
export function formatByName(name: string): Format {
  const found = formats.find((format) => format.name === name);
  if (found !== undefined) return found;
  const known = formats.map((format) => format.name).join(", ");
  throw new HankelError("usage", `there is no format ${quote(name)}; known are ${known}`);
}

/**
 * The format for the ending of a file name, or `undefined` if no format has it.
 *
 * @example
 * console.log(formatByEnding("machine.dot")?.name); // dot
 */
export function formatByEnding(fileName: string): Format | undefined {
  const lower = fileName.toLowerCase();
  return formats.find(({ endings }) => endings.some((ending) => lower.endsWith(ending)));
}

/**
 * Reads a whole text in a format that can be read; the automaton is a `Wdfsa` if the text is deterministic.
 *
 * @example
 * const automaton = readFormat(formatByName("att"), "0 1 a 0.5\n1\n", { algebra: tropical });
 * console.log(automaton.algebra.format(automaton.weigh(["a"]))); // 1/2
 */
export function readFormat(format: Format, text: string, options?: ReadOptions): Automaton<unknown> {
  return documentToAutomaton(readFormatDocument(format, text, options));
}

/**
 * What a text in a format says, with the places of its entries.
 *
 * @example
 * const document = readFormatDocument(formatByName("att"), "0 1 a\n1\n", { algebra: boolean });
 * console.log(documentToAutomaton(document).weigh(["a"])); // true
 */
export function readFormatDocument(
  format: Format,
  text: string,
  options?: ReadOptions,
): AutomatonDocument<unknown> {
  if (format.read !== undefined) return format.read(text, options);
  if (format.stream !== undefined) return readWhole(format.stream(options), text);
  const known = formats.filter(({ read, stream }) => read ?? stream).map(({ name }) => name);
  throw new HankelError(
    "usage",
    `the format ${format.name} can be written but not read; read are: ${known.join(", ")}`,
  );
}
