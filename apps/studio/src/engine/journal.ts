import {
  ALGORITHM_VERSION,
  formatJournalHeader,
  formatJournalLine,
  HankelError,
  type JournalHeader,
  type JournalLine,
  parseJournalHeader,
  parseJournalLine,
  type Wdfsa,
  type Word,
  writeHankel,
} from "@hankel/core";

export interface JournalText {
  readonly header: JournalHeader;
  readonly lines: readonly JournalLine[];
}

/** Reads the text of a journal; a torn last line is left out, as on the command line. */
export function readJournalText(text: string): JournalText {
  const lines = text.slice(0, text.lastIndexOf("\n") + 1).split("\n");
  lines.pop();
  if (lines.length === 0) throw new HankelError("parse", "this is no journal: it has no header");
  const header = parseJournalHeader(lines[0]);
  return { header, lines: lines.slice(1).map((line, i) => parseJournalLine(line, i + 2)) };
}

export function isJournal(text: string): boolean {
  return /^\s*\{\s*"journal"\s*:/u.test(text);
}

type Entry =
  | { readonly word: readonly string[]; readonly weight: string }
  | { readonly states: number; readonly text: string; readonly counterexample: readonly string[] | null };

/** Keeps what a run was told, to be written as a journal that the command line replays. */
export class JournalKeeper {
  readonly #entries: Entry[] = [];
  readonly #known = new Set<string>();

  answer(word: readonly string[], weight: string): void {
    const key = JSON.stringify(word);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#entries.push({ word, weight });
  }

  verdict<W>(hypothesis: Wdfsa<W>, counterexample: Word | null): void {
    const { alphabet, size } = hypothesis;
    this.#entries.push({
      states: size,
      text: writeHankel(hypothesis),
      counterexample: counterexample === null ? null : alphabet.spell(counterexample),
    });
  }

  async write(header: Pick<JournalHeader, "learner" | "semifield" | "alphabet">): Promise<string> {
    const first: JournalHeader = {
      journal: "hankel/1",
      algorithm: ALGORITHM_VERSION,
      ...header,
      options: { equivalence: "studio" },
      seed: 1,
    };
    const lines = [formatJournalHeader(first)];
    let conjecture = 0;
    for (const entry of this.#entries) {
      if ("word" in entry) {
        lines.push(formatJournalLine({ kind: "answer", ...entry }));
        continue;
      }
      const { states, counterexample } = entry;
      const hash = await shortHash(entry.text);
      lines.push(
        formatJournalLine({ kind: "conjecture", conjecture: conjecture++, states, hash, counterexample }),
      );
    }
    return `${lines.join("\n")}\n`;
  }
}

/** The first 16 hexadecimal digits of SHA-256, as journals have it. */
async function shortHash(text: string): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) {
    throw new HankelError(
      "unsupported",
      "this page was not loaded over https or from localhost, so no hashes can be made",
    );
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const bytes = Array.from(new Uint8Array(digest, 0, 8));
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
