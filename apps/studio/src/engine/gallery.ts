import type { PlainSpec } from "./spec.ts";

export interface Example {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly spec: PlainSpec;
}

function automaton(name: string, document: Readonly<Record<string, unknown>>): Example["spec"] {
  return { kind: "automaton", name, text: JSON.stringify({ format: "hankel/1", ...document }) };
}

function expression(name: string, semifield: string, text: string, alphabet = ""): Example["spec"] {
  return { kind: "expression", name, semifield, text, alphabet };
}

/** Example targets. */
export const gallery: readonly Example[] = [
  {
    id: "grammar",
    title: "A Boolean grammar",
    about:
      "Short English sentences, in or out. Plain automata are the case of Boolean weights: Angluin's L*.",
    spec: expression(
      "A Boolean grammar",
      "boolean",
      '("the"|"a")"big"*("dog"|"cat")("sleeps"|"sees"("the"|"a")"big"*("dog"|"cat"))',
    ),
  },
  {
    id: "costs",
    title: "A tropical cost machine",
    about:
      "A lift that is called, rides and rests; the weight of a word is what it costs. Weights add along a word.",
    spec: automaton("A tropical cost machine", {
      semifield: "tropical",
      alphabet: ["call", "ride", "rest"],
      states: ["idle", "waiting", "moving"],
      initial: [["idle", "0"]],
      final: [
        ["idle", "0"],
        ["moving", "3"],
      ],
      arcs: [
        ["idle", "call", "1", "waiting"],
        ["idle", "rest", "0", "idle"],
        ["waiting", "call", "2", "waiting"],
        ["waiting", "ride", "4", "moving"],
        ["moving", "ride", "5", "moving"],
        ["moving", "rest", "1", "idle"],
      ],
    }),
  },
  {
    id: "weather",
    title: "A probabilistic weather model",
    about: "Sun tends to stay, rain too. The weight of a word is the probability of exactly these days.",
    spec: automaton("A probabilistic weather model", {
      semifield: "rational",
      alphabet: ["sun", "rain"],
      states: ["start", "fair", "wet"],
      initial: [["start", "1"]],
      final: [
        ["fair", "1/10"],
        ["wet", "1/10"],
      ],
      arcs: [
        ["start", "sun", "2/3", "fair"],
        ["start", "rain", "1/3", "wet"],
        ["fair", "sun", "7/10", "fair"],
        ["fair", "rain", "1/5", "wet"],
        ["wet", "sun", "2/5", "fair"],
        ["wet", "rain", "1/2", "wet"],
      ],
    }),
  },
  {
    id: "cancelling",
    title: "Rationals that cancel",
    about:
      "1 and −1 sum to zero: a row can be live although its sum vanishes, where the printed algorithm divides by it.",
    spec: expression("Rationals that cancel", "rational", "()|<-1>a|aa|<1/2>b(<-2>a)*b"),
  },
  {
    id: "transducer",
    title: "A transducer over the free group",
    about:
      "It writes y for ab, x for another a, z for b. Weights are output words, and inverses take letters back.",
    spec: automaton("A transducer over the free group", {
      semifield: "free-group",
      alphabet: ["a", "b"],
      states: 2,
      initial: [[0, "1"]],
      final: [
        [0, "1"],
        [1, "x"],
      ],
      arcs: [
        [0, "a", "1", 1],
        [0, "b", "z", 0],
        [1, "a", "x", 1],
        [1, "b", "y", 0],
      ],
    }),
  },
  {
    id: "stuck-a",
    title: "Stuck as printed: {a}",
    about:
      "One word of weight 1. The printed scale of row ε is zero, so every hypothesis is the zero language, for ever.",
    spec: expression("Stuck as printed: {a}", "rational", "a"),
  },
  {
    id: "stuck-three",
    title: "Stuck as printed: {ε, a, aa}",
    about: "Inconsistent, yet the printed algorithm finds nothing to add: its S never grows.",
    spec: expression("Stuck as printed: {ε, a, aa}", "boolean", "()|a|aa"),
  },
  {
    id: "stuck-scales",
    title: "Stuck as printed: separate scales",
    about:
      "By ε the class of ε weighs a with 1, by aa with 2: normalised separately, the difference is hidden.",
    spec: automaton("Stuck as printed: separate scales", {
      semifield: "rational",
      alphabet: ["a"],
      states: 3,
      initial: [[0, "1"]],
      final: [
        [0, "1"],
        [2, "1"],
      ],
      arcs: [
        [0, "a", "1", 1],
        [1, "a", "1", 2],
        [2, "a", "2", 1],
      ],
    }),
  },
  {
    id: "no-deterministic",
    title: "No deterministic automaton",
    about:
      "L(w) = 2^#a + 2^#b, the sum of two counts. Rank 2, but a deterministic automaton needs a state for every difference of the counts: the table and the tree grow without end, and the multiplicity learner ends with 2 states.",
    spec: automaton("2^#a + 2^#b", {
      semifield: "rational",
      alphabet: ["a", "b"],
      states: ["a's", "b's"],
      initial: [
        ["a's", "1"],
        ["b's", "1"],
      ],
      final: [
        ["a's", "1"],
        ["b's", "1"],
      ],
      arcs: [
        ["a's", "a", "2", "a's"],
        ["a's", "b", "1", "a's"],
        ["b's", "a", "1", "b's"],
        ["b's", "b", "2", "b's"],
      ],
    }),
  },
  {
    id: "quaternions",
    title: "Quaternions",
    about: "Weights that do not commute: a division on the wrong side is a wrong automaton.",
    spec: expression("Quaternions", "quaternion", "(<1+2i>a|<1+j>b)*(()|<k>a)"),
  },
  {
    id: "random",
    title: "Two hundred random states",
    about: "A tropical machine drawn at random, to see how a larger run grows.",
    spec: { kind: "random", states: 200, letters: 2, semifield: "tropical", seed: 7 },
  },
];
