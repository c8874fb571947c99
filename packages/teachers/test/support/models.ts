import { fileURLToPath } from "node:url";

/** The path of a network of examples/models. */
export const modelPath = (name: string) =>
  fileURLToPath(new URL(`../../../../examples/models/${name}.onnx`, import.meta.url));

const count = (word: string, letter: string) => word.split(letter).length - 1;
/** The blocks of equal letters in a word. */
const blocks = (word: string) => word.match(/0+|1+/gu) ?? [];

/** Tomita's languages, by their definitions, and how many states their automata have without the sink. */
export const tomita: readonly { readonly states: number; readonly accepts: (word: string) => boolean }[] = [
  { states: 1, accepts: (word) => !word.includes("0") },
  { states: 2, accepts: (word) => /^(?:10)*$/u.test(word) },
  // No odd block of ones stands right before an odd block of zeros.
  {
    states: 4,
    accepts: (word) =>
      blocks(word).every(
        (block, i, all) => block[0] === "0" || block.length % 2 === 0 || (all[i + 1]?.length ?? 0) % 2 === 0,
      ),
  },
  { states: 3, accepts: (word) => !word.includes("000") },
  { states: 4, accepts: (word) => count(word, "0") % 2 === 0 && count(word, "1") % 2 === 0 },
  { states: 3, accepts: (word) => (count(word, "0") - count(word, "1")) % 3 === 0 },
  { states: 4, accepts: (word) => /^0*1*0*1*$/u.test(word) },
];
