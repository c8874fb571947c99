/** A module as a black box, in whose folder one sees whether it was loaded. */

import { automatonText, type Workplace } from "./hankel.ts";

/** A module that leaves a mark when it is loaded, and runs some code when it is asked. */
export const markedModule = (asked = "") => `
import { mkdirSync, writeFileSync } from "node:fs";
writeFileSync("loaded", "");
export const alphabet = "ab", semifield = "boolean";
export const weigh = (word) => { ${asked}; return word.length % 2 === 0; };
`;

export async function prepare(place: Workplace, asked?: string): Promise<void> {
  await place.write("box.mjs", markedModule(asked));
  await place.write("a.json", automatonText());
  await place.write("words.txt", "\na\n");
}

export const LEARN = ["learn", "--quiet", "box.mjs"];
