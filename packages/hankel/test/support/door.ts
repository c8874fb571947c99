/** A machine as a program that misbehaves on request. */

/** A door with a lock; `misbehave` sees `word` and `outputs` (the right ones), `count` words were run before. */
export const door = (misbehave = "", hello = {}) => `
import { createInterface } from "node:readline";
const send = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
let count = 0;
function run(word) {
  let locked = false;
  const outputs = word.map((key) => {
    if (key === "lock") return locked ? "0" : ((locked = true), "1");
    if (key === "unlock") return ((locked = false), "");
    return locked ? "shut" : "open";
  });
  console.error("asked " + word.join(" "));
  ${misbehave}
  count++;
  return outputs;
}
send({ hankel: 1, machine: "mealy", alphabet: ["lock", "unlock", "push"], ...${JSON.stringify(hello)} });
for await (const line of createInterface({ input: process.stdin })) {
  const { id, run: words, conjecture } = JSON.parse(line);
  if (conjecture !== undefined) send({ id, counterexample: conjecture.states < 2 ? ["lock", "push"] : null });
  else send({ id, outputs: words.map(run) });
}
`;
