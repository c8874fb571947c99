import type { Automaton } from "../index.ts";
import { drawWordRange, MOST_LETTERS_DRAWN, sampleSetHead, wordTable } from "../internal/core.ts";
import { inParts, threadsOf } from "../threads/in-parts.ts";
import { drawnLines, PART } from "./drawn-lines.ts";

/** From so many words on, another thread takes less time than it saves. */
const LEAST_WORDS = 250_000;

/** Draws words, on several threads where that pays, and writes a line for each: the same words for any number of threads. */
export async function drawnText(
  automaton: Automaton<unknown>,
  {
    count,
    seed,
    pautomac,
    threads,
    maxLetters = MOST_LETTERS_DRAWN,
  }: {
    count: number;
    seed: number;
    pautomac: boolean;
    threads: number | undefined;
    /** Of all words together. */
    maxLetters?: number;
  },
): Promise<string> {
  const { alphabet } = automaton;
  const drawing = { seed, count, maxLetters };
  const table = wordTable(automaton);
  const given = { table, drawing, symbols: alphabet.symbols, pautomac };
  const division = {
    job: "words",
    given: () => given,
    here: () => drawnLines(given),
    parts: Math.ceil(count / PART),
    threads: count < LEAST_WORDS ? 1 : threadsOf(threads),
  } as const;
  const texts = pautomac ? [sampleSetHead(count, alphabet)] : [];
  let [first, spent] = [0, 0];
  for await (const lines of inParts(division)) {
    const end = Math.min(first + PART, count);
    // A part does not know what those before it have spent. Drawn again with that, it says where the budget ends.
    if (lines === undefined || spent + lines.letters > maxLetters)
      drawWordRange(table, drawing, first, end, spent);
    else {
      texts.push(lines.text);
      spent += lines.letters;
    }
    first = end;
  }
  return texts.join("");
}
