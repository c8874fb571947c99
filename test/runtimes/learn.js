/**
 * The built library in whatever runs JavaScript: imports every pure entry of `hankel` and learns a small automaton.
 *
 *     node test/runtimes/learn.js      bun test/runtimes/learn.js      deno run --allow-read test/runtimes/learn.js
 */

import manifest from "../../packages/hankel/package.json" with { type: "json" };

/** `hankel/node` needs Node's processes, sockets and files; everything else needs nothing. */
const pure = Object.keys(manifest.exports).filter((entry) => entry !== "./node");

const names = [];
for (const entry of pure) {
  const module = await import(`hankel${entry.slice(1)}`);
  const exported = Object.keys(module).length;
  if (exported === 0) throw new Error(`${entry} exports nothing`);
  names.push(...Object.keys(module));
}

const { breadthFirst, functionTeacher, learn, rational } = await import("hankel");

/** 1/2 for each a, 2/3 for each b after an odd number of them: two states. */
function weigh(word) {
  let weight = rational.one;
  let odd = false;
  for (const symbol of word) {
    odd = symbol === "a" ? !odd : odd;
    if (symbol === "a") weight = rational.times(weight, rational.parse("1/2"));
    else if (odd) weight = rational.times(weight, rational.parse("2/3"));
  }
  return weight;
}

const teacher = functionTeacher({
  algebra: rational,
  alphabet: ["a", "b"],
  weigh,
  equivalence: breadthFirst(6),
});
const { automaton, statistics } = learn(teacher);
const weight = rational.format(automaton.weigh(["a", "b", "b", "a"]));
if (statistics.states !== 2 || weight !== "1/9") {
  throw new Error(`learned ${statistics.states} states, and a b b a weighs ${weight}; expected 2 and 1/9`);
}
console.log(`${pure.length} entries with ${new Set(names).size} names; learned ${statistics.states} states`);
