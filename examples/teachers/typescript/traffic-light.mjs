/**
 * A Moore machine as a program in plain JavaScript. The output of a state is the light that shows, so a run has one output
 * more than the word has letters: the first is that of the initial state.
 *
 *     hankel learn -- node examples/teachers/typescript/traffic-light.mjs
 */

import { createInterface } from "node:readline";

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** Which light follows which; the button of a pedestrian turns green to yellow, and time does the rest. */
const NEXT = {
  green: { wait: "green", button: "yellow" },
  yellow: { wait: "red", button: "yellow" },
  red: { wait: "green", button: "red" },
};

function run(word) {
  let light = "green";
  const lights = [light];
  for (const letter of word) {
    light = NEXT[light][letter];
    lights.push(light);
  }
  return lights;
}

send({ hankel: 1, machine: "moore", alphabet: ["wait", "button"] });
for await (const line of createInterface({ input: process.stdin })) {
  const { id, run: words } = JSON.parse(line);
  send({ id, outputs: words.map(run) });
}
