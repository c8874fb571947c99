import { type Distribution, HankelError, restriction, type Wdfsa } from "@hankel/core";
import type { BlackBox, Report } from "../box.ts";
import { nextOfBox } from "./next-box.ts";

/** A black box that gives distributions, restricted to a language at each step: see `guided`. */
export function guideBox(
  box: BlackBox<number, Distribution>,
  language: Wdfsa<boolean>,
  report: Report = () => {},
): BlackBox<number, Distribution> {
  const { alphabet } = nextOfBox(box);
  let told = false;
  const restrict = restriction(alphabet, language, (word) => {
    if (!told)
      report(`${box.name} gives probability 0 to all that the guide allows after ${alphabet.show(word)}`);
    told = true;
  });
  const name = `${box.name} under the guide`;
  return {
    ...box,
    name,
    draws: false,
    async weigh(words, options = {}) {
      const { arrived } = options;
      const rows = (from: number, answers: readonly Distribution[]) =>
        answers.map((answer, i) => restrict(words[from + i], answer));
      const passed =
        arrived && ((from: number, answers: readonly Distribution[]) => arrived(from, rows(from, answers)));
      const answers = await box.weigh(words, { ...options, ...(passed && { arrived: passed }) });
      return rows(0, answers);
    },
    draw: () => Promise.reject(new HankelError("usage", `${name} cannot draw samples`)),
    close: () => box.close(),
  };
}
