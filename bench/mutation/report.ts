import { equivalent } from "./equivalent.ts";

/** What Stryker's JSON report holds, as far as it is used here. */
export interface StrykerReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly location: { readonly start: Place; readonly end: Place };
  readonly status: string;
  readonly statusReason?: string;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A mutant, and the source that holds it. */
interface Found {
  readonly path: string;
  readonly source: string;
  readonly mutant: Mutant;
}

/** A mutant that no test noticed. */
export interface Survivor {
  readonly file: string;
  readonly line: number;
  readonly was: string;
  readonly became: string;
  /** Does any test reach it? */
  readonly reached: boolean;
  /** Why it behaves as the original does, if it does. */
  readonly equivalent?: string;
}

/** What became of the mutants of a folder. */
export interface FolderResult {
  readonly folder: string;
  readonly seed: number;
  readonly oneIn: number;
  /** All mutants, and those that were drawn and tried: not those of what runs only while a module is loaded. */
  readonly mutants: number;
  readonly tried: number;
  /** Noticed by a failing test, by the time limit or by a crash. */
  readonly killed: number;
  /** Which of these were killed by the time limit. */
  readonly timedOut: readonly Survivor[];
  readonly survivors: readonly Survivor[];
}

const KILLED = new Set(["Killed", "Timeout", "RuntimeError"]);
const TRIED = new Set([...KILLED, "Survived", "NoCoverage"]);

export function resultOf(
  folder: string,
  { seed, oneIn }: Pick<FolderResult, "seed" | "oneIn">,
  { files, mutants }: StrykerReport & { readonly mutants: number },
): FolderResult {
  const found = Object.entries(files).flatMap(([path, file]) =>
    file.mutants.map((mutant) => ({ path, source: file.source, mutant })),
  );
  const tried = found.filter(({ mutant }) => TRIED.has(mutant.status));
  const left = tried.filter(({ mutant }) => !KILLED.has(mutant.status));
  return {
    folder,
    seed,
    oneIn,
    mutants,
    tried: tried.length,
    killed: tried.length - left.length,
    timedOut: tried.filter(({ mutant }) => mutant.status === "Timeout").map(survivorOf),
    survivors: left.map(survivorOf),
  };
}

/** The results of two parts of a folder as one. */
export function together(one: FolderResult, other: FolderResult): FolderResult {
  return {
    ...one,
    mutants: one.mutants + other.mutants,
    tried: one.tried + other.tried,
    killed: one.killed + other.killed,
    timedOut: [...one.timedOut, ...other.timedOut],
    survivors: [...one.survivors, ...other.survivors],
  };
}

function survivorOf({ path, source, mutant }: Found): Survivor {
  const { location, replacement = "", status } = mutant;
  const file = path.replace(/^packages\/core\/src\//u, "");
  const was = textAt(source, location);
  const became = oneLine(replacement);
  return withReason({ file, line: location.start.line, was, became, reached: status !== "NoCoverage" });
}

/** The survivor, with the reason why it is equivalent if one is known. */
function withReason(survivor: Survivor): Survivor {
  const { file, was, became } = survivor;
  const known = equivalent.find((one) => one.file === file && one.was === was && one.became === became);
  return known === undefined ? survivor : { ...survivor, equivalent: known.because };
}

/** An earlier result, with the reasons that are known by now. */
export function withReasons(result: FolderResult): FolderResult {
  return { ...result, survivors: result.survivors.map(withReason) };
}

/** The text that a mutant replaces, in one line. */
function textAt(source: string, { start, end }: Mutant["location"]): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines[lines.length - 1].slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  return oneLine(lines.join("\n"));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

/** The share of mutants that were killed, without those known to be equivalent, and its 95 % interval by Wilson. */
export function scoreOf({ tried, killed, survivors }: FolderResult): {
  score: number;
  low: number;
  high: number;
} {
  const counted = tried - survivors.filter((survivor) => survivor.equivalent !== undefined).length;
  const share = killed / counted;
  const z = 1.96;
  const middle = (share + z ** 2 / (2 * counted)) / (1 + z ** 2 / counted);
  const half =
    (z / (1 + z ** 2 / counted)) * Math.sqrt((share * (1 - share)) / counted + (z / (2 * counted)) ** 2);
  return { score: share, low: middle - half, high: Math.min(1, middle + half) };
}

/** The report that people read. */
export function markdown(results: readonly FolderResult[]): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const rows = results.map((result) => {
    const { folder, seed, mutants, tried, killed, timedOut, oneIn, survivors } = result;
    const { score, low, high } = scoreOf(result);
    const same = survivors.filter((survivor) => survivor.equivalent !== undefined).length;
    const interval = oneIn === 1 ? "all were tried" : `${percent(low)} to ${percent(high)}`;
    return `| ${folder} | ${seed} | ${mutants} | ${tried} | ${killed} | ${timedOut.length} | ${same} | ${percent(score)} | ${interval} |`;
  });
  return [
    "# Mutants of the core",
    "",
    "Written by `npm run mutants`. A mutant is the code with one small change; a good test fails on it. Of each folder a",
    "random sample was tried against the tests beside it. A mutant that does not end within the time limit counts as",
    "killed. The score leaves out mutants that behave as the original does; the last column is its 95 % interval. A sample",
    "is drawn by its seed. Its score is that of the first try, unless `--again` tried its survivors once more.",
    "",
    "| folder | seed | mutants | tried | killed | by the time limit | equivalent | score | interval |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---|",
    ...rows,
    ...results.flatMap(survivorLines),
    "",
  ].join("\n");
}

function survivorLines({ folder, survivors }: FolderResult): string[] {
  if (survivors.length === 0) return [];
  const line = ({ file, line: number, was, became, reached, equivalent: reason }: Survivor) => {
    const note = reason !== undefined ? `: equivalent, ${reason}` : reached ? "" : ": no test reaches it";
    return `- ${file}:${number} ${code(was)} → ${code(became)}${note}`;
  };
  return ["", `## Survivors in ${folder}`, "", ...survivors.map(line)];
}

function code(text: string): string {
  const short = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return `\`\` ${short || "(nothing)"} \`\``;
}
