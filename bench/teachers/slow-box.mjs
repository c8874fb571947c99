/**
 * A black box that takes its time: `slow-box.mjs STATES FIXED WORD` sleeps FIXED milliseconds for a request and WORD for each
 * of its words, one request after the other. On standard error it tells how long each request has really taken.
 */
import { setTimeout as sleep } from "node:timers/promises";

const [states, fixed, perWord] = process.argv.slice(2).map(Number);
const alphabet = ["a", "b", "c"];
const PRIME = 101;

/** A language with this many states, if their number is a prime. */
function weigh(word) {
  let [state, weight] = [0, 1];
  for (const symbol of word) {
    const letter = alphabet.indexOf(symbol);
    weight = (weight * (1 + ((state + letter) % 3))) % PRIME;
    state = (state * (3 + 2 * letter) + letter * letter + 1) % states;
  }
  return String((weight * (1 + (state % 4))) % PRIME);
}

async function answer(line) {
  const started = performance.now();
  const { id, weigh: words } = JSON.parse(line);
  const milliseconds = fixed + perWord * words.length;
  if (milliseconds > 0) await sleep(milliseconds);
  process.stderr.write(`${performance.now() - started}\n`);
  process.stdout.write(`${JSON.stringify({ id, weights: words.map(weigh) })}\n`);
}

console.log(JSON.stringify({ hankel: 1, semifield: `prime-field:${PRIME}`, alphabet }));
let rest = "";
let last = Promise.resolve();
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop();
  for (const line of lines) last = last.then(() => answer(line));
});
