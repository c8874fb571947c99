/**
 * One look for each learner and each tool, in every plot. What is ours is a circle in a cool colour; what is others' has corners and a warm
 * one. All of them stand out from the white card that plots are drawn on, so they look the same on light and dark pages.
 */

export interface Look {
  /** As legends say it. */
  readonly name: string;
  readonly colour: string;
  /** The colour in a word, for the table of the document. */
  readonly said: string;
  readonly shape: "circle" | "square" | "triangle" | "diamond";
  readonly about: string;
}

export const looks = {
  machine: ours(
    "Hankel, machine",
    "#0072b2",
    "blue",
    "our learner for Mealy and Moore machines, the default there",
  ),
  tree: ours("Hankel, tree", "#009e73", "green", "our learner for weights, the default there"),
  apart: ours("Hankel, apart", "#56b4e9", "sky blue", "our weighted L#"),
  table: ours("Hankel, table", "#7b4fb0", "purple", "the paper's table of observations"),
  soft: ours("Hankel, soft", "#00a3a3", "teal", "our learner for language models"),
  prototype: ours(
    "prototype",
    "#7d8fb3",
    "grey blue",
    "a slow and obvious learner of language models, ours too",
  ),
  hankel: ours("Hankel", "#2a3f9d", "indigo", "a whole command of ours, or the library"),
  learnlib: {
    name: "LearnLib",
    colour: "#d55e00",
    said: "vermilion",
    shape: "square",
    about: "learners in Java",
  },
  aalpy: { name: "AALpy", colour: "#e69f00", said: "orange", shape: "triangle", about: "learners in Python" },
  weiss: {
    name: "weighted L*",
    colour: "#cc79a7",
    said: "pink",
    shape: "triangle",
    about: "of Weiss, Goldberg and Yahav, for language models",
  },
  quant: {
    name: "QuaNT",
    colour: "#8c4a2f",
    said: "brown",
    shape: "diamond",
    about: "pyModelExtractor's, for language models",
  },
  openfst: { name: "OpenFst", colour: "#b2182b", said: "red", shape: "diamond", about: "the toolkit in C++" },
  splearn: {
    name: "scikit-splearn",
    colour: "#e7298a",
    said: "magenta",
    shape: "square",
    about: "spectral learning in Python",
  },
  bare: {
    name: "bare",
    colour: "#6e6e6e",
    said: "grey",
    shape: "square",
    about: "the least: nothing but the wire, Node, or the automaton that taught a network",
  },
} as const satisfies Readonly<Record<string, Look>>;

export type Who = keyof typeof looks;

export const whos = Object.keys(looks) as Who[];

function ours(name: string, colour: string, said: string, about: string): Look {
  return { name, colour, said, shape: "circle", about };
}

/** The look of a learner as the results name it: "Hankel tree", "learnlib-older adt". */
export function whoIs(learner: string): Who {
  const [tool, name] = learner.split(/[ ,]+/u);
  const key = tool === "Hankel" ? (name ?? "hankel") : tool.replace(/-older$/u, "").toLowerCase();
  if (!(key in looks)) throw new Error(`${learner} has no colour in bench/support/colours.ts`);
  return key as Who;
}
