/**
 * The comparisons of docs/benchmarks.md: for each a sentence with its figures and a plot, both made from bench/results, so that nobody types a
 * number. What they mean for a user is written in the document.
 */

import { type Who, whoIs } from "./support/colours.ts";
import { growth as exponentOf } from "./support/measure.ts";
import { frontSteps } from "./support/pareto.ts";
import type { Mark, Plot, Rows, Series } from "./support/plot.ts";
import { type Cell, type Result, shown } from "./support/result.ts";

export interface Comparison {
  /** Its mark in the document, and its plot: bench-NAME.svg. */
  readonly name: string;
  headline(tables: Tables): string;
  plot(tables: Tables): Plot;
}

/** A row of a result, read by the names of its columns. */
interface Line {
  text(column: string): string;
  /** Where several columns share a name, the first unless told. */
  number(column: string, which?: number): number;
}

export class Tables {
  readonly #results: ReadonlyMap<string, Result>;

  constructor(results: readonly Result[]) {
    this.#results = new Map(results.map((result) => [result.id, result]));
  }

  #result(id: string): Result {
    const result = this.#results.get(id);
    if (result === undefined) throw new Error(`bench/results has nothing of ${id}`);
    return result;
  }

  lines(id: string): Line[] {
    const { columns, rows } = this.#result(id);
    const cell = (row: readonly Cell[], name: string, which = 0) => {
      const found = [...columns.keys()].filter((i) => columns[i].name === name);
      if (found.length <= which) throw new Error(`${id} has no column ${name}`);
      return row[found[which]];
    };
    return rows.map((row) => ({
      text: (name) => `${cell(row, name) ?? ""}`,
      number: (name, which) => {
        const value = cell(row, name, which);
        return typeof value === "number" ? value : Number.NaN;
      },
    }));
  }

  found(id: string, goal: RegExp): string {
    const found = this.#result(id).goals.find((one) => goal.test(one.goal));
    if (found === undefined) throw new Error(`${id} has no goal ${goal.source}`);
    return found.found;
  }
}

const file = (name: string) => `bench-${name}.svg`;
const isPeer = (learner: string) => !learner.startsWith("Hankel");
/** "learnlib-older lambda-ttt" as people say it. */
const said = (learner: string) => {
  const [tool, name] = learner.split(" ");
  const project = { learnlib: "LearnLib's", "learnlib-older": "LearnLib's", aalpy: "AALpy's" }[tool] ?? tool;
  return `${project} ${name}`;
};
const algorithm = (learner: string) => learner.split(" ").slice(1).join(" ");

function least<T>(items: readonly T[], of: (item: T) => number): T {
  return items.reduce((best, item) => (of(item) < of(best) ? item : best));
}

/** The line with this text. */
function only(lines: readonly Line[], column: string, content: string): Line {
  const found = lines.find((line) => line.text(column) === content);
  if (found === undefined) throw new Error(`nothing is said about ${content}`);
  return found;
}

/** From the least to the greatest, or only one where they look alike. */
function range(values: readonly number[], digits = 0): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map((value) => shown(value, digits));
  return low === high ? low : `${low} to ${high}`;
}

const realMachines: Comparison = {
  name: "real-machines",
  headline(tables) {
    const lines = tables.lines("models/learners");
    const ours = only(lines, "learner", "Hankel machine");
    const peer = least(
      lines.filter((line) => isPeer(line.text("learner"))),
      (line) => line.number("times the best peer"),
    );
    const times = (line: Line) => shown(line.number("times the best peer"), 2);
    const dearer = tables
      .lines("models/machines")
      .filter((line) => line.number("machine / best peer") > 1).length;
    const seconds = (line: Line) => shown(line.number("seconds"));
    return (
      `On ${ours.text("machines")} real machines \`machine\` costs **${times(ours)}** of what the cheapest peer of each machine costs. It costs more on ` +
      `${dearer}, at worst ${shown(ours.number("at worst"), 2)} times. The best peer, ${said(peer.text("learner"))}, costs ${times(peer)} on the ` +
      `${peer.text("machines")} that it learned in time; it took ${seconds(peer)} s, \`machine\` ${seconds(ours)} s.`
    );
  },
  plot(tables) {
    const lines = tables
      .lines("models/learners")
      .toSorted((a, b) => a.number("times the best peer") - b.number("times the best peer"));
    return {
      file: file(realMachines.name),
      title: "Real machines: cost, as a multiple of the cheapest peer's",
      x: { label: "geometric mean over all machines; the line ends at the worst machine", log: true },
      rows: lines.map((line) => ({
        label: algorithm(line.text("learner")),
        marks: [
          {
            who: whoIs(line.text("learner")),
            value: line.number("times the best peer"),
            to: line.number("at worst"),
          },
        ],
      })),
      guide: { name: "the cheapest peer of each machine", at: 1 },
    };
  },
};

/** Cost and equivalence questions on random targets, of which the first is drawn. */
function contest(name: string, of: string, ours: string, targets: readonly string[]): Comparison {
  const [target] = targets;
  const on = (tables: Tables, one = target) => tables.lines(of).filter((line) => line.text("target") === one);
  const cheapest = (lines: readonly Line[]) =>
    least(
      lines.filter((line) => isPeer(line.text("learner"))),
      (line) => line.number("cost"),
    );
  const against = (tables: Tables, one: string) => {
    const lines = on(tables, one);
    const mine = only(lines, "learner", ours);
    const peer = cheapest(lines);
    const both = (column: string) => `${shown(mine.number(column))} against ${shown(peer.number(column))}`;
    return (
      `${one}: \`${algorithm(ours)}\` costs **${shown(mine.number("cost") / peer.number("cost"), 2)}** of the cheapest peer, ` +
      `${said(peer.text("learner"))}: ${both("cost")}, with ${both("equivalences")} equivalence questions.`
    );
  };
  return {
    name,
    headline: (tables) => targets.map((one) => against(tables, one)).join(" "),
    plot(tables) {
      // Ours are on top where they are in the same place as others.
      const lines = on(tables)
        .filter((line) => line.text("learner") !== "Hankel tree, textbook")
        .toSorted((a, b) => Number(isPeer(a.text("learner"))) - Number(isPeer(b.text("learner"))));
      const front = frontSteps(
        lines.map((line) => ({ cost: line.number("cost"), equivalences: line.number("equivalences") })),
      );
      return {
        file: file(name),
        title: `${target}: cost and equivalence questions`,
        x: { label: "cost: a reset and the letters of each word", log: true },
        y: { label: "equivalence questions", log: true },
        series: lines.map((line) => ({
          who: whoIs(line.text("learner")),
          label: algorithm(line.text("learner")),
          points: [[line.number("cost"), line.number("equivalences")]],
        })),
        ...(front.length > 1 && { guide: { name: "the front: nobody is below", points: front } }),
      };
    },
  };
}

const inMemory: Comparison = {
  name: "learnlib",
  headline(tables) {
    const targets = byName(tables.lines("speed/learnlib"), "target");
    const ratios = (column: string) =>
      [...targets.values()].map((lines) => {
        const [ours, theirs] = [false, true].map((peer) =>
          lines.filter((line) => isPeer(line.text("learner")) === peer),
        );
        return ours[0].number(column) / least(theirs, (line) => line.number(column)).number(column);
      });
    const whole = ratios("seconds");
    const wins = whole.filter((ratio) => ratio < 1).length;
    return (
      `\`tree\` is faster than LearnLib's fastest on **${wins} of ${whole.length}** whole runs; it takes ${range(whole, 1)} times as long. ` +
      `Without the equivalence oracle it is slower everywhere: ${range(ratios("without it"), 1)} times.`
    );
  },
  plot: (tables) => ({
    file: file(inMemory.name),
    title: "Whole runs in memory",
    x: { label: "seconds; a mark for each learner of LearnLib", log: true },
    rows: [...byName(tables.lines("speed/learnlib"), "target")].map(([label, lines]) => ({
      label,
      marks: lines.map((line) => ({ who: whoIs(line.text("learner")), value: line.number("seconds") })),
    })),
  }),
};

function byName(lines: readonly Line[], column: string): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const name = line.text(column);
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  return groups;
}

const openfst: Comparison = {
  name: "openfst",
  headline(tables) {
    const sizes = byName(tables.lines("automata/openfst"), "states");
    const parts = [...sizes].map(
      ([states, lines]) =>
        `${range(
          lines.map((line) => line.number("times")),
          1,
        )} at ${shown(Number(states))} states`,
    );
    return `Times the processor time of OpenFst (compile and operation): **${parts.join("; ")}**.`;
  },
  plot: (tables) => ({
    file: file(openfst.name),
    title: "Whole commands, exact, beside OpenFst's",
    x: { label: "seconds of processor time, start and reading included", log: true },
    rows: tables.lines("automata/openfst").map((line) => ({
      label: `${line.text("operation")}, ${shown(line.number("states"))} states`,
      marks: [
        { who: "hankel", value: line.number("Hankel, CPU s") },
        { who: "openfst", value: line.number("OpenFst, CPU s") },
      ],
    })),
  }),
};

/** Who learns networks, as the results name them. */
const LEARNERS_OF_NETWORKS: Readonly<Record<string, Who>> = {
  Hankel: "soft",
  "prototype, its plateau": "prototype",
  "Weiss, t = 0.1": "weiss",
  "QuaNT, 10 bins": "quant",
};

function ofNetworks(tables: Tables, who: Who, column: string): Map<string, number> {
  const [name] = Object.keys(LEARNERS_OF_NETWORKS).filter((one) => LEARNERS_OF_NETWORKS[one] === who);
  const lines = tables.lines("models-lm/networks").filter((line) => line.text("who") === name);
  return new Map(lines.map((line) => [line.text("network"), line.number(column)]));
}

/** A row for each network: everybody who learned it, and one more mark where there is something to be found. */
function networkRows(tables: Tables, column: string, sought?: string): Rows["rows"] {
  const found = Object.values(LEARNERS_OF_NETWORKS).map(
    (who) => [who, ofNetworks(tables, who, column)] as const,
  );
  return tables.lines("models-lm/choice").map((line) => {
    const network = line.text("network");
    const marks: Mark[] = found.flatMap(([who, values]) => {
      const value = values.get(network);
      return value === undefined ? [] : [{ who, value }];
    });
    if (sought !== undefined) marks.push({ who: "bare", value: line.number(sought) });
    return { label: network, marks };
  });
}

const networkStates: Comparison = {
  name: "network-states",
  headline(tables) {
    const taught = new Map(
      tables
        .lines("models-lm/choice")
        .map((line) => [line.text("network"), line.number("states taught")] as const),
    );
    const same = (who: Who) => {
      const found = [...ofNetworks(tables, who, "states")];
      return `${found.filter(([network, states]) => states === taught.get(network)).length} of ${found.length}`;
    };
    return (
      `Without options Hankel finds the very machine that taught the network for **${tables.found("models-lm/choice", /same machine/u)}** networks. ` +
      `Weighted L\\* has as many states as the teacher for ${same("weiss")}, QuaNT for ${same("quant")}: ` +
      `it makes ${range([...ofNetworks(tables, "quant", "states").values()])}.`
    );
  },
  plot: (tables) => ({
    file: file(networkStates.name),
    title: "Networks: states found, and states of the teacher",
    x: { label: "states", log: true },
    names: { bare: "the automaton that taught it" },
    lanes: true,
    rows: networkRows(tables, "states", "states taught"),
  }),
};

const networkQuestions: Comparison = {
  name: "network-questions",
  headline(tables) {
    const ours = ofNetworks(tables, "soft", "distributions");
    const times = (who: Who) =>
      [...ofNetworks(tables, who, "distributions")].map(
        ([network, asked]) => asked / (ours.get(network) ?? 1),
      );
    return (
      `Weighted L\\* asks for **${range(times("weiss"))}** times as many distributions as Hankel, ` +
      `QuaNT for **${range(times("quant"))}** times, our prototype for ${range(times("prototype"), 1)} times.`
    );
  },
  plot: (tables) => ({
    file: file(networkQuestions.name),
    title: "Networks: distributions asked for",
    x: { label: "different words after which somebody asked what comes next", log: true },
    rows: networkRows(tables, "distributions"),
  }),
};

const spectral: Comparison = {
  name: "spectral",
  headline(tables) {
    const ratios = tables
      .lines("spectral/drawn")
      .map((line) => line.number("splearn, s") / line.number("ours, s"));
    const [pairs, worst] = tables.found("spectral/drawn", /perplexity/u).split("; ");
    return `scikit-splearn takes **${range(ratios, 1)}** times our processor time. Our perplexity at the same rank and basis: ${pairs}; ${worst}.`;
  },
  plot: (tables) => ({
    file: file(spectral.name),
    title: "Spectral learning from 20,000 words",
    x: { label: "seconds of processor time, all ranks", log: true },
    rows: tables.lines("spectral/drawn").map((line) => ({
      label: `${line.text("machine")}, ${line.text("statistics")}`,
      marks: [
        { who: "hankel", value: line.number("ours, s") },
        { who: "splearn", value: line.number("splearn, s") },
      ],
    })),
  }),
};

const FLEETS = [1, 10, 100, 1000];
const FLEET_TARGET = "tropical, 10 letters, half final";

function fleetLines(tables: Tables): Line[] {
  return tables
    .lines("fleet-simulation/rounds")
    .filter((line) => line.text("family") === FLEET_TARGET && line.number("states") === 1000);
}

const fleets: Comparison = {
  name: "fleets",
  headline(tables) {
    const speedups = fleetLines(tables).map(
      (line) => `\`${line.text("learner")}\` ${shown(line.number("speed-up, 100"))}`,
    );
    return (
      `Measured with up to 8 workers, of the ideal: **${tables.found("fleet/throughput", /ideal/u)}**. ` +
      `Computed from the rounds of runs, 100 workers against one: ${speedups.join(", ")} times faster.`
    );
  },
  plot(tables) {
    const lines = fleetLines(tables);
    const minutes = (line: Line, workers: number) =>
      line.number(workers === 1 ? "minutes, 1 worker" : `${shown(workers)} workers`);
    const one = Math.min(...lines.map((line) => minutes(line, 1)));
    return {
      file: file(fleets.name),
      title: `A fleet, one second a question: ${FLEET_TARGET}, 1,000 states`,
      x: { label: "workers", log: true },
      y: { label: "minutes", log: true },
      series: lines.map(
        (line): Series => ({
          who: whoIs(`Hankel ${line.text("learner")}`),
          joined: true,
          points: FLEETS.map((workers) => [workers, minutes(line, workers)]),
        }),
      ),
      guide: {
        name: "ideal: fewest words / workers",
        points: FLEETS.map((workers) => [workers, one / workers]),
      },
    };
  },
};

const startup: Comparison = {
  name: "startup",
  headline(tables) {
    const lines = tables.lines("startup/commands");
    const ours = lines
      .slice(1)
      .map((line) => `\`${line.text("command")}\` ${shown(line.number("CPU ms"))} ms`);
    return `Node alone takes ${shown(lines[0].number("CPU ms"))} ms of processor time; ${ours[0]}, **${ours.at(-1)}** with a file of 20 states.`;
  },
  plot: (tables) => ({
    file: file(startup.name),
    title: "Starting the command line",
    x: { label: "milliseconds of processor time of the whole process", log: false },
    names: { bare: "Node alone" },
    rows: tables.lines("startup/commands").map((line, i) => ({
      label: line.text("command"),
      marks: [{ who: i === 0 ? "bare" : "hankel", value: line.number("CPU ms") }],
    })),
  }),
};

const boxes: Comparison = {
  name: "boxes",
  headline(tables) {
    const lines = tables.lines("teachers/throughput");
    const ones = lines
      .filter((line) => line.text("words a request") === "1")
      .map((line) =>
        `${shown(line.number("questions/s"))} through a ${line.text("through")}`.replace("a HTTP", "HTTP"),
      );
    return (
      `A word a request: **${ones.join(", ")}** a second. That is ${range(
        lines.map((line) => line.number("of the lesser")),
        2,
      )} of what the bare wire and program can do, over all sizes of requests. ` +
      `Runs on slow boxes take ${tables.found("teachers/pacing", /least/u)} the least that the box allows.`
    );
  },
  plot: (tables) => ({
    file: file(boxes.name),
    title: "Questions a second through a black box",
    x: { label: "questions a second", log: true },
    names: { bare: "the slower of a bare echo and the program alone" },
    rows: tables.lines("teachers/throughput").map((line) => ({
      label: `${line.text("through")}, ${shown(line.number("words a request"))} a request`,
      marks: [
        { who: "hankel", value: line.number("questions/s") },
        { who: "bare", value: line.number("questions/s") / line.number("of the lesser") },
      ],
    })),
  }),
};

/** The families whose growth is drawn: all of them would cover each other. */
const GROWING = [
  "tropical, 2 letters",
  "tropical, 10 letters, half final",
  "tropical, 1000 letters",
  "boolean, 2 letters",
  "boolean, 100 letters",
  "rational, 10 letters",
  "free-group, 10 letters",
];

const growth: Comparison = {
  name: "growth",
  headline(tables) {
    const [huge] = tables.lines("speed/huge");
    const bytes = [...tables.lines("speed/large"), huge].map(
      (line) =>
        ((line.number("peak MiB") - line.number("before learning MiB")) * 2 ** 20) / line.number("questions"),
    );
    const exponents = tables
      .lines("speed/growth")
      .filter((line) => line.text("states") === "exponent")
      .map((line) => ({
        questions: Number(line.text("questions")),
        seconds: Number(line.text("learner s")),
      }));
    return (
      `${shown(huge.number("states"))} states (${huge.text("family")}): **${shown(huge.number("CPU s"))} s and ` +
      `${shown(huge.number("peak MiB"))} MiB** for ${shown(huge.number("questions"))} questions. ` +
      `A run holds ${range(bytes)} bytes a question. Questions grow as N^${range(
        exponents.map(({ questions }) => questions),
        2,
      )}, the learner's own time as N^${range(
        exponents.map(({ seconds }) => seconds),
        2,
      )}.`
    );
  },
  plot(tables) {
    const runs = tables.lines("speed/growth").filter((line) => line.text("states") !== "exponent");
    const series = GROWING.map((family): Series => {
      const own = runs.filter((line) => line.text("family").startsWith(family));
      const seconds = (line: Line) =>
        line.number("learner s") + line.number("answers s") + line.number("equivalence s");
      const points = own.map((line) => [line.number("states"), seconds(line)] as const);
      // Where only one size is that large, all count.
      const large = points.filter(([states]) => states >= 1000);
      const slope = exponentOf(large.length > 1 ? large : points);
      const perState = points.map(([states, time]) => [states, (1e6 * time) / states] as const);
      return { who: "tree", points: perState, joined: true, label: `${family}: N^${slope.toFixed(2)}` };
    });
    return {
      file: file(growth.name),
      title: "Time of whole runs, by the number of states",
      x: { label: "states of the target, N", log: true },
      y: { label: "microseconds of the processor for each state", log: true },
      series,
      // It ends far to the right, where the labels have room.
      guide: { name: "as N log N", points: [250, 1e6].map((n) => [n, 8 * Math.log2(n)]) },
    };
  },
};

export const comparisons: readonly Comparison[] = [
  realMachines,
  contest("mealy", "questions/mealy", "Hankel machine", [
    "Mealy, 1000 × 10, 2 outputs",
    "Mealy, 1000 × 10, 10 outputs",
  ]),
  contest("dfa", "questions/dfa", "Hankel tree", ["DFA, 1000 × 10"]),
  inMemory,
  openfst,
  networkStates,
  networkQuestions,
  spectral,
  fleets,
  startup,
  boxes,
  growth,
];
