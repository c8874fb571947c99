import { fitted } from "./width.ts";

/** What is shown in a visible form: control characters, invisible ones, and those that turn text round or end a line. */
const HIDDEN = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]`;
function digits(): string {
  const number = Math.floor(Math.random() * 2 ** 32);
  return number.toString(16).padStart(8, "0");
}

/**
 * Starts a mark for a style. Nobody else can write one, because nobody else knows the key: what is shown was written before it was drawn.
 * (To load `node:crypto` takes longer than all else that is loaded here.)
 */
const MARK = `\ue000${digits()}${digits()}:`;
const MARK_OR_HIDDEN = new RegExp(`${MARK}(\\d+)m|${HIDDEN}`, "gu");
/** The width of a terminal that does not tell it. */
const DEFAULT_WIDTH = 80;
/** Goes back to the start of the line and empties it. */
const EMPTY_LINE = "\r\u001b[K";

const SHORT: Readonly<Record<string, string>> = { "\n": String.raw`\n`, "\r": String.raw`\r` };

/** The characters that a line, and a text of several lines, may have. */
const IN_A_LINE = new Set(["\t"]);
const IN_A_TEXT = new Set(["\t", "\n"]);

/** A mark that a terminal turns into a style; everything else that looks like one is shown, not obeyed. */
export function styleMark(code: number): string {
  return `${MARK}${code}m`;
}

/** A text of one line in which no character is hidden: `\u001b` stands for an escape, `\n` for the end of a line. */
export function visible(text: string): string {
  return rendered(text, IN_A_LINE);
}

function rendered(text: string, allowed: ReadonlySet<string>): string {
  return text.replaceAll(MARK_OR_HIDDEN, (found: string, style: string | undefined) => {
    if (style !== undefined) return `\u001b[${style}m`;
    return allowed.has(found) ? found : (SHORT[found] ?? escaped(found));
  });
}

function escaped(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** Texts of several lines as a terminal may get them, piece by piece. */
export class TerminalText {
  readonly #decoder = new TextDecoder();

  of(piece: string | Uint8Array): string {
    const text = typeof piece === "string" ? piece : this.#decoder.decode(piece, { stream: true });
    return rendered(text, IN_A_TEXT);
  }
}

/** The part of a stream that is used. */
export interface OutputStream {
  readonly isTTY: boolean;
  /** How many characters a line holds, if it is a terminal that tells it. */
  readonly columns: number | undefined;
  /** Calls back when the text is handed over. */
  write(text: string | Uint8Array, done?: () => void): unknown;
}

/**
 * Standard output or standard error: nothing else writes to them. Symbols, messages and files come from others, so a
 * terminal gets no character that it would obey, other than our own. Pipes and files get the exact text.
 */
export class Terminal {
  readonly #stream: () => OutputStream;
  readonly #shown = new TerminalText();

  constructor(stream: () => OutputStream) {
    this.#stream = stream;
  }

  /** The stream itself, for what moves the cursor while a person types. */
  get stream(): NodeJS.WritableStream {
    return this.#stream() as NodeJS.WriteStream;
  }

  get isTerminal(): boolean {
    return this.#stream().isTTY;
  }

  /** Can it move the cursor and show colours? */
  get isCapable(): boolean {
    return this.isTerminal && process.env["TERM"] !== "dumb";
  }

  /** How many characters a line holds; undefined if it is not a terminal. */
  get width(): number | undefined {
    return this.#stream().columns || undefined;
  }

  /** Writes one line. */
  line(text: string): void {
    // Programs on Windows end their lines so.
    const shown = this.isTerminal ? visible(text.replace(/\r$/u, "")) : text;
    this.#stream().write(`${shown}\n`);
  }

  /** A text of several lines, as it is written. */
  rendered(text: string): string {
    return this.isTerminal ? rendered(text, IN_A_TEXT) : text;
  }

  /** Writes a text of several lines, and waits until it is handed over. */
  async text(text: string | Uint8Array): Promise<void> {
    const shown = this.isTerminal ? this.#shown.of(text) : text;
    await new Promise<void>((done) => {
      this.#stream().write(shown, () => done());
    });
  }

  /** Writes a line in place of the last one that was written so. */
  replaceLine(text: string): void {
    // A line that fills the terminal would go on in the next one, and a tab may reach far.
    const line = fitted(visible(text).replaceAll("\t", " "), (this.width ?? DEFAULT_WIDTH) - 1);
    this.#stream().write(`${EMPTY_LINE}${line}`);
  }

  /** Removes that line. */
  removeLine(): void {
    this.#stream().write(EMPTY_LINE);
  }
}

/** Where the two go if not to the streams of this process. */
let others: { readonly stdout: OutputStream; readonly stderr: OutputStream } | undefined;

/** A thread has no streams of its own: from here on it writes to these. */
export function writeTo(streams: { readonly stdout: OutputStream; readonly stderr: OutputStream }): void {
  others = streams;
}

/** What is done with a stream of this process before the first text is written to it. */
let prepare: (stream: NodeJS.WriteStream, name: "stdout" | "stderr") => void = () => {};

/** Prepares the streams of this process when they are used: Node takes long to open them, and many commands write to none. */
export function whenOpened(prepareStream: typeof prepare): void {
  prepare = prepareStream;
}

function ownStream(name: "stdout" | "stderr"): () => NodeJS.WriteStream {
  let stream: NodeJS.WriteStream | undefined;
  return () => {
    if (stream === undefined) prepare((stream = process[name]), name);
    return stream;
  };
}

const own = { stdout: ownStream("stdout"), stderr: ownStream("stderr") };

export const standardOutput = new Terminal(() => others?.stdout ?? own.stdout());
export const standardError = new Terminal(() => others?.stderr ?? own.stderr());

/** Says something that is no error. */
export function notify(notice: string): void {
  standardError.line(`hankel: ${notice}`);
}

/** The mark of the library for what is left out; the library itself is not loaded for the help. */
const CUT = "...";

/** An address: its scheme, user and password up to the last @, its place, and its parameters. */
const ADDRESS = /(\b\w+:\/\/)(\S*@)?([^\s?'"]*)(\?[^\s'"]*)?/gu;
/** Up to the colon in front of a port that is none: who forgets the machine has a password there. A sentence may go on behind a port. */
const UP_TO_NO_PORT = /^([^/#:[]*:)(?!\d*[.,;:)]*(?:[/#]|$)).*$/u;

/**
 * A message in which no address has a user, a password or parameters. They may be secrets, and a mistyped command line has
 * them where nobody expects an address: in the name of an option or of a file, in a number.
 */
export function plainAddresses(message: string): string {
  return message.replaceAll(
    ADDRESS,
    (_, scheme: string, user: string | undefined, place: string, parameters: string | undefined) =>
      `${scheme}${user === undefined ? "" : `${CUT}@`}${place.replace(UP_TO_NO_PORT, `$1${CUT}`)}${parameters === undefined ? "" : `?${CUT}`}`,
  );
}
