/** What `generate` writes in Python, TypeScript and C is run, and answers as its model does. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate, real, tropicalFloat64 } from "@hankel/core";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import {
  acceptorCases,
  type Case,
  longCase,
  machineCases,
  OPEN,
  smallCases,
  weightedCases,
} from "./cases.ts";

const folder = mkdtempSync(join(tmpdir(), "hankel-generate-"));
afterAll(() => rmSync(folder, { recursive: true }));

const FLOATS = ["real", "viterbi-float64", "log", "tropical-float64", "arctic-float64"];
const FRACTIONS = ["rational", "viterbi", "tropical", "arctic"];
const SMALL_FIELDS = ["prime-field:7", "prime-field:1000000007"];

const unweighted = [...smallCases(), ...machineCases(12), ...acceptorCases(16), longCase()];

/** The weight of a word as it stands in a file, and as a number. */
function numberOf(text: string): number {
  return /inf/iu.test(text) ? tropicalFloat64.parse(text.replace("inf", "Infinity")) : real.parse(text);
}

/** Compares weights as numbers; everything else must be the same. */
function expectAnswers(seen: unknown, { kind, replays }: Case, nearly: boolean): void {
  const expected = replays.map((replay) => replay.expected);
  if (kind !== "weights" || !nearly) {
    expect(seen).toEqual(expected);
    return;
  }
  (seen as string[]).forEach((text, i) => {
    const value = Number(text.replace("inf", "Infinity"));
    const wanted = String(expected[i]).endsWith("Infinity")
      ? Number(expected[i])
      : numberOf(String(expected[i]));
    if (Number.isFinite(wanted)) {
      expect(value, `${expected[i]} ${text}`).not.toBeNaN();
      expect(Math.abs(value - wanted)).toBeLessThanOrEqual(1e-9 * Math.max(1e-300, Math.abs(wanted)) + 1e-12);
    } else expect(value).toBe(wanted);
  });
}

function run(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    timeout: 240_000,
  });
  expect({ status, stderr, error }).toEqual({ status: 0, stderr: "", error: undefined });
  return stdout;
}

const PYTHON = `
import importlib.util, json, sys

def load(path):
    spec = importlib.util.spec_from_file_location("produced", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

def answers(module, kind, word):
    if kind == "weights":
        return str(module.weigh(word))
    if kind == "acceptor":
        return module.accepts(word)
    machine = next(v for v in vars(module).values() if isinstance(v, type) and hasattr(v, "step"))()
    seen = [machine.output] if kind == "moore" else []
    for symbol in word:
        state = machine.state
        try:
            seen.append(machine.step(symbol))
        except ValueError:
            assert machine.state is state
            return [*seen, None]
    assert module.run(word) == seen
    machine.reset()
    assert not word or machine.step(word[0]) == seen[1 if kind == "moore" else 0]
    return seen

jobs = json.load(open(sys.argv[1]))
print(json.dumps([[answers(load(job["path"]), job["kind"], word) for word in job["words"]] for job in jobs]))
`;

const NODE = `
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

function answers(module, kind, word) {
  if (kind === "weights") return String(module.weigh(word));
  if (kind === "acceptor") return module.accepts(word);
  const machine = new (Object.values(module).find((value) => value.prototype?.step !== undefined))();
  const seen = kind === "moore" ? [machine.output] : [];
  for (const symbol of word) {
    const { state } = machine;
    try {
      seen.push(machine.step(symbol));
    } catch (error) {
      if (machine.state !== state || !error.message.startsWith("no transition")) throw error;
      return [...seen, null];
    }
  }
  if (JSON.stringify(module.run(word)) !== JSON.stringify(seen)) throw new Error("run and step differ");
  machine.reset();
  if (word.length > 0 && machine.step(word[0]) !== seen[kind === "moore" ? 1 : 0]) throw new Error("reset");
  return seen;
}

const jobs = JSON.parse(readFileSync(process.argv[2], "utf8"));
const all = [];
for (const { path, kind, words } of jobs) {
  const module = await import(pathToFileURL(path).href);
  all.push(words.map((word) => answers(module, kind, word)));
}
process.stdout.write(JSON.stringify(all));
`;

/** Writes each case as a program, and returns a job for each. */
function jobsOf(
  cases: readonly Case[],
  to: string,
  ending: string,
): { path: string; kind: string; words: unknown }[] {
  return cases.map(({ kind, model, replays }, i) => {
    const path = join(folder, `model${i}${ending}`);
    writeFileSync(path, generate(model, { to, name: `model ${i}` }).text);
    return { path, kind, words: replays.map(({ word }) => word) };
  });
}

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe.runIf(hasPython)("in Python", () => {
  test("programs answer as their models, exactly over fractions", () => {
    const fields = ["prime-field:2", ...SMALL_FIELDS, "prime-field:9007199254740881"];
    const cases = [...unweighted, ...weightedCases(3, [...FRACTIONS, ...fields, ...FLOATS])];
    writeFileSync(join(folder, "driver.py"), PYTHON);
    writeFileSync(join(folder, "jobs.json"), JSON.stringify(jobsOf(cases, "python", ".py")));
    const seen = JSON.parse(
      run("python3", ["-B", join(folder, "driver.py"), join(folder, "jobs.json")]),
    ) as unknown[][];
    expect(seen).toHaveLength(cases.length);
    seen.forEach((answers, i) => {
      const isFloat = cases[i].kind === "weights" && FLOATS.includes(cases[i].model.algebra.name);
      const texts = isFloat
        ? answers
        : answers.map((a) => (typeof a === "string" ? a.replace("inf", "Infinity") : a));
      expectAnswers(texts, cases[i], isFloat);
    });
  });
});

describe("in TypeScript", () => {
  const cases = [
    ...unweighted,
    ...weightedCases(3, [...FRACTIONS, ...FLOATS, ...SMALL_FIELDS, "prime-field:9007199254740881"]),
  ];
  const jobs = jobsOf(cases, "typescript", ".ts");

  test("programs answer as their models", () => {
    for (const [i, { path }] of jobs.entries()) {
      const text = ts.sys.readFile(path) ?? "";
      const { outputText } = ts.transpileModule(text, {
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      });
      writeFileSync(join(folder, `model${i}.mjs`), outputText);
    }
    const scripts = jobs.map((job) => ({ ...job, path: job.path.replace(/ts$/u, "mjs") }));
    writeFileSync(join(folder, "driver.mjs"), NODE);
    writeFileSync(join(folder, "scripts.json"), JSON.stringify(scripts));
    const seen = JSON.parse(
      run(process.execPath, [join(folder, "driver.mjs"), join(folder, "scripts.json")]),
    ) as unknown[][];
    expect(seen).toHaveLength(cases.length);
    seen.forEach((answers, i) => {
      expectAnswers(answers, cases[i], !cases[i].model.algebra.name.startsWith("prime"));
    });
  });

  test("the strictest compiler accepts them", () => {
    const program = ts.createProgram(
      // The compiler takes its time: not all of them.
      jobs.filter((_, i) => i < 12 || i % 3 === 0).map(({ path }) => path),
      {
        strict: true,
        noEmit: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        noImplicitReturns: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        erasableSyntaxOnly: true,
        isolatedModules: true,
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        types: [],
      },
    );
    const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
    expect(problems).toEqual([]);
  });
});

/** UTF-8, also of what is none; a NUL in two bytes, as the header has it. */
function bytes(text: string): string {
  const coded = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0) return "c080";
    if (code >= 0xd800 && code < 0xe000)
      return Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]).toString(
        "hex",
      );
    return Buffer.from(character).toString("hex");
  });
  return coded.join("");
}

const HEX = `#include <stdio.h>
static void hex(const char *text)
{
  putchar(' ');
  for (; *text != 0; text++)
    printf("%02x", (unsigned char)*text);
}
`;

/** A program that runs the words of a case, a line for each. */
function mainOf({ kind, model, replays }: Case, i: number): string {
  const { symbols } = model.alphabet;
  const prefix = `model_${i}`;
  const input = `enum ${prefix}_${kind === "mealy" || kind === "moore" ? "input" : "symbol"}`;
  const bodies = replays.map(({ word }) => {
    const letters = word.map((symbol) => `(${input})${symbols.indexOf(symbol)}`);
    const array = `    const ${input} word[] = { ${letters.length === 0 ? `(${input})0` : letters.join(", ")} };\n`;
    const count = `${letters.length}`;
    if (kind === "acceptor") return `${array}    printf("%d\\n", ${prefix}_accepts(word, ${count}));\n`;
    if (kind === "weights")
      return `${array}    printf("%.17g\\n", (double)${prefix}_weigh(word, ${count}));\n`;
    const first = kind === "moore" ? `    hex(${prefix}_output_text(${prefix}_output(state)));\n` : "";
    return `${array}    enum ${prefix}_state state = (enum ${prefix}_state)0;
    int i;
${first}    for (i = 0; i < ${count}; i++) {
      const enum ${prefix}_state before = state;
      const enum ${prefix}_output output = ${prefix}_step(&state, word[i]);
      if ((int)output == -1) {
        printf(state == before ? " -" : " moved");
        break;
      }
      hex(${prefix}_output_text(output));
    }
    printf("\\n");\n`;
  });
  return `static void test_${i}(void)\n{\n${bodies.map((body) => `  {\n${body}  }\n`).join("")}}\n`;
}

const hasC = spawnSync("cc", ["--version"]).status === 0;

describe.runIf(hasC)("in C", () => {
  test("headers compile without a warning, and answer as their models", () => {
    const cases = [...unweighted, ...weightedCases(3, [...FRACTIONS, ...FLOATS, ...SMALL_FIELDS])];
    const headers = cases.map(({ model }, i) => {
      writeFileSync(join(folder, `model${i}.h`), generate(model, { to: "c", name: `model ${i}` }).text);
      return `#include "model${i}.h"\n`;
    });
    const calls = cases.map((_, i) => `  test_${i}();\n`);
    const mains = cases.map(mainOf);
    const text = `${headers.join("")}${HEX}${mains.join("")}int main(void)\n{\n${calls.join("")}  return 0;\n}\n`;
    writeFileSync(join(folder, "main.c"), text);
    const program = join(folder, "main");
    const strict = [
      "-std=c99",
      "-Wall",
      "-Wextra",
      "-Wpedantic",
      "-Wtrigraphs",
      "-Wconversion",
      "-Werror",
      "-O1",
    ];
    run("cc", [...strict, join(folder, "main.c"), "-o", program]);
    const lines = run(program, []).split("\n");
    let at = 0;
    for (const each of cases) {
      const { kind, replays } = each;
      const seen = replays.map(() => lines[at++]);
      if (kind === "acceptor")
        expect(seen).toEqual(replays.map(({ expected }) => (expected === true ? "1" : "0")));
      else if (kind === "weights") expectAnswers(seen, each, true);
      else {
        const wanted = replays.map(({ expected }) =>
          (expected as (string | null)[]).map((text) => (text === OPEN ? " -" : ` ${bytes(text)}`)).join(""),
        );
        expect(seen).toEqual(wanted);
      }
    }
    expect(lines.slice(at)).toEqual([""]);
  });
});
