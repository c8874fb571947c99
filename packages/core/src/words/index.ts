export { Alphabet } from "./alphabet.ts";
export { Batch } from "./batch.ts";
export { PrefixTree } from "./prefix-tree.ts";
export { countAllWords, type Letter, type Spelling, shortlex, type Word } from "./word.ts";
