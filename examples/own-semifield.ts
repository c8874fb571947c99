/**
 * Defines a semifield in ten lines and learns an automaton over it. The weights are gains in whole decibels: gains add
 * along a chain of amplifiers, and of several chains the loudest counts.
 *
 *     npx tsx examples/own-semifield.ts
 */

import { brokenLaws, defineSemifield, functionTeacher, learn, randomWords } from "hankel";

const decibels = defineSemifield<number>({
  name: "decibels",
  zero: Number.NEGATIVE_INFINITY, // silence
  one: 0, // unchanged
  commutative: true,
  times: (left, right) => left + right,
  inverse: (gain) => -gain,
  plus: (left, right) => Math.max(left, right),
  format: (gain) => `${gain} dB`,
  parse: (text) => Number(text.replace(" dB", "")),
});

// Checks the laws that Hankel relies on for some weights.
const broken = brokenLaws(decibels, [Number.NEGATIVE_INFINITY, -12, -3, 0, 6, 7, 20]);
console.log(broken.length === 0 ? "the semifield laws hold" : `broken: ${broken.join(", ")}`);

// The black box: a boost adds 6 dB, a pass loses 1 dB, and the fuse blows on the third boost in a row.
const teacher = functionTeacher({
  algebra: decibels,
  alphabet: ["boost", "pass"],
  weigh(stages) {
    let inARow = 0;
    let gain = 0;
    for (const stage of stages) {
      inARow = stage === "boost" ? inARow + 1 : 0;
      if (inARow === 3) return decibels.zero;
      gain += stage === "boost" ? 6 : -1;
    }
    return gain;
  },
  equivalence: randomWords(500, 12),
});

const { automaton, statistics } = learn(teacher);
console.log(`${statistics.states} states from ${statistics.questions} questions`);
const word = ["boost", "boost", "pass", "boost"];
console.log(`${word.join(", ")}: ${decibels.format(automaton.weigh(word))}`);
