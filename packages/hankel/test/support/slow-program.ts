/** A program that takes a few milliseconds for each word and prints each question on standard error. While there is a file
 * named most, it answers no more words than that file says. */
export const SLOW = `
import { existsSync, readFileSync } from "node:fs";
const say = (line) => process.stdout.write(line + "\\n");
const count = (text, pattern) => BigInt((text.match(pattern) ?? []).length);
// A factor 1/3 for every a, another 1/5 if it follows a b; zero with three b's in a row.
const weight = (text) => (/bbb/.test(text) ? "0" : "1/" + 3n ** count(text, /a/g) * 5n ** count(text, /ba/g));
say(JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a", "b"] }));
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
let rest = "";
let work = Promise.resolve();
let most = existsSync("most") ? Number(readFileSync("most", "utf8")) : Infinity;
process.stdin.setEncoding("utf8").on("data", (chunk) => {
  const lines = (rest + chunk).split("\\n");
  rest = lines.pop();
  for (const line of lines) work = work.then(async () => {
    const { id, weigh } = JSON.parse(line);
    const weights = [];
    for (const word of weigh) {
      await pause(Number(process.argv[2] ?? 0));
      console.error("asked " + word.join(""));
      while (--most < 0 && existsSync("most")) await pause(10);
      weights.push(weight(word.join("")));
    }
    say(JSON.stringify({ id, weights }));
  });
});
`;

/** Tests that take a moment. */
export const TESTS = ["--equivalence", "random:120,mean=6+wp:1"];
