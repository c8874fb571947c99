/** Real programs that misbehave on request, written to a temporary folder. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EACH_MESSAGE } from "./each-message.ts";

/** A folder that is removed after the test. */
export function workplace(): {
  readonly folder: string;
  file(name: string, text: string): string;
  [Symbol.dispose](): void;
} {
  const folder = mkdtempSync(join(tmpdir(), "hankel-teachers-"));
  return {
    folder,
    file(name, text) {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
    [Symbol.dispose]() {
      // A program that is being ended may write there a moment longer.
      rmSync(folder, { recursive: true, force: true, maxRetries: 50 });
    },
  };
}

/**
 * A program in plain JavaScript that weighs a word by the number of its a's. `misbehave` is a function body that sees
 * `words`, `count` (requests so far) and `id`; it may `say` a line itself and return true.
 */
export function program(misbehave = "", hello = ""): string {
  return `
const say = (line) => process.stdout.write(line + "\\n");
const hello = { hankel: 1, semifield: "rational", alphabet: ["a", "b"] };
${hello}
say(JSON.stringify(hello));
let count = 0;
const answer = ({ id, weigh: words }) => {
  count++;
  const misbehaved = (() => { ${misbehave} })();
  if (misbehaved) return;
  say(JSON.stringify({ id, weights: words.map((word) => 2 ** word.filter((x) => x === "a").length) }));
};
${EACH_MESSAGE}`;
}

/** The weight that the program gives to a word. */
export function expectedWeight(word: readonly number[]): number {
  return 2 ** word.filter((letter) => letter === 0).length;
}
