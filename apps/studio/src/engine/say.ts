/** Sentences in parts, so that the page can explain their terms and keep the words of a language apart from its own. */

import { counted } from "./text.ts";

/** A piece of text; a term of the glossary, which the page explains; or a word of the language. */
export type Part =
  | { readonly text: string }
  | { readonly text: string; readonly term: string }
  | { readonly word: string };

export type Said = readonly Part[];

/** What the page says at a step: the defect in a word or two, and a sentence about it. */
export interface Saying {
  readonly title: string;
  readonly sentence: Said;
}

/** Plain words, or those of the paper. */
export const VOCABULARIES = ["plain", "paper"] as const;
export type Vocabulary = (typeof VOCABULARIES)[number];

/** The same in both vocabularies. */
export type Explanation = Readonly<Record<Vocabulary, Saying>>;

/** A sentence of texts and parts: say`The ${term("row")} is new.` */
export function say(texts: TemplateStringsArray, ...parts: readonly (string | number | Part | Said)[]): Said {
  const said: Part[] = [];
  texts.forEach((text, i) => {
    if (text !== "") said.push({ text });
    const part = parts[i];
    if (part === undefined || part === "") return;
    if (typeof part === "string" || typeof part === "number") said.push({ text: String(part) });
    else if (isSaid(part)) said.push(...part);
    else said.push(part);
  });
  return said;
}

function isSaid(part: Part | Said): part is Said {
  return Array.isArray(part);
}

/** A term of the glossary, perhaps in another form: term("row", "rows"). */
export function term(name: string, text = name): Part {
  return { text, term: name };
}

/** 1 row, 2 rows, with the thing as a term of the glossary. */
export function countedTerm(count: number, name: string): Said {
  const [number, ...thing] = counted(count, name).split(" ");
  return say`${number} ${term(name, thing.join(" "))}`;
}

/** Several parts: a, b and c. */
export function listedParts(parts: readonly (Part | Said)[]): Said {
  return parts.flatMap((part, i) => {
    const before = i === 0 ? "" : i === parts.length - 1 ? " and " : ", ";
    return say`${before}${part}`;
  });
}

/** The same sentence for both vocabularies. */
export function inBoth(title: string, sentence: Said): Explanation {
  const saying = { title, sentence };
  return { plain: saying, paper: saying };
}

/** A sentence as text, with the words of the language in quotes. */
export function textOf(said: Said): string {
  return said.map((part) => ("word" in part ? `“${part.word}”` : part.text)).join("");
}
