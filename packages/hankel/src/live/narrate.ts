import type { DriveOptions, Learner } from "@hankel/core";
import { Narrator } from "../show/narrator.ts";
import { paintFor } from "../show/paint.ts";
import { standardError } from "../support/terminal.ts";

/** Explains a learner's run on standard error, step by step. */
export function narrate<W>(learner: Learner<W>): Pick<DriveOptions<W>, "announce" | "observe"> {
  const tell = (line: string) => standardError.line(line);
  const narrator = new Narrator(learner, paintFor(standardError), tell);
  return {
    announce: (question) => narrator.question(question),
    observe: (question, answer) => narrator.answer(question, answer),
  };
}
