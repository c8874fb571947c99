/** What is wrong with what the user gave, and where. */

import { HankelError } from "hankel";
import { messageOf } from "./text.ts";

export interface Problem {
  readonly message: string;
  /** The file, and the place in it: "m.dot, line 3, column 5". Empty if neither is known. */
  readonly where: string;
  /** The line, and a caret below the place; empty if the place is not known. */
  readonly source: string;
  readonly caret: string;
}

/** So many characters of a long line are shown on each side of the place. */
const AROUND = 48;

/** A problem as the page shows it; `text` is what was read, and `name` the file it came from. */
export function problemOf(error: unknown, text: string, name = ""): Problem {
  const message = messageOf(error);
  const place = error instanceof HankelError ? error.place : undefined;
  if (place === undefined) return { message, where: name, source: "", caret: "" };
  const { line, column } = place;
  const where = [name, `line ${line}`, `column ${column}`].filter((part) => part !== "").join(", ");
  // A place may be behind the last line.
  const characters = [...(text.split(/\r?\n/u)[line - 1] ?? "")];
  const first = Math.max(0, column - 1 - AROUND);
  const cut = characters.slice(first, column - 1 + AROUND);
  const before = first > 0 ? "…" : "";
  const after = first + cut.length < characters.length ? "…" : "";
  // Tabs stay, so that the caret stands below its character.
  const blanks = [...before, ...cut.slice(0, column - 1 - first)].map((character) =>
    character === "\t" ? "\t" : " ",
  );
  return { message, where, source: `${before}${cut.join("")}${after}`, caret: `${blanks.join("")}^` };
}
