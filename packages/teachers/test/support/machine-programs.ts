/** Real programs that are machines, and misbehave on request. */

import { EACH_MESSAGE } from "./each-message.ts";

/**
 * A coffee machine in plain JavaScript: a coin, water and the button give a coffee. `misbehave` is a function body that
 * sees `id`, `words`, `outputs` (the right answer) and `count` (requests so far); it may change `outputs` or `say` a line
 * itself and return true. Every word that is asked goes to the log, the file named by its argument, before it is answered.
 */
export function coffeeMachine(misbehave = "", hello = ""): string {
  return `
const say = (line) => process.stdout.write(line + "\\n");
const log = (value) => require("node:fs").appendFileSync(process.argv[2], JSON.stringify(value) + "\\n");
const hello = { hankel: 1, machine: "mealy", alphabet: ["coin", "water", "button"] };
${hello}
const run = (word) => {
  let state = 0;
  return word.map((input) => {
    if (input === "coin") return state === 0 ? ((state = 1), "ok") : "0";
    if (input === "water") return state === 1 ? ((state = 2), "1") : "";
    return state === 2 ? ((state = 0), "a coffee") : "beep";
  });
};
say(JSON.stringify(hello));
let count = 0;
const answer = ({ id, run: words, conjecture }) => {
  count++;
  const outputs = words?.map(hello.machine === "moore" ? (word) => ["off", ...run(word)] : run);
  for (const word of words ?? []) log(word);
  const misbehaved = (() => { ${misbehave} })();
  if (!misbehaved) say(JSON.stringify({ id, outputs }));
};
${EACH_MESSAGE}`;
}

/** The same machine as a module. */
export const COFFEE_MODULE = `
export const machine = "mealy";
export const alphabet = ["coin", "water", "button"];
export function run(word) {
  let state = 0;
  return word.map((input) => {
    if (input === "coin") return state === 0 ? ((state = 1), "ok") : "0";
    if (input === "water") return state === 1 ? ((state = 2), "1") : "";
    return state === 2 ? ((state = 0), "a coffee") : "beep";
  });
}
`;
