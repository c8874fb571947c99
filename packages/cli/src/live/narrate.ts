import type { Answer, Learner, Question } from "@hankel/core";
import { Narrator } from "../show/narrator.ts";
import { paintFor } from "../show/paint.ts";

/** Tells the story of a live run on standard error; a run that starts again has a learner anew. */
export function narrate() {
  let narrator: { readonly learner: Learner<unknown>; readonly voice: Narrator<unknown> } | undefined;
  return (question: Question<unknown>, answer: Answer<unknown> | undefined, learner: Learner<unknown>) => {
    if (narrator?.learner !== learner) {
      const tell = (line: string) => process.stderr.write(`${line}\n`);
      narrator = { learner, voice: new Narrator(learner, paintFor(process.stderr), tell) };
    }
    if (answer === undefined) narrator.voice.question(question);
    else narrator.voice.answer(question, answer);
  };
}
