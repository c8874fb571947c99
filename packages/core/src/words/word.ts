/** A symbol, as its index in the alphabet. */
export type Letter = number;

/** A word over an alphabet; `[]` is ε. */
export type Word = readonly Letter[];

/** A word as people write it, by its symbols: `["new york", "b"]`; `[]` is ε. */
export type Spelling = readonly string[];

/** Is a word given by its symbols? An empty array is ε either way. */
export function isSpelled(word: Word | Spelling): word is Spelling {
  return word.length > 0 && typeof word[0] === "string";
}

/** Shortlex order: shorter first, then alphabetically. */
export function shortlex(a: Word, b: Word): number {
  if (a.length !== b.length) return a.length - b.length;
  for (let i = 0; i < a.length; i++) {
    const order = a[i] - b[i];
    if (order !== 0) return order;
  }
  return 0;
}

/** The word of a node in lists of links: each node is that of an earlier number, -1 for ε, and a letter. */
export function linkedWord(
  from: { readonly [node: number]: number },
  letter: { readonly [node: number]: Letter },
  node: number,
): Letter[] {
  const word: Letter[] = [];
  for (let at = node; from[at] >= 0; at = from[at]) word.push(letter[at]);
  return word.reverse();
}
