/**
 * A semifield of one's own, in ten lines, and a machine over it learned: "dB", gains of a chain of amplifiers, whole
 * numbers of decibels that add up along the chain, of which the loudest way counts.
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

// Every law that Hankel relies on, tried on some weights.
const broken = brokenLaws(decibels, [Number.NEGATIVE_INFINITY, -12, -3, 0, 6, 7, 20]);
console.log(broken.length === 0 ? "a lawful semifield" : `broken: ${broken.join(", ")}`);

// The black box: an amplifier that gets 6 dB louder per stage, but whose fuse blows on the third boost in a row.
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
