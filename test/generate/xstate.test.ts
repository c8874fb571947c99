/** Machines for XState, replayed by XState itself. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generate } from "@hankel/core";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { acceptorCases, longCase, machineCases, smallCases } from "./cases.ts";

const folder = mkdtempSync(join(tmpdir(), "hankel-xstate-"));
afterAll(() => rmSync(folder, { recursive: true }));
symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(folder, "node_modules"));
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');

const cases = [...smallCases(), ...machineCases(10), ...acceptorCases(10), longCase()];
cases.forEach(({ model }, i) => {
  writeFileSync(join(folder, `m${i}.machine.ts`), generate(model, { to: "xstate", name: `model ${i}` }).text);
});

const DRIVER = `
import { readFileSync } from "node:fs";
import { initialTransition, transition } from "xstate";

const outputs = (actions) => actions.filter(({ type }) => type === "output").map(({ params }) => params.output);

function answers({ eventTypes = new Map(), ...exported }, kind, word) {
  const [machine] = Object.values(exported);
  let [snapshot, actions] = initialTransition(machine);
  const seen = outputs(actions);
  for (const symbol of word) {
    const before = snapshot.value;
    [snapshot, actions] = transition(machine, snapshot, { type: eventTypes.get(symbol) ?? symbol });
    const written = outputs(actions);
    if (kind !== "acceptor" && written.length === 0) {
      if (snapshot.value !== before) throw new Error("moved without a transition");
      return [...seen, null];
    }
    seen.push(...written);
  }
  return kind === "acceptor" ? snapshot.hasTag("accepted") : seen;
}

const jobs = JSON.parse(readFileSync("jobs.json", "utf8"));
const all = [];
for (const { path, kind, words } of jobs) {
  const module = await import(path);
  all.push(words.map((word) => answers(module, kind, word)));
}
process.stdout.write(JSON.stringify(all));
`;

test("XState answers as the models do", () => {
  const jobs = cases.map(({ kind, replays }, i) => {
    const text = ts.sys.readFile(join(folder, `m${i}.machine.ts`)) ?? "";
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    writeFileSync(join(folder, `m${i}.js`), outputText);
    return { path: `./m${i}.js`, kind, words: replays.map(({ word }) => word) };
  });
  writeFileSync(join(folder, "driver.js"), DRIVER);
  writeFileSync(join(folder, "jobs.json"), JSON.stringify(jobs));
  const { status, stdout, stderr } = spawnSync(process.execPath, ["driver.js"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    timeout: 240_000,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const seen = JSON.parse(stdout) as unknown[][];
  expect(seen).toHaveLength(cases.length);
  seen.forEach((answers, i) => {
    expect(answers, `model ${i}`).toEqual(cases[i].replays.map(({ expected }) => expected));
  });
});

test("its types accept them, and know the events", () => {
  writeFileSync(
    join(folder, "use.ts"),
    `import { createActor } from "xstate";
import { model0 } from "./m0.machine.ts";
const seen: string[] = [];
const actor = createActor(model0.provide({ actions: { output: (_, { output }) => seen.push(output) } }));
actor.start();
actor.send({ type: "class" });
// @ts-expect-error: no such event
actor.send({ type: "no such input" });
`,
  );
  const program = ts.createProgram(
    [...cases.map((_, i) => join(folder, `m${i}.machine.ts`)).slice(0, 16), join(folder, "use.ts")],
    {
      strict: true,
      noEmit: true,
      noUnusedLocals: true,
      exactOptionalPropertyTypes: true,
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      skipLibCheck: true,
      types: [],
    },
  );
  const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
  expect(problems).toEqual([]);
});
