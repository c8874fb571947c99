import { setTimeout as sleep } from "node:timers/promises";
import { Alphabet, real, weightsIn } from "@hankel/core";
import type { BlackBox } from "@hankel/teachers";

/** A black box in this process that sleeps so many milliseconds a word, one request after the other, and then answers at once. */
export function sleepingBox(milliseconds: number): BlackBox<number> {
  return {
    name: "a sleeping box",
    kind: weightsIn(real),
    alphabet: new Alphabet("ab"),
    async weigh(words) {
      if (milliseconds > 0) await sleep(milliseconds * words.length);
      return words.map((word) => (word[0] === 0 ? 0.5 : 0.25));
    },
  };
}
