export { Alphabet } from "./alphabet.ts";
export { PrefixTree } from "./prefix-tree.ts";
export { type Letter, type Spelling, shortlex, type Word } from "./word.ts";
