/** The short jobs of the guard. Each prepares its input, and returns what is timed: it gives a text that must not change. */

import type * as library from "@hankel/core";

/** The library of one side: the working tree's or the release's. */
export type Library = typeof library;

/** What is timed. Its text says enough of the result to notice that it has become another one. */
export type Work = () => string;

const LETTERS = 4;

/** A random automaton, always the same: what is compared is the work on it. */
function drawn(h: Library, name: "boolean" | "tropical" | "rational", states: number, letters = LETTERS) {
  return h.randomAutomaton<unknown>({
    algebra: algebraOf(h, name),
    states,
    letters,
    shape: "dense",
    seed: 7,
  });
}

function algebraOf(h: Library, name: "boolean" | "tropical" | "rational") {
  return h[name] as library.Semifield<unknown>;
}

/** A Mealy machine whose arcs and outputs are drawn by a fixed rule. */
function mealy(h: Library, states: number, letters: number, outputs: number): library.Machine {
  const random = new h.Random(11, states, letters);
  const target = Int32Array.from({ length: states * letters }, (_, arc) =>
    arc % letters === 0 ? (arc / letters + 1) % states : random.below(states),
  );
  const output = Array.from(target, () => `out${random.below(outputs)}`);
  return { kind: "mealy", alphabet: h.Alphabet.letters(letters), target, output };
}

function learned(h: Library, target: library.Wdfsa<unknown>, learner: library.LearnerName): Work {
  return () => {
    const { statistics } = h.learn(h.exactTeacher(target), { learner });
    return `${statistics.states} states, ${statistics.cost}`;
  };
}

/** Words drawn by a fixed rule. */
function words(h: Library, count: number, length: number, letters: number): library.Word[] {
  const random = new h.Random(13, count, length);
  return Array.from({ length: count }, () =>
    Array.from({ length: random.below(2 * length) }, () => random.below(letters)),
  );
}

/** All jobs, by what they do. */
export const jobs: Readonly<Record<string, (h: Library) => Work>> = {
  "learn tree, Boolean, 150 states": (h) => learned(h, drawn(h, "boolean", 150), "tree"),
  "learn tree, tropical, 150 states": (h) => learned(h, drawn(h, "tropical", 150), "tree"),
  "learn tree, rational, 100 states": (h) => learned(h, drawn(h, "rational", 100), "tree"),
  "learn table, tropical, 40 states": (h) => learned(h, drawn(h, "tropical", 40), "table"),
  "learn apart, Boolean, 30 states": (h) => learned(h, drawn(h, "boolean", 30), "apart"),
  "learn machine, Mealy, 20 states": (h) => learned(h, h.machineToWdfsa(mealy(h, 20, 5, 3)), "machine"),
  "learn tree, Mealy, 100 states": (h) => learned(h, h.machineToWdfsa(mealy(h, 100, 5, 3)), "tree"),
  "learn multiplicity, rational, rank 12": (h) => {
    const target = drawn(h, "rational", 12, 2);
    return () => {
      const teacher = h.exactTeacher(target) as library.FindingTeacher<library.Rational>;
      const { statistics } = h.learn(teacher, { learner: "multiplicity" });
      return `${statistics.states} states, ${statistics.cost}`;
    };
  },
  "minimize, tropical, 5,000 states": (h) => {
    const target = drawn(h, "tropical", 5000);
    return () => `${h.minimize(target).size}`;
  },
  "minimize, rational, 1,000 states": (h) => {
    const target = drawn(h, "rational", 1000);
    return () => `${h.minimize(target).size}`;
  },
  "compare, tropical, 3,000 states": (h) => {
    const target = drawn(h, "tropical", 3000);
    const other = h.minimize(target);
    return () => String(h.compare(target, other)?.word ?? "equal");
  },
  "weigh, tropical, 20,000 words": (h) => {
    const target = drawn(h, "tropical", 500);
    const asked = words(h, 20_000, 10, LETTERS);
    return () => `${asked.reduce((sum, word) => sum + (target.weigh(word) as number), 0)}`;
  },
  "reduce, rational, 30 states": (h) => {
    const target = h.toWfsa(drawn(h, "rational", 30, 2)) as library.Wfsa<library.Rational>;
    return () => `${h.reduce(target).size}`;
  },
  "read and write hankel/1, 2,000 states": (h) => {
    const text = h.writeHankel(drawn(h, "tropical", 2000));
    return () => `${h.writeHankel(h.readHankel(text)).length}`;
  },
  "write AT&T, 2,000 states": (h) => {
    const target = drawn(h, "tropical", 2000);
    return () => `${h.writeAtt(target).length}`;
  },
  "singular values, 80 × 80": (h) => {
    const random = new h.Random(17, 80);
    const matrix = new h.Matrix(80, 80);
    for (let i = 0; i < matrix.data.length; i++) matrix.data[i] = random.below(1000) / 1000;
    return () => h.singularValues(matrix)[0].toFixed(6);
  },
  "prefix tree, 100,000 words": (h) => {
    const inserted = words(h, 100_000, 8, LETTERS);
    return () => {
      const tree = new h.PrefixTree();
      for (const word of inserted) tree.insert(word);
      return `${tree.size}`;
    };
  },
  "test suite Wp, Mealy, 20 states": (h) => {
    const automaton = h.machineToWdfsa(mealy(h, 20, 4, 3)) as library.Wdfsa<unknown>;
    return () => `${h.testSuite(automaton, { method: "wp:1" }).tests.length}`;
  },
  "infer, 1,000 labelled words": (h) => {
    const target = drawn(h, "boolean", 12, 2) as library.Wdfsa<boolean>;
    const drawnWords = words(h, 1000, 8, 2);
    const starts = Int32Array.from({ length: drawnWords.length + 1 });
    drawnWords.forEach((word, i) => {
      starts[i + 1] = starts[i] + word.length;
    });
    const sample: library.LabelledSample = {
      kind: "labelled",
      alphabet: target.alphabet,
      letters: Int32Array.from(drawnWords.flat()),
      starts,
      counts: new Float64Array(drawnWords.length).fill(1),
      labels: Int8Array.from(drawnWords, (word) => (target.weigh(word) ? 1 : 0)),
    };
    return () => `${h.infer(sample).automaton.size}`;
  },
  "layout of a drawing, 25 states": (h) => {
    const graph = h.graphOf(h.minimize(drawn(h, "tropical", 25, 2)));
    return () => JSON.stringify(h.qualityOf(h.layout(graph)));
  },
};
