import type { PlainSpec } from "./spec.ts";

/** A target with a name, and what is worth seeing about it. */
export interface Example<S = PlainSpec> {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly spec: S;
}

/** The groups of the gallery, in their order; networks stand before those for readers of the paper. */
export type Group = "start" | "weights" | "paper";

function automaton(name: string, document: Readonly<Record<string, unknown>>): Example["spec"] {
  return { kind: "automaton", name, text: JSON.stringify({ format: "hankel/1", ...document }) };
}

function expression(name: string, semifield: string, text: string, alphabet = ""): Example["spec"] {
  return { kind: "expression", name, semifield, text, alphabet };
}

/** The first example, which the tour and the first screen show. */
const EVEN = automaton("An even number of a’s", {
  semifield: "boolean",
  alphabet: ["a", "b"],
  states: ["even", "odd"],
  initial: [["even", "true"]],
  final: [["even", "true"]],
  arcs: [
    ["even", "a", "true", "odd"],
    ["even", "b", "true", "even"],
    ["odd", "a", "true", "even"],
    ["odd", "b", "true", "odd"],
  ],
});

/** Example targets by group. */
export const groups: Readonly<Record<Group, readonly Example[]>> = {
  start: [
    {
      id: "even",
      title: "An even number of a’s",
      about: "Which words of a’s and b’s have an even number of a’s? The best one to begin with: two states.",
      spec: EVEN,
    },
    {
      id: "abb",
      title: "Words that end in abb",
      about: "How much of a word must be remembered to know whether it ends in abb? Four states.",
      spec: expression("Words that end in abb", "boolean", "(a|b)*abb"),
    },
    {
      id: "last-but-one",
      title: "The last but one is an a",
      about: "Words whose last letter but one is an a. Watch a row move up because it is like no other.",
      spec: expression("The last but one is an a", "boolean", "(a|b)*a(a|b)"),
    },
    {
      id: "three",
      title: "Divisible by three",
      about: "Binary numbers that three divides. Three states: one for each remainder.",
      spec: automaton("Divisible by three", {
        semifield: "boolean",
        alphabet: ["0", "1"],
        states: ["rest 0", "rest 1", "rest 2"],
        initial: [["rest 0", "true"]],
        final: [["rest 0", "true"]],
        arcs: [
          ["rest 0", "0", "true", "rest 0"],
          ["rest 0", "1", "true", "rest 1"],
          ["rest 1", "0", "true", "rest 2"],
          ["rest 1", "1", "true", "rest 0"],
          ["rest 2", "0", "true", "rest 1"],
          ["rest 2", "1", "true", "rest 2"],
        ],
      }),
    },
    {
      id: "vending",
      title: "A vending machine",
      about: "A Mealy machine: it answers each input with an output. Tea costs one coin, coffee two.",
      spec: automaton("A vending machine", {
        semifield: "free-group",
        alphabet: ["coin", "tea", "coffee"],
        states: ["none", "one", "two"],
        initial: [["none", "1"]],
        final: [
          ["none", "1"],
          ["one", "1"],
          ["two", "1"],
        ],
        arcs: [
          ["none", "coin", "ok", "one"],
          ["none", "tea", "no", "none"],
          ["none", "coffee", "no", "none"],
          ["one", "coin", "ok", "two"],
          ["one", "tea", "TEA", "none"],
          ["one", "coffee", "no", "one"],
          ["two", "coin", "back", "two"],
          ["two", "tea", "TEA", "one"],
          ["two", "coffee", "COFFEE", "none"],
        ],
      }),
    },
    {
      id: "grammar",
      title: "A small grammar",
      about: "Short English sentences, such as “the dog sees a big cat”: right or wrong?",
      spec: expression(
        "A small grammar",
        "boolean",
        '("the"|"a")"big"*("dog"|"cat")("sleeps"|"sees"("the"|"a")"big"*("dog"|"cat"))',
      ),
    },
  ],
  weights: [
    {
      id: "weather",
      title: "The weather",
      about: "Sun tends to stay, and so does rain. How likely are exactly these days?",
      spec: automaton("The weather", {
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
      id: "costs",
      title: "A lift that costs",
      about: "It is called, rides and rests, and each step has a price. What does a day cost?",
      spec: automaton("A lift that costs", {
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
      id: "transducer",
      title: "A translator of letters",
      about: "It writes y for ab, x for any other a, and z for any other b: the answer is a text.",
      spec: automaton("A translator of letters", {
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
      id: "quaternions",
      title: "Quaternions",
      about: "Numbers that rotate space. The order in which they are multiplied matters.",
      spec: expression("Quaternions", "quaternion", "(<1+2i>a|<1+j>b)*(()|<k>a)"),
    },
  ],
  paper: [
    {
      id: "cancelling",
      title: "Rationals that cancel",
      about:
        "1 and −1 sum to zero: a row can be alive although its sum vanishes, where the algorithm as printed divides by it.",
      spec: expression("Rationals that cancel", "rational", "()|<-1>a|aa|<1/2>b(<-2>a)*b"),
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
        "2^#a + 2^#b has rank 2, but no deterministic automaton. The table and the tree grow without end; multiplicity ends with 2 states.",
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
      id: "random",
      title: "Two hundred random states",
      about: "Costs drawn at random over the tropical semifield, to see how a larger run grows.",
      spec: { kind: "random", states: 200, letters: 2, semifield: "tropical", seed: 7 },
    },
  ],
};

/** All example targets. */
export const gallery: readonly Example[] = Object.values(groups).flat();
