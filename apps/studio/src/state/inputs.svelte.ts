import type { Comparison } from "../engine/comparison.ts";
import { type LogSource, type LogSpec, NO_CHOICES } from "../engine/log-spec.ts";
import { type Problem, problemOf } from "../engine/problem.ts";
import type { TargetSpec } from "../engine/spec.ts";
import { counted, listed, messageOf } from "../engine/text.ts";
import { type ReadSpec, reading } from "../worker/reading.ts";
import { Sketch } from "./sketch.svelte.ts";

/** The forms that targets are made with. */
export const FORMS = {
  file: "File",
  expression: "Expression",
  draw: "Draw",
  function: "Function",
  log: "Log",
  network: "Network",
  journal: "Journal",
  teacher: "You are the black box",
} as const;
export type Form = keyof typeof FORMS;

/** The page reads files up to this size. */
const MAX_BYTES = 32e6;
/** Longer texts are not read beforehand: that takes as long as it takes the learner, which says what is wrong with them. */
const MAX_CHECKED = 2e6;
/** Longer texts are not put into a field. */
const MAX_EDITED = 200_000;

/** No file of a network is here. */
const NOTHING = { model: undefined, description: "", weights: [], needed: [], isOpened: false };

type Learn = (spec: TargetSpec) => void;
type Open = (spec: LogSpec) => void;

/** What the user has typed, drawn and dropped. It stays when a run begins, and when one fails. */
class Inputs {
  form = $state<Form>("expression");
  /** Rises when the page should show the form. */
  calls = $state(0);
  #problem = $state.raw<{ readonly form: Form; readonly problem: Problem } | undefined>();

  /** Two automata that were dropped together, and what has changed from the first to the second. */
  comparison = $state.raw<Comparison | undefined>();
  /** Rises with each comparison. */
  compared = $state(0);

  readonly sketch = new Sketch();
  readonly expression = $state({ code: "(<1/2>a|<1/3>b)*<2>a", semifield: "rational", alphabet: "" });
  readonly function = $state({
    code: "(word) => word.filter((symbol) => symbol === 'a').length % 3 === 0",
    semifield: "boolean",
    alphabet: "a b",
  });
  readonly teacher = $state({ semifield: "boolean", alphabet: "a b" });
  /** A file and its text; a text that was typed has no name. */
  readonly file = $state({ name: "", text: "", format: "", semifield: "" });
  readonly log = $state({ text: "" });
  /** A network, its side file, the files that hold weights, and the names of those that it needs. */
  readonly network = $state<{
    model: File | undefined;
    description: string;
    weights: readonly File[];
    needed: readonly string[];
    /** Was the network opened with what is here? */
    isOpened: boolean;
  }>({ ...NOTHING });

  /** What is wrong with what the form has; other forms do not show it. */
  get problem(): Problem | undefined {
    return this.#problem?.form === this.form ? this.#problem.problem : undefined;
  }

  set problem(problem: Problem | undefined) {
    this.#problem = problem && { form: this.form, problem };
  }

  /** Is the text of the file too long for a field? */
  get isLong(): boolean {
    return this.file.text.length > MAX_EDITED;
  }

  /** Opens a form. */
  show(form: Form): void {
    this.form = form;
    this.calls++;
  }

  /** Learns what is drawn; what is wrong is said of the drawing, not of the text that it is written as. */
  async learnSketch(learn: Learn): Promise<void> {
    this.problem = undefined;
    const wrong = (message: string) => ({ message, where: "The drawing", source: "", caret: "" });
    try {
      const spec = this.sketch.spec();
      const problem = await reading.do("check", spec);
      if (problem === null) learn(spec);
      else this.problem = wrong(problem.message);
    } catch (error) {
      this.problem = wrong(messageOf(error));
    }
  }

  /** Learns a target if it can be read; otherwise the form says what is wrong, and where. */
  async learn(spec: TargetSpec, learn: Learn): Promise<void> {
    this.problem = undefined;
    this.problem = isRead(spec) ? ((await reading.do("check", spec)) ?? undefined) : undefined;
    if (this.problem === undefined) learn(spec);
  }

  /** Opens files as one log. What is wrong with them is said where they are read. */
  openLogs(files: readonly File[], open: Open): void {
    this.problem = undefined;
    if (files.length === 0) return;
    const name = files.length === 1 ? files[0].name : counted(files.length, "log");
    const sources = files.map((blob): LogSource => ({ name: blob.name, blob }));
    open({ kind: "log", name, sources, choices: NO_CHOICES });
  }

  /** Opens the words that were typed as a log. */
  openLogText(open: Open): void {
    const source = { name: "words.txt", text: this.log.text };
    open({ kind: "log", name: "Words that were typed", sources: [source], choices: NO_CHOICES });
  }

  /** Takes files from wherever they come, finds out what they are, and learns them or opens their form. */
  async take(files: readonly File[], learn: Learn, open: Open): Promise<void> {
    this.problem = undefined;
    if (files.length === 0) return;
    this.comparison = undefined;
    try {
      const read = await Promise.all(files.map(readFile));
      const network = read.find(({ kind }) => kind === "network")?.file;
      const needed = network === undefined ? this.missing : await reading.do("weights", network);
      // A network says which files hold its weights: they may have any name, and look like anything.
      const isNeeded = ({ name }: File) => needed.some((path) => fileName(path) === name);
      const weights = read.flatMap(({ kind, file }) => (kind === "weights" || isNeeded(file) ? [file] : []));
      const side = read.find(({ kind, file }) => kind === "side file" && !isNeeded(file));
      if (network !== undefined || side !== undefined || weights.length > 0) {
        await this.#takeNetwork(network && { model: network, needed }, side?.text, weights, learn);
        return;
      }
      if (read.every(({ kind }) => kind === "log")) {
        this.openLogs(files, open);
        return;
      }
      const [one, two] = read;
      if (read.length === 2 && read.every(({ kind }) => kind === "automaton")) {
        this.comparison = await reading.do("compare", [compared(one), compared(two)]);
        this.compared++;
        return;
      }
      if (read.length > 1)
        throw new Error(`${counted(read.length, "file")} at once: ${namesOf(files)}. Drop one of them`);
      const [{ kind, file, text }] = read;
      if (kind === "journal") {
        this.show("journal");
        await this.learn({ kind, name: file.name, text }, learn);
        return;
      }
      Object.assign(this.file, { name: file.name, text });
      this.show("file");
      await this.learnFile(learn);
    } catch (error) {
      if (this.form !== "file" && this.form !== "journal" && this.form !== "network") this.form = "file";
      this.calls++;
      this.problem = problemOf(error, "");
    }
  }

  async learnFile(learn: Learn): Promise<void> {
    const { name, text, semifield, format } = this.file;
    await this.learn({ kind: "file", name: name === "" ? "A text" : name, text, semifield, format }, learn);
  }

  /** A network needs its side file, and maybe files with its weights. They come one after the other, in any order, or all together. */
  async #takeNetwork(
    found: { readonly model: File; readonly needed: readonly string[] } | undefined,
    description: string | undefined,
    weights: readonly File[],
    learn: Learn,
  ): Promise<void> {
    const { network } = this;
    // What belongs to a network that was opened is not for the next one, of which a file with weights may come first.
    if (network.isOpened && (found !== undefined || weights.length > 0)) Object.assign(network, NOTHING);
    if (found !== undefined) Object.assign(network, found);
    if (description !== undefined) network.description = description;
    network.weights = [...weights, ...network.weights];
    this.show("network");
    if (network.model !== undefined && network.description !== "" && this.missing.length === 0)
      await this.learnNetwork(learn);
  }

  /** The files with weights of the network that are not here yet. */
  get missing(): readonly string[] {
    const { needed, weights } = this.network;
    return needed.filter((path) => !weights.some(({ name }) => name === fileName(path)));
  }

  async learnNetwork(learn: Learn): Promise<void> {
    const { model, description, weights, needed } = this.network;
    if (model === undefined) return;
    this.network.isOpened = true;
    const given = needed.flatMap((path) => {
      const data = weights.find(({ name }) => name === fileName(path));
      return data === undefined ? [] : [{ path, data }];
    });
    await this.learn({ kind: "network", name: model.name, model, description, weights: given }, learn);
  }
}

/** The name of a file without its folders. */
function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Is a target read before it is learned? */
function isRead(spec: TargetSpec): spec is ReadSpec {
  if (spec.kind === "file" || spec.kind === "journal") return spec.text.length <= MAX_CHECKED;
  return spec.kind === "expression" || spec.kind === "automaton" || spec.kind === "network";
}

/** An automaton that is compared. */
function compared({ file: { name }, text }: { readonly file: File; readonly text: string }) {
  if (text.length <= MAX_CHECKED) return { name, text };
  throw new Error(`${name} is too large for the page to compare; hankel diff does`);
}

/** How much of a file tells what it is. */
const BEGINNING = 4096;

async function readFile(file: File) {
  const { name, size } = file;
  const beginning = await file.slice(0, BEGINNING).text();
  const kind = await reading.do("kind", { name, beginning });
  if (kind === "network" || kind === "weights" || kind === "log") return { kind, file, text: "" };
  if (size <= MAX_BYTES) return { kind, file, text: await file.text() };
  const sizes = `${Math.round(size / 1e6)} MB, and the page reads up to ${MAX_BYTES / 1e6}`;
  throw new Error(`${name} has ${sizes}; the command line has no such limit`);
}

function namesOf(files: readonly File[]): string {
  return listed(files.map(({ name }) => name));
}

export const inputs = new Inputs();
